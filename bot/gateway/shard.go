package gateway

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"kibitz/bot/sleep"
)

// A shard is a series of sessions, each over a series of links.
type shard struct {
	id, of int
	opt    *Options
	pace   *pace
	log    *slog.Logger

	session session // only for the goroutine that runs the shard

	mu     sync.Mutex
	status Shard
}

// A session is Discord's memory of a shard; the zero value is none.
type session struct {
	id, url    string
	seq        int64 // number of the last event received; 0 before the first
	unreached  int   // connections in a row that got no HELLO
	unanswered int   // resumes in a row that got no answer
}

// When a session's own address could not be reached maxUnreached times in a row,
// the session is resumed at the general address. After maxUnanswered resumes in
// a row without an answer it is given up.
const maxUnreached, maxUnanswered = 2, 2

// connectEvery is the least time between two links if the first is lost at once. A link that lasted
// longer is replaced at once.
const connectEvery = time.Second

// A fatalError ends Run, and tells the remedy.
type fatalError string

func (e fatalError) Error() string { return string(e) }

// run keeps the shard connected until ctx ends, and then returns nil, or until no
// other try would help, and then returns a fatalError. The shards of a bucket
// begin one after the other. After a link that was up the next one is opened
// soon, otherwise after a pause that grows with each failure.
func (s *shard) run(ctx context.Context) error {
	if !sleep.For(ctx, time.Duration(s.pace.rank(s.id))*identifyEvery) {
		return nil
	}
	failures := 0
	for {
		begun := time.Now()
		up, err := s.connect(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if end := s.judge(err); end != nil {
			return end
		}
		level := slog.LevelInfo // Discord asks for a new link many times a day
		if failures++; up {
			failures = 0
		} else {
			level = slog.LevelWarn
		}
		pause := max(backoff(failures), connectEvery-time.Since(begun))
		if _, invalid := errors.AsType[invalidSession](err); invalid {
			pause += time.Second + rand.N(4*time.Second) // Discord asks for this pause
		}
		s.log.Log(ctx, level, "no link to Discord", "err", err, "again_in", pause.Round(time.Millisecond), "resume", s.session.id != "")
		if !sleep.For(ctx, pause) {
			return nil
		}
	}
}

// judge looks at err, the reason for which a link was lost. It forgets the session
// if that cannot be resumed. It returns a fatalError if no other try would help,
// and else nil.
func (s *shard) judge(err error) error {
	if end, ok := errors.AsType[fatalError](err); ok {
		return end
	}
	code, _ := errors.AsType[closed](err)
	if hint, ok := fatalCodes[int(code)]; ok {
		return fatalError(fmt.Sprintf("gateway close code %d: %s", int(code), hint))
	}
	invalid, isInvalid := errors.AsType[invalidSession](err)
	if isInvalid && !invalid.resumable || endsSession[int(code)] || s.session.unanswered >= maxUnanswered {
		s.session = session{}
	}
	return nil
}

// connect opens a link and serves it until it is lost. Up reports whether it had a session.
func (s *shard) connect(ctx context.Context) (up bool, err error) {
	l, err := s.open(ctx)
	if err != nil {
		return false, err
	}
	defer l.close(ctx)
	err = l.serve(ctx)
	if l.up {
		s.note(func(n *Shard) { n.Up, n.Since, n.Losses = false, time.Now(), n.Losses+1 })
	}
	return l.up, err
}

// open connects, up to the identify or the resume.
func (s *shard) open(ctx context.Context) (*link, error) {
	if s.session.id == "" {
		return s.identify(ctx)
	}
	where := s.session.url
	if s.session.unreached >= maxUnreached {
		info, err := s.pace.fresh(ctx)
		if err != nil {
			return nil, err
		}
		where = info.URL
	}
	l, err := s.dial(ctx, where)
	if err != nil {
		s.session.unreached++
		return nil, err
	}
	s.session.unreached = 0
	s.session.unanswered++
	s.note(func(n *Shard) { n.Resumes++ })
	l.send(encode(opResume, resume{s.opt.Token(), s.session.id, s.session.seq}))
	return l, nil
}

// identify waits for the shard's turn, connects, and asks for a new session. The
// bucket stays taken until then. It fails if other shards have taken the last
// identify of the day while this one connected.
func (s *shard) identify(ctx context.Context) (*link, error) {
	turn, where, err := s.pace.turn(ctx, s.id)
	if err != nil {
		return nil, err
	}
	defer turn.end()
	l, err := s.dial(ctx, where)
	if err != nil {
		return nil, err
	}
	if !s.pace.spend(turn) {
		l.close(ctx)
		return nil, errors.New("another shard took the identify")
	}
	who := identify{Token: s.opt.Token(), Properties: itself}
	if s.of > 1 {
		who.Shard = &[2]int{s.id, s.of}
	}
	s.note(func(n *Shard) { n.Identifies++ })
	l.send(encode(opIdentify, who))
	return l, nil
}

// note changes the status that Gateway.Status returns.
func (s *shard) note(change func(*Shard)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change(&s.status)
}

func (s *shard) now() Shard {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.status
}
