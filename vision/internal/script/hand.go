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

// measure returns the hand in which digits of these heights are written, or h if there are none. Some may be drawn
// smaller to fit, none are drawn larger, so it takes the 70th percentile.
func (h Hand) measure(heights []float64) Hand {
	return Hand{h.Lighter, plane.Share(heights, .7, h.Height)}
}

// A number that does not fit into its box is drawn smaller: the digits of 12 may have three quarters of the
// height of 7, or less. So low a blob is taken for a digit only beside another, and only if the two together
// stand in the middle of a line, as numbers do.

// leastPaired is the least height of a digit of such a number, as a share of the hand's height.
const leastPaired = .5

// findPairs returns the pieces that are digits of a number drawn smaller: beside each other, or beside one of
// all. rest holds the other pieces.
func (b *Band) findPairs(h Hand, all []Glyph, pieces []ink.Blob) (found, rest []ink.Blob) {
	var lowPieces []int
	for i, x := range pieces {
		if t := float64(x.Box.Dy()); t >= leastPaired*h.Height && !h.fits(x.Box) && t < h.Height && t >= 6 {
			lowPieces = append(lowPieces, i)
		}
	}
	isPaired := make([]bool, len(pieces))
	for k, i := range lowPieces {
		x := pieces[i]
		if w, t := x.Box.Dx(), x.Box.Dy(); w > t && 2*w < 5*t && b.isCentred(x) { // both in one piece
			isPaired[i] = true
		}
		for _, j := range lowPieces[:k] {
			if b.canPair(x, pieces[j]) {
				isPaired[i], isPaired[j] = true, true
			}
		}
		for _, g := range all {
			if b.canPair(x, g.Blob) {
				isPaired[i] = true
			}
		}
	}
	for i, x := range pieces {
		if isPaired[i] {
			found = append(found, x)
		} else {
			rest = append(rest, x)
		}
	}
	return found, rest
}

// canPair reports whether two blobs may be the digits of one number: they stand level, side by side, are about as
// strong as each other and not too wide or slim, and together stand in the middle of a line. Lengths are compared
// with t, the height of the higher one.
func (b *Band) canPair(x, y ink.Blob) bool {
	t := float64(max(x.Box.Dy(), y.Box.Dy()))
	level := max(math.Abs(float64(x.Box.Min.Y-y.Box.Min.Y)), math.Abs(float64(x.Box.Max.Y-y.Box.Max.Y)))
	gap := float64(max(x.Box.Min.X, y.Box.Min.X) - min(x.Box.Max.X, y.Box.Max.X))
	wide, slim := float64(max(x.Box.Dx(), y.Box.Dx())), float64(min(x.Box.Dx(), y.Box.Dx()))
	return level <= .2*t && gap >= -.1*t && gap <= .6*t && wide <= 1.1*t && slim >= .12*t &&
		2*int(min(x.Peak, y.Peak)) >= int(max(x.Peak, y.Peak)) && b.isCentred(ink.Blob{Box: x.Box.Union(y.Box)})
}

// isCentred reports whether the middle of a blob is within 0.2 cells of the middle of a line.
func (b *Band) isCentred(x ink.Blob) bool {
	r, c := b.Middle(x.Box)
	if b.Cols {
		r = c
	}
	return math.Abs(r-math.Floor(r)-.5) <= .2
}

// A Hand is how the numbers of a board are written: in dark or light ink, and how high.
type Hand struct {
	Lighter int     // index into Band.Inks: 0 for dark ink, 1 for light
	Height  float64 // of a digit, in pixels
}

// FindHand returns the hand of a board and its score. It tries the commonest heights of blobs in both inks
// and takes the one with most blobs read as digits: the score is the square of their share times the root of the
// number of blobs. If nearly all blobs of one ink are digits, it does not try the other. On a dark page it begins
// with the light ink. The bands keep the blobs of each ink that was tried. If no blob may be a digit, the hand is
// zero.
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
		for _, height := range commonHeights(bands, light) {
			h := Hand{light, height}
			share, n, high, err := sample(ctx, bands, h, most*most) // with fewer blobs no score would be above most
			if err != nil {
				return best, 0, err
			}
			if score := share * share * math.Sqrt(float64(n)); score > most {
				best, most = h.measure(high), score
			}
			sure = sure || share > .85 && n >= max(lines, 12)
		}
		if sure {
			break
		}
	}
	return best, most, nil
}

// fits reports whether a box has a digit's height, from 0.72 to 1.28 times the hand's.
func (h Hand) fits(box image.Rectangle) bool {
	d := float64(box.Dy())
	return d >= .72*h.Height && d <= 1.28*h.Height
}

// mayBeDigit reports whether a blob may be a digit by its size and its place: 6 pixels high, from 0.15 to 1.05 of
// a cell, from 0.1 to 1.3 times as wide as high, and beside a line of the body.
func (b *Band) mayBeDigit(x ink.Blob) bool {
	w, h := float64(x.Box.Dx()), float64(x.Box.Dy())
	r, c := b.Middle(x.Box)
	return h >= 6 && h >= .15*b.H && h <= 1.05*b.H && w <= 1.3*h && w >= .1*h && b.LineOf(r, c) >= 0 && b.distance(r, c) > -.05
}

// commonHeights returns up to three heights, in pixels, that are the commonest among blobs that may be digits.
// A height stands for all within about 10 %. Blobs near the body and strong ones count more.
func commonHeights(bands []*Band, light int) []float64 {
	var n [256]float64 // by the logarithm of the height, in steps of 4 %
	bin := func(h float64) int { return min(int(math.Log(h)/math.Log(1.04)), 255) }
	for _, b := range bands {
		for _, x := range b.Blobs[light] {
			if !b.mayBeDigit(x) {
				continue
			}
			r, c := b.Middle(x.Box)
			n[bin(float64(x.Box.Dy()))] += float64(x.Peak) / (1 + max(b.distance(r, c), 0))
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

// An open digit in a dark box looks like a 0. Blobs are taken for such boxes if their median width is more
// than boxAspect of their height and the hand is higher than boxHeight of a cell: few digits so high are so
// wide.
const boxAspect, boxHeight = .92, .8

// sample reads up to 32 blobs of a hand, those nearest the body. It returns the share that are digits, the
// number n of all blobs of the hand, and the heights of the digits. If n is at most least it reads none and
// returns a share of 0, as it does if the blobs look like dark boxes with open digits.
func sample(ctx context.Context, bands []*Band, h Hand, least float64) (share float64, n int, high []float64, err error) {
	type place struct {
		b    *Band
		x    ink.Blob
		away float64
	}
	var all []place
	for _, b := range bands {
		for _, x := range b.Blobs[h.Lighter] {
			if b.mayBeDigit(x) && h.fits(x.Box) {
				r, c := b.Middle(x.Box)
				all = append(all, place{b, x, b.distance(r, c)})
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
		if s := p.b.sightOf(p.x, h.Lighter); s != nil {
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
	if plane.Median(wide, 0) > boxAspect && h.Height > boxHeight*bands[0].H {
		return 0, n, nil, nil
	}
	var ones, others []float64
	for _, s := range seen {
		share += 1 - float64(s.probs[digits.Junk])
		if class, _ := s.probs.Best(); class == 1 {
			ones = append(ones, s.height)
		} else if s.probs[digits.Junk] < .5 {
			others = append(others, s.height)
		}
	}
	high = slices.Concat(ones, others)
	if len(others) > len(ones)/2 && plane.Share(ones, .85, 0) > bracketHeight*plane.Median(others, 0) {
		high = others
	}
	return share / float64(len(all)), n, high, nil
}
