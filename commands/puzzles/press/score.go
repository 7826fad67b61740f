package press

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
)

// A score is the moves of a match so far, replayed.
type score[M comparable] struct {
	plies  []int      // index of each move among those possible
	helped []bool     // a hint was asked for before the move
	moves  []M        // the moves themselves
	rows   []Match[M] // the match before each move, and after the last
	hinted bool       // a hint was asked for since the last move
}

// replay makes the moves again from the start. Plies are the words that carried writes: the index
// of each move, and hintedSign before a move that followed a hint. It returns false if a word is
// neither, or a move is not possible.
func replay[M comparable](start Match[M], plies []string) (s score[M], ok bool) {
	s.rows = []Match[M]{start}
	for _, ply := range plies {
		if ply == hintedSign {
			s.hinted = true
		} else if n, err := strconv.Atoi(ply); err != nil || !s.play(n) {
			return s, false
		}
	}
	return s, true
}

// now returns the match after all moves.
func (s *score[M]) now() Match[M] { return s.rows[len(s.rows)-1] }

// play makes the move with index n, and notes whether a hint was asked for before it. It returns
// false if there is no such move.
func (s *score[M]) play(n int) bool {
	moves := fewMoves(s.now())
	if n < 0 || n >= len(moves) {
		return false
	}
	s.plies, s.moves, s.rows = append(s.plies, n), append(s.moves, moves[n]), append(s.rows, s.now().After(moves[n]))
	s.helped, s.hinted = append(s.helped, s.hinted), false
	return true
}

// answer makes the move that the bot would choose; none if there is no move left.
func (s *score[M]) answer(ctx context.Context) {
	if best := s.now().Best(ctx); best != nil {
		s.play(slices.Index(fewMoves(s.now()), *best))
	}
}

// takeBack undoes the last n moves. If a hint was asked for before one of them, it counts for the
// next move instead.
func (s *score[M]) takeBack(n int) {
	n = len(s.plies) - n
	s.hinted = s.hinted || slices.Contains(s.helped[n:], true)
	s.plies, s.helped, s.moves, s.rows = s.plies[:n], s.helped[:n], s.moves[:n], s.rows[:n+1]
}

// last returns the last move; nil before the first.
func (s *score[M]) last() *M {
	if len(s.moves) == 0 {
		return nil
	}
	return &s.moves[len(s.moves)-1]
}

// over reports whether no move is left.
func (s *score[M]) over() bool { return len(fewMoves(s.now())) == 0 }

// carried writes the match as the reply carries it: the match as it stands on the first line and,
// below, the match as it began, the words `before`, the moves, and the words `after`. The second
// line is missing before the first move or hint, unless `before` has words.
func (s *score[M]) carried(before, after string) string {
	var line []string
	for i, n := range s.plies {
		if s.helped[i] {
			line = append(line, hintedSign)
		}
		line = append(line, strconv.Itoa(n))
	}
	if s.hinted {
		line = append(line, hintedSign)
	}
	moves := strings.Join(line, " ")
	if before == "" && moves == "" {
		return s.now().String()
	}
	return s.now().String() + "\n" + ask.Join(" ", s.rows[0].String(), before, moves, after)
}

// missed returns the last move by which a player gave a won game away, and a winning move to make
// instead; nil if the player made no such move. First is the index of the player's first move, 0 or
// 1. It returns nil and false if the time ended before it had judged enough moves to know.
func (s *score[M]) missed(ctx context.Context, first int) (made, better *M, sure bool) {
	for i := len(s.moves) - 1; i >= 0; i-- {
		if i%2 != first {
			continue
		}
		winning, sure := s.rows[i].Winning(ctx)
		if !sure {
			return nil, nil, false
		}
		if len(winning) > 0 && !slices.Contains(winning, s.moves[i]) {
			return &s.moves[i], &winning[0], true
		}
	}
	return nil, nil, true
}

// fewMoves returns the moves of a match. It stops at mostMoves+1, which tells the caller that there
// are too many to be played.
func fewMoves[M any](g interface{ Moves() iter.Seq[M] }) (moves []M) {
	for move := range g.Moves() {
		if moves = append(moves, move); len(moves) > mostMoves {
			break
		}
	}
	return moves
}

// offerMoves puts the possible moves into a reply: up to mostButtons as buttons, more in menus.
// Link returns the path for a turn. The turn of a move is "P.I", with the number P of moves made
// before it and the move's index I. By P a late click is known, whose index would mean another move
// now.
func (s *score[M]) offerMoves(r *ask.Answer, mode chat.Mode, link func(turn string) string) {
	moves := fewMoves(s.now())
	value := func(i int) string { return fmt.Sprintf("%d.%d", len(s.plies), i) }
	for i, move := range moves {
		switch {
		case len(moves) > mostButtons && i%MenuRow == 0:
			path := link(pickPads + strconv.Itoa(i/MenuRow+1))
			r.Menus = append(r.Menus, &chat.Menu{Path: path, Mode: mode, Hint: s.now().Name(move) + " …"})
			fallthrough
		case len(moves) > mostButtons:
			menu := r.Menus[len(r.Menus)-1]
			menu.Items = append(menu.Items, chat.Item{Value: value(i), Label: s.now().Name(move)})
		default:
			if i%PadRow == 0 {
				r.Grid = append(r.Grid, nil)
			}
			row := &r.Grid[len(r.Grid)-1]
			*row = append(*row, moveButton(s.now(), move, r.Ask, link(value(i)), mode))
		}
	}
}

// moveButton returns a move as a button. Its label is the move's name, or a sentence if buttons are
// read aloud.
func moveButton[M comparable](g Match[M], move M, a *ask.Ask, path string, mode chat.Mode) chat.Button {
	if a.Spoken() {
		return chat.Button{Label: g.Tell(a.Kind.Name+".match.label", move, a.Say, nil), Path: path, Mode: mode}
	}
	return chat.Button{Label: g.Name(move), Path: path, Mode: mode}
}

// chosen returns the index of the move that was clicked or picked from a menu. Timely reports that
// the click was made on the match as it stands, not on an earlier state. ok is false if the turn
// is not of the form that offerMoves gives it.
func (s *score[M]) chosen(a *ask.Ask) (n int, timely, ok bool) {
	turn := a.Turn
	if strings.HasPrefix(turn, pickPads) {
		turn = a.Picked
	}
	ply, move, _ := strings.Cut(turn, ".")
	at, err := strconv.Atoi(ply)
	n, err2 := strconv.Atoi(move)
	return n, at == len(s.plies), err == nil && err2 == nil && n >= 0
}
