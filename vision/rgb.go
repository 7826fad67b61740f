package vision

import "math"

// rgb is a colour, or a difference of colours.
type rgb [3]float64

func (c rgb) plus(d rgb) rgb { return rgb{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

func (c rgb) times(f float64) rgb { return rgb{c[0] * f, c[1] * f, c[2] * f} }

func (c rgb) to(d rgb) float64 {
	d = d.times(-1).plus(c)
	return math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
}

func (c rgb) light() float64 { return max(c[0], c[1], c[2]) }

// beside is how far a colour is from the nearest mixture of two others.
func (c rgb) beside(d, e rgb) float64 {
	way := e.plus(d.times(-1))
	long := way[0]*way[0] + way[1]*way[1] + way[2]*way[2]
	if long == 0 {
		return c.to(d)
	}
	off := c.plus(d.times(-1))
	share := (off[0]*way[0] + off[1]*way[1] + off[2]*way[2]) / long
	return c.to(d.plus(way.times(min(max(share, 0), 1))))
}

// logarithm of a colour; what is nearly black is mostly noise.
func (c rgb) logarithm() (l rgb) {
	const black = 16
	for k, v := range c {
		l[k] = math.Log(v + black)
	}
	return l
}
