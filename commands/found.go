package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/vision"
)

// list shows findings and boards in a menu to pick one from, and offers to print them. The readings
// of one text share a number; if there is one text or board alone, there are no numbers. A finding
// is left out, with a remark, if its text has no room in the reply or the menu is full.
func (c *Commands) list(a *ask.Ask, found []finding, boards []*vision.Reading) *ask.Answer {
	var texts []string
	for _, f := range found {
		if !slices.Contains(texts, f.text) {
			texts = append(texts, f.text)
		}
	}
	all := len(texts) + len(boards)
	alone := all == 1 // one puzzle that several kinds can read
	kinds := len(found)
	if alone && len(boards) == 1 {
		kinds = len(c.photos.KindsOf(boards[0]))
	}
	r := a.New(chat.Plain, a.Say.Count(words.If(alone, "find.readings", "find.title"), words.If(alone, kinds, all)))
	menu := findMenu(a, len(boards) > 0)
	room, told := 2400, make([][]string, len(texts)) // room: characters left for the puzzles' texts, which a pick reads
	for _, f := range found {
		block := slices.Index(r.Puzzles, f.code)
		if n := utf8.RuneCountInString(f.code); block < 0 && quotable(f.code) && n <= room && len(r.Puzzles) < maxBlocks {
			room -= n
			block = len(r.Puzzles)
			r.Puzzles = append(r.Puzzles, f.code)
		}
		if block < 0 || len(menu.Items) == maxFound {
			r.Note = a.Say.Text("find.no-room")
			continue
		}
		of, label := slices.Index(texts, f.text), f.name
		told[of] = append(told[of], f.name)
		if !alone {
			label = a.Say.Text("find.item", words.With{"Number": of + 1, "Name": f.name})
		}
		menu.Items = append(menu.Items, chat.Item{
			Value: fmt.Sprint(f.kind.Name, " ", block), Label: label, Detail: strings.Join(strings.Fields(words.Visible(f.code)), " "),
		})
	}
	var lines []string
	for of, names := range told {
		switch {
		case alone:
			lines = append(lines, "- "+strings.Join(names, "\n- "))
		case len(names) > 0:
			lines = append(lines, a.Say.Text("find.item", words.With{"Number": of + 1, "Name": a.Say.Series(names)}))
		}
	}
	if len(boards) > 0 {
		lines = append(lines, c.photos.List(r, menu, boards, len(texts), maxFound))
		r.Theme = c.theme(a)
	}
	r.Text = strings.Join(lines, "\n")
	if len(menu.Items) > 0 {
		r.Menus = append(r.Menus, menu)
	}
	offerSheet(r, found)
	return r
}

// findMenu returns the menu of the findings, still without items. If some are in images, its path
// lets a pick bring the image back.
func findMenu(a *ask.Ask, images bool) *chat.Menu {
	menu := &chat.Menu{Path: findPath, Hint: a.Say.Text("find.pick")}
	if images {
		menu.Path += "?" + chat.ImageOption + "=" + chat.PickedImage
	}
	if do := a.Options.Text("do"); do != "" {
		menu.Path += words.If(images, "&", "?") + "do=" + do
	}
	return menu
}

// maxBlocks is the most puzzles in one reply.
const maxBlocks = 20

// solvePicked answers a pick from the menu of findings: a puzzle in one of the reply's code blocks,
// or a board on one of its images. It also answers the button that prints them. It answers with a
// notice if the reply has no such puzzle.
func (c *Commands) solvePicked(ctx context.Context, a *ask.Ask, progress func(*chat.Reply)) *ask.Answer {
	if a.At != "" {
		return c.printFound(ctx, a)
	}
	name, number, _ := strings.Cut(a.Picked, " ")
	k := ask.Named(c.kinds, name)
	if file, ok := a.Options.File(chat.ImageOption); ok && k != nil {
		f := a.Found(k, "", nil)
		f.Options = ask.Options{chat.ImageOption: file}
		return tellNotPrinted(f, c.answer(ctx, f, progress))
	}
	if i, err := strconv.Atoi(number); k != nil && err == nil && 0 <= i && i < len(a.Puzzles) {
		f := a.Found(k, a.Puzzles[i], nil)
		return tellNotPrinted(f, c.answer(ctx, f, progress))
	}
	return a.Notice("unknown")
}
