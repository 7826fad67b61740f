package script

import (
	"cmp"
	"context"
	"image"
	"math"
	"slices"

	"kibitz/vision/internal/digits"
	"kibitz/vision/internal/ink"
	"kibitz/vision/internal/plane"
)

// of returns the hand in which digits of these heights are written. Some may be drawn smaller to fit, none are
// drawn larger, so it takes the 70th percentile.
func (h Hand) of(heights []float64) Hand {
	return Hand{h.Lighter, plane.Share(heights, .7, h.Height)}
}

// What does not fit into its box is drawn smaller: 12 has digits of three quarters of 7's height, or
// less. So low a digit is taken for one only beside another one, and where the two together stand in
// the middle of a line, as a number does.

// Of a hand's height: how low the digits of such a number are at least.
const leastPaired = .5

// paired are the blobs that are such digits, beside each other or beside one of all; rest is what is none.
func (b *Band) paired(h Hand, all []Glyph, pieces []ink.Blob) (found, rest []ink.Blob) {
	var low []int
	for i, x := range pieces {
		if t := float64(x.Box.Dy()); t >= leastPaired*h.Height && !h.tall(x.Box) && t < h.Height && t >= 6 {
			low = append(low, i)
		}
	}
	is := make([]bool, len(pieces))
	for k, i := range low {
		x := pieces[i]
		if w, t := x.Box.Dx(), x.Box.Dy(); w > t && 2*w < 5*t && b.centred(x) { // both in one piece
			is[i] = true
		}
		for _, j := range low[:k] {
			if b.pair(x, pieces[j]) {
				is[i], is[j] = true, true
			}
		}
		for _, g := range all {
			if b.pair(x, g.Blob) {
				is[i] = true
			}
		}
	}
	for i, x := range pieces {
		if is[i] {
			found = append(found, x)
		} else {
			rest = append(rest, x)
		}
	}
	return found, rest
}

// pair tells whether two blobs may be the digits of a number.
func (b *Band) pair(x, y ink.Blob) bool {
	t := float64(max(x.Box.Dy(), y.Box.Dy()))
	level := max(math.Abs(float64(x.Box.Min.Y-y.Box.Min.Y)), math.Abs(float64(x.Box.Max.Y-y.Box.Max.Y)))
	gap := float64(max(x.Box.Min.X, y.Box.Min.X) - min(x.Box.Max.X, y.Box.Max.X))
	wide, slim := float64(max(x.Box.Dx(), y.Box.Dx())), float64(min(x.Box.Dx(), y.Box.Dx()))
	return level <= .2*t && gap >= -.1*t && gap <= .6*t && wide <= 1.1*t && slim >= .12*t &&
		2*int(min(x.Peak, y.Peak)) >= int(max(x.Peak, y.Peak)) && b.centred(ink.Blob{Box: x.Box.Union(y.Box)})
}

// centred tells whether a blob stands in the middle of a line.
func (b *Band) centred(x ink.Blob) bool {
	r, c := b.Middle(x.Box)
	if b.Cols {
		r = c
	}
	return math.Abs(r-math.Floor(r)-.5) <= .2
}

// A Hand is how the numbers of a board are written: with dark ink or light, and how high.
type Hand struct {
	Lighter int // 0 or 1, as band.inks
	Height  float64
}

// FindHand tries the commonest heights of blobs of both inks, and takes the one of which most
// are read as digits. Where nearly all of those of one ink are, the other one is not looked for.
func FindHand(ctx context.Context, bands []*Band, photo bool) (Hand, float64, error) {
	var best Hand
	var most float64
	lines, first := 0, 0
	for _, b := range bands {
		lines += b.Lines
		if photo {
			ink.Soften(b.Light)
		}
	}
	if plane.Quantile(bands[0].Light.Pix, .5) < 90 {
		first = 1
	}
	for _, light := range []int{first, 1 - first} {
		for _, b := range bands {
			if err := b.findInkOf(ctx, light, photo); err != nil {
				return best, 0, err
			}
		}
		sure := false
		for _, height := range heights(bands, light) {
			h := Hand{light, height}
			share, n, high, err := sample(ctx, bands, h, most*most)
			if err != nil {
				return best, 0, err
			}
			if score := share * share * math.Sqrt(float64(n)); score > most {
				best, most = h.of(high), score
			}
			sure = sure || share > .85 && n >= max(lines, 12)
		}
		if sure {
			break
		}
	}
	return best, most, nil
}

