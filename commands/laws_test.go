package commands

import (
	"context"
	"errors"
	"fmt"
	"image"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kibitz/commands/ask"
	"kibitz/commands/ask/asktest"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
	"kibitz/solvers"
	"kibitz/vision"
)

// TestReadIsPure: a text is the same game however often it is read, and whatever else was
// read in between, by other options; an order is an order, and is made the same each time.
func TestReadIsPure(t *testing.T) {
	same := func(a, b ask.Game) bool {
		_, order := a.(ask.Order)
		return a.String() == b.String() && fmt.Sprint(a.Size()) == fmt.Sprint(b.Size()) && (order || reflect.DeepEqual(a, b))
	}
	for _, k := range puzzles.Kinds() {
		others := []ask.Options{{}, {ask.MarksField: k.Marks}}
		for _, o := range k.Options {
			switch {
			case len(o.Choices) > 0:
				others = append(others, ask.Options{o.Name: o.Choices[len(o.Choices)-1].Value})
			case o.Type == chat.Flag:
				others = append(others, ask.Options{o.Name: true})
			case o.Type == chat.Number:
				others = append(others, ask.Options{o.Name: o.Min + 1})
			}
		}
		read := func(text string, o ask.Options) ask.Game {
			before := maps.Clone(o)
			game, _ := k.Read(text, o)
			if !maps.Equal(o, before) {
				t.Errorf("%s: reading %q changes %v to %v", k.Name, text, before, o)
			}
			return game
		}
		for _, text := range k.Examples() {
			for _, o := range others {
				first := read(text, o)
				if first == nil { // as with marks on what is yet to be made
					continue
				}
				was := first.String()
				for _, other := range others {
					read(text, other)
				}
				if again := read(text, o); !same(first, again) || first.String() != was {
					t.Errorf("%s: %q by %v is %v, and then %v", k.Name, text, o, first, again)
				}
			}
		}
		order, ok := read(k.Order, nil).(ask.Order)
		if k.Order == "" {
			continue
		} else if !ok {
			t.Errorf("%s: %s is no order", k.Name, k.Order)
			continue
		}
		was := order.String()
		one, err := order.Make(t.Context())
		other, wrong := order.Make(t.Context())
		if err != nil || wrong != nil || !same(one, other) || order.String() != was || was != k.Order {
			t.Errorf("%s: %s makes %v, %v, and is %s", k.Name, k.Order, one, err, order)
		}
	}
}

