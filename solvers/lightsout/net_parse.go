package lightsout

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
)

// worded matches the beginning of texts that name their form by a word.
var worded = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^(?i:(graph|buttons|hex)(?:\\s*:|[\\s`]|[0-9]|$))")
})

// word returns the word that names a text's form, in lower case; "" for none.
func word(text string) string {
	if m := worded().FindStringSubmatch(text); m != nil {
		return strings.ToLower(m[1])
	}
	return ""
}

// longestName is the longest name of a lamp, in characters.
const longestName = 24

// A netReader reads names and the signs between them.
type netReader struct {
	text     string
	at, end  int // next byte, and end of the text to read
	rules    Rules
	p        *Puzzle
	buttons  map[string]int
	lamps    map[string]int
	switches [][]int // lamps that each button switches
}

// A sign is a name in lower case, or a single character between names: - : or =. It is "" at the
// end.
type sign struct {
	text string
	at   int
}

func (s sign) name() bool { return s.text != "" && !strings.Contains("-:=", s.text) }

// next reads a sign. Blanks, commas, semicolons, slashes and bars only stand between them.
func (rd *netReader) next() (sign, error) {
	for rd.at < rd.end {
		r, size := utf8.DecodeRuneInString(rd.text[rd.at:rd.end])
		at := rd.at
		switch {
		case cells.Blank(r) || strings.ContainsRune(",;/|`", r):
			rd.at += size
		case strings.ContainsRune("-–—", r):
			rd.at += size
			return sign{"-", at}, nil
		case r == ':' || r == '=':
			rd.at += size
			return sign{string(r), at}, nil
		case !ofName(r):
			return sign{}, solvers.At(rd.text, at, "lightsout.name", "a name of letters and digits", nil)
		default:
			n := strings.IndexFunc(rd.text[at:rd.end], func(r rune) bool { return !ofName(r) })
			if n < 0 {
				n = rd.end - at
			}
			rd.at += n
			name := strings.ToLower(rd.text[at:rd.at])
			if utf8.RuneCountInString(name) > longestName {
				return sign{}, solvers.At(rd.text, at, "lightsout.name-length", "a name of no more than 24 characters", map[string]any{"Max": longestName})
			}
			return sign{name, at}, nil
		}
	}
	return sign{at: rd.end}, nil
}

func ofName(r rune) bool {
	return r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_')
}

// peek returns the next sign without passing it.
func (rd *netReader) peek() (sign, error) {
	at := rd.at
	s, err := rd.next()
	rd.at = at
	return s, err
}

const litWord = "lit"

// parseNet reads text[start:end], a graph or a circuit after its word. Without the word lit behind it
// all lamps are lit. The error is a *solvers.SyntaxError.
func (r Rules) parseNet(text string, start, end int, graph bool) (*Puzzle, error) {
	rd := &netReader{text: text, at: start, end: end, rules: r, lamps: map[string]int{}, buttons: map[string]int{}}
	rd.p = &Puzzle{Rows: 1, Rules: Rules{States: r.States}, net: &net{graph: graph}}
	if r.Neighbours == Hollow && graph {
		rd.p.Neighbours = Hollow
	}
	if s, err := rd.peek(); err == nil && s.text == ":" {
		rd.at = s.at + 1
	}
	var err error
	if graph {
		err = rd.edges()
	} else {
		err = rd.circuit()
	}
	if err != nil {
		return nil, err
	}
	if len(rd.p.net.lamps) == 0 {
		return nil, solvers.At(text, rd.at, "lightsout.net-empty", "which lamps there are, such as graph: a-b b-c; lit a, or buttons: 1: a b; 2: b; lit a", nil)
	}
	rd.wire()
	p := rd.p
	if s, err := rd.peek(); err == nil && s.text == "" { // the text does not say which lamps are lit
		p.Lamps = make([]uint8, p.Cols)
		for i := range p.net.lamps {
			p.Lamps[i] = 1
		}
		return p, nil
	}
	p.Lamps, err = rd.lit()
	return p, err
}

// edges reads names up to the word lit or the end, with - between joined ones: a-b-c are two edges. It
// gives each new name a vertex, and leaves the word lit to be read.
func (rd *netReader) edges() error {
	last := -1 // the vertex before a -
	for {
		s, err := rd.peek()
		switch {
		case err != nil:
			return err
		case s.text == "" || s.text == litWord:
			return nil
		case s.text == "-" && last >= 0:
			rd.at = s.at
			if _, err := rd.next(); err != nil {
				return err
			}
			to, err := rd.next()
			if err != nil {
				return err
			}
			if !to.name() || to.text == litWord {
				return solvers.At(rd.text, to.at, "lightsout.edge", "a vertex after -, as in a-b", nil)
			}
			v, err := rd.add(&rd.p.net.lamps, rd.lamps, to)
			if err != nil {
				return err
			}
			rd.join(last, v)
			last = v
		case !s.name():
			return solvers.At(rd.text, s.at, "lightsout.vertex", "a vertex or an edge, as in a-b", nil)
		default:
			if _, err = rd.next(); err == nil {
				last, err = rd.add(&rd.p.net.lamps, rd.lamps, s)
			}
			if err != nil {
				return err
			}
		}
	}
}

