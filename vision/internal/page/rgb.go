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

// TwoMeans splits colours into two parts, each colour nearer to the mean of its own: k-means, see
// MacQueen, "Some methods for classification and analysis of multivariate observations", 1967. It
// begins with the colour farthest from the mean of all, and the colour farthest from that. Of returns
// the part of each colour, 0 or 1. If all colours are equal they are in part 0.
func TwoMeans(looks []RGB) (of []int, mean [2]RGB) {
	of = make([]int, len(looks))
	var all RGB
	for _, c := range looks {
		all = all.Plus(c.Times(1 / float64(len(looks))))
	}
	farthest := func(from RGB) (far RGB) {
		far = from
		for _, c := range looks {
			if c.To(from) > far.To(from) {
				far = c
			}
		}
		return far
	}
	mean[0] = farthest(all)
	mean[1] = farthest(mean[0])
	const rounds = 20 // more than are needed
	for range rounds {
		var sum [2]RGB
		var n [2]float64
		for i, c := range looks {
			of[i] = 0
			if c.To(mean[1]) < c.To(mean[0]) {
				of[i] = 1
			}
			sum[of[i]], n[of[i]] = sum[of[i]].Plus(c), n[of[i]]+1
		}
		if n[0] == 0 || n[1] == 0 {
			return of, mean
		}
		mean = [2]RGB{sum[0].Times(1 / n[0]), sum[1].Times(1 / n[1])}
	}
	return of, mean
}
