package bot

import (
	"container/list"
	"context"
	"sync"
	"time"

	"kibitz/bot/queue"
	"kibitz/bot/rest"
	"kibitz/bot/sleep"
)

// The queue's server can lose a job that it has confirmed: its machine loses power before the job
// is on the disk, somebody deletes the stream, or two parts of a cluster go on separately and one
// history is dropped. The process that put a job therefore keeps a copy until the answer is seen. Now
// and then it asks the queue whether the job is still there. If not, the job is done or lost: the
// process then asks Discord whether the message still waits. If it does, the process puts the job
// again, under the same id. If a worker has the job all the same, both write the same answer.

const (
	lookEvery     = 15 * time.Second // more than a lease, so that most jobs are over at the first look
	mostWitnessed = 10_000           // jobs kept by a process
	jobOverhead   = 500              // bytes that a kept job takes beside its data
	looksAtOnce   = 8                // jobs of a process
	lookPatience  = 5 * time.Second  // silence of Discord after which a look is given up
)

// A witness keeps copies of jobs that were put into the queue, in the order of the next look at each. It
// keeps no copy of a job for which it has no room: that job lies in the queue alone.
type witness struct {
	mu   sync.Mutex
	room int64 // bytes left
	line list.List
	byID map[string]*list.Element
}

type kept struct {
	job  queue.Job
	next time.Time // when the queue is asked for it
}

func (k kept) size() int64 { return int64(len(k.job.Data)) + jobOverhead }

// keep notes a job, for a first look after the time `after`. It does nothing if there is no room for the
// job, or if the job is kept already.
func (w *witness) keep(job queue.Job, after time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	k := kept{job, time.Now().Add(after)}
	if w.byID[job.ID] != nil || len(w.byID) >= mostWitnessed || k.size() > w.room {
		return
	}
	if w.byID == nil {
		w.byID = map[string]*list.Element{}
	}
	w.room -= k.size()
	w.byID[job.ID] = w.line.PushBack(k)
}

// forget drops a job: its answer was seen, or nobody waits for it any more.
func (w *witness) forget(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at := w.byID[id]; at != nil {
		w.room += at.Value.(kept).size()
		w.line.Remove(at)
		delete(w.byID, id)
	}
}

// due returns up to looksAtOnce jobs whose time has come. They stay in the line, at its end: their next
// look is after the time `again`. If no time has come, wait is the time until the first look, but at
// most `again`.
func (w *witness) due(again time.Duration) (jobs []queue.Job, wait time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	for len(jobs) < looksAtOnce {
		first := w.line.Front()
		if first == nil {
			return jobs, again
		}
		k := first.Value.(kept)
		if k.next.After(now) {
			return jobs, min(k.next.Sub(now), again)
		}
		jobs = append(jobs, k.job)
		first.Value = kept{k.job, now.Add(again)}
		w.line.MoveToBack(first)
	}
	return jobs, 0
}

// bearWitness looks after the jobs that were put into the queue, until ctx ends.
func (b *bot) bearWitness(ctx context.Context) {
	if b.jobs == nil {
		return
	}
	for ctx.Err() == nil {
		jobs, wait := b.witnessed.due(lookEvery)
		var looks sync.WaitGroup
		for _, job := range jobs {
			looks.Go(func() {
				if b.isOver(ctx, job) {
					b.witnessed.forget(job.ID)
				}
			})
		}
		looks.Wait()
		if len(jobs) == 0 {
			sleep.For(ctx, wait)
		}
	}
}

// isOver reports whether a job needs no witness any more: its message has an answer, or cannot get
// one. If the queue does not have the job and the message waits, isOver puts the job again.
func (b *bot) isOver(ctx context.Context, job queue.Job) bool {
	in, err := decode(job.Data)
	if err != nil || time.Since(job.Arrived) > lastWithin {
		return true
	}
	if has, err := b.jobs.Has(ctx, job); has || err != nil {
		return false
	}
	at, err := b.calls.glance(ctx, in, lookPatience)
	waits, err := in.waits(at, err, true)
	if err != nil || !waits {
		return err == nil || rest.HasCode(err, rest.UnknownWebhook)
	}
	b.metrics.QueueLost.Inc()
	b.log.Warn("the queue has lost a job: it is put again", in.asked())
	job.Again = true
	if err := b.jobs.Put(ctx, job); err != nil {
		b.log.Warn("a lost job is not in the queue yet", in.asked(), "err", err)
	}
	return false
}
