package notation

import (
	"regexp"
	"strings"
	"sync"

	"kibitz/solvers/nonogram"
)

// Clues in colours as people type them: the canonical form and what is like it, with or without a
// palette, with the sides told apart in all the ways that numbers know. Runs are 3r, 3:r, r3, 3(red),
// red 3 or 3🟥; see ColouredClue of package clues.

// typedRun matches a run with its colour, a number alone, or 0 for an empty line.
var typedRun = sync.OnceValue(func() *regexp.Regexp {
	const colour = `(?:\p{L}|[🟥🔴❤🟩🟢💚🟦🔵💙🟨🟡💛🟧🟠🧡🟪🟣💜⬜⚪🤍⬛⚫🖤🟫🟤🤎🩵🩷])`
	return regexp.MustCompile(`(` + colour + `[)\]]? *:? *\d+|\d+ *:? *[(\[#]? *` + colour + `)|\b0\b|(\d+)`)
})

// isTyped reports whether more than half of the runs in some parts of a text have a colour.
func (s source) isTyped(parts ...*span) bool {
	coloured, bare := 0, 0
	for _, p := range parts {
		if p == nil {
			continue
		}
		for _, m := range typedRun().FindAllStringSubmatchIndex(s.Of(*p), -1) {
			switch {
			case m[2] >= 0:
				coloured++
			case m[4] >= 0:
				bare++
			}
		}
	}
	return coloured > bare
}

// typed is a text in colours, without its palette.
type typed struct {
	source
	whole   source
	palette span
	exact   bool // it has a palette
}

// readTyped reads clues in colours as people type them. ok is false for a text in another form.
func readTyped(s source) (p *nonogram.Puzzle, err error, ok bool) {
	s = s.narrow()
	t := typed{source: s, whole: s}
	var body span
	if t.palette, body, t.exact = s.PaletteOf(); t.exact {
		clean := []byte(s.Clean)
		for i := t.palette.Lo; i < body.Lo; i++ {
			clean[i] = ' '
		}
		t.source = s.withClean(clean)
	}
	if isNumbered(t.source) {
		lines, sides, err := t.numberedSides()
		if err == nil && lines.isTyped(sides[:]...) {
			if p, err = t.with(lines).read(sides); err == nil || isLabelled(t.source) {
				return p, err, true
			}
		}
	}
	if isLabelled(t.source) {
		sides, err := t.labelledSides()
		if err != nil || !t.isTyped(sides[:]...) {
			return nil, nil, false
		}
		p, err = t.read(sides)
		return p, err, true
	}
	if !t.exact && !t.isTyped(&body) {
		return nil, nil, false
	}
	left, right, ok := t.halves(t.Body())
	if !ok {
		left, right, ok = t.looseHalves(t.Body())
	}
	if ok {
		p, err = t.read([2]*span{rows: &left, columns: &right})
		return p, err, true
	}
	p, err = t.undivided(t.Body())
	return p, err, err == nil || t.exact || strings.ContainsAny(t.Of(t.Body()), ";\n")
}

// narrow replaces the wide separators of Japanese texts by ASCII ones.
func (s source) narrow() source {
	return s.withClean([]byte(strings.NewReplacer("、", ",  ", "，", ",  ", "：", ":  ", "；", ";  ", "｜", "|  ", "／", "/  ").Replace(s.Clean)))
}

// with returns t with another source for its text.
func (t typed) with(s source) typed { return typed{s, t.whole, t.palette, t.exact} }

// read reads the clues of both sides. If that fails, it tries ',' as the end of lines.
func (t typed) read(sides [2]*span) (*nonogram.Puzzle, error) {
	r, err := t.sides(sides)
	if err == nil {
		return r, nil
	}
	if lined, ok := t.commasEndLines(sides); ok {
		if r, err := t.with(lined).sides(sides); err == nil {
			return r, nil
		}
	}
	return r, err
}

// sides reads the clues of both sides, with ';', '/' and newlines between lines.
func (t typed) sides(sides [2]*span) (*nonogram.Puzzle, error) {
	d := t.typedDraft()
	if t.exact {
		whole := t.whole.typedDraft()
		if err := whole.Palette(t.palette); err != nil {
			return nil, err
		}
		d.Inks = whole.Inks
	}
	for side, p := range sides {
		if p == nil {
			continue
		}
		if err := d.Clues(side, *p); err != nil {
			return nil, err
		}
	}
	return d.reading()
}

// undivided reads rows and columns with nothing between them. They are divided in the middle of
// their lines, or else at the only place where both sides have the same total of each colour.
func (t typed) undivided(p span) (*nonogram.Puzzle, error) {
	lines, sums := t.sums(p)
	if len(lines) < 2 {
		return nil, t.Expected(p.Hi, "nonogram.bar", "a | and then the clues of the columns", nil)
	}
	var found []*nonogram.Puzzle
	at := func(n int) bool {
		left, right := between(p.Lo, lines[n-1].Hi), between(lines[n].Lo, p.Hi)
		if 2*sums[n-1] != sums[len(sums)-1] {
			return false
		}
		r, err := t.sides([2]*span{&left, &right})
		if err == nil && r.Balanced() {
			found = append(found, r)
			return true
		}
		return false
	}
	if len(lines)%2 == 0 && at(len(lines)/2) {
		return found[0], nil
	}
	for n := 1; n < len(lines) && len(lines) <= 2*nonogram.MaxSide && len(found) < 2; n++ {
		at(n)
	}
	if len(found) == 1 {
		return found[0], nil
	}
	return nil, t.noDivider(p.Hi, len(lines))
}
