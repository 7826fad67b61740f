package commands

import (
	"strings"

	"kibitz/render"
)

// A legend says what the signs of a reply's board mean where that is not what
// they usually do: ids of phrases by the sign's word; "" for what the reply says
// elsewhere.
type legend map[string]string

// explain says, in small print, what the board's signs mean, each once. Under a
// veil it stands in the text: that there is a winning move is news, too.
func (r *Reply) explain(say phrases) {
	if r.Board == nil {
		return
	}
	id, signs := "legend.emoji", r.Board.EmojiSigns()
	if r.Picture {
		id, signs = "legend.picture", r.pictureSigns()
	}
	var told []string
	for _, sign := range signs {
		word := strings.ReplaceAll(sign.Word, " ", "-")
		means, ok := r.legend[sign.Word]
		switch {
		case !ok:
			means = "legend.means." + word
		case means == "":
			continue
		}
		about := with{"Sign": sign.Emoji, "Means": say.text(means, nil)}
		if r.Picture {
			about["Sign"] = say.text("legend.looks."+word, nil)
		}
		told = append(told, say.text(id, about))
	}
	line := strings.Join(told, " · ")
	if r.Spoiler {
		r.Text = join("\n", r.Text, line)
	} else {
		r.Note = join("\n", line, r.Note)
	}
}

// pictureSigns are those of the picture and of the film beside it.
func (r *Reply) pictureSigns() []render.Sign {
	if r.Film == nil {
		return r.Board.PictureSigns()
	}
	var all render.Board
	all.Cells = append(all.Cells, r.Board.Cells...)
	for _, frame := range r.Film.Frames {
		all.Cells = append(all.Cells, frame.Cells...)
	}
	return all.PictureSigns()
}
