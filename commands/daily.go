package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/solvers"
)

// The puzzles of a day are the same for everybody, and past days keep theirs: each is made to an
// order that follows from the date. The date is the day in UTC of the request, by the clock of the
// chat. No process asks its own clock.

// firstDay is the day with number 1.
var firstDay = time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)

// dayAt returns the number of a time's day, from 1; 0 or less before the first day.
func dayAt(t time.Time) int {
	const day = 24 * time.Hour
	since := t.UTC().Truncate(day).Unix() - firstDay.Unix() // a Duration might overflow
	return int(since/int64(day/time.Second)) + 1
}

// A dailyOrder orders the puzzle of a day.
type dailyOrder struct {
	ask.OpenOrder       // the kind's order for the same puzzle; nil if there is none
	unread        error // why there is no order; nil for days to come
	kind          *ask.Kind
	kinds         []*ask.Kind
	day           int
	grade         int // index in ask.Grades
	today         int
}

// dailyWords are the words that begin a daily order, in English, Korean and Japanese.
var dailyWords = []string{ask.DailyWord, "today", "오늘", "오늘의", "今日", "今日の", "日替わり"}

// readDaily reads an order such as "daily", "daily 326 medium" or "daily 2026-11-22 easy". The day
// defaults to today, and the difficulty to medium. It returns nil for any other text.
func (c *Commands) readDaily(a *ask.Ask, text string) *dailyOrder {
	said := strings.Fields(strings.ToLower(text))
	if a.Kind == nil || a.Kind.Daily == nil || len(said) == 0 || len(said) > 3 || !slices.Contains(dailyWords, said[0]) {
		return nil
	}
	o := &dailyOrder{kind: a.Kind, kinds: c.kinds, grade: 1, today: dayAt(a.Asked)}
	o.day = o.today
	for _, word := range said[1:] {
		day, isDay := readDay(word)
		asked, graded := solvers.CalledDifficulty(word)
		switch {
		case isDay:
			o.day = day
		case graded:
			o.grade = min(int(asked), len(ask.Grades)-1)
		default:
			return nil
		}
	}
	if o.past() {
		game, err := a.Kind.Read(a.Kind.Daily(o.date(), o.grade), a.Options)
		o.OpenOrder, _ = game.(ask.OpenOrder)
		o.unread = err
	}
	return o
}

// dayMarks are the characters around a day's number in titles, in all languages.
const dayMarks = "#번番"

