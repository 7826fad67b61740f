package lattice

import "image"

// A nonogram may have lines around the boxes of its clues alone, and none in its body.

// clueBoxes returns how many columns of boxes lie before such a body and how many rows above it, or zeros if the whole
// cells of the trimmed sheet are not two blocks like these.
func (s *sheet) clueBoxes() image.Point {
	const all, none, least = .8, .1, 3 // shares of whole cells; lines of a body
	r, c := s.r0, s.c0                 // where the body begins
	for r < s.r1 && s.fourSided[r*s.cols+s.c1-1] {
		r++
	}
	for c < s.c1 && s.fourSided[(s.r1-1)*s.cols+c] {
		c++
	}
	if r == s.r0 || c == s.c0 || s.r1-r < least || s.c1-c < least {
		return image.Point{}
	}
	share := func(r0, c0, r1, c1 int) float64 {
		return float64(s.count(r0, c0, r1, c1)) / float64((r1-r0)*(c1-c0))
	}
	if share(s.r0, c, r, s.c1) < all || share(r, s.c0, s.r1, c) < all || share(s.r0, s.c0, r, c) > none || share(r, c, s.r1, s.c1) > none {
		return image.Point{}
	}
	return image.Pt(c-s.c0, r-s.r0)
}
