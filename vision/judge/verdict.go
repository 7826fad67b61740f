package judge

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Limits of what is asked and looked for.
const (
	mostDoubts   = 8   // questions
	mostReadings = 4   // readings of a question
	mostPairs    = 200 // pairs of places that are left out together
)

// A judgement is the posterior over the puzzles that a reading may show.
type judgement struct {
	m     *model
	found *found

	outside []outsider // puzzles with a reading of a place that is not among its ways
	rest    float64    // the likelihood of all puzzles in neither found nor outside
	total   float64    // the likelihood of all puzzles

	misplaced bool // clues may belong to other lines of the picture
}

// An outsider is a choice with other readings of some fields, not all of them listed.
type outsider struct {
	choice choice
	fields []int
	texts  []string // the other readings; "" if not known
	p      float64
}

// judge searches, and adds the likelihood of puzzles that no search finds:
//
//   - choices with equal totals that the search did not reach;
//   - a misprint, if the reading makes no sense as it looks;
//   - puzzles with two misread places; the right reading of at least one is not among its ways;
//   - puzzles with one place whose right reading is not among its ways. Each place is left out in turn
//     of the choice as the reading looks, of the best choice found, and of those with one change of it
//     undone.
//
// If nothing at all makes sense, pairs of places are left out, so that there is something to ask for.
func (m *model) judge(ctx context.Context) *judgement {
	j := &judgement{m: m, found: m.searchTwice(ctx)}
	looks := m.likeliest()
	bases := []world{{choice: looks, p: 1}}
	loose, contradictory := 1.0, true
	if w := j.found.worlds; len(w) > 0 {
		if !w[0].held {
			loose = max(m.loose, 1)
		}
		contradictory = !slices.ContainsFunc(w, func(w world) bool { return slices.Equal(w.choice, looks) })
		if !slices.Equal(w[0].choice, looks) {
			bases = append(bases, w[0])
			bases = append(bases, m.withOneUndone(w[0])...)
		}
	}
	j.rest = min(j.found.missed*m.chance*loose, j.found.missed)
	if contradictory {
		j.rest += misprint
	}
	if m.without != nil {
		chance := pairFits
		if contradictory {
			chance = moreFits
		}
		chance *= loose * m.slack
		j.rest += chance * j.unknownPairs(ctx, chance)
		j.lookOutside(ctx, bases)
		if len(j.found.worlds)+len(j.outside) == 0 {
			j.rest = max(j.rest-chance*j.lookForPairs(ctx), 0)
		}
	}
	j.total = j.found.sum + j.rest
	for _, o := range j.outside {
		j.total += o.p
	}
	return j
}

// withOneUndone returns the choices of a world with one of its two or three changes undone: another
// place may be wrong instead. It returns nil for a world with fewer or more changes.
func (m *model) withOneUndone(w world) (all []world) {
	for i, way := range w.choice {
		if way == 0 {
			continue
		}
		c := slices.Clone(w.choice)
		c[i] = 0
		all = append(all, world{choice: c, p: w.p / max(m.fields[i].ways[way].p, 1e-9)})
	}
	if len(all) < 2 || len(all) > 3 {
		return nil
	}
	return all
}

// lookOutside leaves out each place of some choices. As time may end, it begins with the places with the
// likeliest unlisted readings.
func (j *judgement) lookOutside(ctx context.Context, bases []world) {
	order := make([]int, len(j.m.fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(j.m.fields[b].unlisted(), j.m.fields[a].unlisted())
	})
	for _, base := range bases {
		for _, i := range order {
			j.leaveOut(ctx, base, i)
		}
	}
}

// lookForPairs leaves out pairs of places, likely ones first, of a reading that makes no sense with
// any single one left out. So only places of pairs that make sense are asked for. It returns the
// likelihood of the pairs looked at.
func (j *judgement) lookForPairs(ctx context.Context) (looked float64) {
	for _, c := range j.m.pairs() {
		if ctx.Err() != nil {
			break
		}
		j.leaveOut(ctx, world{choice: j.m.likeliest(), p: 1}, c.fields[:]...)
		looked += c.p
	}
	return looked
}

// leaveOut adds the outsider of a choice with some fields left out, if it can make sense. Without
// time to find out it is taken to make sense. It adds nothing if a user answered one of the fields.
func (j *judgement) leaveOut(ctx context.Context, base world, fields ...int) {
	can, texts := true, make([]string, len(fields))
	if slices.ContainsFunc(fields, func(i int) bool { return j.m.fields[i].said }) {
		return
	}
	if ctx.Err() == nil {
		can, texts = j.m.without(ctx, base.choice, fields...)
	}
	if can {
		j.addOutside(base, fields, texts)
	}
}

