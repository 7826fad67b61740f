package commands

import (
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/gallery"
)

// noon is a time at which people ask.
var noon = time.Date(2026, time.November, 22, 12, 0, 0, 0, time.UTC)

// dice are those of the bot for an interaction of that id.
func dice(id uint64) uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, fmt.Sprint(id))
	return h.Sum64()
}

// TestTenThousandDraws: what is drawn for ten thousand interactions, one after the other, reads
// as itself and is the same for the same one; hardly two of them are alike.
func TestTenThousandDraws(t *testing.T) {
	const draws = 10_000
	for _, c := range []struct{ kind, order string }{
		{"nonogram", "10x10 easy"}, {"nonogram", "15x15"}, {"kakuro", "random 6x6"}, {"lightsout", "5x5 random > on"}, {"cardflip", "9 random"}, {"tothemoon", "4x4"},
	} {
		k := ask.Named(puzzles.Kinds(), c.kind)
		game, err := k.Read(c.order, nil)
		order, ok := game.(ask.OpenOrder)
		if err != nil || !ok {
			t.Fatalf("%s: %v, %v", c.order, game, err)
		}
		seen, before := map[string]bool{}, ""
		for i := range uint64(draws) {
			drawn := order.Drawn(dice(1573986395750400000 + i<<22)).String()
			again, err := k.Read(drawn, nil)
			if err != nil || again.String() != drawn || again.(ask.OpenOrder).Drawn(7).String() != drawn || drawn == before {
				t.Fatalf("%s: %s after %s reads as %v, %v", c.order, drawn, before, again, err)
			}
			seen[drawn], before = true, drawn
		}
		if len(seen) < draws*99/100 { // of a million, one pair in 20,000 is alike
			t.Errorf("%s: %d different ones of %d", c.order, len(seen), draws)
		}
		if any := order.Drawn(1).(ask.OpenOrder).Any().String(); any != order.String() {
			t.Errorf("%s: any other is %s", c.order, any)
		}
	}
}

// TestOldOrders: an order with a number is what it was, whatever the dice say.
func TestOldOrders(t *testing.T) {
	c := newCommands(t)
	for order, want := range map[string]string{
		"picture 5x5 easy 2": "5;3;1;3;5|1 1;2 2;5;2 2;1 1",
		"5x5 medium 1":       "2;3;1 1;1 1;3|3;2;4;1;2",
		"8x10 easy 3":        "3;2 3;8;2 3;7;7;1 7;4 1|1;2;2 3;6;6;3 4;3 3;7;5;2 1",
	} {
		for chance := range uint64(3) {
			r := c.Inquire(&chat.Request{Command: "nonogram", Options: options{"puzzle": order}, Locale: "en-US", Chance: chance}).Answer(t.Context(), nil)
			if r.Puzzle != want {
				t.Errorf("%s: %s, not %s", order, r.Puzzle, want)
			}
		}
	}
}

// TestDayBegins: the day's number changes at 00:00 UTC and at no other time, wherever the clock
// that says so stands.
func TestDayBegins(t *testing.T) {
	far := time.FixedZone("far", -11*60*60)
	if got := dayAt(time.Date(9999, time.December, 31, 0, 0, 0, 0, time.UTC)); got != 2912443 {
		t.Errorf("the last day of 9999 is day %d", got) // 2,912,442 days after the first
	}
	midnight := firstDay
	for day := 1; day <= 3000; day++ {
		for _, at := range []time.Time{midnight, midnight.In(far), midnight.Add(12 * time.Hour), midnight.Add(24*time.Hour - time.Nanosecond).In(far)} {
			if got := dayAt(at); got != day {
				t.Fatalf("%v is day %d, not %d", at, got, day)
			}
		}
		midnight = midnight.AddDate(0, 0, 1)
	}
	for date, want := range map[string]int{"2026-01-01": 1, "2026-11-22": 326, "2027-01-01": 366, "2025-12-31": 0, "2025-12-30": -1, "2028-03-01": 365 + 365 + 31 + 29 + 1} {
		if got, ok := readDay(date); got != want || !ok {
			t.Errorf("%s is day %d, not %d", date, got, want)
		}
	}
}

