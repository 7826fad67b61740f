package law

import (
	"encoding/json"
	"net/url"
	"os"
	"testing"

	"pgregory.net/rapid"

	"kibitz/commands/chat"
)

// A postedGame is one that an earlier version of the program began: the clicks on it, what each message
// carried, and the controls of the last one.
type postedGame struct {
	Command  string
	Options  map[string]any
	Begun    string
	Steps    []postedStep
	Controls []postedControl
}

type postedStep struct {
	Click  postedControl
	Picks  []string
	Puzzle string
}

type postedControl struct {
	Path, Label string
	Mode        chat.Mode
	Items       []chat.Item
	Most        int
	Cell, Off   bool
}

// TestGamesOfAnEarlierVersion goes on with messages that were posted on 2026-11-23: their controls
// still do what they did.
func TestGamesOfAnEarlierVersion(t *testing.T) {
	text, err := os.ReadFile("testdata/posted-2026-11-23.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []postedGame
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	house := newReplicas(t)
	check(t, "60", func(t *rapid.T) {
		g := rapid.SampledFrom(all).Draw(t, "game")
		if n, ok := g.Options["states"].(float64); ok { // as JSON has numbers
			g.Options["states"] = int64(n)
		}
		p := &player{replicas: house, game: game{command: g.Command, options: g.Options, begin: map[string]beginner{
			"nonogram": onPaper, "kakuro": onPaper, "lightsout": onLamps, "tothemoon": onSky, "cardflip": onCards,
		}[g.Command]}}
		p.now = g.message()
		p.model = p.game.begin(t, &chat.Reply{Puzzle: g.Begun}, g.Options)
		sheet, onPaper := p.model.(*paper)
		if onPaper {
			sheet.earlier = true
		}
		for _, s := range g.Steps {
			u, err := url.Parse(s.Click.Path)
			if err != nil {
				t.Fatal(err)
			}
			p.touch(t, click{
				path: s.Click.Path, query: u.Query(), items: s.Click.Items, picks: s.Picks, label: s.Click.Label,
				after: &chat.Reply{Puzzle: s.Puzzle},
			})
		}
		if onPaper {
			sheet.earlier = false
		}
		for range rapid.IntRange(1, 20).Draw(t, "clicks") {
			p.step(t)
		}
	})
}

// message returns the last message that was posted, as far as it can be clicked on.
func (g postedGame) message() *chat.Reply {
	r := &chat.Reply{Puzzle: g.Steps[len(g.Steps)-1].Puzzle}
	for _, c := range g.Controls {
		b := chat.Button{Path: c.Path, Label: c.Label, Mode: c.Mode, Disabled: c.Off}
		switch {
		case c.Items != nil:
			r.Menus = append(r.Menus, &chat.Menu{Path: c.Path, Hint: c.Label, Mode: c.Mode, Items: c.Items, Most: c.Most})
		case c.Cell:
			r.Grid = append(r.Grid, []chat.Button{b})
		default:
			r.Buttons = append(r.Buttons, b)
		}
	}
	return r
}
