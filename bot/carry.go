package bot

import (
	"context"
	"errors"
	"unicode/utf8"

	"kibitz/bot/compose"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// A reply carries its puzzle for the clicks that follow: in a code block, or, if that is too
// long, in a file of the name chat.PuzzleFile. With each click on the message Discord says
// where the file is, and signs the address anew, so that neither age nor a restart loses the
// puzzle.

// noticePuzzleLost is the notice to a click whose puzzle's file cannot be had.
const noticePuzzleLost = "file.no-puzzle"

// carry notes in the request the puzzles that the clicked message carries. The last one is the
// request's puzzle.
func (in *interaction) carry(puzzles []string) {
	in.request.Puzzles, in.request.Puzzle = puzzles, ""
	if n := len(puzzles); n > 0 {
		in.request.Puzzle = puzzles[n-1]
	}
}

// puzzleFile returns the file with the puzzle of a reply of the application's, at most one,
// if the reply's text has no puzzle. Files of other messages are never taken for one.
func puzzleFile(p *wire.Posted, app string) []upload {
	if p.Application != app || len(wire.Puzzles(p.Components)) > 0 {
		return nil
	}
	for _, a := range p.Files() {
		if a.Filename == chat.PuzzleFile {
			return []upload{{id: a.ID, name: a.Filename, kind: a.ContentType, url: a.URL, size: a.Size, carried: true}}
		}
	}
	return nil
}

// fetchPuzzle reads the puzzle that a reply carries in a file, and puts it where a puzzle in
// the reply's text would be.
func (b *bot) fetchPuzzle(ctx context.Context, in *interaction, a upload) (refusal *chat.Reply) {
	puzzle, err := b.puzzleOf(ctx, a)
	switch {
	case err != nil && b.boards.replaced(in):
		// The file went with the version of the message that was clicked on.
	case context.Cause(ctx) == errUnwanted: // it is a job of the queue by now
		return b.unsolved(ctx, in, noticeBusyBot)
	case err != nil:
		b.log.Warn("the file with a puzzle cannot be had", in.asked(), "err", err)
		return b.unsolved(ctx, in, noticePuzzleLost)
	case in.request.Target != nil:
		in.request.Target.Reply.Puzzles = []string{puzzle}
	default:
		in.carry([]string{puzzle})
		in.kept = compose.KeptFile{ID: a.id, Puzzle: puzzle}
	}
	return nil
}

// fetchInTime fetches the puzzle that a reply carries in a file for a form, in time for the
// first response; false if there is no file, it does not come in time, or maxFetching other
// requests are fetching: the form then opens without the puzzle.
func (b *bot) fetchInTime(in *interaction) bool {
	if len(in.files) != 1 || !in.files[0].carried {
		return false
	}
	select {
	case b.fetching <- struct{}{}:
	default:
		return false
	}
	defer func() { <-b.fetching }()
	ctx, cancel := context.WithDeadline(b.working, in.firstUntil().Add(-leastFirst))
	defer cancel()
	return b.fetchPuzzle(ctx, in, in.files[0]) == nil
}

// puzzleOf returns the text of a file with a puzzle.
func (b *bot) puzzleOf(ctx context.Context, a upload) (string, error) {
	data, err := b.download(ctx, a, chat.MaxPuzzleFile)
	if err == nil && !utf8.Valid(data) {
		err = errors.New("it is no text")
	}
	return string(data), err
}

// carriedBy returns the puzzles that a message carries, in its file or its text; false if the file
// cannot be had.
func (b *bot) carriedBy(ctx context.Context, in *interaction, at *stand) (puzzles []string, ok bool) {
	for _, f := range puzzleFile(&at.Posted, in.app) {
		puzzle, err := b.puzzleOf(ctx, f)
		return []string{puzzle}, err == nil
	}
	return wire.Puzzles(at.Components), true
}
