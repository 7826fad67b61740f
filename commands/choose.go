package commands

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

// choose shows the boards of an image, numbered, to pick one from.
func (c *Commands) choose(a *ask.Ask, boards []*vision.Reading) *ask.Answer {
	r := a.New(chat.Plain, a.Say.Count("photo.several", len(boards)))
	r.Private = a.IsPrivate()
	menu := &chat.Menu{Path: a.Link(a.Keep(ask.Change{"do": a.Action.Name, chat.ImageOption: chat.PickedImage})), Hint: a.Say.Text("find.pick"), Mode: chat.EditOrPrivately}
	r.Text = c.picked(r, menu, boards, 0)
	r.Menus = append(r.Menus, menu)
	return r
}

// picked puts boards into a menu, from the number after before on, and their pictures into the
// answer; and says what they are, a line each.
func (c *Commands) picked(r *ask.Answer, menu *chat.Menu, boards []*vision.Reading, before int) (told string) {
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
		for _, k := range c.kindsFor(a, b) {
			seen := (&sight{Reading: b}).named(k, a.Say)
			names = append(names, seen)
			if len(menu.Items) < maxFound {
				menu.Items = append(menu.Items, chat.Item{
					Value: k.Name + " " + name, Label: item(i, seen), Detail: a.Say.Text("photo.item"),
				})
			}
		}
		told = ask.Join("\n", told, item(i, words.If(alone, "- "+strings.Join(names, "\n- "), a.Say.Series(names))))
	}
	r.Theme = c.theme(a)
	r.Tracing = sideBySide(boards, before)
	if alone {
		r.Tracing.Notes = nil
	}
	r.Tracing.Alt = ask.Join("\n", r.Title, told)
	return told
}

// kindsFor are the kinds that a board may be, where a kind was asked for and it may be that, no other.
func (c *Commands) kindsFor(a *ask.Ask, b *vision.Reading) []*ask.Kind {
	kinds := c.kindsOn(b)
	if slices.Contains(kinds, a.Kind) {
		return []*ask.Kind{a.Kind}
	}
	return kinds
}

// sideBySide is the boards beside each other, each with its number.
func sideBySide(boards []*vision.Reading, before int) *render.Tracing {
	const side, gap = 480, 12
	t, x, most := &render.Tracing{}, 0, 0
	for i, b := range boards {
		part := (&sight{Reading: b}).extent()
		w, h := part.Dx(), part.Dy()
		w, h = max(1, w*side/max(w, h)), max(1, h*side/max(w, h))
		t.Notes = append(t.Notes, render.Note{Box: image.Rect(x, 0, x+w, h), Text: strconv.Itoa(before + i + 1), Look: render.Numbered})
		x, most = x+w+gap, max(most, h)
	}
	sheet := image.NewRGBA(image.Rect(0, 0, x-gap, most))
	for i, b := range boards {
		pixels.CatmullRom.Scale(sheet, t.Notes[i].Box, b.Straight, (&sight{Reading: b}).extent(), pixels.Over, nil)
	}
	t.Image = sheet
	return t
}

// boardsIn are the boards on the images of a message; why is what there is to say where there
// are images and none of them has one.
func (c *Commands) boardsIn(ctx context.Context, a *ask.Ask) (boards []*vision.Reading, why *ask.Answer) {
	for _, picture := range a.Target.Pictures {
		r, err := c.look(ctx, picture.Data, vision.Hint{})
		switch {
		case err != nil:
			if why == nil {
				why = unseen(a, err, picture.Data)
			}
		case len(c.kindsOn(r)) == 0:
			why = c.unknownKind(a, r)
		case len(r.Boards) > 1 && len(a.Target.Pictures) == 1:
			boards, err = c.several(ctx, picture.Data, r, vision.Hint{})
			if err != nil {
				why = unseen(a, err, picture.Data)
			} else if len(boards) == 0 {
				boards = append(boards, r)
			}
		default:
			boards = append(boards, r)
		}
	}
	return boards, why
}

// kindMeant is the kind of the only board on a message's images: the one that it can be of, or that
// the message names; nil where there is more than one.
func (c *Commands) kindMeant(boards []*vision.Reading, named []*ask.Kind) *ask.Kind {
	if len(boards) != 1 {
		return nil
	}
	kinds := c.kindsOn(boards[0])
	if chosen := slices.Collect(filter(kinds, func(k *ask.Kind) bool { return slices.Contains(named, k) })); len(chosen) > 0 {
		kinds = chosen
	}
	if len(kinds) != 1 {
		return nil
	}
	return kinds[0]
}

// solveSeen answers a command on a message with one board on its images, of that kind.
func (c *Commands) solveSeen(ctx context.Context, a *ask.Ask, k *ask.Kind, board *vision.Reading, progress func(*chat.Reply)) *ask.Answer {
	f := a.Found(k, "", nil)
	f.Options = ask.Options{}
	if do := a.Options.Text("do"); do != "" {
		f.Options["do"] = do
	}
	seen, r := c.seen(ctx, f, board)
	if r != nil {
		return r
	}
	r = c.work(ctx, f, progress)
	c.showSeen(r, seen)
	return r
}