// TestDailyIsTheSame: two processes say the same of a day to everybody, at any time of it and
// later, and something else of the next.
func TestDailyIsTheSame(t *testing.T) {
	one, other := newCommands(t), newCommands(t)
	for _, k := range puzzles.Kinds() {
		for _, grade := range ask.Grades {
			daily := func(c *Commands, at time.Time, o options, chance uint64) *chat.Reply {
				all := options{"puzzle": k.Name, "difficulty": grade}
				for name, value := range o {
					all[name] = value
				}
				return c.Inquire(&chat.Request{Command: "daily", Options: all, Locale: "en-US", Asked: at, Chance: chance, User: fmt.Sprint(chance)}).Answer(t.Context(), nil)
			}
			first := daily(one, noon, nil, 1)
			if first.Tone != chat.Good || first.Board == nil || !strings.HasSuffix(first.Title, " of the day, 22 November 2026 (No. 326), "+grade) {
				t.Fatalf("%s, %s: %s: %s", k.Name, grade, first.Title, first.Text)
			}
			for _, again := range []*chat.Reply{
				daily(other, noon.Add(11*time.Hour), nil, 2),
				daily(other, noon.AddDate(1, 0, 0), options{"day": "326"}, 3),
				daily(one, noon.AddDate(0, 0, 1), options{"day": "2026-11-22"}, 4),
				one.Inquire(&chat.Request{Command: k.Name, Options: options{"puzzle": "Daily " + grade}, Locale: "en-US", Asked: noon, Chance: 5}).Answer(t.Context(), nil),
			} {
				if again.Puzzle != first.Puzzle || again.Title != first.Title {
					t.Errorf("%s, %s: %s is %s, and then %s is %s", k.Name, grade, first.Title, first.Puzzle, again.Title, again.Puzzle)
				}
			}
			if next := daily(one, noon.Add(12*time.Hour), nil, 1); next.Puzzle == first.Puzzle || !strings.Contains(next.Title, "No. 327") {
				t.Errorf("%s, %s: %s is %s, too", k.Name, grade, next.Title, next.Puzzle)
			}
		}
	}
}

// TestEveryDayCanBePlayed: of the years to come no day lacks a puzzle, as far as that is quick
// to find out, and none is done before it begins.
func TestEveryDayCanBePlayed(t *testing.T) {
	days := map[string]int{"lightsout": 3650, "tothemoon": 3650, "cardflip": 365, "nonogram": 14, "kakuro": 7}
	for _, k := range puzzles.Kinds() {
		for i := range days[k.Name] {
			for grade := range ask.Grades {
				if i > 400 && grade > 0 { // larger boards are done once in thousands of years
					continue
				}
				text := k.Daily(noon.AddDate(0, 0, i), grade)
				game, err := k.Read(text, nil)
				order, ok := game.(ask.OpenOrder)
				if err != nil || !ok || order.Drawn(9).String() != order.String() {
					t.Fatalf("%s is no order for one puzzle: %v, %v", text, game, err)
				}
				made, err := order.Make(t.Context())
				if err != nil || k.Name != "nonogram" && k.Name != "kakuro" && !strings.Contains(made.String(), "1") {
					t.Errorf("%s is %v, %v", text, made, err)
				}
			}
		}
	}
}

