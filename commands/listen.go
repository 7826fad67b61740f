package commands

import (
	"maps"
	"strings"

	"kibitz/commands/ask"
)

// marksOfLegends lists the marks whose meaning differs from answer to answer.
var marksOfLegends = []string{"differs", "proof", "pick", "new"}

// ofPictures is the id for a mark with a number, which only pictures show.
const ofPictures = "legend.numbered"

// voice gives the answer's board its words in the asker's language, and the meanings that the
// answer's legend gives to marks, unless the board has its own. It drops a caption that the reply's
// text already has.
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
