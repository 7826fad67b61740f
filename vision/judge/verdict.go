package judge

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// Bounds of what is asked.
const (
	mostDoubts   = 8
	mostReadings = 4
	mostPairs    = 200 // of places that are left out together
)

// A judgement is the posterior over what a reading may be.
type judgement struct {
	m     *model
	found *found

	outside []outsider // puzzles of which a place is none of the ways read
	rest    float64    // the likelihood of all that is in neither
	total   float64    // of all together

	misplaced bool // clues may be at other lines than those of the picture
}

// An outsider is a choice with something else at some fields.
type outsider struct {
	choice choice
	fields []int
	texts  []string // what that would be; "" where it is not known
	p      float64
}

// judge searches, and reckons with what no search finds.
func (m *model) judge(ctx context.Context) *judgement {
	j := &judgement{m: m, found: m.searched(ctx)}
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
			bases = append(bases, m.nearly(w[0])...)
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

// nearly are the choices of a world with two or three changes and one of them undone: another place
// may be wrong in its stead.
func (m *model) nearly(w world) (all []world) {
	for i, way := range w.choice {
		if way == 0 {
			continue
		}
		c := slices.Clone(w.choice)
		c[i] = 0
		all = append(all, world{choice: c, p: w.p / max(m.fields[i].ways[way].of, 1e-9)})
	}
	if len(all) < 2 || len(all) > 3 {
		return nil
	}
	return all
}

// lookOutside leaves each place of some choices out, those first that are likeliest to be none of
// their ways: time may end.
func (j *judgement) lookOutside(ctx context.Context, bases []world) {
	order := make([]int, len(j.m.fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(j.m.fields[b].otherwise(), j.m.fields[a].otherwise())
	})
	for _, base := range bases {
		for _, i := range order {
			j.leaveOut(ctx, base, i)
		}
	}
}

// lookForPairs leaves two places at a time out of a reading that one alone does not put right, likely
// ones first, so as to ask for those and no others. It returns the likelihood of those looked at.
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

// leaveOut adds what a choice may be with something else at some fields. Without time to see
// whether there is such, there is.
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

// addOutside adds a choice with something else at some fields, unless it has been found.
func (j *judgement) addOutside(base world, fields []int, texts []string) {
	p, found := base.p, true
	for k, i := range fields {
		f := &j.m.fields[i]
		listed := slices.IndexFunc(f.ways, func(w way) bool { return w.text == texts[k] })
		chance := oneOfMany
		if len(fields) == 1 && j.m.equal(base.choice) {
			chance = sameTotal
		}
		of := max(f.ways[base.choice[i]].of, 1e-9)
		if listed >= 0 {
			p *= f.ways[listed].of / of
			continue
		}
		found = false
		p *= chance * j.m.slack * f.otherwise() / of
		if texts[k] != "" && !near(texts[k], f.ways[0].text) {
			p *= farFetched
		}
	}
	if !found {
		j.outside = append(j.outside, outsider{base.choice, fields, texts, p})
	}
}

// A couple is two fields, and the likelihood that both are changed, one of them at least to none of
// its ways: those no search finds.
type couple struct {
	fields [2]int
	p      float64
}

// pairs are all couples, the likeliest first.
func (m *model) pairs() (all []couple) {
	listed := make([]float64, len(m.fields))
	for i := range m.fields {
		for _, w := range m.fields[i].ways[1:] {
			listed[i] += w.of
		}
		none := m.fields[i].otherwise()
		for k := range i {
			other := m.fields[k].otherwise()
			if p := none*(other+listed[k]) + listed[i]*other; p > 0 {
				all = append(all, couple{[2]int{k, i}, p})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b couple) int { return cmp.Compare(b.p, a.p) })
	return all
}

// unknownPairs is the likelihood of pairs of which it is not known what they make sense as. Where
// they matter, those that are likely are looked at, two places at once: most make no sense, and of
// others it is known what they would be. The chance is that of any pair.
func (j *judgement) unknownPairs(ctx context.Context, chance float64) float64 {
	ctx, cancel := context.WithTimeout(ctx, patience/4)
	defer cancel()
	pairs, sum := j.m.pairs(), 0.0
	for _, c := range pairs {
		sum += c.p
	}
	for i := range j.m.fields { // a sum that was not seen may follow from the others
		if none := j.m.fields[i].otherwise(); j.m.fields[i].ways[0].loose {
			sum += none * none / 2
		}
	}
	if len(j.found.worlds) == 0 {
		return sum
	}
	best, left := j.found.worlds[0], sum
	unknown := 0.0 // of those that were looked at
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

// posterior is how likely a part of all is.
func (j *judgement) posterior(p float64) float64 {
	if j.total <= 0 {
		return 0
	}
	return p / j.total
}

// write says what comes of it.
func (j *judgement) write(v *Verdict) {
	looks := j.m.likeliest()
	v.Puzzle = j.m.encode(looks)
	if len(j.found.worlds) > 0 {
		best := j.found.worlds[0]
		p := j.posterior(best.p)
		if slices.Equal(best.choice, looks) && p >= clearly {
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

// repairs are the places where a choice takes another way than the likeliest.
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

// readings is the posterior of a field: all its ways, what else it may be, the likeliest
// first; and how likely it is something unknown.
func (j *judgement) readings(i int) (readings []Reading, unknown float64) {
	f := &j.m.fields[i]
	rest, sum := j.posterior(j.rest), f.sum()
	unknown = rest * f.otherwise() / sum
	for _, w := range f.ways {
		p := rest * w.of / sum
		if w.wont {
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

// doubts are the places to ask for, those first whose answer is least foreseen. An answer
// says which of the likely puzzles have it, and no more, so that what it takes off the entropy
// of the puzzles is the entropy of the place.
func (j *judgement) doubts() (doubts []Doubt) {
	type doubt struct {
		Doubt
		entropy float64
	}
	var all []doubt
	next, most := Doubt{}, 0.0 // what to ask where nothing matters by itself
	for i, f := range j.m.fields {
		readings, unknown := j.readings(i)
		// What is left to no puzzle is many values.
		alternatives, h := unknown, entropy(unknown)-j.posterior(j.rest)*f.otherwise()/f.sum()*math.Log2(oneOfMany)
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
		d := doubt{Doubt{f.place, f.box, readings[:keep]}, h}
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

func entropy(p float64) float64 {
	if p <= 0 {
		return 0
	}
	return -p * math.Log2(p)
}
