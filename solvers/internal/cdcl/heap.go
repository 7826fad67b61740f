package cdcl

// heap is a binary heap of variables, the most active first.
type heap struct {
	vars []int32
	at   []int32 // position of each variable in vars, or -1
}

// grow makes room for variable v.
func (h *heap) grow(v int) {
	for len(h.at) <= v {
		h.at = append(h.at, -1)
	}
}

// empty reports whether the heap has no variable.
func (h *heap) empty() bool { return len(h.vars) == 0 }

// top returns the most active variable.
func (h *heap) top() int { return int(h.vars[0]) }

// push adds a variable unless it is there already.
func (h *heap) push(v int, activity []float64) {
	if h.at[v] >= 0 {
		return
	}
	h.vars = append(h.vars, int32(v))
	h.up(len(h.vars)-1, activity)
}

// raise restores the order after a variable has become more active.
func (h *heap) raise(v int, activity []float64) {
	if at := h.at[v]; at >= 0 {
		h.up(int(at), activity)
	}
}

// pop removes the most active variable and returns it.
func (h *heap) pop(activity []float64) int {
	v := h.vars[0]
	last := h.vars[len(h.vars)-1]
	h.vars = h.vars[:len(h.vars)-1]
	h.at[v] = -1
	if len(h.vars) > 0 {
		h.vars[0] = last
		h.down(activity)
	}
	return int(v)
}

// up moves the variable at i towards the top, as far as it is more active, and notes where it stands.
func (h *heap) up(i int, activity []float64) {
	v := h.vars[i]
	for i > 0 {
		parent := (i - 1) / 2
		if activity[h.vars[parent]] >= activity[v] {
			break
		}
		h.vars[i] = h.vars[parent]
		h.at[h.vars[i]] = int32(i)
		i = parent
	}
	h.vars[i] = v
	h.at[v] = int32(i)
}

// down moves the top variable down, as far as others are more active, and notes where it stands.
func (h *heap) down(activity []float64) {
	v, i := h.vars[0], 0
	for {
		child := 2*i + 1
		if child >= len(h.vars) {
			break
		}
		if child+1 < len(h.vars) && activity[h.vars[child+1]] > activity[h.vars[child]] {
			child++
		}
		if activity[h.vars[child]] <= activity[v] {
			break
		}
		h.vars[i] = h.vars[child]
		h.at[h.vars[i]] = int32(i)
		i = child
	}
	h.vars[i] = v
	h.at[v] = int32(i)
}
