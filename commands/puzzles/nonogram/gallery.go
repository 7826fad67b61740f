package nonogram

import (
	"context"
	"fmt"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/gallery"
)

// Reveals returns the name of a gift or, of any other puzzle, that of the gallery's picture that the
// solution shows, or "" if it shows none. For the gallery it looks at the solution alone, so nobody
// learns the name before the puzzle is solved, and no message has to carry where its puzzle came from.
func (p game) Reveals(solution []byte, say words.Phrases) string {
	if p.name != "" {
		return say.Text("nonogram.gift.found", words.With{"Name": words.Quoted(p.name, longest)})
	}
	found := p.hidden(solution)
	if found == nil {
		return ""
	}
	return say.Text("nonogram.picture.found", words.With{"Name": say.Text(words.IDs("picture.", found.Name)[0])}) // IDs replaces the name's blanks
}

// Prize returns the colours in which a solution is shown after a win: those of the gallery's picture,
// if it is one.
func (p game) Prize(solution []byte) *render.Prize {
	if found := p.hidden(solution); found != nil {
		colours := found.Palette()
		return &render.Prize{Ink: colours.Ink, Paper: colours.Paper}
	}
	return &render.Prize{}
}

// hidden returns the gallery's picture that a solution shows; nil for none.
func (p game) hidden(solution []byte) *gallery.Picture {
	if p.InColours() {
		return nil
	}
	cells := make([]nonogram.Cell, len(solution))
	for i, sign := range solution {
		cells[i] = p.known(sign)
	}
	return gallery.Find(cells, len(p.Cols))
}

// A pictureOrder orders a puzzle of the gallery.
type pictureOrder struct{ *gallery.Order }

// ordersOrPictures returns a function that reads orders for pictures of the gallery, and other
// orders by others.
func ordersOrPictures(others func(text string) (ask.Order, error)) func(text string) (ask.Order, error) {
	return func(text string) (ask.Order, error) {
		if o, err := gallery.ParseOrder(text); err != nil {
			return nil, err
		} else if o != nil {
			return pictureOrder{o}, nil
		}
		return others(text)
	}
}

// dealPicture returns the order for the picture that the number draws among those of 10×10 cells, a
// size that is not too long a game on a phone.
func dealPicture(_ *ask.Ask, number uint64) string {
	order := gallery.Order{Rows: 10, Cols: 10, Demand: gallery.AnyDemand}
	return order.Drawn(number).String()
}

// From the day firstPictured on, each nonogram of the day is a picture of the gallery up to
// lastPictured, with the grade's demand and a number of rows in rowsOfDays. A past day keeps its
// picture, so these three stay as they are when the gallery grows.
var (
	firstPictured = time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC)
	rowsOfDays    = [len(ask.Grades)][2]int{{10, 15}, {15, 20}, {15, 30}} // the least and the most
)

const lastPictured = 305

const secondsOfDay = 24 * 60 * 60

// dailyPicture returns the order for the nonogram of a day.
func dailyPicture(day time.Time, grade int) string {
	if day.Before(firstPictured) {
		return earlierDaily(day, grade)
	}
	var those []*gallery.Picture
	for _, p := range (&gallery.Order{Demand: nonogram.Demands()[grade]}).Those() {
		rows, _ := p.Size()
		if p.Number <= lastPictured && rowsOfDays[grade][0] <= rows && rows <= rowsOfDays[grade][1] {
			those = append(those, p)
		}
	}
	since := (day.Unix() - firstPictured.Unix()) / secondsOfDay
	return those[since%int64(len(those))].Order().String()
}

// earlierPictures gives the pictures of the days before firstPictured, easy and medium ones, and
// how many there are of each. Neither is a multiple of 7, so each came on each weekday.
var earlierPictures = [...]struct {
	order string
	count int64
}{{"picture 10x10 easy", 51}, {"picture 15x15 medium", 34}}

// earlierDaily returns the order for the nonogram of a day before firstPictured: an easy or medium
// one was a picture on Wednesday, Friday and Sunday.
func earlierDaily(day time.Time, grade int) string {
	weekday := day.Weekday()
	pictured := weekday == time.Wednesday || weekday == time.Friday || weekday == time.Sunday
	if !pictured || grade >= len(earlierPictures) {
		return ask.Daily([...]string{"10x10 easy", "15x15 medium", "15x15 expert"})(day, grade)
	}
	those := earlierPictures[grade]
	return fmt.Sprint(those.order, " ", day.Unix()/secondsOfDay%those.count+1)
}

// Size returns the size in cells; 0×0 if it is unknown before a picture is drawn by lot.
func (o pictureOrder) Size() (rows, cols int) { return o.Rows, o.Cols }

// Drawn returns the order for one of the pictures, chosen by the dice.
func (o pictureOrder) Drawn(dice uint64) ask.Order { return pictureOrder{o.Order.Drawn(dice)} }

// Any returns the order for any picture of this kind.
func (o pictureOrder) Any() ask.Order { return pictureOrder{o.Order.Any()} }

// Make returns the puzzle of the picture's clues. The game does not hold the picture.
func (o pictureOrder) Make(context.Context) (ask.Game, error) {
	return deduce.Game{Puzzle: game{Puzzle: o.Picture().Puzzle()}}, nil
}

// Made shows the empty grid. It returns nil if a game is to begin or another action was asked for.
func (o pictureOrder) Made(_ context.Context, a *ask.Ask, g ask.Game) *ask.Answer {
	if !a.Action.ShowsOrder || a.SaysSolve() {
		return nil
	}
	rows, cols := g.Size()
	grade := o.Picture().Demand.String()
	title := a.Say.Text("nonogram.picture.made", ask.Size(rows, cols, a.Say), words.With{"Number": o.Number, "Difficulty": a.Say.Text("nonogram.demand." + grade)})
	return deduce.ShowMade(a, g.(deduce.Game), title, grade, o, pictureOrder{o.Order.Any()})
}
