package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render/sheet"
)

// A Printed is one puzzle of a file ready to print, or the error that prevents it.
type Printed struct {
	Name string // the file's name, and behind "#" the puzzle's own if there are several
	sheet.Puzzle
	Err error
}

// Print reads the puzzles of a file by the first kind that can read the first of them, and solves
// each in the time `each`. It returns at least one Printed. If no kind can read the first puzzle,
// that is a single one whose error tells why, kind by kind.
func (c *Commands) Print(ctx context.Context, file, data string, each time.Duration) (all []Printed) {
	var no []string
	for _, k := range c.kinds {
		if k.Sheet == nil {
			continue
		}
		err := error(fmt.Errorf("this is not a text file in UTF-8"))
		if c.Readable(k.Name, data) {
			all, err = nil, nil
			for name, text := range c.Split(k.Name, file, data) {
				p, wrong := printed(ctx, k, text, each)
				if all = append(all, Printed{name, p, wrong}); len(all) == 1 && p.Board == nil {
					err = wrong
					break
				}
			}
		}
		if err == nil {
			return all
		}
		no = append(no, fmt.Sprintf("as a puzzle of %s: %v", k.Name, err))
	}
	return []Printed{{Name: file, Err: fmt.Errorf("no puzzle to print: %s", strings.Join(no, "; "))}}
}

// printed reads and solves one puzzle for print. Its error tells why it could not be read, or
// solved in the time.
func printed(ctx context.Context, k *ask.Kind, text string, each time.Duration) (sheet.Puzzle, error) {
	ctx, cancel := context.WithTimeout(ctx, each)
	defer cancel()
	game, err := k.Read(text, nil)
	if order, ok := game.(ask.Order); ok && err == nil {
		game, err = order.Make(ctx)
	}
	if err != nil {
		return sheet.Puzzle{}, err
	}
	return k.Sheet(ctx, game)
}

// offerSheet adds the button that prints all printable puzzles of a reply on one sheet, if there
// are several. Its path names their code blocks.
func offerSheet(r *ask.Answer, found []finding) {
	var blocks []string
	for i, code := range r.Puzzles {
		if slices.ContainsFunc(found, func(f finding) bool { return f.code == code && f.kind.Sheet != nil }) {
			blocks = append(blocks, strconv.Itoa(i))
		}
	}
	if len(blocks) > 1 {
		r.Offer(chat.Button{Label: r.Ask.Say.Count("find.print", len(blocks)), Path: findPath + "?at=" + strings.Join(blocks, ".")})
	}
}

// printFound answers the button of offerSheet with a PDF of the puzzles in the code blocks that the
// path names. A puzzle that takes too long is printed without its solution. A path that names no
// block of the reply is answered with a notice.
func (c *Commands) printFound(ctx context.Context, a *ask.Ask) *ask.Answer {
	var puzzles []sheet.Puzzle
	blocks, solved := strings.Split(a.At, "."), true
	for i, block := range blocks {
		n, err := strconv.Atoi(block)
		if err != nil || n < 0 || n >= len(a.Puzzles) || i == maxBlocks {
			return a.Notice("unknown")
		}
		p := c.printedAs(ctx, a.Puzzles[n], len(blocks)-i)
		if p.Board == nil {
			return a.OutOfTime()
		}
		puzzles, solved = append(puzzles, p), solved && p.Solution != nil
	}
	r := a.New(chat.Plain, a.Say.Count("paper.several", len(puzzles)))
	r.Text = a.Say.Text(words.If(solved, "paper.solved", "paper.some-solved"))
	r.Files = []chat.File{{Name: "sheet.pdf", Data: sheet.PDF(puzzles)}}
	return r
}

// printedAs reads a text by the first printable kind that can, and solves it in its share of the
// remaining time, or in a minute if there is no limit. Left is the number of puzzles still to
// print, this one included. The result has no Board if no kind could read the text, or if the board
// is too large to draw.
func (c *Commands) printedAs(ctx context.Context, text string, left int) (p sheet.Puzzle) {
	each := time.Minute
	if end, ok := ctx.Deadline(); ok {
		each = time.Until(end) / time.Duration(left+1) // a share of the time is left when all are printed
	}
	for _, k := range c.kinds {
		if k.Sheet == nil || p.Board != nil {
			continue
		}
		game, err := k.Read(text, nil)
		if err != nil {
			continue
		}
		if rows, cols := game.Size(); ask.Drawn(rows, cols) {
			p, _ = printed(ctx, k, text, each)
		}
	}
	return p
}
