package sheet

import (
	"bytes"
	"fmt"
	"image/color"
	"strings"
)

// A document is a PDF 1.4 file in the making (ISO 32000): pages of vectors, and digits in fonts
// that every viewer has, which need not be embedded.
type document struct {
	pages []*page
}

// A page is the content of one page, in points from the lower left corner.
type page struct{ bytes.Buffer }

func (d *document) page() *page {
	p := new(page)
	d.pages = append(d.pages, p)
	return p
}

func (p *page) op(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// grey sets the ink of the lines, areas and texts that follow: 0 is black, 1 white.
func (p *page) grey(level float64) { p.op("%.2f G %.2f g", level, level) }

// colour sets the ink of the areas that follow.
func (p *page) colour(c color.RGBA) {
	p.op("%.3f %.3f %.3f rg", float64(c.R)/255, float64(c.G)/255, float64(c.B)/255)
}

func (p *page) line(x1, y1, x2, y2, width float64) {
	p.op("%.2f w %.2f %.2f m %.2f %.2f l S", width, x1, y1, x2, y2)
}

// fill fills the rectangle with this lower left corner.
func (p *page) fill(x, y, width, height float64) {
	p.op("%.2f %.2f %.2f %.2f re f", x, y, width, height)
}

// The fonts of text.
const (
	helvetica = "F1"
	dingbats  = "F2" // H is a full star, I an empty star
)

// digitWidth and capHeight are the width and the height of a digit of Helvetica, in parts of the
// font's size (Adobe's font metrics).
const (
	digitWidth = 0.556
	capHeight  = 0.718
)

// text writes ASCII text from the left end of its baseline.
func (p *page) text(font string, size, x, y float64, text string) {
	text = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(text)
	p.op("BT /%s %.2f Tf %.2f %.2f Td (%s) Tj ET", font, size, x, y, text)
}

// digits writes a number, and perhaps a letter behind it, in the middle of a place: as large as
// asked, or as fits the width.
func (p *page) digits(size, width, x, y float64, number string) {
	size = min(size, width/digitWidth/float64(len(number)))
	p.text(helvetica, size, x-size*digitWidth*float64(len(number))/2, y-size*capHeight/2, number)
}

// The objects of the file before its pages.
const (
	catalogue = 1 + iota
	tree
	fonts
	firstPage
)

// bytes returns the file: the objects, from number 1 on, then the table of the places where they
// start. Each page has two objects, itself and the stream of what is drawn on it.
func (d *document) bytes() []byte {
	var b bytes.Buffer
	var starts []int
	object := func(format string, args ...any) {
		starts = append(starts, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(starts)}, args...)...)
	}
	var kids strings.Builder
	for i := range d.pages {
		fmt.Fprintf(&kids, "%d 0 R ", firstPage+2*i)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages %d 0 R>>", tree)
	object("<</Type/Pages/Kids[%s]/Count %d/MediaBox[0 0 %d %d]/Resources<</Font %d 0 R>>>>", kids.String(), len(d.pages), pageWidth, pageHeight, fonts)
	object("<</%s<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>/%s<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>>>", helvetica, dingbats)
	for i, p := range d.pages {
		object("<</Type/Page/Parent %d 0 R/Contents %d 0 R>>", tree, firstPage+2*i+1)
		object("<</Length %d>>\nstream\n%sendstream", p.Len(), p.Bytes())
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(starts)+1)
	for _, at := range starts {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(starts)+1, catalogue, table)
	return b.Bytes()
}
