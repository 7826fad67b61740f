// Package queue keeps jobs that must outlive the process that took them in, and
// has one process at a time work on each. It is a thin layer over a stream of
// NATS JetStream and knows nothing of what a job is.
//
// # Leases
//
// A job that is put is on the server's disk before Put returns. A worker takes
// it on a lease, which it renews while it works; a worker that dies, stops or
// is cut off renews nothing, and after AckWait, 10 s, the server gives the job
// to another. The lease ends with the worker's verdict, or is lost.
//
// The server does not defend a lease: it takes the word of a worker whose job
// it has long given to another (github.com/nats-io/nats-server/issues/4786).
// So each worker knows by its own monotonic clock whether its lease stands, and
// says nothing when it does not. The proof needs no two clocks to agree. The
// server counts AckWait from when it gave the job or heard of it last, which is
// not before the worker asked. A worker therefore counts from when it asked,
// and a renewal counts only if its answer came while the lease before it still
// stood: then the server heard of it in time. A worker that was stopped finds,
// when it goes on, that its lease is over before it does anything else
// (Delivery.Held, Delivery.Lost).
//
// A worker that cannot reach the server cannot renew. In most cases nobody can
// reach it, no other worker gets the job, and to give up would only lose time:
// so the lease is then neither held nor lost. The worker finishes and writes
// its answer, but nothing that must not come after another's answer. If only
// this worker was cut off, two may finish the same job.
//
// # What is promised
//
// At least once: a job that Put took is done, or told to be poison, or older
// than Options.Life. Work that is written twice must therefore read the same,
// and has to be so anyway: a worker can die between writing and saying so. That
// is why a second job with the id of another, which the server refuses for ten
// seconds, does no harm where it is not refused; a work queue's server forgets
// the ids of finished jobs when it restarts (nats-server/issues/3272).
//
// Survived are the death of any worker, of a server process, and with three
// replicas of a server's machine. One server writes its files to the disk every
// two minutes unless its configuration has sync_interval: always, so a power
// failure may lose the jobs of that time: jepsen.io/analyses/nats-2.12.1. And a
// server process that is killed forgets whom it gave what in its last 0.1 s.
//
// A process finds out by Has that the server has lost a job of its own, and puts
// the job again (Job.Again), under the same id. The server accepts it: it refuses
// only the ids of the last ten seconds.
//
// # The server
//
// NATS 2.9 or later with JetStream. The account needs the subjects
// kibitz.solve.>, $JS.API.>, $JS.ACK.KIBITZ.> and _INBOX.>. Stream and consumer
// are made, and changed to what Options say, whenever a connection is made.
// When PerUser is made smaller, the server drops the oldest jobs above it.
package queue

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Options tell where the queue is and how many jobs it takes.
type Options struct {
	URL         string // nats://host:4222, tls://user:password@host; several with commas between them
	Credentials string // a credentials file as nsc writes it; "" for none
	Replicas    int    // replicas of the stream: 1, or 3 in a cluster

	// The most jobs in the queue, waiting or in work: of one user, and in all.
	PerUser, Total int

	Life  time.Duration // age at which an unfinished job is dropped
	Pages bool          // keep what pages open, too

	Dial func(ctx context.Context, network, addr string) (net.Conn, error) // dials; nil for the real network
	Log  *slog.Logger
}

// A Job is a task for a user.
type Job struct {
	ID, User string
	Arrived  time.Time // time by the clock of the process that put it
	Again    bool      // it was put before, and is put again since the server has lost it
	Data     []byte
}

// A Queue is a connection to the jobs, or the search for one.
type Queue struct {
	o   Options
	log *slog.Logger
	nc  *nats.Conn
	js  jetstream.JetStream

	ctx    context.Context // ends at Close
	cancel context.CancelFunc
	life   sync.WaitGroup

	connected  atomic.Bool            // a connection is there: see there
	undeclared chan struct{}          // asks keepDeclared to look again
	place      atomic.Pointer[place]  // nil until it was declared
	trouble    atomic.Pointer[string] // why the place was not declared
	away       atomic.Pointer[string] // why there is no connection; "" while there is one

	stats    stats
	patience patience
	claimant string // names this process in its claims: a random text

	// The pace of leases. Tests change it to show its use.
	leaseTerm, beatEvery time.Duration
}

