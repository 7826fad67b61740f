package activity

import (
	"cmp"
	"fmt"
	"image/color"
	"net/url"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/render"
)

// An answer is a reply as the page gets it. Texts are Markdown.
type answer struct {
	Tone  string `json:"tone"` // plain, good, mixed, bad or failure
	Title string `json:"title"`
	Text  string `json:"text"`
	Note  string `json:"note"`
	Path  string `json:"path,omitempty"` // of a puzzle that was kept for the page

	// What the page sends with its next call: the puzzle, and below it the turns with Between between them.
	Puzzle  string   `json:"puzzle"`
	Turns   []string `json:"turns"`
	Between string   `json:"between"`

	Board *board `json:"board"` // nil for none
	Ways  []way  `json:"ways"`  // puzzles to go on with

	Lessons []way `json:"lessons"` // on techniques that a hint names
	Legs    []leg `json:"legs"`    // to walk to from a hint
	Play    *play `json:"play"`    // nil for a game that is over, or for no game
}

// A way leads to a puzzle, by the path of a call.
type way struct {
	Label string `json:"label"`
	Path  string `json:"path"`
}

// A leg is a way to one of the legs of a hint, which show one thing at a time why a guess fails.
type leg struct {
	Label string `json:"label"`
	Leg   int    `json:"leg"`
}

// A play is a chat.Play without its turns.
type play struct {
	Name   string `json:"name"`
	All    int    `json:"all"`
	Look   string `json:"look"`
	Signs  []sign `json:"signs"`
	Open   look   `json:"open"`
	Fixed  []int  `json:"fixed"`
	Drawn  bool   `json:"drawn"`
	Noted  bool   `json:"noted"`
	Hinted bool   `json:"hinted"`
	Pads   []pad  `json:"pads"`
	Carry  string `json:"carry"`
	Check  string `json:"check"`
	GiveUp string `json:"giveUp"`
	Undo   string `json:"undo"`
}

type sign struct {
	Sign  string `json:"sign"`
	Look  look   `json:"look"`
	Name  string `json:"name"`
	Empty bool   `json:"empty,omitempty"`
}

type pad struct {
	Turn  string `json:"turn"`
	Name  string `json:"name"`
	Cells []int  `json:"cells"`
}

// A board is a render.Board: cells by their looks, each look once.
type board struct {
	Rows  int    `json:"rows"`
	Cols  int    `json:"cols"`
	Looks []look `json:"looks"`
	Cells []int  `json:"cells"` // indices of Looks, row-major

	Left [][]clue `json:"left"`
	Top  [][]clue `json:"top"`
	Rule int      `json:"rule"`

	RowRule int `json:"rowRule"` // Rule between rows

	RowNames []string `json:"rowNames"`
	ColNames []string `json:"colNames"`
	Framed   []area   `json:"framed"`

	Palette []paint `json:"palette"`
	Ground  string  `json:"ground"`
	Prize   *prize  `json:"prize"`
}

// A look is how a cell looks.
type look struct {
	Kind   string `json:"kind"`
	Says   string `json:"says"` // Kind in the reader's language
	Mark   string `json:"mark,omitempty"`
	Marked string `json:"marked,omitempty"` // Mark in the reader's language
	Text   string `json:"text,omitempty"`
	Tag    string `json:"tag,omitempty"`
	Down   int    `json:"down,omitempty"`
	Right  int    `json:"right,omitempty"`
	Notes  uint16 `json:"notes,omitempty"`
	Colour *int   `json:"colour,omitempty"`
	Shaded bool   `json:"shaded,omitempty"`
}

type clue struct {
	N      int  `json:"n"`
	Colour *int `json:"colour,omitempty"`
}

type area struct{ Row, Col, Rows, Cols int }

type paint struct {
	Letter string `json:"letter"`
	Name   string `json:"name"`
	RGB    string `json:"rgb"`
	Black  bool   `json:"black"` // text on it is black
}

type prize struct {
	Ink   string `json:"ink"`
	Paper string `json:"paper"`
}

// told returns a reply as the page gets it.
func told(r *chat.Reply) *answer {
	tones := [...]string{chat.Plain: "plain", chat.Good: "good", chat.Mixed: "mixed", chat.Bad: "bad", chat.Failure: "failure"}
	a := &answer{Tone: tones[r.Tone], Title: r.Title, Text: strings.TrimSpace(r.Text + "\n" + r.Secret), Note: r.Note, Puzzle: r.Puzzle}
	if r.Board != nil {
		a.Board = boardOf(r.Board)
	}
	a.Ways, a.Lessons, a.Legs = ways(r), lessons(r), legs(r)
	if p := r.Play; p != nil {
		a.Turns, a.Between = p.Turns, p.Between
		a.Puzzle = strings.TrimSuffix(r.Puzzle, "\n"+strings.Join(p.Turns, p.Between))
		a.Play = &play{
			Name: p.Name, All: p.All, Look: p.Look,
			Open: lookOf(r.Board, p.Open), Fixed: p.Fixed, Drawn: p.Drawn, Noted: p.Noted, Hinted: p.Hinted,
			Carry: p.Carry, Check: p.Check, GiveUp: p.GiveUp, Undo: p.Undo,
		}
		for _, s := range p.Signs {
			a.Play.Signs = append(a.Play.Signs, sign{s.Sign, lookOf(r.Board, s.Looks), s.Name, s.Empty})
		}
		for _, one := range p.Pads {
			a.Play.Pads = append(a.Play.Pads, pad(one))
		}
	}
	return a
}