// TestDailyPictures: from December 2026 on each nonogram of the day is a picture of its grade with a
// name in each language, and none comes again before all have had their day.
func TestDailyPictures(t *testing.T) {
	k := ask.Named(puzzles.Kinds(), "nonogram")
	first := time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC)
	for grade, least := range []int{80, 65, 24} {
		last := map[string]int{}
		again := 0 // days from a picture to the same one
		for i := range 200 {
			text := k.Daily(first.AddDate(0, 0, i), grade)
			o, err := gallery.ParseOrder(text)
			if err != nil || o == nil || o.String() != text || o.Picture().Demand != nonogram.Demands()[grade] {
				t.Fatalf("the %s nonogram %d days after %s is %q, %v", ask.Grades[grade], i, first, text, err)
			}
			for _, locale := range words.Locales() {
				if id := words.IDs("picture.", o.Picture().Name)[0]; words.In(locale).Text(id) == "" {
					t.Errorf("%s has no name in %s", text, locale)
				}
			}
			if before, seen := last[text]; seen && again == 0 {
				again = i - before
			} else if seen && i-before != again {
				t.Errorf("%s comes again after %d days, another one after %d", text, i-before, again)
			}
			last[text] = i
		}
		if len(last) < least || again != len(last) {
			t.Errorf("%d %s pictures have a day, and one comes again after %d", len(last), ask.Grades[grade], again)
		}
		if o, err := gallery.ParseOrder(k.Daily(first.AddDate(0, 0, -1), grade)); o != nil || err != nil {
			t.Errorf("the %s nonogram of Monday before is a picture, %v", ask.Grades[grade], err)
		}
	}
}

// TestSquares: a square a turn, of a long game for several, and then yellow where one of them
// began with a hint, and red where one was a mistake.
func TestSquares(t *testing.T) {
	const idle, plain, hinted, mistaken = ask.IdleTurn, ask.PlainTurn, ask.HintedTurn, ask.MistakenTurn
	long := append(slices.Repeat([]ask.Turn{plain}, 18), hinted, plain, mistaken, hinted, idle, idle, idle)
	for want, turns := range map[string][]ask.Turn{
		"":     nil,
		"🟩":    {plain},
		"🟩🟨🟥⬜": {plain, hinted, mistaken, idle},
		"🟩🟩🟩🟩🟩🟩🟩🟨🟥⬜": long,
	} {
		if got := ask.Squares(turns); got != want {
			t.Errorf("%v is %s, not %s", turns, got, want)
		}
	}
	for seconds, want := range map[int]string{0: "0:00", 59: "0:59", 60: "1:00", 3599: "59:59", 3600: "1:00:00", 100_000: "27:46:40"} {
		if got := clock(seconds); got != want {
			t.Errorf("%d s is %s, not %s", seconds, got, want)
		}
	}
}

// TestNothingToShare: a game that is not won has nothing to show to all.
func TestNothingToShare(t *testing.T) {
	c := newCommands(t)
	for kind, code := range map[string]string{"lightsout": "010/111/010", "tothemoon": "100/011/011", "nonogram": "1 1;5;5;3;1|2;4;4;4;2", "cardflip": "11"} {
		r := c.Inquire(&chat.Request{Path: kind + "?do=play&turn=share&took=1", Puzzle: code, Locale: "en-US"}).Answer(t.Context(), nil)
		if r.Tone != chat.Failure || !r.Private {
			t.Errorf("%s: %s: %s", kind, r.Title, r.Text)
		}
	}
}

// FuzzDaily: an order for the puzzle of a day reads as itself, and an invalid day has an error and
// no puzzle.
func FuzzDaily(f *testing.F) {
	for _, text := range []string{"daily", "today easy", "오늘 326 hard", "今日 2026-11-22", "daily 0", "daily -1 medium", "daily 999999", "daily easy easy", "daily 2026-13-45", "今日 0000-01-01", "daily 9999-12-31"} {
		f.Add(text)
	}
	c, err := New(Settings{MaxPuzzle: 6000})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, _ := ask.Read(&chat.Request{Command: "lightsout", Options: options{"puzzle": text}, Asked: noon, Locale: "en-US"}, c.kinds)
		o := c.readDaily(a, text)
		if o == nil {
			return
		}
		again := c.readDaily(a, o.String())
		if again == nil || again.day != o.day || again.grade != o.grade || o.title(a.Say) == "" {
			t.Fatalf("%q is %s, and that %v", text, o, again)
		}
		if made, err := o.Make(t.Context()); (err == nil) != o.past() || (made == nil) != (err != nil) {
			t.Errorf("%q makes %v, %v", text, made, err)
		}
	})
}
