package press

import (
	"fmt"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/render"
)

// touch gives r the whole board in place of pads and buttons, and tells what can be pressed there. Hinted is
// the pad that a hint names, which is marked; "" for none. A stuck game has no pads.
func (s *session) touch(r *ask.Answer, hinted string, stuck bool) {
	if r.Board == nil {
		r.Show(s.now.Scene(true), "")
	}
	r.Play = &chat.Play{Name: s.about()["Puzzle"].(string), Look: pickRow, Hinted: s.ask.Turn == hint && !stuck, Carry: doIt, Undo: undo}
	for _, row := range s.now.Pads() {
		for _, pad := range row {
			if pad.Gap || stuck {
				continue
			}
			touched := chat.PlayPad{Turn: pad.Name, Name: pad.spoken(s.ask.Say)}
			if r.Board != nil && pad.Cell < len(r.Board.Cells) {
				touched.Cells = []int{pad.Cell}
				if pad.Name == hinted {
					r.Board.Cells[pad.Cell].Mark = render.Pick
				}
			}
			r.Play.Pads = append(r.Play.Pads, touched)
		}
	}
}

// touch tells which moves can be made by touch; nil for a match that is over.
func (c *contest[M]) touch() *chat.Play {
	if c.over() {
		return nil
	}
	p := &chat.Play{Name: c.ask.Say.Text(c.ask.Kind.Name + ".name"), Look: asItStands, Hinted: c.ask.Turn == hint, Carry: doIt, Undo: undo}
	if len(c.plies) == 0 {
		p.Pads = append(p.Pads, chat.PlayPad{Turn: botFirst, Name: c.ask.Say.Text(c.ask.Kind.Name + ".match.begin")})
	}
	for i, move := range fewMoves(c.now()) {
		p.Pads = append(p.Pads, chat.PlayPad{Turn: fmt.Sprintf("%d.%d", len(c.plies), i), Name: c.now().Name(move), Cells: c.now().Cells(move)})
	}
	return p
}
