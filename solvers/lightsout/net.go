package lightsout

import (
	"slices"
	"strconv"
	"strings"
)

// A net is lamps and buttons that lie on no board. They stand in the cells of a single row, each
// from the first cell on, and the matrix tells which button switches which lamp.
type net struct {
	lamps, buttons []string // names, by cell
	graph          bool     // each lamp is its own button, and any two lamps switch each other or neither does
}

// maxNamed is the most lamps, and the most buttons, of a net. Its matrix takes their product in
// bits.
const maxNamed = 1 << 11

// Names returns the names of the buttons and of the lamps of a graph or a circuit, by cell. Both
// lie in one row with as many cells as there are buttons or lamps, whichever are more. They are nil
// on boards, where a cell is named by its place.
func (p *Puzzle) Names() (buttons, lamps []string) {
	if p.net == nil {
		return nil, nil
	}
	return p.net.buttons, p.net.lamps
}

// Graph reports whether the puzzle is a graph: a press of a vertex changes it, unless Neighbours
// are Hollow, and the vertices joined to it.
func (p *Puzzle) Graph() bool { return p.net != nil && p.net.graph }

// withoutIdle drops the quiet patterns of cells without a button. No equation has such a press, so
// each of them is a pattern by itself and in no other.
func (p *Puzzle) withoutIdle(s *space) {
	if p.net != nil {
		s.quiet = slices.DeleteFunc(s.quiet, func(q Quiet) bool { return q.first() >= len(p.net.buttons) })
	}
}

// transposed returns the net in which lamps are buttons and buttons lamps.
func (n *net) transposed() *net {
	if n == nil {
		return nil
	}
	return &net{n.buttons, n.lamps, n.graph}
}

// netText writes a net as Parse reads it.
func (p *Puzzle) netText() string {
	var b strings.Builder
	if p.net.graph {
		b.WriteString("graph:")
		p.writeEdges(&b)
	} else {
		b.WriteString("buttons:")
		p.writeButtons(&b)
	}
	b.WriteString("; " + p.litNames(p.Lamps))
	return b.String()
}

// writeEdges writes the edges so that a reader meets the vertices in the order of their cells:
// each vertex with an edge to every earlier one that it is joined to. One without such an edge
// stands alone, unless the next edge begins with it.
func (p *Puzzle) writeEdges(b *strings.Builder) {
	names := p.net.lamps
	before := func(v int) []int { // the earlier vertices joined to v
		var joined []int
		for u := range p.matrix[v].ones {
			if u < v {
				joined = append(joined, u)
			}
		}
		return joined
	}
	for v, name := range names {
		joined := before(v)
		for _, u := range joined {
			b.WriteString(" " + names[u] + "-" + name)
		}
		if len(joined) > 0 {
			continue
		}
		if v+1 < len(names) {
			if next := before(v + 1); len(next) > 0 && next[0] == v {
				continue
			}
		}
		b.WriteString(" " + name)
	}
}

// writeButtons writes each button, a colon and the lamps that it switches, with ; between buttons.
func (p *Puzzle) writeButtons(b *strings.Builder) {
	for i, name := range p.net.buttons {
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteString(" " + name + ":")
		for lamp := range p.matrix[i].ones {
			b.WriteString(" " + p.net.lamps[lamp])
		}
	}
}

// litNames writes a pattern as the word lit and the names of the lamps that are not off. A state
// above 1 stands behind the name, as in lit a c=2.
func (p *Puzzle) litNames(pattern []uint8) string {
	text := "lit"
	for i, name := range p.net.lamps {
		switch state := pattern[i]; {
		case state == 1:
			text += " " + name
		case state > 1:
			text += " " + name + "=" + strconv.Itoa(int(state))
		}
	}
	return text
}
