package synth

import (
	"math"
	"math/rand/v2"
)

// lights draws lamps or cards as tiles, from (0, 0) on.
func (s *sheet) lights(rng *rand.Rand, b *Board, st Style) {
	l := st.Lights
	tall := st.tall(b.Kind)
	s.rect(-l.Gap, -l.Gap, float64(b.Cols)+l.Gap, float64(b.Rows)*tall+l.Gap, st.Body)
	pointer := -1
	if l.Pointer.A != 0 {
		pointer = rng.IntN(len(b.Lit))
	}
	for i, lit := range b.Lit {
		x, y := float64(i%b.Cols)+l.Gap/2, float64(i/b.Cols)*tall+l.Gap/2
		x1, y1 := x+1-l.Gap, y+tall-l.Gap
		fill := l.Off
		if lit {
			fill = l.On
		}
		if i == pointer {
			fill = mix(fill, l.Pointer, .45)
		}
		s.round(x, y, x1, y1, l.Radius, fill)
		mx, my := (x+x1)/2, (y+y1)/2
		if lit && l.Glow {
			for k := range 6 {
				t := float64(k+1) / 7
				s.disc(mx, my, (x1-x)/2*(1-t*.8), mix(fill, grey(255), t*.7))
			}
		}
		sign := mix(fill, grey(128), .45)
		switch l.Glyph {
		case 1:
			s.disc(mx, my, .28, sign)
			s.disc(mx, my, .2, fill)
		case 2:
			s.disc(mx, my-.06, .18, sign)
			s.rect(mx-.08, my+.1, mx+.08, my+.24, sign)
		case 3:
			s.line(mx-.2, my, mx+.2, my, .07, sign)
			s.line(mx, my-.2, mx, my+.2, .07, sign)
		case 4: // a card's face
			if lit {
				for k := range 5 {
					angle := float64(k) * 2 * math.Pi / 5
					s.disc(mx+.18*math.Cos(angle), my+.25*math.Sin(angle), .06, grey(40))
				}
			}
		}
	}
	if st.Rule > 0 || st.Frame > 0 {
		s.tileLines(b, st, tall)
	}
}

// tileLines draws the lines between tiles, and the frame.
func (s *sheet) tileLines(b *Board, st Style, tall float64) {
	w, h := float64(b.Cols), float64(b.Rows)*tall
	thick := func(i, last int) float64 {
		if i == 0 || i == last {
			return max(st.Frame, st.Rule)
		}
		return st.Rule
	}
	for r := range b.Rows + 1 {
		t := thick(r, b.Rows)
		s.rect(-t/2, float64(r)*tall-t/2, w+t/2, float64(r)*tall+t/2, st.Line)
	}
	for c := range b.Cols + 1 {
		t := thick(c, b.Cols)
		s.rect(float64(c)-t/2, -t/2, float64(c)+t/2, h+t/2, st.Line)
	}
}

// tableStyle has cards on a brown table, with blue backs.
func tableStyle(rng *rand.Rand) Style {
	s := cardStyle(rng)
	s.Lights.Off = about(rng, rgb(0x2040a0))
	s.Paper = about(rng, rgb(0x604020))
	s.Body = s.Paper
	return s
}

func chipStyle(rng *rand.Rand) Style {
	s := roundedStyle(rng)
	s.Lights.Radius = .5
	return s
}