// readDay reads a day as its date, or as its number of up to six characters.
func readDay(text string) (day int, ok bool) {
	text = strings.Trim(text, dayMarks)
	if date, err := time.Parse(time.DateOnly, text); err == nil {
		text = strconv.Itoa(dayAt(date))
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && len(text) <= len("999999")
}

// past reports whether the day has begun.
func (o *dailyOrder) past() bool { return 1 <= o.day && o.day <= o.today }

// date returns the day as a date.
func (o *dailyOrder) date() time.Time { return firstDay.AddDate(0, 0, o.day-1) }

// String returns the order as people type it.
func (o *dailyOrder) String() string {
	return fmt.Sprint(ask.DailyWord, " ", o.day, " ", ask.Grades[o.grade])
}

// Size returns the size of the board; 0, 0 for a day to come.
func (o *dailyOrder) Size() (rows, cols int) {
	if o.OpenOrder == nil {
		return 0, 0
	}
	return o.OpenOrder.Size()
}

// Any returns the order for any puzzle of the same kind, size and difficulty. For a day to come, which
// has no puzzle yet, it returns the same order.
func (o *dailyOrder) Any() ask.Order {
	if o.OpenOrder == nil {
		return o
	}
	return o.OpenOrder.Any()
}

// command returns the slash command for the puzzle.
func (o *dailyOrder) command(k *ask.Kind) string {
	return fmt.Sprintf("/daily puzzle:%s difficulty:%s day:%d", k.Name, ask.Grades[o.grade], o.day)
}

// title names the puzzle: its kind, day and difficulty.
func (o *dailyOrder) title(say words.Phrases) string {
	date := o.date()
	return say.Text("daily.title", words.With{
		"Puzzle": words.Capital(say.Text(o.kind.Name + ".name")), "Number": o.day, "Difficulty": say.Text("daily.grade." + ask.Grades[o.grade]),
		"Date": say.Text("daily.date", words.With{"Day": date.Day(), "Month": strings.Fields(say.Text("daily.months"))[date.Month()-1], "Year": date.Year()}),
	})
}

// Drawn returns the order itself: it leaves nothing to chance.
func (o *dailyOrder) Drawn(uint64) ask.Order { return o }

// Make makes the puzzle, unless its day is still to come.
func (o *dailyOrder) Make(ctx context.Context) (ask.Game, error) {
	switch {
	case o.day < 1:
		return nil, &ask.Refusal{ID: "daily-never"}
	case !o.past():
		return nil, &ask.Refusal{ID: "daily-not-yet", Data: words.With{"Number": o.day, "Today": o.today}}
	case o.unread != nil:
		return nil, o.unread
	}
	return o.OpenOrder.Make(ctx)
}

// Made shows the empty board, with the button to a race.
func (o *dailyOrder) Made(ctx context.Context, a *ask.Ask, g ask.Game) *ask.Answer {
	r := o.OpenOrder.Made(ctx, a, g)
	if r == nil {
		return nil
	}
	r.Title = o.title(a.Say)
	if r.Board != nil {
		r.Board.Title = r.Title
	}
	r.Note = strings.Replace(r.Note, a.SameAgain(o.OpenOrder.String()), a.Say.Text("daily.again", words.With{"Command": o.command(a.Kind)}), 1)
	r.Again["make"] = o.String()
	race := a.Button("button.race", ask.Change{"do": ask.Play, "make": o, "table": true})
	race.Strong = true
	r.Buttons = []chat.Button{race}
	if !a.IsPrivate() && (a.Path == "" || a.NextDay) { // all see it
		r.Offer(o.nextDay(a))
	}
	if a.NextDay {
		r.Text = ask.Join("\n", r.Text, carriedOn(a.Say, a.Texts))
	}
	r.Menus = []*chat.Menu{o.others(a)}
	return r
}

// nextDay returns the button to the puzzle of the next day, for all to see, with the streaks that the
// message of this day shows.
func (o *dailyOrder) nextDay(a *ask.Ask) chat.Button {
	next := *o
	next.day++
	b := a.Button("button.next-day", ask.Change{"do": ask.Solve, "make": &next, "next": true})
	b.Mode = chat.Publicly
	return b
}

// others returns a menu of the day's other puzzles.
func (o *dailyOrder) others(a *ask.Ask) *chat.Menu {
	m := &chat.Menu{Path: "daily?day=" + strconv.Itoa(o.day), Hint: a.Say.Text("daily.others")}
	for _, k := range o.kinds {
		for grade, name := range ask.Grades {
			if k.Daily == nil || k == o.kind && grade == o.grade {
				continue
			}
			m.Items = append(m.Items, chat.Item{Value: k.Name + " " + name, Label: a.Say.Text("daily.item", words.With{
				"Puzzle": words.Capital(a.Say.Text(k.Name + ".name")), "Difficulty": a.Say.Text("daily.grade." + name),
			})})
		}
	}
	return m
}

// daily answers the command /daily, or a pick from the menu of others. The puzzle defaults to the
// first kind, and the difficulty to medium.
func (c *Commands) daily(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	name, grade, _ := strings.Cut(a.Picked, " ")
	if a.Picked == "" {
		name, grade = a.Text, a.Options.Text("difficulty")
	}
	day := strings.ToLower(strings.TrimSpace(a.Options.Text("day")))
	if slices.Contains(dailyWords, day) {
		day = ""
	}
	if _, ok := readDay(day); day != "" && !ok {
		return a.Notice("daily-unread", words.With{"Found": words.Visible(day)})
	}
	kind := c.kinds[0]
	if name != "" {
		kind = ask.Named(c.kinds, name)
	}
	if kind == nil || kind.Daily == nil {
		return a.Notice("unknown")
	}
	return c.answer(ctx, a.Found(kind, ask.Join(" ", dailyWords[0], day, grade), nil), progress)
}

// dailyDefinition returns the command as a chat offers it.
func (c *Commands) dailyDefinition(kinds []chat.Choice, say words.Phrases) chat.Definition {
	var grades []chat.Choice
	for _, name := range ask.Grades {
		grades = append(grades, chat.Choice{Name: say.Text("daily.grade." + name), Value: name})
	}
	const longestDay = 20
	return chat.Definition{
		Name: "daily", Description: say.Text("daily.brief"),
		Options: []chat.Option{
			{Name: "puzzle", Description: say.Text("help.puzzle"), Choices: kinds},
			{Name: "difficulty", Description: say.Text("daily.difficulty"), Choices: grades},
			{Name: "day", Description: say.Text("daily.day"), Max: longestDay},
			{Name: "private", Description: say.Text("option.private"), Type: chat.Flag},
		},
	}
}
