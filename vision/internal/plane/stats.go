package plane

import "slices"

// Abs returns how far a number is from 0.
func Abs(v float64) float64 { return max(v, -v) }

// Median is the middle of the values, or otherwise where there are none. It sorts them.
func Median(v []float64, otherwise float64) float64 { return Share(v, .5, otherwise) }

// Share returns the value below which the share `of` of the values lies, or `otherwise` where there are none.
// It sorts them.
func Share(v []float64, of, otherwise float64) float64 {
	if len(v) == 0 {
		return otherwise
	}
	slices.Sort(v)
	return v[min(int(of*float64(len(v))), len(v)-1)]
}

// Quantile is the value that a share of the pixels does not pass.
func Quantile(p []uint8, share float64) uint8 {
	var n [256]int
	for _, v := range p {
		n[v]++
	}
	left := int(share * float64(len(p)))
	for v := range n {
		if left -= n[v]; left < 0 {
			return uint8(v)
		}
	}
	return 255
}
