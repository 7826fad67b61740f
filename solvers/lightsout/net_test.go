package lightsout

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibitz/solvers"
)

// wired is a puzzle by what a text says, read a second time and by other means: which lamps
// each button switches.
type wired struct {
	text           string
	lamps, buttons int
	switches       [][]int
	lit, target    []int // states
	states         int
}

// randomNet draws a graph or a circuit.
func randomNet(r *rand.Rand) (wired, Rules) {
	w := wired{states: 2}
	if r.IntN(3) == 0 {
		w.states = 2 + r.IntN(3)
	}
	most := map[int]int{2: 9, 3: 6, 4: 5}[w.states]
	rules := Rules{States: w.states}
	w.lamps, w.buttons = 1+r.IntN(most), 1+r.IntN(most)
	var b strings.Builder
	if graph := r.IntN(2) == 0; graph {
		w.buttons = w.lamps
		w.switches = make([][]int, w.lamps)
		if r.IntN(3) == 0 {
			rules.Neighbours = Hollow
		}
		b.WriteString("graph:")
		for v := range w.lamps {
			fmt.Fprintf(&b, " v%d", v)
			if rules.Neighbours != Hollow {
				w.switches[v] = append(w.switches[v], v)
			}
		}
		for v := range w.lamps {
			for u := range v {
				if r.IntN(2) == 0 {
					fmt.Fprintf(&b, " V%d - v%d,", v, u)
					w.switches[u] = append(w.switches[u], v)
					w.switches[v] = append(w.switches[v], u)
				}
			}
		}
	} else {
		b.WriteString("Buttons:")
		w.switches = make([][]int, w.buttons+1)
		for lamp := range w.lamps {
			w.switches[w.buttons] = append(w.switches[w.buttons], lamp) // so that every lamp is named
		}
		w.buttons++
		for i := range w.buttons {
			fmt.Fprintf(&b, " %d:", i)
			if i+1 < w.buttons {
				for lamp := range w.lamps {
					if r.IntN(2) == 0 {
						w.switches[i] = append(w.switches[i], lamp)
					}
				}
			}
			for _, lamp := range w.switches[i] {
				fmt.Fprintf(&b, " v%d", lamp)
			}
		}
	}
	pattern := func() (states []int) {
		b.WriteString(" lit")
		for lamp := range w.lamps {
			state := r.IntN(w.states)
			if states = append(states, state); state > 0 {
				fmt.Fprintf(&b, " v%d=%d", lamp, state)
			}
		}
		return states
	}
	b.WriteString(";")
	w.lit, w.target = pattern(), make([]int, w.lamps)
	if r.IntN(3) == 0 {
		b.WriteString(" >")
		w.target = pattern()
	}
	w.text = b.String()
	return w, rules
}

// each calls f with every set of presses, how often each, and whether it reaches the target.
func (w wired) each(f func(presses []int, solves bool)) {
	presses := make([]int, w.buttons)
	for {
		lamps := slices.Clone(w.lit)
		for i, times := range presses {
			for _, lamp := range w.switches[i] {
				lamps[lamp] = (lamps[lamp] + times) % w.states
			}
		}
		f(presses, slices.Equal(lamps, w.target))
		i := 0
		for ; i < len(presses); i++ {
			if presses[i]++; presses[i] < w.states {
				break
			}
			presses[i] = 0
		}
		if i == len(presses) {
			return
		}
	}
}

