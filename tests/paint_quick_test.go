package tests

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// BenchmarkPaint reports the first paint after the page's bytes, in the median of several visits, and of each frame
// while a drag goes on how long the page computes, how long until it is drawn, and how long after the last it comes.
func BenchmarkPaint(b *testing.B) {
	h := openSite(b)
	for _, n := range []int{15, 50, 100} {
		b.Run(fmt.Sprintf("%dx%[1]d", n), func(b *testing.B) {
			p := paint(b, h, "nonogram", stairs(n), 1100, 800)
			for b.Loop() {
				visits := []float64{}
				for range 7 {
					p.do(chromedp.Reload())
					p.until(`!!game.play && performance.getEntriesByName('first-contentful-paint').length > 0`)
					visits = append(visits, p.numbers(`performance.getEntriesByName('first-contentful-paint')[0].startTime - performance.getEntriesByType('navigation')[0].responseEnd`)...)
				}
				slices.Sort(visits)
				b.ReportMetric(visits[len(visits)/2], "first-paint-ms")
				p.text(fmt.Sprintf(framesOf, n))
				p.until(`!!globalThis.told60`)
				for i, ms := range p.numbers(`told60`) {
					b.ReportMetric(ms, []string{"computed-ms", "computed-p90-ms", "drawn-ms", "apart-ms", "apart-p90-ms"}[i])
				}
			}
		})
	}
}

// numbers returns the numbers, with spaces between them, that a text in JavaScript is.
func (p *page) numbers(expression string) (all []float64) {
	p.t.Helper()
	for _, text := range strings.Fields(p.text(`String(` + expression + `)`)) {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			p.t.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

// framesOf drags to and fro on a board full of marks for 150 frames, and for 30 more waits until each is drawn.
const framesOf = `(async () => {
	const n = %d, box = canvas.getBoundingClientRect(), took = [], apart = [], middle = (a, q = 0.5) => a.sort((x, y) => x - y)[Math.floor(a.length * q)].toFixed(1);
	for (let i = 0; i < game.sheet.length; i++) game.sheet[i] = i %% 3 ? "#" : i %% 2 ? "x" : OPEN;
	fit(true);
	measureClues();
	const send = (type, r, c) => canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: "mouse", button: 0, clientX: box.left + cellX(c) + view.z / 2, clientY: box.top + cellY(r) + view.z / 2 }));
	canvas.setPointerCapture = () => {};
	let last = 0;
	const drawn = [];
	for (let i = 0; i < 180; i++) {
		const now = await new Promise(requestAnimationFrame), t = performance.now(), at = Math.abs(i %% 28 - 14);
		if (i %% 28 === 0) send("pointerdown", 5 + i / 28, 0);
		send(i %% 28 === 27 ? "pointerup" : "pointermove", 5 + Math.floor(i / 28), at %% n);
		cancelAnimationFrame(asked);
		asked = 0;
		paint();
		if (i >= 150) canvas.getContext("2d").getImageData(0, 0, 1, 1); // waits until it is drawn
		(i < 150 ? took : drawn).push(performance.now() - t);
		if (last && i < 150) apart.push(now - last);
		last = now;
	}
	told60 = [middle(took), middle(took, 0.9), middle(drawn), middle(apart), middle(apart, 0.9)].join(" ");
})(), ''`

// TestPaintStill: what is drawn anew of a board that changes is what is drawn of the whole, up to the rounding of
// shades. If the page takes a changed cell for one that is drawn, it is found out by the first stroke that does not
// move the board, which may take more than twelve on a large one.
func TestPaintStill(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	for _, puzzle := range []string{"15x15 easy 1", stairs(50), coloured} {
		p := paint(t, h, "nonogram", puzzle, 390, 800)
		for _, test := range []struct {
			strokes       int
			before, after string
		}{
			{12, "", ""},
			{12, "zoom(view.z * 1.37, 200, 300), view.x -= 7.3, view.y -= 3.1, settle()", ""},
			{300, "", "game.sheet.forEach((_, k) => { still.looks[k] = lookAt(k); })"},
		} {
			far := p.text(fmt.Sprintf(strokesOnStill, test.before, test.strokes, test.after))
			if (far == "true") != (test.after != "") {
				t.Errorf("%s: drawn otherwise: %s, %s %s", puzzle[:min(len(puzzle), 12)], far, test.before, test.after)
			}
		}
	}
}

// strokesOnStill makes strokes, and reports whether one of them is drawn otherwise than the whole board.
const strokesOnStill = `(() => {
	%s;
	paint();
	const { rows, cols } = game.board, any = (n) => Math.floor(Math.random() * n), signs = [...game.play.signs.map((s) => s.sign), OPEN];
	const pixels = () => canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
	for (let i = 0; i < %d; i++) {
		const r = any(rows), c = any(cols), n = 1 + any(4), sign = signs[any(signs.length)];
		go(r, c);
		mark(Array.from({ length: Math.min(n, cols - c) }, (_, k) => r * cols + c + k).filter((k) => game.sheet[k] !== sign), sign);
		%s;
		paint();
		const now = pixels();
		still.at = "";
		paint();
		if (pixels().some((v, k) => Math.abs(v - now[k]) > 16)) return "true";
	}
	return "false";
})()`
