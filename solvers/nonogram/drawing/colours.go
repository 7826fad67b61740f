package drawing

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"kibitz/solvers/nonogram"
)

// Painting is an image in a few colours, with a cell for each part of it.
type Painting struct {
	Cells      []int // row-major: indices of Colours
	Colours    []color.RGBA
	Background int // index of the colour that most cells of the edge have
}

// MaxColours is the highest number of colours of a Painting, without its background.
const MaxColours = 8

// Paint makes of an image a picture of rows × cols cells in a number of colours and a background.
// It has fewer colours if the image has no more. An image of another shape is cut at both ends of
// its longer side.
//
// Each cell has its colour in Shrink's picture, or rather the nearest colour of the palette. The
// palette holds the centres of clusters in CIELAB, found by k-means (Lloyd, IEEE Trans. Information
// Theory 28, 1982). It starts from median cut (Heckbert, SIGGRAPH 1982) and from points far apart
// (Gonzalez, Theoretical Computer Science 38, 1985), and keeps the result nearer to the image;
// nothing is random. Clusters that hardly differ are joined. With darker, up to MaxDarker, each
// cell has the palette colour nearest to its own made that many steps darker, or lighter below 0;
// the palette does not change. The error is nonogram.ErrSize or ErrFlat, as Draw's.
func Paint(img image.Image, rows, cols, colours, darker int) (*Painting, error) {
	if colours < 1 || colours > MaxColours {
		return nil, nonogram.ErrSize
	}
	small, err := Shrink(img, rows, cols)
	if err != nil {
		return nil, err
	}
	points := make([]lab, 0, rows*cols)
	for i := range rows * cols {
		c := small.RGBAAt(i%cols, i/cols)
		points = append(points, labOf([3]float64{linear(float64(c.R) / 255), linear(float64(c.G) / 255), linear(float64(c.B) / 255)}))
	}
	p, centres := clustered(points, medianCut(points, colours+1))
	if q, others := clustered(points, farApart(points, colours+1)); q.error(points, others) < p.error(points, centres) {
		p, centres = q, others
	}
	centres = p.join(points, centres)
	for _, c := range centres {
		p.Colours = append(p.Colours, c.rgb())
	}
	p.Background = p.edge(rows, cols)
	if darker != 0 {
		for i, c := range points {
			c[0] -= darkerBy * float64(darker)
			p.Cells[i] = nearest(c, centres)
		}
		p.dropUnused()
	}
	if len(p.Colours) < 2 {
		return nil, ErrFlat
	}
	return p, nil
}

// darkerBy is one step of darkness, in CIELAB's lightness from 0 to 100.
const darkerBy = 8

// dropUnused drops the colours that no cell has; the background stays.
func (p *Painting) dropUnused() {
	used := make([]bool, len(p.Colours))
	used[p.Background] = true
	for _, c := range p.Cells {
		used[c] = true
	}
	place, kept := make([]int, len(used)), p.Colours[:0]
	for c, colour := range p.Colours {
		if place[c] = len(kept); used[c] {
			kept = append(kept, colour)
		}
	}
	for i, c := range p.Cells {
		p.Cells[i] = place[c]
	}
	p.Colours, p.Background = kept, place[p.Background]
}

// Shrink returns an image with one pixel for each cell of a picture of rows × cols. A pixel has the
// mean light of its part, over white. If two colours meet in the part, it has that of the larger
// side, since a mixture would be a colour that the image does not have. An image of another shape
// is cut at both ends of its longer side; one of exactly this size stays as it is. The error is
// nonogram.ErrSize.
func Shrink(img image.Image, rows, cols int) (*image.RGBA, error) {
	if min(rows, cols) < 1 || max(rows, cols) > nonogram.MaxMade || img.Bounds().Empty() {
		return nil, nonogram.ErrSize
	}
	small := image.NewRGBA(image.Rect(0, 0, cols, rows))
	for i, light := range cellLight(img, rows, cols) {
		part := func(k int) uint8 { return uint8(math.Round(255 * encoded(min(light[k], 1)))) }
		small.SetRGBA(i%cols, i/cols, color.RGBA{part(0), part(1), part(2), 255})
	}
	return small, nil
}

// rounds is the number of rounds of k-means. On pictures of this size it has settled by then.
const rounds = 12

// lab is a colour in CIELAB, with the white of sRGB.
type lab [3]float64

var white = [3]float64{.95047, 1, 1.08883}