// addOutside adds a choice with other readings of some fields, unless all are listed ways: the search
// finds such a choice. The likelihood of a reading that is not listed is the chance that it is just
// this one of all unlisted readings; it is lower if the text is far from what the place looks like.
func (j *judgement) addOutside(base world, fields []int, texts []string) {
	p, found := base.p, true
	for k, i := range fields {
		f := &j.m.fields[i]
		listed := slices.IndexFunc(f.ways, func(w way) bool { return w.text == texts[k] })
		chance := oneOfMany
		if len(fields) == 1 && j.m.equal(base.choice) {
			chance = sameTotal
		}
		of := max(f.ways[base.choice[i]].p, 1e-9)
		if listed >= 0 {
			p *= f.ways[listed].p / of
			continue
		}
		found = false
		p *= chance * j.m.slack * f.unlisted() / of
		if texts[k] != "" && !near(texts[k], f.ways[0].text) {
			p *= farFetched
		}
	}
	if !found {
		j.outside = append(j.outside, outsider{base.choice, fields, texts, p})
	}
}

// A couple is a pair of fields with the likelihood that both are misread, and that the right reading of
// at least one is not among its ways. No search finds such puzzles.
type couple struct {
	fields [2]int
	p      float64
}

// pairs returns all couples, the likeliest first.
func (m *model) pairs() (all []couple) {
	listed := make([]float64, len(m.fields))
	for i := range m.fields {
		for _, w := range m.fields[i].ways[1:] {
			listed[i] += w.p
		}
		none := m.fields[i].unlisted()
		for k := range i {
			other := m.fields[k].unlisted()
			// Both take no first way, less the case that both take a listed one.
			if p := none*(other+listed[k]) + listed[i]*other; p > 0 {
				all = append(all, couple{[2]int{k, i}, p})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b couple) int { return cmp.Compare(b.p, a.p) })
	return all
}

// unknownPairs returns the likelihood of the couples for which it is not known whether any readings of
// the two fields make sense. It examines couples, the likeliest first; one that is decided no longer
// counts, and readings that make sense are added as outsiders. chance is the probability that a couple
// makes sense. It stops after mostPairs couples or a quarter of patience, or when chance times the
// likelihood that is left is below a tenth of matters, relative to what the search found. If the search
// found no world, no couple is examined.
func (j *judgement) unknownPairs(ctx context.Context, chance float64) float64 {
	ctx, cancel := context.WithTimeout(ctx, patience/4)
	defer cancel()
	pairs, sum := j.m.pairs(), 0.0
	for _, c := range pairs {
		sum += c.p
	}
	for i := range j.m.fields { // a sum that was not seen may follow from the others
		if none := j.m.fields[i].unlisted(); j.m.fields[i].ways[0].loose {
			sum += none * none / 2
		}
	}
	if len(j.found.worlds) == 0 {
		return sum
	}
	best, left := j.found.worlds[0], sum
	unknown := 0.0 // the likelihood of pairs that were looked at without a result
	for n, c := range pairs {
		if n == mostPairs || chance*left < matters/10*j.found.sum || ctx.Err() != nil {
			break
		}
		all, known := j.m.together(ctx, best.choice, c.fields)
		if ctx.Err() != nil {
			break
		}
		left -= c.p
		if !known {
			unknown += c.p
		}
		for _, both := range all {
			j.addOutside(world{choice: best.choice, p: best.p * both.prior}, c.fields[:], both.texts[:])
		}
	}
	return max(left, 0) + unknown
}

// posterior returns the probability of puzzles with the likelihood p; 0 if no puzzle is likely at all.
func (j *judgement) posterior(p float64) float64 {
	if j.total <= 0 {
		return 0
	}
	return p / j.total
}

// write fills in the verdict. Puzzle is what the reading looks like. Repaired is the best choice found
// if that is sure, or if it is what the reading looks like and clearly the likeliest; else it stays "".
// Doubts are asked for unless the best choice is sure.
func (j *judgement) write(v *Verdict) {
	looks := j.m.likeliest()
	v.Puzzle = j.m.encode(looks)
	if len(j.found.worlds) > 0 {
		best := j.found.worlds[0]
		p := j.posterior(best.p)
		v.Likely = slices.Equal(best.choice, looks)
		if v.Likely && p >= clearly {
			v.Repaired = v.Puzzle
		} else if p >= sure {
			v.Repaired = j.m.encode(best.choice)
		}
		v.Sure = p >= sure && !j.misplaced
		if v.Repaired != "" {
			v.Repairs = j.repairs(best.choice)
		}
		if p >= sure {
			return
		}
	}
	v.Doubts = j.doubts()
}

// repairs returns the places where a choice takes another way than the likeliest, with the new
// reading before the old one.
func (j *judgement) repairs(c choice) (repairs []Doubt) {
	for i, f := range j.m.fields {
		if c[i] == 0 {
			continue
		}
		readings, _ := j.readings(i)
		text := f.ways[c[i]].text
		taken := slices.IndexFunc(readings, func(r Reading) bool { return r.Text == text })
		p := readings[taken].P
		looks := Reading{Text: f.ways[0].text}
		if k := slices.IndexFunc(readings, func(r Reading) bool { return r.Text == looks.Text }); k >= 0 {
			looks.P = readings[k].P
		}
		repairs = append(repairs, Doubt{f.place, f.box, []Reading{{text, p}, looks}})
	}
	return repairs
}

// readings returns the posterior of a field: its ways and the readings of outsiders, the likeliest
// first; and the probability that it is something unknown.
func (j *judgement) readings(i int) (readings []Reading, unknown float64) {
	f := &j.m.fields[i]
	rest, sum := j.posterior(j.rest), f.sum()
	unknown = rest * f.unlisted() / sum
	for _, w := range f.ways {
		p := rest * w.p / sum
		if w.misfit {
			p = 0
		}
		readings = append(readings, Reading{w.text, p})
	}
	for _, w := range j.found.worlds {
		readings[w.choice[i]].P += j.posterior(w.p)
	}
	for _, o := range j.outside {
		p := j.posterior(o.p)
		at := slices.Index(o.fields, i)
		switch {
		case at < 0:
			readings[o.choice[i]].P += p
		case o.texts[at] == "":
			unknown += p
		default:
			k := slices.IndexFunc(readings, func(r Reading) bool { return r.Text == o.texts[at] })
			if k < 0 {
				k = len(readings)
				readings = append(readings, Reading{Text: o.texts[at]})
			}
			readings[k].P += p
		}
	}
	slices.SortStableFunc(readings, func(a, b Reading) int { return cmp.Compare(b.P, a.P) })
	return readings, unknown
}

// doubts returns the places to ask for, those with the greatest entropy first. An answer tells only
// which of the likely puzzles have it, so it lowers the entropy of the puzzles by the entropy of
// the place. If no place matters by itself, it returns the likeliest to be misread.
func (j *judgement) doubts() (doubts []Doubt) {
	type doubt struct {
		Doubt
		entropy float64
	}
	var all []doubt
	next, most := Doubt{}, 0.0 // the question if no place matters by itself
	for i, f := range j.m.fields {
		readings, unknown := j.readings(i)
		// The part of rest stands for many values, each with the share oneOfMany of it; that adds to
		// the entropy.
		alternatives, h := unknown, entropy(unknown)-j.posterior(j.rest)*f.unlisted()/f.sum()*math.Log2(oneOfMany)
		for k, r := range readings {
			if k > 0 {
				alternatives += r.P
			}
			h += entropy(r.P)
		}
		keep := 0
		if readings[0].P > 0 {
			keep = 1
		}
		for keep < min(len(readings), mostReadings) && readings[keep].P >= matters/10 {
			keep++
		}
		offered := readings[:keep:keep]
		looks := slices.IndexFunc(readings, func(r Reading) bool { return r.Text == f.ways[0].text })
		if keep == 1 && looks > 0 { // two to choose from, though the other one is unlikely
			offered = append(offered, readings[looks])
		}
		d := doubt{Doubt{f.place, f.box, offered}, h}
		if alternatives >= matters || readings[0].Text != f.ways[0].text {
			all = append(all, d)
		} else if alternatives > most {
			next, most = d.Doubt, alternatives
		}
	}
	if len(all) == 0 && most > 0 {
		return []Doubt{next}
	}
	slices.SortStableFunc(all, func(a, b doubt) int { return cmp.Compare(b.entropy, a.entropy) })
	for _, d := range all[:min(len(all), mostDoubts)] {
		doubts = append(doubts, d.Doubt)
	}
	return doubts
}

// entropy returns a probability's part of an entropy, in bits.
func entropy(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return -p * math.Log2(p)
}