// ways returns the puzzles that a reply leads to: the one of a button to a race, and the day's others in a menu.
func ways(r *chat.Reply) (all []way) {
	for _, b := range r.Buttons {
		kind, query, _ := strings.Cut(b.Path, "?")
		if q, err := url.ParseQuery(query); err == nil && q.Get("make") != "" && q.Get("do") == ask.Play {
			all = append(all, way{r.Title, kind + "?" + url.Values{ask.PuzzleField: q["make"]}.Encode()})
		}
	}
	for _, m := range r.Menus {
		day, daily := strings.CutPrefix(m.Path, "daily?day=")
		for _, item := range m.Items {
			if kind, grade, ok := strings.Cut(item.Value, " "); ok && daily {
				puzzle := url.Values{ask.PuzzleField: {ask.DailyWord + " " + day + " " + grade}}
				all = append(all, way{item.Label, kind + "?" + puzzle.Encode()})
			}
		}
	}
	return all
}

// lessons returns the lessons that buttons of a reply lead to.
func lessons(r *chat.Reply) (all []way) {
	for _, b := range r.Buttons {
		if strings.HasPrefix(b.Path, "help?technique=") {
			all = append(all, way{b.Label, b.Path})
		}
	}
	return all
}

// legs returns the legs of a hint that buttons of a reply lead to.
func legs(r *chat.Reply) (all []leg) {
	for _, b := range r.Buttons {
		_, query, _ := strings.Cut(b.Path, "?")
		if q, err := url.ParseQuery(query); err == nil && q.Get("turn") == "hint" && !b.Disabled {
			if n, err := strconv.Atoi(q.Get("leg")); err == nil {
				all = append(all, leg{b.Label, n})
			}
		}
	}
	return all
}

// boardOf returns a board as the page gets it.
func boardOf(b *render.Board) *board {
	out := &board{
		Rows: b.Rows, Cols: b.Cols, Rule: b.Rule, RowRule: cmp.Or(b.RowRule, b.Rule), RowNames: b.RowNames, ColNames: b.ColNames,
		Left: clues(b.Left, b.LeftColours), Top: clues(b.Top, b.TopColours),
	}
	known := map[render.Cell]int{}
	for _, c := range b.Cells {
		c.FaintDown, c.FaintRight = false, false // the page fades them itself
		i, ok := known[c]
		if !ok {
			i, known[c] = len(out.Looks), len(out.Looks)
			out.Looks = append(out.Looks, lookOf(b, c))
		}
		out.Cells = append(out.Cells, i)
	}
	for _, a := range b.Framed {
		out.Framed = append(out.Framed, area{a.Row, a.Col, a.Rows, a.Cols})
	}
	for i, c := range b.Palette {
		rgb, black := b.Drawn(i)
		out.Palette = append(out.Palette, paint{string(c.Letter), b.Say(c.Name, nil), css(rgb), black})
	}
	if b.Palette != nil {
		out.Ground = css(b.Ground)
	}
	if b.Prize != nil {
		out.Prize = &prize{css(b.Prize.Ink), css(b.Prize.Paper)}
	}
	return out
}

// kinds names what a cell holds, for the page's script.
var kinds = [render.Kinds]string{
	render.Blank: "blank", render.Filled: "filled", render.Crossed: "crossed", render.Open: "open",
	render.LampOff: "off", render.LampOn: "on", render.CardDown: "down", render.CardUp: "up",
	render.Clear: "clear", render.Cloudy: "cloudy", render.OrbOff: "orb", render.OrbOn: "orb-on",
	render.Block: "block", render.Sum: "sum", render.Digit: "digit", render.Hole: "hole", render.Painted: "painted",
	render.Lamp2: "lamp-2", render.Lamp3: "lamp-3", render.Lamp4: "lamp-4", render.Lamp5: "lamp-5",
	render.Lamp6: "lamp-6", render.Lamp7: "lamp-7", render.Lamp8: "lamp-8",
}

// lookOf returns how a cell of a board looks; b may be nil.
func lookOf(b *render.Board, c render.Cell) look {
	l := look{Kind: kinds[c.Kind], Says: c.Kind.Word(), Mark: c.Mark.Word(), Text: c.Text, Tag: c.Tag, Down: c.Down, Right: c.Right, Notes: c.Notes, Shaded: c.Shaded}
	if b != nil && b.Say != nil {
		l.Says = b.Say(cmp.Or(b.Means[l.Says], l.Says), nil)
		if l.Mark != "" {
			l.Marked = b.Say(cmp.Or(b.Means[l.Mark], l.Mark), nil)
		}
	}
	if c.Kind == render.Painted {
		l.Colour = new(int(c.Colour))
	}
	return l
}

// clues returns the numbers of each line with their colours; nil for a board without clues.
func clues(lines [][]int, colours [][]int) (all [][]clue) {
	for i, line := range lines {
		numbers := []clue{}
		for k, n := range line {
			one := clue{N: n}
			if colours != nil {
				one.Colour = new(colours[i][k])
			}
			numbers = append(numbers, one)
		}
		all = append(all, numbers)
	}
	return all
}

// css returns a colour as CSS writes it; "" for none.
func css(c color.RGBA) string {
	if c.A == 0 {
		return ""
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}
