package clues

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// PaletteOf returns the palette at the beginning of a text, "r=#f00,b=blue:" or "r,b:", and the
// rest of the text. The end of a line may replace the ':' if some letter has a colour. One letter
// alone is a palette only with its colour. If there is none, rest is the whole text and ok is false.
func (t *Text) PaletteOf() (palette, rest Span, ok bool) {
	body := t.Body()
	i, entries, equals := body.Lo, 0, false
	for ; i < body.Hi; i++ {
		if c := t.Clean[i]; !IsLetter(c) && c != '.' {
			return Span{}, body, false
		}
		entries++
		if i = t.blanks(i+1, body.Hi); i < body.Hi && t.Clean[i] == '=' {
			equals = true
			end := strings.IndexAny(t.Of(Span{i, body.Hi}), ",:\n")
			if end < 0 {
				return Span{}, body, false
			}
			i += end
		}
		if i == body.Hi || t.Clean[i] != ',' {
			break
		}
		i = t.blanks(i+1, body.Hi) - 1
	}
	if i >= body.Hi || t.Clean[i] != ':' && (t.Clean[i] != '\n' || !equals) || entries < 2 && !equals {
		return Span{}, body, false
	}
	return Span{body.Lo, i}, t.Trim(Span{i + 1, body.Hi}), true
}

// blanks returns the first place from offset on that is not a blank within a line.
func (t *Text) blanks(offset, hi int) int {
	for offset < hi && t.Clean[offset] == ' ' {
		offset++
	}
	return offset
}

// Palette reads a palette that PaletteOf has found. The palette is exact.
func (d *Draft) Palette(p Span) error {
	d.Inks.Exact = true
	for entry := range d.Text.Split(p, ",") {
		letter, colour, given := strings.Cut(d.Text.Of(entry), "=")
		letter = strings.TrimSpace(letter)
		rgb, known := ReadRGB(colour)
		switch {
		case len(letter) != 1 || d.Inks.has(letter):
			return d.Text.Expected(entry.Lo, "nonogram.palette", "a palette like r=red,b=#00f: in which each letter stands once", nil)
		case given && !known:
			at := entry.Lo + strings.IndexByte(d.Text.Of(entry), '=') + 1
			return d.Text.NotRGB(d.Text.Skip(at, entry.Hi))
		case letter == ".":
			d.Inks.Background = White
			if given {
				d.Inks.Background = rgb
			}
		default:
			if d.Inks.used++; d.Inks.used > MaxColours {
				return d.Text.tooManyColours(entry.Lo)
			}
			d.Inks.Declare(letter, "", rgb, known)
		}
	}
	d.Inks.used = 0
	return nil
}

// has reports whether a letter is declared already, '.' for the background.
func (k *Inks) has(letter string) bool {
	for _, i := range k.all {
		if i.key == letter {
			return true
		}
	}
	return letter == "." && k.Background != Inks{}.Background
}

// NotRGB returns the error for a text that has something else in place of a colour.
func (t *Text) NotRGB(at int) error {
	return t.Expected(at, "nonogram.rgb", "a colour like #f00, #ff0000 or red", nil)
}

// token is a part of a coloured clue: a number, a colour, or ':' between them.
type token struct {
	at, end int
	number  int
	key     string // key of a colour
	kind    byte   // '1', 'a' or ':'
}

// ColouredClue reads a whole line as people write it. Either every number comes before its colour,
// "3r 1g", "3:r", "3(red)", "3🟥1🟩", or after it, "r3 g1", "red 3, green 1". A colour that stands
// apart from its number also holds for the numbers after it: "red 3 1".
func (d *Draft) ColouredClue(side int, p Span) error {
	if err := d.Line(side, p.Lo); err != nil {
		return err
	}
	defer func() { d.sides[side][len(d.sides[side])-1].end = p.Hi }()
	return d.ColouredRuns(side, p)
}

// ColouredRuns adds the runs of a coloured clue to the last line of a side; see ColouredClue. An empty
// text and "-" add none. A 0 may stand for an empty line, with or without a colour.
func (d *Draft) ColouredRuns(side int, p Span) error {
	if d.Text.Of(p) == "-" {
		return nil
	}
	tokens, err := d.Text.tokens(p)
	if err != nil || len(tokens) == 0 {
		return err
	}
	if tokens[0].kind == 'a' {
		return d.coloursFirst(side, tokens)
	}
	for i := 0; i < len(tokens); {
		n := tokens[i]
		if n.kind != '1' {
			return d.Text.NotARun(n.at)
		}
		if i++; i < len(tokens) && tokens[i].kind == ':' {
			i++
		}
		if n.number == 0 {
			if err := d.Run(side, n.at, 0); err != nil {
				return err
			}
			if i < len(tokens) && tokens[i].kind == 'a' {
				i++
			}
			continue
		}
		if i == len(tokens) || tokens[i].kind != 'a' {
			return d.Text.NotARun(n.at)
		}
		if err := d.RunOf(side, n.at, n.number, tokens[i].key); err != nil {
			return err
		}
		i++
	}
	return nil
}