// TestNetsAgainstAllPresses holds graphs and circuits against all sets of presses.
func TestNetsAgainstAllPresses(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 0))
	unsolvable, oblong := 0, 0
	for range 600 {
		w, rules := randomNet(r)
		p, err := rules.Parse(w.text)
		if err != nil {
			t.Fatalf("%s: %v", w.text, err)
		}
		again, err := rules.Parse(p.String())
		if err != nil || again.String() != p.String() {
			t.Fatalf("%s: %s, read back %v, %v", w.text, p, again, err)
		}
		buttons, lamps := p.Names()
		if len(buttons) != w.buttons || len(lamps) != w.lamps {
			t.Fatalf("%s: %v %v", w.text, buttons, lamps)
		}
		if w.buttons != w.lamps {
			oblong++
		}
		count, fewest := int64(0), -1
		w.each(func(presses []int, solves bool) {
			if !solves {
				return
			}
			count++
			n := 0
			for _, times := range presses {
				n += times
			}
			if fewest < 0 || n < fewest {
				fewest = n
			}
		})
		for _, p := range []*Puzzle{p, again} {
			a, err := p.Solve(context.Background())
			switch {
			case err != nil:
				t.Fatalf("%s: %v", w.text, err)
			case a.Solvable != (count > 0):
				t.Fatalf("%s: solvable %v, %d ways", w.text, a.Solvable, count)
			case a.Solvable && (a.Count().Int64() != count || a.Min != fewest || !a.Proved):
				t.Fatalf("%s: %v solutions, fewest %d, expected %d, %d", w.text, a.Count(), a.Min, count, fewest)
			case !a.Solvable:
				unsolvable++
				near, err := p.Nearest(context.Background())
				if err != nil || near == nil || slices.ContainsFunc(near.Changed, func(i int) bool { return i >= w.lamps }) {
					t.Fatalf("%s: nearest %+v, %v", w.text, near, err)
				}
			}
		}
	}
	if unsolvable < 100 || oblong < 100 {
		t.Errorf("%d unsolvable, %d with more of one", unsolvable, oblong)
	}
}

// TestKnownGraphs has lit lamps whose fewest presses are plain: a set of vertices such that
// each vertex has just one of them in its closed neighbourhood, a perfect code, is one.
func TestKnownGraphs(t *testing.T) {
	for text, min := range map[string]int{
		"graph: a-b b-c c-a":         1, // any vertex of a complete graph
		"graph: a-b-c-d-e":           2, // a and d
		"graph: a-b-c-d-e-f-a":       2, // opposite vertices of a hexagon
		"graph: hub-a hub-b hub-c":   1,
		"graph: a b c":               3,
		"graph: 1-2-3-4-5-6-7-8-9-1": 3,
		"hex 2 all":                  1, // the middle
		"hex: 1":                     1,
		"buttons: x: a b; y: b; z:b": 1,
	} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(text, err)
		}
		a, err := p.Solve(context.Background())
		if err != nil || !a.Solvable || a.Min != min || !a.Proved {
			t.Errorf("%s: %+v, %v, expected %d", text, a, err, min)
		}
	}
}

// TestHexagons holds hexagonal boards against the graphs of their lamps, whose neighbours are
// found by distance: with rows √3 apart and lamps of a row 2, neighbours' centres are 2 apart.
func TestHexagons(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for _, rows := range []string{"111/1111/11111/1111/111", "11/111/11", "11/11/11/11", "1x1/11/1x1/1111", "1/11/111/1111/11111", "11111", "1/1/1/1/1", "x11/1111/11x"} {
		for range 20 {
			lit := []byte(rows)
			for i, c := range lit {
				if c == '1' && r.IntN(2) == 0 {
					lit[i] = '0'
				}
			}
			rules := Rules{Neighbours: []Neighbours{Plus, Hollow}[r.IntN(2)]}
			p, err := rules.Parse("hex: " + string(lit))
			if err != nil {
				t.Fatal(err)
			}
			again, err := rules.Parse(p.String())
			if err != nil || !slices.Equal(again.Lamps, p.Lamps) || !slices.Equal(again.Holes, p.Holes) || again.Cols != p.Cols {
				t.Fatalf("%s: %s, read back %v, %v", lit, p, again, err)
			}
			lamps := strings.Count(rows, "1")
			text := "graph:"
			for i := range p.Lamps {
				if p.hole(i) {
					continue
				}
				lamps--
				text += fmt.Sprintf(" n%d", i)
				for j := range i {
					dx, dy := i%p.Cols-j%p.Cols, i/p.Cols-j/p.Cols
					if !p.hole(j) && dx*dx+3*dy*dy == 4 {
						text += fmt.Sprintf(" n%d-n%d", i, j)
					}
				}
			}
			text += "; lit"
			for i, state := range p.Lamps {
				if state == 1 {
					text += fmt.Sprintf(" n%d", i)
				}
			}
			g, err := rules.Parse(text)
			if err != nil || lamps != 0 {
				t.Fatal(text, err, lamps)
			}
			of, want := solve(t, p), solve(t, g)
			if of.Solvable != want.Solvable || of.Min != want.Min || of.Nullity != want.Nullity {
				t.Fatalf("%s: %+v, as a graph %+v", p, of, want)
			}
		}
	}
}