// Open begins to look for the server, and never stops: a server that cannot be reached is no error.
// Close it after its last use.
func Open(o Options) (*Queue, error) {
	q := &Queue{
		o:          o,
		log:        o.Log,
		undeclared: make(chan struct{}, 1),
		leaseTerm:  leaseTerm,
		beatEvery:  beatEvery,
		claimant:   rand.Text(),
	}
	q.trouble.Store(new("the server was not asked yet"))
	q.away.Store(new(""))
	q.ctx, q.cancel = context.WithCancel(context.Background())
	options, err := q.connection()
	if err != nil {
		q.cancel()
		return nil, err
	}
	if q.nc, err = nats.Connect(o.URL, options...); err != nil {
		q.cancel()
		if _, ok := errors.AsType[*url.Error](err); ok { // its text holds the password
			err = errors.New("expected nats://host:4222 or tls://user:password@host:4222")
		}
		return nil, fmt.Errorf("the queue's URL: %w", err)
	}
	if q.js, err = jetstream.New(q.nc); err != nil {
		q.Close()
		return nil, fmt.Errorf("JetStream: %w", err)
	}
	q.life.Go(q.keepDeclared)
	return q, nil
}

// connection returns the options of a connection that is sought for ever. A dead one is found out
// well within a lease (see Queue.keep).
func (q *Queue) connection() ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name("kibitz"),
		nats.RetryOnFailedConnect(true),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(), // credentials may be corrected while the bot runs
		nats.ReconnectWait(time.Second),
		nats.PingInterval(time.Second),
		nats.MaxPingsOutstanding(2),
		nats.FlusherTimeout(2 * time.Second),
		// Messages without a connection must fail, and not go out later: by then another worker may
		// do the job, or the lease may be lost.
		nats.ReconnectBufSize(-1),
		nats.ConnectHandler(func(*nats.Conn) { q.reached() }),
		nats.ReconnectHandler(func(*nats.Conn) { q.reached() }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			q.connected.Store(false)
			if q.ctx.Err() == nil {
				q.log.Warn("the queue's server is gone", "err", err)
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) {
			q.unreached(err)
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			q.log.Warn("the queue's server complains", "err", err)
		}),
	}
	if q.o.Credentials != "" {
		if _, err := os.ReadFile(q.o.Credentials); err != nil {
			return nil, fmt.Errorf("the queue's credentials: %w", err)
		}
		options = append(options, nats.UserCredentials(q.o.Credentials))
	}
	if q.o.Dial != nil {
		options = append(options, nats.SetCustomDialer(dialer{q}), nats.SkipHostLookup())
	}
	return options, nil
}

type dialer struct{ *Queue }

func (d dialer) Dial(network, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(d.ctx, nats.DefaultTimeout)
	defer cancel()
	return d.o.Dial(ctx, network, addr)
}

// reached notes that there is a connection, and has the stream and the consumer declared. The
// library calls it after each connect and reconnect.
func (q *Queue) reached() {
	q.connected.Store(true)
	q.away.Store(new(""))
	q.log.Info("the queue's server is there")
	q.declareSoon()
}

// unreached notes why a try to connect has failed, and logs it unless the try before failed alike.
// The library tries about once a second.
func (q *Queue) unreached(err error) {
	why := err.Error()
	if op, ok := errors.AsType[*net.OpError](err); ok { // its text has our port, which is another one each time
		why = fmt.Sprintf("%s %s: %v", op.Op, op.Addr, op.Err)
	}
	if *q.away.Swap(&why) != why {
		q.log.Warn("the queue's server cannot be reached: slow answers go on, but are lost with this process", "err", why)
	}
}

// Trouble returns why no job can be put into the queue; "" if one can.
func (q *Queue) Trouble() string {
	_, err := q.there()
	switch away := *q.away.Load(); {
	case err == nil:
		return ""
	case away != "":
		return away
	}
	return err.Error()
}

var errUnreachable = errors.New("no connection to the queue's server")

// there returns the stream of jobs if it can be reached. It must be called before anything else of
// nc, which holds its lock while it seeks a connection.
func (q *Queue) there() (*place, error) {
	if !q.connected.Load() {
		return nil, errUnreachable
	}
	p := q.place.Load()
	if p == nil {
		return nil, fmt.Errorf("no queue: %s", *q.trouble.Load())
	}
	return p, nil
}

// tell sends the server word of a job: a verdict, or that it is worked on. It returns nil if
// the server has answered within answerWithin.
func (q *Queue) tell(ctx context.Context, d *Delivery, what string) error {
	if !q.connected.Load() {
		return errUnreachable
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	_, err := q.nc.RequestWithContext(ctx, d.reply, []byte(what))
	return err
}

// Close leaves the server. It must not be called while Put or Work run.
func (q *Queue) Close() {
	q.cancel()
	q.nc.Close()
	q.life.Wait()
}
