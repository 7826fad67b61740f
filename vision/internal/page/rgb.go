package page

import "math"

// RGB is a colour, or a difference of colours.
type RGB [3]float64

// Plus returns the sum of two colours.
func (c RGB) Plus(d RGB) RGB { return RGB{c[0] + d[0], c[1] + d[1], c[2] + d[2]} }

// Times returns a colour f times as strong.
func (c RGB) Times(f float64) RGB { return RGB{c[0] * f, c[1] * f, c[2] * f} }

// To returns the distance of two colours.
func (c RGB) To(d RGB) float64 {
	d = d.Times(-1).Plus(c)
	return math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2])
}

// Light returns the largest part of a colour.
func (c RGB) Light() float64 { return max(c[0], c[1], c[2]) }

// Beside returns the distance of a colour from the nearest mixture of two others, which lies on the straight line
// from one to the other.
func (c RGB) Beside(d, e RGB) float64 {
	way := e.Plus(d.Times(-1))
	long := way[0]*way[0] + way[1]*way[1] + way[2]*way[2]
	if long == 0 {
		return c.To(d)
	}
	off := c.Plus(d.Times(-1))
	share := (off[0]*way[0] + off[1]*way[1] + off[2]*way[2]) / long
	return c.To(d.Plus(way.Times(min(max(share, 0), 1))))
}

// Logarithm returns the logarithm of each part of a colour. It first adds noiseFloor, as the differences of
// nearly black pixels are mostly noise.
func (c RGB) Logarithm() (l RGB) {
	const noiseFloor = 16 // grey levels
	for k, v := range c {
		l[k] = math.Log(v + noiseFloor)
	}
	return l
}
