package ask

import (
	"slices"

	"kibitz/commands/chat"
	"kibitz/commands/words"
)

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
