package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"kibitz/vision"
	"kibitz/vision/judge"
)

// A result says how well a picture was read.
type result struct {
	*picture
	err        error
	seenAs     string // the kind it was taken for
	size       string // rows × columns, as read
	kindRight  bool
	sizeRight  bool
	right, all int  // numbers or cells read right, of all
	read       bool // the board is exact before logic
	judged     bool // the board is exact after logic
	sure       bool
	taps       int     // answers chosen from the readings offered
	typed      int     // answers that were not offered
	answered   bool    // the board is exact after the answers
	wrong      bool    // sure at once, and not exact
	wrongLater bool    // sure after answers, and not exact
	ms         float64 // processor time
	peak       uint64  // the largest size of the heap, in bytes
}

var visionNames = [...]string{vision.Any: "?", vision.Nonogram: "nonogram", vision.Kakuro: "kakuro", vision.Lights: "lightsout", vision.Cards: "cardflip", vision.Sudoku: "sudoku"}

// patience is the number of questions that the user answers.
const patience = 12

// measure reads a picture, judges the reading and answers its doubts. If hinted, the reader knows the
// kind of the puzzle, as a command does. A row of lights read as cards has the right kind. Time and
// memory are those of reading and judging, without the answers.
func measure(ctx context.Context, p *picture, hinted bool) *result {
	r := &result{picture: p}
	hint := vision.Hint{}
	if hinted {
		hint.Kind = vision.Kind(max(0, slices.Index(visionNames[:], p.kind))) // of a negative any
	}
	_, r.all = p.truth.right(&vision.Reading{}) // if it can't be read, none of all is right
	var reading *vision.Reading
	var v *judge.Verdict
	began := processorTime()
	r.peak = peakOf(func() {
		if reading, r.err = read(ctx, p.data, hint); r.err == nil {
			v = judge.Judge(ctx, reading)
		}
	})
	r.ms = float64((processorTime() - began).Microseconds()) / 1000
	if r.err != nil {
		return r
	}
	own := *p
	own.truth = p.truth.bordered(reading)
	p, r.picture = &own, &own
	t := p.truth
	r.seenAs, r.size = visionNames[reading.Kind], fmt.Sprintf("%d×%d", reading.Rows, reading.Cols)
	r.kindRight = p.kind != "negative" && (r.seenAs == p.kind || p.kind == "lightsout" && t.rows == 1 && reading.Kind == vision.Cards)
	if r.kindRight && p.kind == "lightsout" && t.turned { // the turn in which most is right
		for _, other := range []*truth{t.turn(), t.turn().turn(), t.turn().turn().turn()} {
			a, _ := t.right(reading)
			if b, _ := other.right(reading); b > a {
				t = other
			}
		}
		own.truth = t
	}
	r.sizeRight = reading.Rows == t.rows && reading.Cols == t.cols
	r.sure = v.Sure
	if r.kindRight {
		r.right, _ = t.right(reading)
		r.read, r.judged = t.matches(v.Puzzle), t.answers(v.Repaired)
	}
	r.wrong = v.Sure && (!r.judged || p.unsure) && !p.isAnother(r.seenAs)
	r.ask(ctx, reading, v)
	return r
}

// isAnother reports whether a picture is a negative that shows a board of this kind after all: its name says so.
func (p *picture) isAnother(kind string) bool {
	return p.kind == "negative" && strings.Contains(p.name, kind)
}

// processorTime returns the time that this process has computed so far. Unlike time by the clock it
// does not depend on what else the machine does.
func processorTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// read calls vision.Read, and turns a panic into an error.
func read(ctx context.Context, data []byte, hint vision.Hint) (r *vision.Reading, err error) {
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("PANIC: %v", broken)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute) // long, as the machine may be busy
	defer cancel()
	if r, err = vision.Read(ctx, data, hint); r != nil {
		r = judge.Uncoloured(ctx, r)
	}
	return r, err
}

