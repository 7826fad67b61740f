package main

import (
	"encoding/json"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"kibitz/commands"
	"kibitz/commands/puzzles"
)

// told is a flag of a batch, and a puzzle whose answer it changes.
type told struct {
	puzzle string
	flags  string // without the flag
	flag   string // as it is set
	want   string // of the JSON with it
}

// effects has each flag of each kind; those of all kinds stand under "".
var effects = map[string]map[string]told{
	"nonogram": {
		"check": {"1;1;1|1;1;1", "", "-check", `"verdict":"multiple"`},
		"marks": {"1;1|1;1", "", "-marks=#?/??", `"verdict":"unique"`},
	},
	"kakuro": {
		"check": {`#,3\,3\/\3,.,./\3,.,.`, "", "-check", `"verdict":"multiple"`},
		"marks": {`#,3\,3\/\3,.,./\3,.,.`, "", "-marks=1?/??", `"verdict":"unique"`},
	},
	"sudoku": {
		"check":     {"...4/4.../..1./....", "", "-check", `"verdict":"multiple"`},
		"marks":     {"...4/4.../..1./....", "", "-marks=????/????/????/?3??", `"verdict":"unique"`},
		"diagonals": {"......2.39.4.......7..8..1....9...4....6.3....6...2....3..5..9.......4.27.8......", "", "-diagonals", `"verdict":"unique"`},
		"strict":    {"9x9 hard 16", "", "-strict", `"difficulty":"expert"`},
	},
	"lightsout": {
		"wrap":       {"100/000/000", "", "-wrap", `"verdict":"unsolvable"`}, // all presses switch an even number of a1, b2, c2 and a3
		"cylinder":   {"100", "", "-cylinder", `"verdict":"unsolvable"`},     // all presses switch all lamps,
		"target":     {"11", "", "-target=11", `"min":0`},
		"neighbours": {"11/11", "", "-neighbours=king", `"min":1`},
		"states":     {"11", "", "-states=3", `"min":2`},
		"lit-only":   {"001", "", "-lit-only", `"min":4`},
	},
	"cardflip": {
		"misere": {"11", "", "-misere", `"verdict":"second"`},
		"game":   {"1 1 1 1 0 1 1", "", "-game=4", `"verdict":"second"`},
	},
	"tothemoon": {
		"limit": {"1/0/1", "", "-limit=1", `"within":false`},
	},
	"": {
		"timeout": {"", "", "-timeout=1ns", `"verdict":"undecided"`},
	},
}

// TestEveryFlag: each flag that a batch offers changes the answer to some puzzle, and a batch
// refuses each option of the slash command that has no effect in it.
func TestEveryFlag(t *testing.T) {
	set := commands.ForBatch()
	for _, kind := range set.Kinds() {
		b := batch{set: set, kind: kind, options: map[string]any{}}
		flags := newFlags()
		b.sharedFlags(flags)
		b.kindFlags(flags)
		flags.VisitAll(func(f *flag.Flag) {
			switch f.Name {
			case "json", "jobs": // a form, and a pace: TestBatch and TestBatchOfMany have them
				return
			}
			c, ok := effects[kind][f.Name]
			if !ok {
				c, ok = effects[""][f.Name]
			}
			if ok {
				c.hasEffect(t, kind)
			} else if f.Name != "check" { // of the kinds that are decided by one method
				t.Errorf("kibitz solve %s -%s: no puzzle here shows what it does", kind, f.Name)
			}
		})
	}
	refused := 0
	for _, k := range puzzles.Kinds() {
		for _, option := range k.Options {
			if option.InBatch() {
				continue
			}
			refused++
			command := k.Name
			if option.Maker {
				command = k.Maker.Name
			}
			status, out, stderr := kibitz(t, k.Example, "solve", k.Name, "-"+option.Name+"=1", "-")
			if status != wrongUsage || out != "" || !strings.Contains(stderr, "-"+option.Name+" ") || !strings.Contains(stderr, "'/"+command+" ") {
				t.Errorf("kibitz solve %s -%s: status %d, %s%s", k.Name, option.Name, status, out, stderr)
			}
		}
	}
	if refused < 7 {
		t.Errorf("only %d options are refused", refused)
	}
}