// join adds an edge between the vertices u and v: each switches the other.
func (rd *netReader) join(u, v int) {
	for len(rd.switches) <= max(u, v) {
		rd.switches = append(rd.switches, nil)
	}
	rd.switches[u] = append(rd.switches[u], v)
	rd.switches[v] = append(rd.switches[v], u)
}

// circuit reads buttons up to the word lit or the end, each with a colon and its lamps. It leaves the
// word lit to be read; a first button may itself be called lit, if a colon follows it.
func (rd *netReader) circuit() error {
	for {
		s, err := rd.next()
		switch {
		case err != nil:
			return err
		case s.text == "":
			return nil
		case s.text == litWord && (len(rd.switches) > 0 || !rd.colon()):
			rd.at = s.at
			return nil
		case !s.name():
			return solvers.At(rd.text, s.at, "lightsout.button", "a button and its lamps, as in 1: a b", nil)
		case rd.colon():
			if _, known := rd.buttons[s.text]; known {
				return solvers.At(rd.text, s.at, "lightsout.button-twice", "each button once", nil)
			}
			if _, err := rd.add(&rd.p.net.buttons, rd.buttons, s); err != nil {
				return err
			}
			if _, err := rd.next(); err != nil { // the colon
				return err
			}
			rd.switches = append(rd.switches, nil)
		case len(rd.switches) == 0:
			return solvers.At(rd.text, s.at, "lightsout.button", "a button and its lamps, as in 1: a b", nil)
		default:
			lamp, err := rd.add(&rd.p.net.lamps, rd.lamps, s)
			if err != nil {
				return err
			}
			last := len(rd.switches) - 1
			rd.switches[last] = append(rd.switches[last], lamp)
		}
	}
}

// colon reports whether a colon or an equals sign comes next.
func (rd *netReader) colon() bool {
	s, err := rd.peek()
	return err == nil && (s.text == ":" || s.text == "=")
}

// add returns the number of a name. A new name gets the next number, and joins names and known.
// More than maxNamed names are a *solvers.SyntaxError.
func (rd *netReader) add(names *[]string, known map[string]int, s sign) (int, error) {
	i, ok := known[s.text]
	if !ok {
		if i = len(*names); i == maxNamed {
			return 0, solvers.At(rd.text, s.at, "lightsout.net-size", "no more than 2048 lamps and as many buttons", map[string]any{"Max": maxNamed})
		}
		known[s.text] = i
		*names = append(*names, s.text)
	}
	return i, nil
}

// wire gives the puzzle its size, a row of as many cells as there are lamps or buttons, whichever are
// more, and its matrix from switches. A lamp that a button has twice is switched once. In a graph
// each vertex switches itself, too, unless Neighbours are Hollow.
func (rd *netReader) wire() {
	p := rd.p
	if p.net.graph {
		p.net.buttons = p.net.lamps
	}
	p.Cols = max(len(p.net.lamps), len(p.net.buttons))
	p.matrix = make([]vector, p.Cols)
	for i := range p.matrix {
		p.matrix[i] = newVector(p.Cols)
	}
	for i, lamps := range rd.switches {
		for _, lamp := range lamps {
			p.matrix[i].set(lamp, true)
		}
	}
	for i := range p.matrix {
		if p.net.graph {
			p.matrix[i].set(i, p.Neighbours != Hollow)
		}
	}
}

// lit reads the word lit and its lamps, or all; each lamp may have = and its state.
func (rd *netReader) lit() ([]uint8, error) {
	p := rd.p
	lamps := make([]uint8, p.Cols)
	s, err := rd.next()
	if err != nil {
		return nil, err
	}
	if s.text != litWord {
		return nil, solvers.At(rd.text, s.at, "lightsout.lit", "lit and the lamps that are, as in lit a c", nil)
	}
	if rd.colon() {
		if _, err := rd.next(); err != nil {
			return nil, err
		}
	}
	for first := true; ; first = false {
		s, err := rd.next()
		if err != nil || s.text == "" {
			return lamps, err
		}
		i, known := rd.lamps[s.text]
		switch {
		case known:
			if lamps[i], err = rd.state(); err != nil {
				return nil, err
			}
		case first && s.text == "all":
			for i := range p.net.lamps {
				lamps[i] = 1
			}
		default:
			return nil, solvers.At(rd.text, s.at, "lightsout.lit-lamp", "one of the lamps that were named before", nil)
		}
	}
}

// state reads = and the state of a lamp, if they come next; otherwise it returns 1.
func (rd *netReader) state() (uint8, error) {
	if !rd.colon() {
		return 1, nil
	}
	_, _ = rd.next() // colon has read the same sign without an error
	s, err := rd.next()
	if err != nil {
		return 0, err
	}
	most := rd.p.states() - 1
	if len(s.text) != 1 || s.text[0] < '0' || int(s.text[0]-'0') > most {
		return 0, solvers.At(rd.text, s.at, "lightsout.lit-state", "the state of a lamp, from 0 to one less than the states", map[string]any{"Max": most})
	}
	return s.text[0] - '0', nil
}

// readNetTarget reads the word lit and the lamps that shall be lit in the end.
func (p *Puzzle) readNetTarget(text string, start, end int) (aim, error) {
	rd := &netReader{text: text, at: start, end: end, p: p, lamps: map[string]int{}}
	for i, name := range p.net.lamps {
		rd.lamps[name] = i
	}
	lamps, err := rd.lit()
	return aim{board: lamps}, err
}