// litDistances are the fewest presses from every board to the target, by going back from it:
// the board before a press has that lamp lit.
func litDistances(p *Puzzle) map[uint64]int {
	s := p.litSearch()
	distance := map[uint64]int{s.target: 0}
	for layer := []uint64{s.target}; len(layer) > 0; {
		var next []uint64
		for _, lamps := range layer {
			for press, reach := range s.reach {
				before := lamps ^ reach
				if _, known := distance[before]; !known && before>>press&1 == 1 {
					distance[before] = distance[lamps] + 1
					next = append(next, before)
				}
			}
		}
		layer = next
	}
	return distance
}

// TestLitOnly holds the lit-only game against going back from the target, on every board of
// these shapes.
func TestLitOnly(t *testing.T) {
	longer, impossible := 0, 0
	for _, shape := range []struct {
		text  string
		rules Rules
	}{
		{"000/000/000", Rules{}}, {"00000/00000", Rules{}}, {"0000000", Rules{}}, {"00/00", Rules{Neighbours: King}},
		{"0000/0000", Rules{Neighbours: Hollow}}, {"000/000/000", Rules{Wrap: Torus}}, {"000/000/000 > 101/010/111", Rules{}},
		{"hex: 00/000/00", Rules{}}, {"graph: a-b-c-d-e-f-a a-d g; lit", Rules{}}, {"graph: a-b-c-d-e c-f c-g; lit > lit a", Rules{Neighbours: Hollow}},
		{"graph: a-b b-c b-d d-e d-f f-g; lit", Rules{}}, {"0x0/000/0x0 > on", Rules{}},
	} {
		p, err := shape.rules.Parse(shape.text)
		if err != nil {
			t.Fatal(err)
		}
		distance := litDistances(p)
		cells := p.litSearch().cells
		for lamps := range uint64(1) << len(cells) {
			for n, i := range cells {
				p.Lamps[i] = uint8(lamps >> n & 1)
			}
			way, possible, err := p.LitOnly(context.Background())
			want, ok := distance[lamps]
			if err != nil || possible != ok || len(way) != want {
				t.Fatalf("%s, %+v: %v, %v, %v, expected %v in %d presses", p, p.Rules, way, possible, err, ok, want)
			}
			usual := solve(t, p)
			if ok && want > usual.Min {
				longer++
			}
			if !ok && usual.Solvable {
				impossible++
			}
		}
	}
	if longer < 50 || impossible < 10 {
		t.Errorf("%d boards take more presses than in the usual game, %d cannot be solved for it alone", longer, impossible)
	}
}

// TestLitOnlyBounds is for boards on which the game is not defined or not solved.
func TestLitOnlyBounds(t *testing.T) {
	for _, c := range []struct {
		text  string
		rules Rules
	}{{"9x9 all", Rules{}}, {"12/00", Rules{States: 3}}, {"buttons: 1: a; lit a", Rules{}}} {
		p, err := c.rules.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := p.LitOnly(context.Background()); !errors.Is(err, ErrLitOnly) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	p, err := Parse("5x5 all")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := p.LitOnly(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestLitAfterButtons: after the buttons the lamps that are lit come with a colon or without.
func TestLitAfterButtons(t *testing.T) {
	for _, text := range []string{"buttons: 1: a b; 2: b; lit: a", "buttons: 1: a b; 2: b; lit=a", "1: a b; 2: b; lit a"} {
		text = "buttons: " + strings.TrimPrefix(text, "buttons: ")
		if p, err := Parse(text); err != nil || p.String() != "buttons: 1: a b; 2: b; lit a" {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
}

// FuzzNets reads graphs, circuits and hexagonal boards and reads what they write.
func FuzzNets(f *testing.F) {
	for _, text := range []string{"graph: a-b b-c c-a; lit a c", "graph a–b–c lit all > on", "buttons: 1: a b; 2=b c; lit a > lit b", "hex 3 all", "hex 2: a2", "hex: 11/1x1/.#", "hex: 0/0 > on", "graph: a b-c; lit a=1"} {
		f.Add(text, uint8(0))
	}
	f.Fuzz(func(t *testing.T, text string, states uint8) {
		if len(text) > 2000 {
			return
		}
		r := Rules{States: 2 + int(states)%(MaxStates-1)}
		p, err := r.Parse(text)
		if err != nil {
			if _, ok := errors.AsType[*solvers.SyntaxError](err); !ok {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		again, err := r.Parse(p.String())
		if err != nil || again.String() != p.String() || p.Check() != nil {
			t.Fatalf("%q: %s, read back %v, %v", text, p, again, err)
		}
	})
}
