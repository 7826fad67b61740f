package cdcl

// pace decides when to restart. Phases of two kinds alternate, each longer than the last. Quick
// restarts, while recent clauses are worse than the average, suit proofs; rare ones on Luby's
// sequence suit finding models.
type pace struct {
	recent, average float64 // moving averages of LBD over 32 and 8192 conflicts
	conflicts       int64
	since           int64 // conflicts since the last restart
	steady          bool  // the present phase has rare restarts
	left            int64 // conflicts left in this phase
	phases          int64 // number of phases ended
	luby, power     int64 // Luby's sequence, after Knuth: power is the next term
}

const (
	phaseLength = 1000 // conflicts of the first two phases
	lubyUnit    = 256  // conflicts for a term 1 of Luby's sequence
	seekUnit    = 1024 // the same when a model is sought
	quickest    = 2    // least conflicts between quick restarts
	margin      = 1.10 // ratio of recent to average that causes a restart
)

// start begins the first phase.
func (p *pace) start() { p.left, p.luby, p.power = phaseLength, 1, 1 }

// learned counts a conflict with the LBD of its clause.
func (p *pace) learned(lbd int) {
	p.since++
	p.left--
	p.conflicts++
	p.recent += (float64(lbd) - p.recent) / float64(min(p.conflicts, 32))
	p.average += (float64(lbd) - p.average) / float64(min(p.conflicts, 8192))
}

// restart reports whether to restart now; seek tells that a model is sought, for which restarts are
// always rare. It begins the next phase when the present one has ended, and counts a restart that it
// reports as made.
func (p *pace) restart(seek bool) bool {
	if p.left <= 0 {
		p.phases++
		p.steady = !p.steady
		p.left = phaseLength * (p.phases/2 + 1)
	}
	if p.steady || seek {
		unit := int64(lubyUnit)
		if seek {
			unit = seekUnit
		}
		if p.since < unit*p.power {
			return false
		}
		p.since = 0
		if p.luby&-p.luby == p.power { // the lowest bit of luby is the last power before the sequence starts again at 1
			p.luby, p.power = p.luby+1, 1
		} else {
			p.power *= 2
		}
		return true
	}
	if p.since < quickest || p.recent <= margin*p.average {
		return false
	}
	p.since = 0
	return true
}