func (c told) hasEffect(t *testing.T, kind string) {
	t.Helper()
	puzzle := c.puzzle
	if puzzle == "" {
		puzzle = commands.ForBatch().Examples(kind)[0]
	}
	command := append([]string{"solve", "-json", kind, "-"}, strings.Fields(c.flags)...)
	_, without, _ := kibitz(t, puzzle, command...)
	status, with, stderr := kibitz(t, puzzle, append(command, c.flag)...)
	if status != 0 || !strings.Contains(with, c.want) || timeless(t, with) == timeless(t, without) {
		t.Errorf("%s %q: status %d, want %s in\n%s%swithout it\n%s", kind, c.flag, status, c.want, with, stderr, without)
	}
}

// timeless is a record without its times.
func timeless(t *testing.T, record string) string {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal([]byte(record), &all); err != nil {
		t.Fatalf("%v: %s", err, record)
	}
	maps.DeleteFunc(all, func(name string, _ any) bool { return strings.HasSuffix(name, "ms") })
	return text(all)
}

// TestBatchLitOnly: the presses of the lit-only game come in an order in which each lamp is lit
// when it is pressed, and the last one leaves all dark. Of two dark lamps none can be pressed.
func TestBatchLitOnly(t *testing.T) {
	_, out, _ := kibitz(t, "001", "solve", "-json", "-lit-only", "lightsout", "-")
	var r struct {
		Order     []string
		Min       int
		Proved    bool
		Presses   []string
		Solutions *string
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	lamps := []bool{false, false, true}
	for _, name := range r.Order {
		i := slices.Index([]string{"a1", "b1", "c1"}, name)
		if i < 0 || !lamps[i] {
			t.Fatalf("%s is pressed in the dark: %s", name, out)
		}
		for j := max(i-1, 0); j <= min(i+1, 2); j++ {
			lamps[j] = !lamps[j]
		}
	}
	if slices.Contains(lamps, true) || len(r.Order) != 4 || r.Min != 4 || !r.Proved || r.Presses != nil || r.Solutions != nil {
		t.Errorf("lamps %v after %s", lamps, out)
	}
	for puzzle, want := range map[string]string{
		"001":     "-: solvable, presses: 4, minimum proved, ",
		"111":     "-: solvable, presses: 1, minimum proved, ",
		"00 > 11": "-: unsolvable, no order of presses, ",
	} {
		if _, out, stderr := kibitz(t, puzzle, "solve", "-lit-only", "lightsout", "-"); !strings.HasPrefix(out, want) {
			t.Errorf("%s: %s%s, want %s", puzzle, out, stderr, want)
		}
	}
	if status, out, _ := kibitz(t, "001", "solve", "-lit-only", "-states", "3", "lightsout", "-"); status != failure || !strings.Contains(out, "solved with two states") {
		t.Errorf("three states: status %d, %s", status, out)
	}
}

// TestBatchMarks: a batch solves what marks leave of a puzzle, be they in the option or behind
// the puzzle. Both cells of a row of clue 1 cannot be filled.
func TestBatchMarks(t *testing.T) {
	for _, c := range []struct{ kind, puzzle, marks, want string }{
		{"nonogram", "1;1|1;1", "##/??", `"verdict":"none"`},
		{"nonogram", "1;1|1;1 =##/??", "", `"verdict":"none"`},
		{"nonogram", "1;1|1;1 =#?/??", "", `"grid":["#.",".#"]`},
		{"nonogram", "5x5 easy 1", strings.Repeat("?????/", 4) + "?????", `"verdict":"unique"`},
		{"nonogram", "1r 1g;1g 1r|1r 1g;1g 1r", "??/??", `"verdict":"unique"`},
		{"nonogram", "1r 1g;1g 1r|1r 1g;1g 1r", "g?/??", `"verdict":"none"`},
		{"kakuro", `#,3\,3\/\3,.,./\3,.,.`, "1?/1?", `"verdict":"none"`},
	} {
		flags := []string{"solve", "-json", c.kind, "-"}
		if c.marks != "" {
			flags = append(flags, "-marks", c.marks)
		}
		if _, out, stderr := kibitz(t, c.puzzle, flags...); !strings.Contains(out, c.want) {
			t.Errorf("%s with %q: %s%s, want %s", c.puzzle, c.marks, out, stderr, c.want)
		}
	}
}