// labOf converts red, green and blue light, from 0 to 1, to CIELAB.
func labOf(l [3]float64) lab {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((.4124564*l[0] + .3575761*l[1] + .1804375*l[2]) / white[0])
	y := f((.2126729*l[0] + .7151522*l[1] + .0721750*l[2]) / white[1])
	z := f((.0193339*l[0] + .1191920*l[1] + .9503041*l[2]) / white[2])
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// rgb returns the nearest colour of sRGB.
func (c lab) rgb() color.RGBA {
	g := func(t float64) float64 {
		if t > 6./29 {
			return t * t * t
		}
		return (116*t - 16) * 27 / 24389
	}
	y := (c[0] + 16) / 116
	X, Y, Z := white[0]*g(y+c[1]/500), white[1]*g(y), white[2]*g(y-c[2]/200)
	part := func(light float64) uint8 { return uint8(math.Round(255 * encoded(min(max(light, 0), 1)))) }
	return color.RGBA{
		part(3.2404542*X - 1.5371385*Y - .4985314*Z),
		part(-.9692660*X + 1.8760108*Y + .0415560*Z),
		part(.0556434*X - .2040259*Y + 1.0572252*Z), 255,
	}
}

// far returns the square of the distance of two colours.
func (c lab) far(d lab) float64 {
	return (c[0]-d[0])*(c[0]-d[0]) + (c[1]-d[1])*(c[1]-d[1]) + (c[2]-d[2])*(c[2]-d[2])
}

// nearest returns the index of the colour nearest to c.
func nearest(c lab, among []lab) (best int) {
	for i := range among {
		if c.far(among[i]) < c.far(among[best]) {
			best = i
		}
	}
	return best
}

// sample is a part of a cell, in one colour.
type sample struct {
	weight float64
	light  [3]float64
	looks  lab
}

// cellLight returns the red, green and blue light of each cell, from 0 to 1, over white: that of the
// larger side if two colours meet in the cell. The image is cut about its middle to the shape of the
// picture.
func cellLight(img image.Image, rows, cols int) [][3]float64 {
	b := img.Bounds()
	cell := min(float64(b.Dx())/float64(cols), float64(b.Dy())/float64(rows)) // its side in pixels
	x0 := float64(b.Min.X) + (float64(b.Dx())-cell*float64(cols))/2
	y0 := float64(b.Min.Y) + (float64(b.Dy())-cell*float64(rows))/2
	at := pixelsOf(img)
	all := make([][3]float64, rows*cols)
	var of []sample
	for i := range all {
		x, y := x0+cell*float64(i%cols), y0+cell*float64(i/cols)
		of = of[:0]
		for px := range strides(x, x+cell, b.Max.X) {
			for py := range strides(y, y+cell, b.Max.Y) {
				r, g, b, a := at(px.at, py.at)
				s, alpha := sample{weight: px.weight * py.weight}, float64(a)/255
				for k, v := range [...]uint8{r, g, b} {
					s.light[k] = 1 - alpha + alpha*linear(float64(v)/255)
				}
				s.looks = labOf(s.light)
				of = append(of, s)
			}
		}
		all[i] = largerSide(of)
	}
	return all
}

// unlike is the least distance in CIELAB of the mean colours of two sides of a cell; nearer ones count
// as one colour.
const unlike = 2 * alike

// largerSide returns the mean light of samples that are alike. Otherwise there are two sides,
// around the sample farthest from the first one and around the sample farthest from that. It then
// returns the light of the sample nearest to the mean of the larger side, so that soft edges do not
// count.
func largerSide(of []sample) [3]float64 {
	farthest := func(from lab) lab {
		return slices.MaxFunc(of, func(a, b sample) int { return cmp.Compare(from.far(a.looks), from.far(b.looks)) }).looks
	}
	one := farthest(of[0].looks)
	ends := []lab{one, farthest(one)}
	var weight [2]float64
	var looks [2]lab
	var whole [3]float64
	for _, s := range of {
		side := nearest(s.looks, ends)
		weight[side] += s.weight
		for k := range whole {
			looks[side][k] += s.weight * s.looks[k]
			whole[k] += s.weight * s.light[k]
		}
	}
	for side := range looks {
		for k := range whole {
			looks[side][k] /= weight[side]
		}
	}
	if weight[1] == 0 || looks[0].far(looks[1]) < unlike*unlike {
		return whole
	}
	larger := looks[0]
	if weight[1] > weight[0] {
		larger = looks[1]
	}
	return slices.MinFunc(of, func(a, b sample) int { return cmp.Compare(larger.far(a.looks), larger.far(b.looks)) }).light
}

// medianCut returns the means of n boxes of points. The box that spreads most is cut at the median
// of its longest side, again and again. There are fewer boxes if there are no more colours.
func medianCut(points []lab, n int) (centres []lab) {
	boxes := [][]lab{slices.Clone(points)}
	for len(boxes) < n {
		which, axis, widest := 0, 0, 0.
		for i, box := range boxes {
			for k := range 3 {
				lo, hi := box[0][k], box[0][k]
				for _, c := range box {
					lo, hi = min(lo, c[k]), max(hi, c[k])
				}
				if hi-lo > widest {
					which, axis, widest = i, k, hi-lo
				}
			}
		}
		if widest == 0 {
			break
		}
		box := boxes[which]
		slices.SortStableFunc(box, func(a, b lab) int { return cmp.Compare(a[axis], b[axis]) })
		cut := len(box) / 2
		for cut > 1 && box[cut-1][axis] == box[cut][axis] { // equal colours stay together
			cut--
		}
		for cut < len(box)-1 && box[cut-1][axis] == box[cut][axis] {
			cut++
		}
		boxes[which] = box[:cut]
		boxes = append(boxes, box[cut:])
	}
	for _, box := range boxes {
		centres = append(centres, mean(box))
	}
	return centres
}

// farApart returns n points, each the farthest from those before it, or fewer if there are no more
// colours. It finds flat colours of few cells, which the median loses.
func farApart(points []lab, n int) []lab {
	some := []lab{mean(points)}
	for len(some) <= n {
		gap := func(c lab) float64 { return c.far(some[nearest(c, some)]) }
		next := slices.MaxFunc(points, func(a, b lab) int { return cmp.Compare(gap(a), gap(b)) })
		if gap(next) == 0 {
			break
		}
		some = append(some, next)
	}
	return some[min(1, len(some)-1):] // without the mean, unless all points are equal
}

// clustered runs k-means from some centres, and returns the cells and the new centres.
func clustered(points, centres []lab) (*Painting, []lab) {
	p := &Painting{Cells: make([]int, len(points))}
	for range rounds {
		for i, c := range points {
			p.Cells[i] = nearest(c, centres)
		}
		centres = p.means(points, len(centres))
	}
	return p, centres
}

// error returns the sum of the squared distances of the cells from their colours.
func (p *Painting) error(points, centres []lab) (sum float64) {
	for i, c := range p.Cells {
		sum += points[i].far(centres[c])
	}
	return sum
}

// mean returns the mean of some colours.
func mean(points []lab) (m lab) {
	for _, c := range points {
		for k := range m {
			m[k] += c[k] / float64(len(points))
		}
	}
	return m
}

// means returns the centres of the n clusters. It drops clusters without cells, and changes Cells to
// the places of the clusters that are left.
func (p *Painting) means(points []lab, n int) (centres []lab) {
	clusters := make([][]lab, n)
	for i, c := range p.Cells {
		clusters[c] = append(clusters[c], points[i])
	}
	place := make([]int, n)
	for c, cluster := range clusters {
		place[c] = len(centres)
		if len(cluster) > 0 {
			centres = append(centres, mean(cluster))
		}
	}
	for i, c := range p.Cells {
		p.Cells[i] = place[c]
	}
	return centres
}

// alike is the distance in CIELAB below which two colours are joined.
const alike = 12

// join joins any two clusters that hardly differ, until no two do, and returns the centres that are
// left. It changes Cells to their indices.
func (p *Painting) join(points, centres []lab) []lab {
	for a := 0; a < len(centres); a++ {
		for b := a + 1; b < len(centres); b++ {
			if centres[a].far(centres[b]) < alike*alike {
				for i, c := range p.Cells {
					if c == b {
						p.Cells[i] = a
					}
				}
				centres = p.means(points, len(centres))
				a, b = -1, len(centres) // start again: all centres may have moved
			}
		}
	}
	return centres
}

// edge returns the colour that most cells along the edge have.
func (p *Painting) edge(rows, cols int) (most int) {
	count := make([]int, len(p.Colours))
	for i, c := range p.Cells {
		if r := i / cols; r == 0 || r == rows-1 || i%cols == 0 || i%cols == cols-1 {
			count[c]++
		}
	}
	for c := range count {
		if count[c] > count[most] {
			most = c
		}
	}
	return most
}
