package gallery

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibitz/solvers"
	"kibitz/solvers/internal/cells"
	"kibitz/solvers/internal/order"
	"kibitz/solvers/nonogram"
)

// Order asks for one of all pictures, or of those with a size, a demand or both.
type Order struct {
	Rows, Cols int             // 0 for any
	Demand     nonogram.Demand // AnyDemand for any
	Number     uint64          // which of these pictures, from 1; 0 for a random one
}

// AnyDemand is the Demand of an order for any demand.
const AnyDemand nonogram.Demand = -1

// String returns the order as a person types it.
func (o *Order) String() string {
	text := "picture"
	if o.Rows > 0 {
		text += fmt.Sprintf(" %dx%d", o.Rows, o.Cols)
	}
	if o.Demand != AnyDemand {
		text += " " + o.Demand.String()
	}
	if o.Number > 0 {
		text += fmt.Sprint(" ", o.Number)
	}
	return text
}

// Those returns the pictures that the order allows, by number. A new picture comes last, so that
// the number of an order always means the same picture.
func (o *Order) Those() (those []*Picture) {
	for _, p := range all() {
		rows, cols := p.Size()
		if (o.Rows == 0 || o.Rows == rows && o.Cols == cols) && (o.Demand == AnyDemand || o.Demand == p.Demand) {
			those = append(those, p)
		}
	}
	return those
}

// Picture returns the picture with the order's number, without a number the first.
func (o *Order) Picture() *Picture { return o.Those()[max(o.Number, 1)-1] }

// Order returns the order for p alone, with its size, its demand and its number among those.
func (p *Picture) Order() *Order {
	rows, cols := p.Size()
	o := &Order{Rows: rows, Cols: cols, Demand: p.Demand}
	o.Number = uint64(slices.Index(o.Those(), p)) + 1
	return o
}

// Drawn returns the order with its number, or with one chosen by dice, a random number.
func (o *Order) Drawn(dice uint64) *Order {
	drawn := *o
	if drawn.Number == 0 {
		drawn.Number = dice%uint64(len(o.Those())) + 1
	}
	return &drawn
}

// Any returns the order without its number.
func (o *Order) Any() *Order {
	other := *o
	other.Number = 0
	return &other
}

// pictureWords are words for a picture, and emptyWords are words that mean nothing in an order, in
// all languages of the bot.
var (
	pictureWords = []string{"picture", "그림", "絵"}
	emptyWords   = []string{"a", "an", "random", "new", "very", "새", "랜덤", "매우", "新しい", "ランダム"}
)

// longest is the highest length of an order in bytes; a puzzle may be much longer.
const longest = 100

// ParseOrder reads an order: the word picture, and if wanted a size, a demand and a number, in any
// order. It returns nil for a text that is no order. The error is a *solvers.SyntaxError, also if
// there is no such picture.
func ParseOrder(text string) (*Order, error) {
	start, end := cells.Trim(text)
	if end-start > longest || !slices.ContainsFunc(pictureWords, func(word string) bool { return strings.Contains(strings.ToLower(text), word) }) {
		return nil, nil
	}
	r := orderReader{text: text, Order: Order{Demand: AnyDemand}}
	rows, cols, sized := order.FindSize(text, start, end)
	parts := [][2]int{{start, end}}
	if sized {
		parts = [][2]int{{start, rows[0]}, {cols[1], end}}
	}
	for _, part := range parts {
		for at, word := range cells.Words(text, part[0], part[1]) {
			if r.word(at, strings.ToLower(word)); r.err != nil && r.picture {
				return nil, r.err
			} else if r.err != nil { // the text is about something else
				return nil, nil
			}
		}
	}
	if !r.picture {
		return nil, nil
	}
	if sized {
		r.Rows, r.Cols, r.sizeAt = number(text[rows[0]:rows[1]]), number(text[cols[0]:cols[1]]), rows[0]
	}
	if r.bounds(sized); r.err != nil {
		return nil, r.err
	}
	return &r.Order, nil
}

// orderReader reads an order word by word.
type orderReader struct {
	Order
	text                       string
	picture                    bool
	sizeAt, demandAt, numberAt int // byte offsets of these parts in text
	err                        error
}

// fail sets the error.
func (r *orderReader) fail(at int, code, expected string, args map[string]any) {
	r.err = solvers.At(r.text, at, code, expected, args)
}

// word reads one word.
func (r *orderReader) word(at int, word string) {
	demand, graded := demandOf(word)
	digits := strings.TrimPrefix(word, "#")
	switch {
	case slices.Contains(pictureWords, word):
		r.picture = true
	case slices.Contains(emptyWords, word):
	case graded && r.Demand == AnyDemand:
		r.Demand, r.demandAt = demand, at
	case number(digits) > 0 && r.Number == 0:
		r.Number, r.numberAt = uint64(number(digits)), at+len(word)-len(digits)
	default:
		r.fail(at, "picture.order", "a size, a difficulty or a number, as in \"picture 15x15 easy 3\"", nil)
	}
}

// demandOf returns the demand that a word names.
func demandOf(word string) (nonogram.Demand, bool) {
	asked, ok := solvers.CalledDifficulty(word)
	switch asked {
	case solvers.Easy:
		return nonogram.FewRounds, ok
	case solvers.Medium:
		return nonogram.ManyRounds, ok
	}
	return nonogram.Contradictions, ok
}

// number returns the value of some digits; 0 for other characters, or too many digits.
func number(digits string) int {
	const most = 9
	n, err := strconv.Atoi(digits)
	if err != nil || len(digits) > most {
		return 0
	}
	return n
}

// bounds checks that there is such a picture; sized tells whether the order has a size.
func (r *orderReader) bounds(sized bool) {
	ofSize := Order{Rows: r.Rows, Cols: r.Cols, Demand: AnyDemand}
	switch those := uint64(len(r.Those())); {
	case sized && (r.Rows == 0 || r.Cols == 0 || len(ofSize.Those()) == 0):
		sizes := names(all(), func(p *Picture) string {
			rows, cols := p.Size()
			return fmt.Sprintf("%dx%d", rows, cols)
		})
		r.fail(r.sizeAt, "picture.size", "a size that there are pictures of: "+sizes, map[string]any{"Sizes": sizes})
	case those == 0:
		grades := names(ofSize.Those(), func(p *Picture) string { return p.Demand.String() })
		r.fail(r.demandAt, "picture.difficulty", "a difficulty that there are pictures of in this size: "+grades, map[string]any{"Names": grades})
	case r.Number > those:
		r.fail(r.numberAt, "picture.number", fmt.Sprintf("a number from 1 to %d: there are no more such pictures", those), map[string]any{"Max": those})
	}
}

// names returns the names that of gives to pictures, each once, small and easy pictures first.
func names(pictures []*Picture, of func(p *Picture) string) string {
	sorted := slices.Clone(pictures)
	slices.SortFunc(sorted, func(a, b *Picture) int {
		return cmp.Or(cmp.Compare(len(a.Rows), len(b.Rows)), cmp.Compare(a.Demand, b.Demand))
	})
	var names []string
	for _, p := range sorted {
		if name := of(p); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}
