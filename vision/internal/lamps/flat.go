package lamps

import "image"

// A patch is a connected part of a map.
type patch struct {
	box  image.Rectangle
	area int
	runs []run
}

// A run is the part of a patch in one row of the map: pixels from up to, without to.
type run struct{ y, from, to int32 }

// middle returns the middle of a patch's box.
func (p patch) middle() (x, y float64) {
	return float64(p.box.Min.X+p.box.Max.X) / 2, float64(p.box.Min.Y+p.box.Max.Y) / 2
}

// side returns the mean of the width and height of a patch's box.
func (p patch) side() float64 { return float64(p.box.Dx()+p.box.Dy()) / 2 }

// leastPatch is the least width and height of a patch, in pixels of the map.
const leastPatch = 4

// steps returns how much the colour of each pixel differs from its neighbour's on the right, and
// below: the largest difference of red, green and blue.
func (m *colours) steps() (right, down []uint8) {
	right, down = make([]uint8, len(m.pix)), make([]uint8, len(m.pix))
	differ := func(a, b [3]uint8) uint8 {
		most := uint8(0)
		for k := range a {
			most = max(most, max(a[k], b[k])-min(a[k], b[k]))
		}
		return most
	}
	for i, c := range m.pix {
		if i%m.w < m.w-1 {
			right[i] = differ(c, m.pix[i+1])
		}
		if i+m.w < len(m.pix) {
			down[i] = differ(c, m.pix[i+m.w])
		}
	}
	return right, down
}

// levels cuts a plane of values at a level and returns the steps of what is left, like steps: 1
// between a pixel above the level and a neighbour that is not, else 0.
func (m *colours) levels(plane []uint8, level uint8) (right, down []uint8) {
	above := make([]uint8, len(plane))
	for i, v := range plane {
		if v > level {
			above[i] = 1
		}
	}
	right, down = make([]uint8, len(plane)), make([]uint8, len(plane))
	for i := range len(plane) - 1 { // a step from the end of a row to the next row is never read
		right[i] = above[i] ^ above[i+1]
	}
	for i := range len(plane) - m.w {
		down[i] = above[i] ^ above[i+m.w]
	}
	return right, down
}

// flats returns the connected parts of a map with no step between neighbours larger than the given
// one: tiles of any colour, the ground between them, the page. Parts less than leastPatch wide or
// high are left out. Right and down are the steps from each pixel to its neighbours. It splits rows
// into runs, and joins runs that touch as in R. E. Tarjan, "Efficiency of a good but not linear set
// union algorithm", 1975.
func (m *colours) flats(right, down []uint8, step uint8) []patch {
	var runs []run
	var parent []int32
	root := func(i int32) int32 {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	above, here := 0, 0 // the first run of the row above, and of this one
	for y := range m.h {
		above, here = here, len(runs)
		row := right[y*m.w:][:m.w]
		for x := 0; x < m.w; x++ {
			from := x
			for x < m.w-1 && row[x] <= step {
				x++
			}
			runs = append(runs, run{int32(y), int32(from), int32(x + 1)})
			parent = append(parent, int32(len(parent)))
		}
		if y == 0 {
			continue
		}
		steps := down[(y-1)*m.w:][:m.w]
		for i, j := above, here; i < here && j < len(runs); {
			for x := max(runs[i].from, runs[j].from); x < min(runs[i].to, runs[j].to); x++ {
				if steps[x] <= step {
					a, b := root(int32(i)), root(int32(j))
					parent[max(a, b)] = min(a, b)
					break
				}
			}
			if runs[i].to < runs[j].to { // go on from the run that ends first
				i++
			} else {
				j++
			}
		}
	}
	return patchesOf(runs, root)
}

// patchesOf returns the patches that runs form, in the order of their first runs. Root returns the
// index of the first run in the same patch. Patches less than leastPatch wide or high are dropped.
//
// It goes through the runs twice. The first time it measures the box and the area of each patch. Only
// then it knows which patches are large, and the second time it lists the runs of those. The others
// are dropped, so they need no list.
func patchesOf(runs []run, root func(int32) int32) []patch {
	number := make([]int32, len(runs)) // of each run, the index in all of its patch
	var all []patch
	for i, r := range runs {
		at := root(int32(i))
		if at == int32(i) { // the first run of a new patch
			number[i] = int32(len(all))
			all = append(all, patch{})
		}
		p := &all[number[at]]
		p.box = p.box.Union(image.Rect(int(r.from), int(r.y), int(r.to), int(r.y)+1))
		p.area += int(r.to - r.from)
		number[i] = number[at]
	}
	large := func(p *patch) bool { return min(p.box.Dx(), p.box.Dy()) >= leastPatch }
	for i, r := range runs {
		if p := &all[number[i]]; large(p) {
			p.runs = append(p.runs, r)
		}
	}
	kept := all[:0] // in the memory of all
	for i := range all {
		if large(&all[i]) {
			kept = append(kept, all[i])
		}
	}
	return kept
}