// coloursFirst adds the runs of a line in which each colour stands before its numbers. A colour that
// touches its number, as in r3, holds for that number alone.
func (d *Draft) coloursFirst(side int, tokens []token) error {
	for i := 0; i < len(tokens); {
		colour := tokens[i]
		if colour.kind != 'a' {
			return d.Text.NotARun(colour.at)
		}
		if i++; i < len(tokens) && tokens[i].kind == ':' {
			i++
		}
		if i == len(tokens) || tokens[i].kind != '1' || tokens[i].number == 0 {
			return d.Text.NotARun(colour.at)
		}
		apart := tokens[i].at > colour.end
		for first := true; i < len(tokens) && tokens[i].kind == '1' && (first || apart); first = false {
			at := tokens[i].at
			if first {
				at = colour.at
			}
			if err := d.RunOf(side, at, tokens[i].number, colour.key); err != nil {
				return err
			}
			i++
		}
	}
	return nil
}

// StickyClue reads a whole line in which a colour holds until the next one: "red 1 1 blue 3". Runs
// before the first colour have the key Bare.
func (d *Draft) StickyClue(side int, p Span) error {
	if err := d.Line(side, p.Lo); err != nil {
		return err
	}
	tokens, err := d.Text.tokens(p)
	if err != nil {
		return err
	}
	key := d.Bare
	for i, next := range tokens {
		switch {
		case next.kind == 'a' && i+1 < len(tokens):
			key = next.key
			continue
		case next.kind != '1':
			return d.Text.NotANumber(next.end)
		}
		if err := d.RunOf(side, next.at, next.number, key); err != nil {
			return err
		}
	}
	d.sides[side][len(d.sides[side])-1].end = p.Hi
	return nil
}

// NotARun returns the error for a text that has something else in place of a run in colour.
func (t *Text) NotARun(at int) error {
	return t.Expected(at, "nonogram.run", "a run with its colour, like 3r, or 0 for an empty line", nil)
}

// tokens returns the parts of a line, without separators.
func (t *Text) tokens(p Span) (all []token, err error) {
	for i := p.Lo; i < p.Hi; {
		c := t.Clean[i]
		switch {
		case strings.IndexByte(" ,.-\n", c) >= 0:
			i++
			continue
		case c == '?' || c == '*':
			return nil, t.Unknown(i)
		case len(all) > 4*MaxSide: // a run has up to three parts
			return nil, t.NotARun(i)
		}
		next := token{at: i, kind: c}
		switch {
		case IsDigit(c):
			next.kind = '1'
			next.number, next.end = t.Number(i, p.Hi)
		case c == ':' || c == '=':
			next.kind, next.end = ':', i+1
		default:
			next.kind = 'a'
			next.key, next.end = t.colourAt(i, p.Hi)
		}
		if next.end == i {
			return nil, t.NotARun(i)
		}
		all = append(all, next)
		i = next.end
	}
	return all, nil
}

// maxKey is the highest length of a word for a colour, in bytes.
const maxKey = 40

// colourAt returns the colour at an offset and its end: letters, a sign, a word or #rrggbb, with or
// without brackets. Two words are one colour if CSS has it: dark green.
func (t *Text) colourAt(at, hi int) (key string, end int) {
	text := t.Clean[at:min(hi, at+maxKey)]
	if name, size, ok := SignAt(text); ok {
		return name, at + size
	}
	if closing := strings.IndexByte("([", text[0]); closing >= 0 {
		inside, _, closed := strings.Cut(text[1:], ")]"[closing:closing+1])
		key = strings.TrimSpace(inside)
		if name, size, ok := SignAt(key); ok && size == len(key) {
			key = name
		}
		if !closed || key == "" || strings.ContainsAny(key, "0123456789") && key[0] != '#' {
			return "", at
		}
		return key, at + len(inside) + 2
	}
	if text[0] == '#' {
		end = 1
		for end < len(text) && (IsDigit(text[end]) || IsLetter(text[end])) {
			end++
		}
		if _, ok := ReadHex(text[1:end]); !ok {
			return "", at
		}
		return text[:end], at + end
	}
	end = word(text)
	if next := end + 1; end > 1 && next < len(text) && (text[end] == ' ' || text[end] == '-') {
		if both := next + word(text[next:]); both > next+1 {
			if _, ok := ReadRGB(text[:both]); ok {
				return text[:both], at + both
			}
		}
	}
	return text[:end], at + end
}

// word returns the number of bytes of the letters at the beginning of a text.
func word(text string) int {
	end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) || r == utf8.RuneError })
	if end < 0 {
		return len(text)
	}
	return end
}
