package ask

import (
	"slices"

	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// An Exercise is a position in which a technique is to be found, with claims to choose from.
type Exercise struct {
	Stage
	Before, After *render.Board // the position, and what the technique makes of it
	Claims        []Claim       // about its cells, at most 20; at least one holds
}

// A Claim is a statement about one cell, such as "r2c2 ≠ 5".
type Claim struct {
	Text  string
	Holds bool   // it is so in every solution
	Other string // what is so in some solution instead, as another statement; "" if it Holds
}

// mostLessons is the most techniques of one hint that have a button.
const mostLessons = 3

// LessonButtons returns buttons to the lessons on the techniques that a stage names, mostLessons at
// most. A technique without a lesson has none.
func (a *Ask) LessonButtons(s Stage) (all []chat.Button) {
	for _, id := range s.Techniques {
		if slices.Contains(a.Kind.Lessons, id) && len(all) < mostLessons {
			all = append(all, chat.Button{
				Label: a.Say.Text("button.what-is", words.With{"Technique": a.Say.Text(a.Kind.Name + ".technique." + id)}),
				Path:  "help?technique=" + a.Kind.Name + "." + id,
			})
		}
	}
	return all
}
