package deduce

import (
	"slices"

	"kibitz/commands/chat"
)

// touch tells how the board is marked by touch; nil for a game that is over.
func (s *session) touch(over bool, name string, all int) *chat.Play {
	if over {
		return nil
	}
	p := &chat.Play{
		Name: name, All: all,
		Turns: s.turns, Between: turnBreak, Drawn: !s.Digits, Noted: s.Digits, Hinted: s.hinted != nil,
		Look: wholeBoard, Carry: "carry", Check: "check", GiveUp: giveUpNow,
	}
	open := slices.Index(s.printed, Unmarked)
	for i, sign := range s.printed {
		if sign != Unmarked {
			p.Fixed = append(p.Fixed, i)
		}
	}
	if open < 0 {
		return p
	}
	sheet := slices.Clone(s.printed)
	p.Open = s.Board(sheet).Cells[open]
	for _, sign := range []byte(s.Signs) {
		sheet[open] = sign
		one := chat.PlaySign{Sign: string(sign), Looks: s.Board(sheet).Cells[open], Empty: sign == s.Empty}
		if paint := s.paint(sign); paint != nil {
			one.Name = paint.Name(s.ask.Say)
		}
		p.Signs = append(p.Signs, one)
	}
	return p
}
