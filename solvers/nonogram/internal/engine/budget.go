package engine

import (
	"context"
	"time"

	"kibitz/solvers"
)

// budget watches the time of a solve, which ends with its context, and reports the progress.
type budget struct {
	ctx      context.Context
	over     bool // the context had ended at the last look
	total    int  // cells to be decided
	lines    int  // lines solved since the last look at the clock
	begun    time.Time
	reported time.Time
}

// A look at the clock costs as much as a short line. The longest lines take some tens of
// microseconds each.
const (
	linesPerLook   = 256 // lines between looks at the clock
	reportInterval = 250 * time.Millisecond
)

// spent counts a line to be solved, and reports whether the budget has ended. Every linesPerLook
// lines it looks at the clock and reports the number of cells decided.
func (b *budget) spent(decided int) bool {
	if b.lines++; b.over || b.lines < linesPerLook {
		return b.over
	}
	b.lines = 0
	b.over = b.ctx.Err() != nil
	b.report(decided)
	return b.over
}

// ended looks at the clock, and reports whether the budget has ended.
func (b *budget) ended() bool {
	b.over = b.over || b.ctx.Err() != nil
	return b.over
}

// report tells the number of cells decided, at most once in reportInterval.
func (b *budget) report(decided int) {
	if now := time.Now(); now.Sub(b.reported) >= reportInterval {
		b.reported = now
		solvers.Report(b.ctx, decided, b.total)
	}
}
