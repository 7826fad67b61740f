package kakuro

import (
	"math/bits"

	"kibitz/solvers"
)

// Technique is the name of a deduction. Most come in order from easy to hard.
// Those up to Excluded are the paper's pass.
type Technique int

const (
	MagicSum        Technique = iota // one combination has the entry's length and sum: digits not in it go
	SumRange                         // digits that none of the several combinations of that length and sum has
	NakedSingle                      // one digit is left in a cell; its entries' other cells lose it
	LastCell                         // the sum leaves one digit for the only open cell of its entry
	OnlyCombination                  // one combination is left for the entry; digits not in it go
	HiddenSingle                     // the entry needs the digit, and one cell only can take it
	Excluded                         // digits in no combination that the crossing entries leave possible
	NakedPair                        // two cells hold the same two digits: the others lose them
	HiddenPair                       // the entry needs two digits that two cells only can take: those cells lose all other digits
	NakedTriple                      // three cells hold three digits
	HiddenTriple                     // three digits that three cells only can take
	AreaSum                          // entries across and down over the same cells: their sums say what the cells left over add up to
	Arrangement                      // no filling of the entry has the digit in this cell
	Forcing                          // the digit, assumed, leaves some entry without a filling
	Trial                            // the rest: equal in every solution, by search
)

var techniqueNames = [...]string{
	"magic sum", "sum range", "naked single", "last cell", "only combination", "hidden single", "excluded",
	"naked pair", "hidden pair", "naked triple", "hidden triple", "area sum", "arrangement", "forcing", "trial",
}

func (t Technique) String() string { return techniqueNames[t] }

// Techniques returns all techniques, in the order of their constants.
func Techniques() (all []Technique) {
	for t := range techniqueNames {
		all = append(all, Technique(t))
	}
	return all
}

// Difficulty is how hard a puzzle is for a person, by the classes of the techniques.
type Difficulty = solvers.Difficulty

const (
	Easy    = solvers.Easy    // up to HiddenSingle: one sum or one cell at a time
	Medium  = solvers.Medium  // up to HiddenTriple: combinations against pencil marks
	Hard    = solvers.Hard    // AreaSum, Arrangement: whole areas, all fillings of an entry
	Expert  = solvers.Expert  // Forcing: assume a digit and follow it
	Extreme = solvers.Extreme // Trial: assumptions within assumptions
)

// Difficulty returns the class of the technique.
func (t Technique) Difficulty() Difficulty {
	switch {
	case t <= HiddenSingle:
		return Easy
	case t <= HiddenTriple:
		return Medium
	case t <= Arrangement:
		return Hard
	case t <= Forcing:
		return Expert
	}
	return Extreme
}

// An entryRule is a technique that looks at one entry, and the function that applies it.
type entryRule struct {
	technique Technique
	apply     func(*lesson, int32) bool
}

// rules are the techniques that look at one entry, tried in this order. Each
// tells at most one step, and says whether it did.
var rules = []entryRule{
	{LastCell, (*lesson).lastCell}, // first: to add up is easier than any other reason for the same digit
	{MagicSum, (*lesson).magicSum}, // or SumRange
	{NakedSingle, (*lesson).nakedSingle},
	{OnlyCombination, (*lesson).onlyCombination},
	{HiddenSingle, (*lesson).hiddenSingle},
	{Excluded, (*lesson).excluded},
	{NakedPair, naked(2)},
	{HiddenPair, hidden(2)},
	{NakedTriple, naked(3)},
	{HiddenTriple, hidden(3)},
}

// magicSum strikes the digits that no combination of the entry has.
func (l *lesson) magicSum(e int32) bool {
	run := &l.entries[e]
	step := Step{Technique: SumRange, Entry: run.Entry, Digits: run.union}
	if len(run.sets) == 1 {
		step.Technique = MagicSum
	}
	return l.strikeFrom(step, run.cells, allDigits&^run.union)
}

// nakedSingle places the digit of the first cell of e that is not known and has one mark left.
func (l *lesson) nakedSingle(e int32) bool {
	for _, cell := range l.entries[e].cells {
		if single(l.marks[cell]) && !l.known[cell] {
			return l.tellNaked(cell)
		}
	}
	return false
}

// tellNaked tells the step NakedSingle, which places the one digit that is left in a cell. It returns
// what tell does.
func (l *lesson) tellNaked(cell int32) bool {
	step := Step{Technique: NakedSingle, Entry: l.entries[l.across[cell]].Entry, Cross: l.entries[l.down[cell]].Entry}
	return l.place(step, cell, l.marks[cell])
}

// lastCell places the digit of the only cell of an entry that is not known.
func (l *lesson) lastCell(e int32) bool {
	last, digit := l.last(e)
	return digit != 0 && l.place(Step{Technique: LastCell, Entry: l.entries[e].Entry}, last, digit)
}