// TestActionsChangeNothing: whatever is done with a game, it is the same game afterwards, and
// so is the one that was made of an order.
func TestActionsChangeNothing(t *testing.T) {
	for _, k := range puzzles.Kinds() {
		for _, o := range []options{{"puzzle": k.Example}, {"puzzle": k.Example, ask.MarksField: k.Marks}, {"puzzle": k.Order}} {
			if o["puzzle"] == "" {
				continue
			}
			for _, action := range k.Actions {
				o["do"] = action.Name
				a, _ := ask.Read(&chat.Request{Command: k.Name, Options: o, Locale: "en-US"}, puzzles.Kinds())
				game, err := k.Read(a.Text, a.Options)
				if order, ok := game.(ask.Order); ok && err == nil {
					before := order.String()
					if game, err = order.Make(t.Context()); err == nil {
						order.Made(t.Context(), a, game)
					}
					if order.String() != before {
						t.Errorf("%s do:%s: %s is %s afterwards", k.Name, action.Name, before, order)
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				before, asked := game.String(), fmt.Sprint(a.Options, a.Text, a.Saved, a.Action.Name)
				action.Do(t.Context(), a, game)
				if game.String() != before || fmt.Sprint(a.Options, a.Text, a.Saved, a.Action.Name) != asked {
					t.Errorf("%s do:%s: %s is %s afterwards", k.Name, action.Name, before, game)
				}
			}
		}
	}
}

// A stubOrder is an order that makes no puzzle.
type stubOrder struct {
	ask.Game
	make func() error
}

func (o stubOrder) Make(context.Context) (ask.Game, error)               { return nil, o.make() }
func (o stubOrder) Made(context.Context, *ask.Ask, ask.Game) *ask.Answer { return nil }

// stubbed are commands of one kind, whose every text is an order that ends in that error.
func stubbed(t testing.TB, make func() error) (*Commands, *ask.Kind) {
	c := newCommands(t)
	k := *c.kinds[0]
	read := k.Read
	k.Read = func(_ string, o ask.Options) (ask.Game, error) {
		game, err := read(k.Order, nil)
		return stubOrder{game, make}, err
	}
	c.kinds = []*ask.Kind{&k}
	return c, &k
}

// TestOrdersNotMade: an order that makes no puzzle tells why. A fault inside panics, so that the
// bot catches and reports it; it does not become an answer.
func TestOrdersNotMade(t *testing.T) {
	for _, c := range []struct {
		err   error
		title string
	}{
		{&ask.Refusal{ID: "not-made", Err: errors.New("secret")}, "I couldn't make that"},
		{fmt.Errorf("secret: %w", &ask.Refusal{ID: "image.flat"}), "I see no picture there"},
		{solvers.At("15x15", 0, "order.size", "a side from 1 to 2", nil), "I can't read this nonogram puzzle"},
		{fmt.Errorf("secret: %w", context.DeadlineExceeded), "I ran out of time"},
		{context.Canceled, "I ran out of time"},
		{errors.New("secret"), ""},
	} {
		func() {
			defer func() {
				if p := recover(); (p != nil) != (c.title == "") {
					t.Errorf("%v: %v", c.err, p)
				}
			}()
			commands, k := stubbed(t, func() error { return c.err })
			r := commands.Inquire(&chat.Request{Command: k.Name, Options: options{"puzzle": "x"}, Locale: "en-US"}).Answer(t.Context(), nil)
			if r.Title != c.title || strings.Contains(r.Text, "secret") || strings.Contains(r.Text, "puzzle is fine") || r.Board != nil {
				t.Errorf("%v: %s: %s", c.err, r.Title, r.Text)
			}
		}()
	}
}

// TestNothingMadeInPassing: to suggest, to show a form, to ask for privacy and to list what
// is in a message make nothing of an order.
func TestNothingMadeInPassing(t *testing.T) {
	c, k := stubbed(t, func() error { t.Error("made"); return context.Canceled })
	for _, text := range []string{"", "x", k.Order} {
		req := &chat.Request{Command: k.Name, Options: options{"puzzle": text}, Locale: "en-US"}
		if len(c.Suggest(t.Context(), req, ask.PuzzleField)) == 0 {
			t.Errorf("%q: nothing is suggested", text)
		}
		c.Inquire(req).Form()
	}
	r := c.Inquire(&chat.Request{Command: "Solve this puzzle", Target: &chat.Target{Texts: []string{"`15x15 easy 1`\n`15x15 easy 2`"}}}).Answer(t.Context(), nil)
	if len(r.Menus) != 1 || len(r.Menus[0].Items) != 2 {
		t.Errorf("%s: %+v", r.Title, r.Menus)
	}
}

// TestPrivateBeforehand: an answer that takes its time is for the same eyes as one at once.
func TestPrivateBeforehand(t *testing.T) {
	c := newCommands(t)
	reqs := []*chat.Request{{Command: "nonogram", Options: photoOf(t)}} // drawn, as there is no board on it
	for _, name := range []string{"help", "about", "lightsout", "nonogram"} {
		reqs = append(reqs, &chat.Request{Command: name})
	}
	for _, k := range c.kinds {
		for _, o := range unsaid(k) {
			reqs = append(reqs, &chat.Request{Command: k.Name, Options: o})
		}
		reqs = append(reqs, &chat.Request{Command: k.Name, Options: options{"puzzle": k.Example}}, &chat.Request{Command: k.Name, Options: options{"puzzle": k.Order}})
	}
	for _, req := range reqs {
		req.Locale = "en-US"
		inquiry := c.Inquire(req)
		if r := inquiry.Answer(t.Context(), nil); r.Private != inquiry.Private {
			t.Errorf("/%s %v: private %v, and %v beforehand", req.Command, req.Options, r.Private, !r.Private)
		}
	}
}

// TestReadOnce: what a request says is read when it is inquired, and never again; what is fetched
// for it afterwards is there, each time that it is answered.
func TestReadOnce(t *testing.T) {
	c := newCommands(t)
	req := &chat.Request{Command: "cardflip", Options: options{"file": chat.Upload{Name: "a.txt"}, "do": "check", "private": true}, Locale: "ko"}
	inquiry := c.Inquire(req)
	req.Command, req.Locale = "nonsense", "en-US"
	req.Options["do"], req.Options["private"] = "solve", false
	req.Options["file"] = chat.Upload{Name: "a.txt", Data: []byte("1101")}
	want := c.Inquire(&chat.Request{Command: "cardflip", Options: options{"puzzle": "1101", "do": "check", "private": true}, Locale: "ko"}).Answer(t.Context(), nil)
	for range 2 { // a request that takes long is answered again
		if r := inquiry.Answer(t.Context(), nil); r.Title != want.Title || r.Text != want.Text || !r.Private || r.Tone == chat.Failure {
			t.Errorf("%s: %s, want %s: %s", r.Title, r.Text, want.Title, want.Text)
		}
	}
	late := &chat.Request{Path: "cardflip?do=check&form=mend", Locale: "en-US"}
	inquiry = c.Inquire(late)
	late.Puzzle, late.Path = "1101", "%zz" // the puzzle from a file
	if f := inquiry.Form(); f == nil || f.Fields[0].Value != "1101" {
		t.Errorf("%+v", f)
	}
	late.Puzzle, late.Options = "", options{"file": chat.Upload{Data: []byte("1101")}} // of the reply that was clicked on
	if r := inquiry.Answer(t.Context(), nil); r.Tone == chat.Failure || r.Private {
		t.Errorf("%s: %s", r.Title, r.Text)
	}
}

// TestLanguageOfWhatIsSeen: what all see is in the language that they share, to the last word, and what
// the person alone sees is in their own, as if they had been asked alone.
func TestLanguageOfWhatIsSeen(t *testing.T) {
	c := seeing(t, eyesThat(func(vision.Hint) (*vision.Reading, error) { return nil, vision.ErrNoClues }))
	sudoku := seeing(t, eyesThat(func(vision.Hint) (*vision.Reading, error) {
		return &vision.Reading{Kind: vision.Sudoku, Rows: 9, Cols: 9, Straight: image.NewRGBA(image.Rect(0, 0, 90, 90))}, vision.ErrKind
	}))
	solved := options{"image": chat.Upload{Data: blankImage(t)}, "do": "solve"}
	private := 0
	check := func(c *Commands, req chat.Request) {
		said := func(locale, shared string) (said []string, private bool) {
			req.Locale, req.Shared, req.Options = locale, shared, maps.Clone(req.Options)
			r := c.Inquire(&req).Answer(t.Context(), nil)
			said = []string{r.Title, r.Text, r.Note, r.Secret}
			for _, b := range r.Buttons {
				said = append(said, b.Label)
			}
			return said, r.Private
		}
		got, aside := said("ko", "ja")
		want, _ := said(words.If(aside, "ko", "ja"), "")
		if !slices.Equal(got, want) {
			t.Errorf("%q %v: private %v: %q, want %q", req.Command+req.Path, req.Options, aside, got, want)
		}
		if aside {
			private++
		}
	}
	for _, k := range c.kinds {
		commands := []string{k.Name}
		if k.Maker != nil {
			commands = append(commands, k.Maker.Name)
		}
		for _, command := range commands {
			tried := 0
			for text := range asktest.Texts(k) {
				if tried++; tried > 30 {
					break
				}
				do := k.Actions[tried%len(k.Actions)].Name
				check(c, chat.Request{Command: command, Options: options{"puzzle": text, "do": do}})
				check(c, chat.Request{Command: command, Options: options{"puzzle": text}})
			}
			for _, o := range append(unsaid(k), options{}, options{"puzzle": " ", "do": "solve"}, options{"puzzle": k.Example, "number": "999", "do": "quiet"},
				options{"puzzle": k.Example, "number": "999"}, options{"puzzle": k.Example, "keep": "nonsense", "do": "repair"},
				options{"puzzle": "https://puzz.link/p?sudoku/9/9/1"}, options{"puzzle": "https://puzz.link/p?kakuro/9/9/1"}, options{"puzzle": "https://puzz.link/p?nonogram/9/9/1"},
				options{"puzzle": "https://puzz.link/p?unheard/9/9/1"}, options{"puzzle": "https://example.com"}, options{"puzzle": strings.Repeat("1", 7000)},
				options{"puzzle": k.Example, ask.MarksField: "?!", "do": "check"}, photoOf(t), solved, options{"file": chat.Upload{Data: blankImage(t), Type: "image/png"}}) {
				check(c, chat.Request{Command: command, Options: o})
				check(sudoku, chat.Request{Command: command, Options: o})
			}
		}
		check(c, chat.Request{Path: k.Name + "?turn=again"})
	}
	check(c, chat.Request{Command: "daily", Options: options{"day": "x"}})
	check(c, chat.Request{Command: "help"})
	if private < 100 {
		t.Errorf("%d private answers are hardly any", private)
	}
}

// TestAsideOnce: an error costs its work once, though it speaks another language than an answer that all
// see.
func TestAsideOnce(t *testing.T) {
	made, read := 0, 0
	c, k := stubbed(t, func() error { made++; return &ask.Refusal{ID: "not-made"} })
	if r := c.Inquire(&chat.Request{Command: k.Name, Options: options{"puzzle": "x"}, Locale: "ko", Shared: "ja"}).Answer(t.Context(), nil); r.Title != words.In("ko").Text("notice.not-made.title") || made != 1 {
		t.Errorf("%q, made %d times", r.Title, made)
	}
	c = seeing(t, eyesThat(func(vision.Hint) (*vision.Reading, error) { read++; return nil, vision.ErrNoClues }))
	picture := options{"image": chat.Upload{Data: blankImage(t)}, "do": "solve"}
	if r := c.Inquire(&chat.Request{Command: "kakuro", Options: picture, Locale: "ko", Shared: "ja"}).Answer(t.Context(), nil); r.Title != words.In("ko").Text("notice.unseen.no-clues.title") || read != 1 {
		t.Errorf("%q, read %d times", r.Title, read)
	}
}
