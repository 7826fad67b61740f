package plane

import "slices"

// Abs returns the absolute value of a number.
func Abs(v float64) float64 { return max(v, -v) }

// Median returns the middle one of the values, or otherwise if there are no values. It sorts them.
func Median(v []float64, otherwise float64) float64 { return Share(v, .5, otherwise) }

// Share returns the value below which the share `of` of the values lies, or otherwise if there are no values.
// It sorts them.
func Share(v []float64, of, otherwise float64) float64 {
	if len(v) == 0 {
		return otherwise
	}
	slices.Sort(v)
	return v[min(int(of*float64(len(v))), len(v)-1)]
}

// Quantile returns the value that a share of the pixels does not exceed.
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