// last returns the only cell of an entry that is not known, and its digit. The digit is 0 if
// there is no such cell.
func (l *lesson) last(e int32) (cell int32, digit uint16) {
	run := &l.entries[e]
	cell, rest := -1, run.Sum
	for _, other := range run.cells {
		switch {
		case l.known[other]:
			rest -= bits.TrailingZeros16(l.marks[other])
		case cell >= 0:
			return -1, 0
		default:
			cell = other
		}
	}
	if cell < 0 || run.Sum == 0 {
		return -1, 0
	}
	return cell, oneDigit(rest) & l.marks[cell]
}

// allowed returns the digits in some and in every combination of entry e that
// has a digit for each cell and a cell for each digit, and how many such
// combinations there are.
func (l *lesson) allowed(e int32) (some, every uint16, n int) {
	run := &l.entries[e]
	var marks [maxLen]uint16
	for i, cell := range run.cells {
		marks[i] = l.marks[cell]
	}
	return run.allowed(marks[:run.Len])
}

// onlyCombination strikes all digits that are not in the only combination left.
func (l *lesson) onlyCombination(e int32) bool {
	some, _, n := l.allowed(e)
	if n != 1 {
		return false
	}
	run := &l.entries[e]
	return l.strikeFrom(Step{Technique: OnlyCombination, Entry: run.Entry, Digits: some}, run.cells, allDigits&^some)
}

// excluded strikes the digits in none of the combinations that the marks still allow. If just two cells
// are open, the step names them and what they add up to. It strikes nothing if no combination is left.
func (l *lesson) excluded(e int32) bool {
	some, _, n := l.allowed(e)
	if n == 0 {
		return false
	}
	run := &l.entries[e]
	step := Step{Technique: Excluded, Entry: run.Entry, Digits: some}
	step.Seen, step.Sum = l.lastTwo(e)
	return l.strikeFrom(step, run.cells, allDigits&^some)
}

// lastTwo returns the open cells of an entry with a sum if there are just two, and what they add up
// to; else nil and 0.
func (l *lesson) lastTwo(e int32) (open []Placed, rest int) {
	run := &l.entries[e]
	if rest = run.Sum; rest == 0 {
		return nil, 0
	}
	for _, cell := range run.cells {
		if m := l.marks[cell]; single(m) {
			rest -= bits.TrailingZeros16(m)
		} else {
			open = append(open, l.placed(cell))
		}
	}
	if len(open) != 2 {
		return nil, 0
	}
	return open, rest
}

// hiddenSingle places a digit that the entry needs and that one cell only can take.
func (l *lesson) hiddenSingle(e int32) bool {
	_, every, n := l.allowed(e)
	if n == 0 {
		return false
	}
	for d := range digits(every) {
		if takers := l.takers(e, 1<<d); len(takers) == 1 && !l.known[takers[0]] {
			return l.place(Step{Technique: HiddenSingle, Entry: l.entries[e].Entry, Digits: 1 << d}, takers[0], 1<<d)
		}
	}
	return false
}

// takers returns the cells of entry e that have a mark of any of the digits in set.
func (l *lesson) takers(e int32, set uint16) (cells []int32) {
	for _, cell := range l.entries[e].cells {
		if l.marks[cell]&set != 0 {
			cells = append(cells, cell)
		}
	}
	return cells
}

// naked returns a rule that looks for n cells of an entry that are not known and have marks of n
// digits only, and strikes those digits from the entry's other cells.
func naked(n int) func(*lesson, int32) bool {
	technique := map[int]Technique{2: NakedPair, 3: NakedTriple}[n]
	return func(l *lesson, e int32) bool {
		run := &l.entries[e]
		for _, set := range combosOf(n, 0).sets {
			var within, others []int32
			for _, cell := range run.cells {
				if l.marks[cell]&^set == 0 && !l.known[cell] {
					within = append(within, cell)
				} else {
					others = append(others, cell)
				}
			}
			if len(within) != n || len(others) == 0 {
				continue
			}
			step := Step{Technique: technique, Entry: run.Entry, Digits: set, Seen: l.placesOf(within)}
			if l.strikeFrom(step, others, set) {
				return true
			}
		}
		return false
	}
}

// hidden returns a rule that looks for n digits that an entry needs and that only n cells can take,
// and strikes all other digits from those cells.
func hidden(n int) func(*lesson, int32) bool {
	technique := map[int]Technique{2: HiddenPair, 3: HiddenTriple}[n]
	return func(l *lesson, e int32) bool {
		_, every, ways := l.allowed(e)
		if ways == 0 {
			return false
		}
		run := &l.entries[e]
		for _, set := range combosOf(n, 0).sets {
			takers := l.takers(e, set)
			if set&^every != 0 || len(takers) != n {
				continue
			}
			step := Step{Technique: technique, Entry: run.Entry, Digits: set, Seen: l.placesOf(takers)}
			if l.strikeFrom(step, takers, allDigits&^set) {
				return true
			}
		}
		return false
	}
}

// arrangement strikes the digits that no filling of the entry has in their cells.
func (l *lesson) arrangement(e int32) bool {
	run := &l.entries[e]
	return l.tell(Step{Technique: Arrangement, Entry: run.Entry}, func() { l.arrange(e) })
}