// tall is the range of digits' heights around a hand's.
func (h Hand) tall(box image.Rectangle) bool {
	d := float64(box.Dy())
	return d >= .72*h.Height && d <= 1.28*h.Height
}

func (b *Band) plausible(x ink.Blob) bool {
	w, h := float64(x.Box.Dx()), float64(x.Box.Dy())
	r, c := b.Middle(x.Box)
	return h >= 6 && h >= .15*b.H && h <= 1.05*b.H && w <= 1.3*h && w >= .1*h && b.LineOf(r, c) >= 0 && b.away(r, c) > -.05
}

// heights are the three commonest heights of blobs, those near the body counting most.
func heights(bands []*Band, light int) []float64 {
	var n [256]float64 // by the logarithm of the height, 4 % each
	bin := func(h float64) int { return min(int(math.Log(h)/math.Log(1.04)), 255) }
	for _, b := range bands {
		for _, x := range b.Blobs[light] {
			if !b.plausible(x) {
				continue
			}
			r, c := b.Middle(x.Box)
			n[bin(float64(x.Box.Dy()))] += float64(x.Peak) / (1 + max(b.away(r, c), 0))
		}
	}
	var found []float64
	for range 3 {
		best, most := 0, 0.
		for i := 2; i < len(n)-2; i++ {
			if sum := n[i-2] + n[i-1] + n[i] + n[i+1] + n[i+2]; sum > most || sum == most && n[i] > n[best] {
				best, most = i, sum
			}
		}
		if most == 0 {
			break
		}
		found = append(found, math.Pow(1.04, float64(best)+.5))
		for i := max(best-4, 0); i <= min(best+4, 255); i++ {
			n[i] = 0
		}
	}
	return found
}

// Boxes with a digit left open in them look like a 0. They are as wide as most digits never are that fill so
// much of a cell's height.
const squat, filling = .92, .8

// sample reads up to 32 blobs of a hand, and says how many there are in all, which share of them are
// digits, and how high these are; of no more than least blobs it reads none.
func sample(ctx context.Context, bands []*Band, h Hand, least float64) (share float64, n int, high []float64, err error) {
	type place struct {
		b    *Band
		x    ink.Blob
		away float64
	}
	var all []place
	for _, b := range bands {
		for _, x := range b.Blobs[h.Lighter] {
			if b.plausible(x) && h.tall(x.Box) {
				r, c := b.Middle(x.Box)
				all = append(all, place{b, x, b.away(r, c)})
			}
		}
	}
	slices.SortStableFunc(all, func(p, q place) int { return cmp.Compare(p.away, q.away) })
	if n = len(all); float64(n) <= least {
		return 0, n, nil, nil
	}
	all = all[:min(len(all), 32)]
	var seen []*sight
	for _, p := range all {
		if s := p.b.see(p.x, h.Lighter); s != nil {
			seen = append(seen, s)
		}
	}
	if err := ask(ctx, seen); err != nil || len(seen) == 0 {
		return 0, 0, nil, err
	}
	var wide []float64
	for _, p := range all {
		wide = append(wide, float64(p.x.Box.Dx())/float64(p.x.Box.Dy()))
	}
	if plane.Median(wide, 0) > squat && h.Height > filling*bands[0].H {
		return 0, n, nil, nil
	}
	for _, s := range seen {
		share += 1 - float64(s.probs[digits.Junk])
		if s.probs[digits.Junk] < .5 {
			high = append(high, s.high)
		}
	}
	return share / float64(len(all)), n, high, nil
}
