package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/rest"
	"kibitz/bot/sleep"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// This file posts the day's puzzles to webhooks at 00:00 UTC, at most once a day to each: Discord would
// accept the same post twice, and cannot be asked whether a post is there. A process claims a post in the
// queue before it makes the post. No other process makes it then, even if the first one dies. Without a
// queue a process knows only of its own posts: it makes those of the days that begin while it runs.

const (
	postWithin = time.Hour        // from midnight: no post is made later, whatever made it late
	postAgain  = 10 * time.Second // pause after a queue or a puzzle that could not be had
	clockEvery = time.Minute      // looks at the clock, which may be set, or stand still in sleep
)

// A webhook is a channel that takes posts from whoever knows its token.
type webhook struct {
	id, token string
	line      int  // its line in the file, which names it in the log
	gone      bool // Discord does not know it any more
}

// mostWebhooks is the most webhooks that get the day's puzzles. Their posts begin at the same moment.
const mostWebhooks = 50

var webhookAddress = regexp.MustCompile(`^https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api/(?:v[0-9]+/)?webhooks/([0-9]{1,20})/([-_0-9A-Za-z]+)$`)

// readWebhooks reads a file of webhooks' addresses, a line each; none if file is "". Empty lines and
// lines that begin with "#" do not count. No error quotes a line: an address is a secret.
func readWebhooks(file string) ([]webhook, error) {
	if file == "" {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []webhook
	lines := map[string]int{}
	for i, line := range strings.Split(strings.TrimPrefix(string(text), "\ufeff"), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		found := webhookAddress.FindStringSubmatch(line)
		switch {
		case found == nil:
			return nil, fmt.Errorf("%s:%d: not a webhook's address: want one such as https://discord.com/api/webhooks/123456789012345678/token", file, i+1)
		case lines[found[1]] > 0:
			return nil, fmt.Errorf("%s:%d: the webhook of line %d once more: want each once", file, i+1, lines[found[1]])
		case len(all) == mostWebhooks:
			return nil, fmt.Errorf("%s:%d: want at most %d webhooks", file, i+1, mostWebhooks)
		}
		lines[found[1]] = i + 1
		all = append(all, webhook{id: found[1], token: found[2], line: i + 1})
	}
	return all, nil
}

// postDailies posts the puzzles of each day to the webhooks, until ctx ends. With a queue it begins
// with the present day, if that is younger than postWithin.
func (b *bot) postDailies(ctx context.Context) {
	if len(b.webhooks) == 0 {
		return
	}
	const aDay = 24 * time.Hour
	day := time.Now().UTC().Truncate(aDay)
	if b.jobs == nil {
		day = day.Add(aDay)
	}
	for {
		switch since := time.Since(day); { // by the clock on the wall, as day has no other
		case since >= postWithin:
			day = day.Add(aDay)
		case since >= 0:
			b.postDay(ctx, day)
			day = day.Add(aDay)
		case !sleep.For(ctx, min(-since, clockEvery)):
			return
		}
		if ctx.Err() != nil {
			return
		}
	}
}

// postDay posts the puzzles of a day to all webhooks, and waits until that is done. A post that has not
// begun when ctx ends is not made.
func (b *bot) postDay(ctx context.Context, day time.Time) {
	ctx, cancel := context.WithDeadline(ctx, day.Add(postWithin))
	defer cancel()
	post, err := b.composeDay(ctx, day)
	if err != nil {
		b.log.Error("the day's puzzles are not posted", "err", err)
		return
	}
	var posts sync.WaitGroup
	for i := range b.webhooks {
		posts.Go(func() { b.postTo(ctx, &b.webhooks[i], day, post) })
	}
	posts.Wait()
}

// composeDay makes the day's puzzles, and composes a message of them. It tries again until ctx ends.
func (b *bot) composeDay(ctx context.Context, day time.Time) (wire.Payload, error) {
	var replies []*chat.Reply
	for _, puzzle := range b.cfg.Daily.List() {
		r := b.dailyPuzzle(ctx, puzzle, day)
		for r == nil || r.Tone == chat.Failure {
			if !sleep.For(ctx, postAgain) {
				return wire.Payload{}, fmt.Errorf("%s cannot be made", puzzle)
			}
			r = b.dailyPuzzle(ctx, puzzle, day)
		}
		replies = append(replies, r)
	}
	var post wire.Payload
	err := safely(func() (err error) {
		m := compose.Post(replies)
		if len(m.Lost) > 0 {
			b.log.Warn("parts of the day's puzzles do not fit", "lost", m.Lost)
		}
		post, err = m.FollowUp()
		return err
	})
	return post, err
}

// dailyPuzzle returns the answer to /daily of that day, for a puzzle as settings.Daily lists it. It
// waits for a worker, as requests do. It returns nil if there is no answer in time.
func (b *bot) dailyPuzzle(ctx context.Context, puzzle string, day time.Time) *chat.Reply {
	turn := b.turns.take(ctx, true)
	if turn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, b.limits().Solve)
	defer cancel()
	kind, difficulty, _ := strings.Cut(puzzle, " ")
	request := &chat.Request{
		Command: "daily", Options: map[string]any{"puzzle": kind, "difficulty": difficulty}, Locale: b.cfg.Daily.Locale, Asked: day,
	}
	answer := make(chan *chat.Reply, 1)
	b.workers.Go(func() {
		defer turn.release()
		var r *chat.Reply
		err := safely(func() error { r = b.handler.Inquire(request).Answer(ctx, nil); return nil })
		if err != nil {
			b.log.Error("panic in the day's puzzles", "err", err)
		}
		answer <- r
	})
	return await(ctx, answer)
}

// postTo posts a message to a webhook if this process claims the post. From then on only the end of the
// process stops it. A webhook that Discord does not know any more is logged once, and gets no more posts.
func (b *bot) postTo(ctx context.Context, h *webhook, day time.Time, post wire.Payload) {
	if h.gone || !b.claims(ctx, h, day) {
		return
	}
	ctx, cancel := context.WithDeadline(b.sending, day.Add(postWithin))
	defer cancel()
	err := b.calls.post(ctx, h, post)
	fault, _ := errors.AsType[*rest.Fault](err)
	switch {
	case err == nil:
		b.log.Info("the day's puzzles are posted", "line", h.line)
	case fault != nil && (fault.Status == http.StatusNotFound || fault.Status == http.StatusUnauthorized):
		h.gone = true
		b.log.Error("a webhook is gone: take its line out of daily.webhooks", "line", h.line, "err", err)
	default:
		b.log.Error("the day's puzzles are not posted", "line", h.line, "err", err)
	}
}

// claims reports whether the post of a day to a webhook is this process's. It asks the queue, if
// there is one, until ctx ends.
func (b *bot) claims(ctx context.Context, h *webhook, day time.Time) bool {
	for b.jobs != nil && ctx.Err() == nil {
		mine, err := b.jobs.Claim(b.sending, "daily "+day.Format(time.DateOnly)+" "+h.id)
		if err == nil {
			return mine
		}
		if !sleep.For(ctx, postAgain) {
			b.log.Error("the day's puzzles are not posted: the queue does not say by whom", "line", h.line, "err", err)
			return false
		}
	}
	return ctx.Err() == nil
}