// ask goes through the bot's dialogue with a user who knows the truth, until there is nothing to ask or the user's
// patience ends. A place with several readings is asked about, one at a time. Without one, or with many, the user is
// shown all that was read: if it is right one tap says so, else the first ringed place that is wrong is mended. Between
// two answers the reading goes through its text.
func (r *result) ask(ctx context.Context, reading *vision.Reading, v *judge.Verdict) {
	fits := func(o *vision.Reading) bool { return o.Rows == r.truth.rows && o.Cols == r.truth.cols }
	offered := fits(reading) || slices.ContainsFunc(reading.Rivals, fits)
	for !v.Sure && !r.answered && r.kindRight && offered && r.taps+r.typed < patience {
		choice := slices.IndexFunc(v.Doubts, func(d judge.Doubt) bool { return len(d.Readings) > 1 })
		next, whole := choice, choice < 0 || v.AtOnce()
		if whole && r.truth.matches(v.Puzzle) {
			r.taps, r.answered = r.taps+1, true
			break
		}
		if whole {
			next = slices.IndexFunc(v.Doubts, func(d judge.Doubt) bool {
				return len(d.Readings) == 0 || !sameText(d.Readings[0].Text, r.truth.at(d.Place, reading))
			})
		}
		if next < 0 { // nothing ringed is wrong: the first of them may be said to be right
			next = choice
		}
		if next < 0 {
			break
		}
		d := v.Doubts[next]
		text := r.truth.at(d.Place, reading)
		if !whole && slices.ContainsFunc(d.Readings, func(way judge.Reading) bool { return sameText(way.Text, text) }) {
			r.taps++
		} else {
			r.typed++
		}
		settled, err := judge.Settle(reading, d.Place, text)
		if err == nil {
			settled, err = judge.ParseText(judge.Text(settled))
		}
		if err != nil {
			r.err = err
			return
		}
		reading, v = settled, judge.Judge(ctx, settled)
	}
	r.answered = r.answered || r.kindRight && r.truth.answers(v.Repaired)
	r.wrongLater = v.Sure && !r.answered && !r.wrong
}

// sameText reports whether two answers mean the same; "" means 0.
func sameText(a, b string) bool {
	plain := func(text string) string {
		if text = strings.Join(strings.Fields(text), " "); text == "" {
			return "0"
		}
		return text
	}
	return plain(a) == plain(b)
}

// peakOf runs a function and returns the largest growth of the heap meanwhile, in bytes.
func peakOf(do func()) uint64 {
	runtime.GC()
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	before, peak := sample[0].Value.Uint64(), uint64(0)
	// Fonts and other data of this process make the heap large, and a large heap collects its garbage
	// late. A memory limit as in kibitz read prevents that.
	const usual = 128 << 20 // bytes
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(before) + usual))
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			metrics.Read(sample)
			peak = max(peak, sample[0].Value.Uint64())
			select {
			case <-done:
				return
			case <-tick.C:
			}
		}
	})
	do()
	close(done)
	watching.Wait()
	return peak - min(before, peak)
}

// line describes the result of one picture.
func (r *result) line() string {
	state := "exact"
	switch {
	case r.err != nil:
		state = r.err.Error()
	case r.wrong:
		state = "SILENTLY WRONG, " + r.seenAs + " " + r.size
	case !r.kindRight:
		state = "taken for " + r.seenAs
	case !r.sizeRight:
		state = fmt.Sprintf("%s for %d×%d", r.size, r.truth.rows, r.truth.cols)
	case r.wrongLater:
		state = "WRONG AFTER ANSWERS"
	case !r.judged && r.answered:
		state = "exact after answers"
	case !r.judged:
		state = "wrong"
	case !r.sure:
		state = "exact, unsure"
	}
	return fmt.Sprintf("%-40s %-28s numbers %d/%d, %d taps, %d typed, %.0f ms, %d MB", r.name, state, r.right, r.all, r.taps, r.typed, r.ms, r.peak>>20)
}
