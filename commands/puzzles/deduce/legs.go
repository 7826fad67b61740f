package deduce

import (
	"slices"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// afterLegs returns the board after some steps and some legs of the next one, with the last leg marked; nil if it
// is too large to draw.
func (g Game) afterLegs(way []Step, legs []Leg) *render.Board {
	b := ask.Unmarked(g.after(way))
	if b != nil {
		drawLegs(b, legs)
	}
	return b
}

// drawLegs draws what follows in each leg on a board, and marks and frames that of the last one.
func drawLegs(b *render.Board, legs []Leg) {
	for i, leg := range legs {
		last := i == len(legs)-1
		leg.Draw(b, words.If(last, render.New, render.NoMark))
		if area, ok := block(leg.Look, b.Cols); ok && last {
			area.Mark = words.If(leg.Fail, render.Proof, render.Pick)
			b.Framed = append(b.Framed, area)
		}
	}
}

// A walk is a way through a contradiction up to one of its legs.
type walk struct {
	before []Step // hints before that one
	legs   []Leg
}

// walks returns the ways through the contradictions of the hint on show and of the hints that lead to
// it, one leg after another.
func (s *session) walks() (all []walk) {
	if s.hinted == nil || s.degree != ask.HintWhy {
		return nil
	}
	way := append(slices.Clip(s.before), *s.hinted)
	for i, step := range way {
		for n := range step.Legs {
			all = append(all, walk{way[:i], step.Legs[:n+1]})
		}
	}
	return all
}

// leg returns the number of the leg that was asked for; 0 if the hint is told as a whole.
func (s *session) leg() int { return min(max(s.ask.Leg, 0), len(s.walks())) }

// tellLeg tells the last leg of a walk, the one with this number.
func (s *session) tellLeg(number int) string {
	all := s.walks()
	legs := all[number-1].legs
	return s.ask.Say.Text("play.leg", words.With{"Leg": number, "Legs": len(all), "Told": legs[len(legs)-1].Told})
}

// showLeg draws on the board what the hints before have ruled out, and what follows up to the leg with
// this number. It offers the previous leg, the next one, and to carry the hint out.
func (s *session) showLeg(r *ask.Answer, number int) {
	all := s.walks()
	for _, step := range all[number-1].before {
		step.Draw(r.Board, render.NoMark)
	}
	drawLegs(r.Board, all[number-1].legs)
	r.Legend["new"], r.Legend["proof"] = "legend.would-follow", "legend.fails"
	back, on := s.hintButton("button.previous", s.degree, number-1), s.hintButton("button.next", s.degree, number+1)
	on.Disabled = number == len(all)
	r.Offer(back, on, s.button("button.carry", "carry"))
}

// hintButton returns a button to a degree of the hint on show, and to one of its legs; 0 for the hint
// itself.
func (s *session) hintButton(label string, degree, leg int) chat.Button {
	change := s.change("hint")
	change["more"] = degree
	if leg > 0 {
		change["leg"] = leg
	}
	b := s.ask.Button(label, change)
	b.Mode = chat.EditByOwner
	return b
}
