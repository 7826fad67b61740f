package nonogram

import (
	"context"
	"fmt"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/gallery"
)

// Reveals is what the picture shows, where it is one of the gallery's: whoever solves it is
// told, and nobody before. No message has to know where its puzzle came from.
func (p nonogramGame) Reveals(solution []byte, say words.Phrases) string {
	if p.InColours() {
		return ""
	}
	cells := make([]nonogram.Cell, len(solution))
	for i, sign := range solution {
		cells[i] = p.known(sign)
	}
	found := gallery.Find(cells, len(p.Cols))
	if found == nil {
		return ""
	}
	return say.Text("nonogram.picture.found", words.With{"Name": say.Text(words.IDs("picture.", found.Name)[0])})
}

// pictureOrder is an order for a puzzle of the gallery.
type pictureOrder struct{ *gallery.Order }

// ordersOrPictures reads an order for a picture of the gallery, or one that the others read.
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

// dealPicture is an order for a picture that a game on a phone is not too long with.
func dealPicture(_ *ask.Ask, number uint64) string {
	order := gallery.Order{Rows: 10, Cols: 10, Demand: gallery.AnyDemand}
	return order.Drawn(number).String()
}

// picturesOfDays are the pictures that days go through, easy and medium ones, and how many
// there are of them. What there was on a day stays, so these numbers do not grow with the
// gallery; 7 divides neither, so that each comes on each weekday.
var picturesOfDays = [...]struct {
	order string
	count int64
}{{"picture 10x10 easy", 51}, {"picture 15x15 medium", 34}}

// dailyPicture is the order for the nonogram of a day: on Wednesday, Friday and Sunday a
// picture, where there are enough of that difficulty.
func dailyPicture(day time.Time, grade int) string {
	weekday := day.Weekday()
	pictured := weekday == time.Wednesday || weekday == time.Friday || weekday == time.Sunday
	if !pictured || grade >= len(picturesOfDays) {
		return ask.Daily([...]string{"10x10 easy", "15x15 medium", "15x15 expert"})(day, grade)
	}
	const secondsOfDay = 24 * 60 * 60
	those := picturesOfDays[grade]
	return fmt.Sprint(those.order, " ", day.Unix()/secondsOfDay%those.count+1)
}

// Size is 0×0 where it is not known before the picture is drawn.
func (o pictureOrder) Size() (rows, cols int) { return o.Rows, o.Cols }

// Drawn is an order for one of the pictures.
func (o pictureOrder) Drawn(dice uint64) ask.Order { return pictureOrder{o.Order.Drawn(dice)} }

// Any is an order for a picture of its kind.
func (o pictureOrder) Any() ask.Order { return pictureOrder{o.Order.Any()} }

// Make takes the picture's clues alone.
func (o pictureOrder) Make(context.Context) (ask.Game, error) {
	return deduce.Game{Puzzle: nonogramGame{Puzzle: o.Picture().Puzzle()}}, nil
}

// Made shows the empty grid, unless a game is to begin or something else was asked for.
func (o pictureOrder) Made(_ context.Context, a *ask.Ask, g ask.Game) *ask.Answer {
	if !a.Action.ShowsOrder {
		return nil
	}
	rows, cols := g.Size()
	grade := o.Picture().Demand.String()
	title := a.Say.Text("nonogram.picture.made", ask.Size(rows, cols, a.Say), words.With{"Number": o.Number, "Difficulty": a.Say.Text("nonogram.demand." + grade)})
	return deduce.ShowMade(a, g.(deduce.Game), title, grade, o, pictureOrder{o.Order.Any()})
}
