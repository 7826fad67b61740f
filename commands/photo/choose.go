package photo

import (
	"context"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	pixels "golang.org/x/image/draw"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
	"kibitz/vision"
)

// choose shows the boards of an image, numbered, to pick one from. If none is of the ask's kind, it also offers to read
// the picture as that.
func (p *Reader) choose(a *ask.Ask, boards []*vision.Reading, picture []byte) *ask.Answer {
	const most = 25 // items of a menu
	r := a.New(chat.Plain, a.Say.Count("photo.several", len(boards)))
	menu := &chat.Menu{Path: a.Link(a.Keep(ask.Change{"do": a.Action.Name, chat.ImageOption: chat.PickedImage})), Hint: a.Say.Text("find.pick"), Mode: chat.EditOrPrivately}
	r.Text = p.List(r, menu, boards, 0, most)
	r.Menus = append(r.Menus, menu)
	if !slices.ContainsFunc(boards, func(b *vision.Reading) bool { return b.Kind == a.Kind.Photo }) {
		offerOwnKind(r, picture)
	}
	return r
}

// List adds boards to a menu of at most `most` items, and their pictures to an answer. It returns
// what they are, a line each. The first has the number after `before`.
func (p *Reader) List(r *ask.Answer, menu *chat.Menu, boards []*vision.Reading, before, most int) (told string) {
	a, alone := r.Ask, before == 0 && len(boards) == 1
	item := func(i int, name string) string {
		if alone {
			return name
		}
		return a.Say.Text("find.item", words.With{"Number": before + i + 1, "Name": name})
	}
	for i, b := range boards {
		name := fmt.Sprint(chat.Photo, "-", i+1)
		carryPhoto(r, name, b)
		var names []string
		for _, k := range p.kindsFor(a, b) {
			seen := (&Board{Reading: b}).named(k, a.Say)
			names = append(names, seen)
			if len(menu.Items) < most {
				menu.Items = append(menu.Items, chat.Item{
					Value: k.Name + " " + name, Label: item(i, seen), Detail: a.Say.Text("photo.item"),
				})
			}
		}
		told = ask.Join("\n", told, item(i, words.If(alone, "- "+strings.Join(names, "\n- "), a.Say.Series(names))))
	}
	r.Tracing = sideBySide(boards, before)
	if alone {
		r.Tracing.Notes = nil
	}
	r.Tracing.Alt = ask.Join("\n", r.Title, told)
	return told
}

// kindsFor returns the kinds that a board may be: the ask's kind alone if that is one of them.
func (p *Reader) kindsFor(a *ask.Ask, b *vision.Reading) []*ask.Kind {
	kinds := p.KindsOf(b)
	if slices.Contains(kinds, a.Kind) {
		return []*ask.Kind{a.Kind}
	}
	return kinds
}

// sideBySide draws boards beside each other, each with its number. The first has the number after
// `before`.
func sideBySide(boards []*vision.Reading, before int) *render.Tracing {
	const side, gap = 480, 12 // pixels
	t, x, most := &render.Tracing{}, 0, 0
	for i, b := range boards {
		part := (&Board{Reading: b}).extent()
		w, h := part.Dx(), part.Dy()
		w, h = max(1, w*side/max(w, h)), max(1, h*side/max(w, h))
		t.Notes = append(t.Notes, render.Note{Box: image.Rect(x, 0, x+w, h), Text: strconv.Itoa(before + i + 1), Look: render.Numbered})
		x, most = x+w+gap, max(most, h)
	}
	sheet := image.NewRGBA(image.Rect(0, 0, x-gap, most))
	for i, b := range boards {
		pixels.CatmullRom.Scale(sheet, t.Notes[i].Box, b.Straight, (&Board{Reading: b}).extent(), pixels.Over, nil)
	}
	t.Image = sheet
	return t
}

// Boards returns the boards on the images of a message. Where there are images and none has a
// board, notice says why.
func (p *Reader) Boards(ctx context.Context, a *ask.Ask) (boards []*vision.Reading, notice *ask.Answer) {
	for _, picture := range a.Target.Pictures {
		found, err := p.read(ctx, picture.Data, vision.Hint{}, len(a.Target.Pictures) == 1)
		switch {
		case err != nil:
			if notice == nil {
				notice = unseen(a, err, picture.Data)
			}
		case len(p.KindsOf(found[0])) == 0:
			notice = a.Aside().Notice("unseen.no-board")
		default:
			boards = append(boards, found...)
		}
	}
	return boards, notice
}
