package commands

import (
	"maps"
	"strings"

	"kibitz/commands/ask"
)

// marksOfLegends are the marks whose meaning may be another one in each answer.
var marksOfLegends = []string{"differs", "proof", "pick", "new"}

// ofPictures is a meaning that a number in a picture gives a mark.
const ofPictures = "legend.numbered"

// voice gives the answer's board words in the asker's language: those of its legend where it
// has its own. What the reply says already is not told twice.
func voice(r *ask.Answer) {
	b := r.Board
	b.Say = r.Ask.Say.Board
	if strings.Contains(r.Text+"\n"+r.Secret, b.Caption) {
		b.Caption = ""
	}
	b.Means = maps.Clone(b.Means)
	for _, mark := range marksOfLegends {
		if id := r.Legend[mark]; id != "" && id != ofPictures && b.Means[mark] == "" {
			if b.Means == nil {
				b.Means = map[string]string{}
			}
			b.Means[mark] = id
		}
	}
}
