package cdcl

// pace says when to restart. Phases of two kinds take turns, each longer than the
// last: quick restarts while recent clauses are worse than the average, which
// suits proofs, and rare ones on Luby's sequence, which suits finding models.
type pace struct {
	recent, average float64 // moving averages of LBD
	conflicts       int64
	since           int64 // conflicts since the last restart
	steady          bool  // the phase of rare restarts
	left            int64 // conflicts in this phase
	phases          int64
	luby, power     int64 // Luby's sequence, after Knuth: power is the next term
}

const (
	phaseLength = 1000
	lubyUnit    = 256
	seekUnit    = 1024
	quickest    = 2    // conflicts between quick restarts
	margin      = 1.10 // recent over average that makes a restart
)

func (p *pace) start() { p.left, p.luby, p.power = phaseLength, 1, 1 }

// learned counts a conflict with the LBD of its clause.
func (p *pace) learned(lbd int) {
	p.since++
	p.left--
	p.conflicts++
	p.recent += (float64(lbd) - p.recent) / float64(min(p.conflicts, 32))
	p.average += (float64(lbd) - p.average) / float64(min(p.conflicts, 8192))
}

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
		if p.luby&-p.luby == p.power {
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
