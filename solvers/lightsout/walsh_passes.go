package lightsout

// first takes the steps over words in eight parts of a block.
func first(to, from *block) {
	for i := range len(part{}) {
		a, b, c, d := from[0].part[i], from[1].part[i], from[2].part[i], from[3].part[i]
		e, f, g, h := from[4].part[i], from[5].part[i], from[6].part[i], from[7].part[i]
		a, b, c, d = a+b, a-b, c+d, c-d
		e, f, g, h = e+f, e-f, g+h, g-h
		a, c, b, d = a+c, a-c, b+d, b-d
		e, g, f, h = e+g, e-g, f+h, f-h
		to[0].part[i], to[1].part[i], to[2].part[i], to[3].part[i] = a+e, b+f, c+g, d+h
		to[4].part[i], to[5].part[i], to[6].part[i], to[7].part[i] = a-e, b-f, c-g, d-h
	}
}

// second takes the steps over words 64, 128 and 256 apart.
func second(w *part) {
	for i := range 64 {
		a, b, c, d := w[i], w[i+64], w[i+128], w[i+192]
		e, f, g, h := w[i+256], w[i+320], w[i+384], w[i+448]
		a, b, c, d = a+b, a-b, c+d, c-d
		e, f, g, h = e+f, e-f, g+h, g-h
		a, c, b, d = a+c, a-c, b+d, b-d
		e, g, f, h = e+g, e-g, f+h, f-h
		w[i], w[i+64], w[i+128], w[i+192] = a+e, b+f, c+g, d+h
		w[i+256], w[i+320], w[i+384], w[i+448] = a-e, b-f, c-g, d-h
	}
}

// third takes the steps over words 8, 16 and 32 apart.
func third(p *part) {
	for start := 0; start < len(p); start += 64 {
		w := (*[64]int64)(p[start:])
		for i := range 8 {
			a, b, c, d := w[i], w[i+8], w[i+16], w[i+24]
			e, f, g, h := w[i+32], w[i+40], w[i+48], w[i+56]
			a, b, c, d = a+b, a-b, c+d, c-d
			e, f, g, h = e+f, e-f, g+h, g-h
			a, c, b, d = a+c, a-c, b+d, b-d
			e, g, f, h = e+g, e-g, f+h, f-h
			w[i], w[i+8], w[i+16], w[i+24] = a+e, b+f, c+g, d+h
			w[i+32], w[i+40], w[i+48], w[i+56] = a-e, b-f, c-g, d-h
		}
	}
}

// last takes the remaining steps and keeps only the union of their results with bias added. In the
// union a lane has its highest bit if a sum in it is at least half a lane's range less bias.
func last(p *part, bias int64) (union int64) {
	for i := 0; i < len(p); i += 8 {
		w := (*[8]int64)(p[i:])
		a, b, c, d := w[0]+w[1], w[0]-w[1], w[2]+w[3], w[2]-w[3]
		e, f, g, h := w[4]+w[5], w[4]-w[5], w[6]+w[7], w[6]-w[7]
		a, c, b, d = a+c+bias, a-c+bias, b+d+bias, b-d+bias
		e, g, f, h = e+g, e-g, f+h, f-h
		union |= (a + e) | (a - e) | (b + f) | (b - f) | (c + g) | (c - g) | (d + h) | (d - h)
	}
	return union
}
