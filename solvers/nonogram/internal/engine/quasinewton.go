package engine

// quasiNewton looks for the least value of a smooth convex function, starting at 0, by the
// limited-memory method of Broyden, Fletcher, Goldfarb and Shanno (Liu and Nocedal 1989).
type quasiNewton struct {
	f        func(x, slope []float64) float64 // returns the value at x and sets slope
	x, slope []float64
	value    float64
	bends    []bend // of the last mostBends steps, in order
}

// bend holds a step and the change of the slope along it.
type bend struct {
	step, change []float64
	product      float64 // scalar product of the two, above 0
}

const (
	mostBends = 8      // steps whose bends are kept
	firstStep = .1     // share of the way to the value 0 along the slope
	shrink    = 1. / 3 // factor of the length of a step after one that was too long
	tries     = 20     // lengths tried for one step
	armijo    = 1e-4   // share of the decrease promised by the slope that a step must reach
)

// newQuasiNewton prepares to minimize f over n variables.
func newQuasiNewton(n int, f func(x, slope []float64) float64) *quasiNewton {
	m := &quasiNewton{f: f, x: make([]float64, n), slope: make([]float64, n)}
	m.value = f(m.x, m.slope)
	return m
}

// step goes against course to a lower value: the whole way at first, then ever shorter. It returns
// false, and stays, if course does not lead down or no length tried does.
func (m *quasiNewton) step() bool {
	course := m.course()
	promise := dot(m.slope, course)
	if promise <= 0 {
		return false
	}
	length := 1.0
	if len(m.bends) == 0 {
		length = firstStep * m.value / promise
	}
	x, slope := make([]float64, len(m.x)), make([]float64, len(m.x))
	for range tries {
		for i := range x {
			x[i] = m.x[i] - length*course[i]
		}
		value := m.f(x, slope)
		if value <= m.value-armijo*length*promise {
			m.accept(x, slope, value)
			return true
		}
		length *= shrink
	}
	return false
}

// course returns the slope, corrected by the curvature that the bends show: the two loops of the
// method, from the last bend to the first and back, with a scaling by the last bend between them.
func (m *quasiNewton) course() []float64 {
	course := append([]float64(nil), m.slope...)
	shares := make([]float64, len(m.bends))
	for i := len(m.bends) - 1; i >= 0; i-- {
		b := &m.bends[i]
		shares[i] = dot(b.step, course) / b.product
		addScaled(course, -shares[i], b.change)
	}
	if n := len(m.bends); n > 0 {
		b := &m.bends[n-1]
		scale := b.product / dot(b.change, b.change)
		for i := range course {
			course[i] *= scale
		}
	}
	for i, b := range m.bends {
		addScaled(course, shares[i]-dot(b.change, course)/b.product, b.step)
	}
	return course
}

// accept moves to x, and keeps the bend of the step there; of more than mostBends the first goes. It
// overwrites the old x and slope, and keeps the slices it is given.
func (m *quasiNewton) accept(x, slope []float64, value float64) {
	for i := range x {
		m.x[i], m.slope[i] = x[i]-m.x[i], slope[i]-m.slope[i]
	}
	// m.x and m.slope now hold the step and the change of the slope. A bend that is flat to within
	// rounding is not kept, since course divides by the product.
	if product := dot(m.x, m.slope); product > 1e-12 {
		m.bends = append(m.bends, bend{m.x, m.slope, product})
		if len(m.bends) > mostBends {
			m.bends = m.bends[1:]
		}
	}
	m.x, m.slope, m.value = x, slope, value
}

// dot returns the scalar product of a and b.
func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// addScaled adds by · what to to.
func addScaled(to []float64, by float64, what []float64) {
	for i := range to {
		to[i] += by * what[i]
	}
}
