package kakuro

import "slices"

// A refutation of an assumption holds the entries to fill in turn; the last one has
// no filling.
type refutation struct {
	cell  int32
	digit int
	chain []int32
}

// forcing tells the shortest contradiction. It returns false if there is none.
func (l *lesson) forcing() bool {
	r, ok := l.shortest()
	return ok && l.tellForcing(r)
}

// tellForcing tells the step that strikes the refuted digit of r from its cell. It reports
// whether the digit was still there.
func (l *lesson) tellForcing(r refutation) bool {
	last := l.entries[r.chain[len(r.chain)-1]].Entry
	assumed := l.placed(r.cell)
	assumed.Digit = r.digit
	return l.strikeFrom(Step{Technique: Forcing, Entry: last, Assumed: assumed, Chain: l.entriesByNumber(r.chain), Trail: l.trailOf(r)}, []int32{r.cell}, 1<<r.digit)
}

// trailOf returns what each entry of a refutation strikes, except the last entry.
func (l *lesson) trailOf(r refutation) (trail [][]Placed) {
	mark := len(l.trail)
	defer func() { l.undo(mark) }()
	l.strike(r.cell, allDigits&^(1<<r.digit))
	for _, e := range r.chain[:len(r.chain)-1] {
		before := len(l.trail)
		l.arrange(e)
		var struck []Placed
		for _, was := range l.trail[before:] {
			at := l.placed(was.cell)
			at.Removed, at.Left = was.cand&^l.marks[was.cell], l.marks[was.cell]
			struck = append(struck, at)
		}
		trail = append(trail, struck)
	}
	return trail
}

// shortest returns the refutation with the fewest entries, of all digits of all
// cells. An assumption goes out in waves: the entries with news, then those with
// news from these. A contradiction in wave w takes at least w entries, so that the
// best one so far bounds how far to look. It tries few waves first.
func (l *lesson) shortest() (best refutation, ok bool) {
	for _, waves := range []int{2, 4, len(l.marks) * maxLen} { // in the end more waves than there can be strikes
		for cell := range int32(len(l.marks)) {
			if l.known[cell] {
				continue
			}
			for d := range digits(l.marks[cell]) {
				if ok {
					waves = min(waves, len(best.chain)-1) // only a shorter chain is better
				}
				if l.timeOver() || waves < 2 { // one entry alone refutes nothing here: Arrangement has struck such digits
					return best, ok && !l.over
				}
				chain := l.prune(cell, d, l.refute(cell, d, waves))
				if chain != nil && !l.over && (!ok || len(chain) < len(best.chain)) {
					best, ok = refutation{cell, d, chain}, true
				}
			}
		}
		if ok {
			break
		}
	}
	return best, ok && !l.over
}

// refute assumes digit d in cell and follows that for a number of waves. It returns the entries
// that struck anything, in turn, the last one being the entry that was left without a filling.
// It returns nil if no entry was, or time ended. The marks are afterwards as before.
func (l *lesson) refute(cell int32, d, waves int) (chain []int32) {
	mark := len(l.trail)
	defer func() { l.undo(mark) }()
	l.strike(cell, allDigits&^(1<<d))
	for next, wave := 0, 0; wave < waves && next < len(l.queue); wave++ {
		for end := len(l.queue); next < end; next++ {
			e := l.queue[next]
			led, ok := l.arrange(e)
			if l.queued[e] = false; led || !ok {
				chain = append(chain, e)
			}
			if !ok {
				return chain
			}
		}
		if l.timeOver() {
			return nil
		}
	}
	return nil
}

// prune returns the chain of a refutation of digit d in cell without the entries that the
// contradiction does not need. It tries to leave out each in turn, from the end, as long as there
// is time. The chain may be nil.
func (l *lesson) prune(cell int32, d int, chain []int32) []int32 {
	for i := len(chain) - 2; i >= 0 && !l.timeOver(); i-- {
		if shorter := l.replay(cell, d, slices.Concat(chain[:i], chain[i+1:])); shorter != nil {
			chain = shorter
			i = min(i, len(chain)-1) // replay may have left out more
		}
	}
	return chain
}

// replay assumes digit d in cell and fills the entries in turn, up to the first one without a
// filling. It returns the entries that struck anything, with that one at the end; nil if all have
// a filling. The marks are afterwards as before.
func (l *lesson) replay(cell int32, d int, entries []int32) (chain []int32) {
	mark := len(l.trail)
	defer func() { l.undo(mark) }()
	l.strike(cell, allDigits&^(1<<d))
	for _, e := range entries {
		led, ok := l.arrange(e)
		if led || !ok {
			chain = append(chain, e)
		}
		if !ok {
			return chain
		}
	}
	return nil
}
