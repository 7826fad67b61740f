package tests

import (
	"fmt"
	"os"
	"strconv"
	"testing"
)

// copiesLaw makes turns at random by some painters, whose copies hear them late, in any order, more than once, or
// as whole boards of each other. It returns how many of the cases do not end with copies that are equal to each
// other and to a plain model: all turns in the order of their numbers.
const copiesLaw = `((make, cases) => {
	let seed = 7, wrong = 0;
	const any = (n) => (seed = seed * 1103515245 + 12345 & 0x7fffffff, (seed >> 8) % n), real = game.play, { rows, cols } = game.board;
	const order = (a, b) => a[0] - b[0] || (a[1] > b[1]) - (a[1] < b[1]);
	for (let c = 0; c < cases; c++) {
		game.play = c % 3 == 2 ? { pads: [] } : real;
		const k = 2 + any(4), copies = Array.from({ length: k }, make), box = copies.map(() => []), made = [];
		for (let step = 0; step < 120; step++) {
			const i = any(k), who = "p" + i;
			if (any(3) == 0) {
				let n = copies[i].clock + 1, text = "b" + any(9);
				if (game.play.signs) {
					const r = 1 + any(rows), x = 1 + any(cols), sign = "#x?"[any(3)];
					text = any(2) ? "r" + r + "c" + x + "-" + Math.min(cols, x + any(4)) + "=" + sign : "r" + r + "-" + Math.min(rows, r + any(4)) + "c" + x + "=" + sign + " r1c1=#";
				} else if (any(4) == 0) {
					const mine = made.filter((m) => m[1] == who && m[2]);
					if (mine.length) [n, text] = [mine[any(mine.length)][0], ""];
				}
				copies[i].hear(n, who, text);
				made.push([n, who, text]);
				box.forEach((b, j) => { if (j != i) for (let t = 0; t <= any(2); t++) b.push([n, who, text]); });
			} else if (box[i].length) {
				const [turn] = box[i].splice(any(box[i].length), 1);
				copies[i].hear(...turn);
				if (any(4) == 0) box[i].push(turn);
			}
			if (any(20) == 0) box[any(k)].push(...copies[i].turns());
		}
		box.forEach((b, i) => { while (b.length) copies[i].hear(...b.splice(any(b.length), 1)[0]); });
		let plain;
		if (game.play.signs) {
			plain = own.law.slice();
			for (const [, , text] of made.sort(order)) for (const [at, sign] of cellsOf(text)) plain[at] = sign;
		} else {
			const back = new Set(made.filter((m) => !m[2]).map((m) => m[0] + " " + m[1]));
			plain = made.filter((m) => m[2] && !back.has(m[0] + " " + m[1])).sort(order).map((m) => m[2]);
		}
		const ends = (copy) => (game.play.signs ? copy.sheet(own.law) : copy.order().map((o) => o[1])).join(" ");
		if (copies.some((copy) => ends(copy) != plain.join(" ") || copy.digest() != copies[0].digest())) wrong++;
	}
	game.play = real;
	return String(wrong);
})`

// TestCopies: copies of a board that have heard the same turns are equal, whatever order they came in. A copy that
// does not compare numbers, one that counts repeats and one that forgets what was taken back are found out.
func TestCopies(t *testing.T) {
	t.Parallel()
	p := paint(t, openSite(t), "nonogram", heartCode, 390, 800)
	p.text(`(own.law = game.sheet.slice(), '')`)
	cases := 400
	if n, err := strconv.Atoi(os.Getenv("KIBITZ_CASES")); err == nil {
		cases = n / 50
	}
	if wrong := p.text(fmt.Sprintf(`%s(() => new Copy(), %d)`, copiesLaw, cases)); wrong != "0" {
		t.Errorf("%s of %d cases end with unequal copies", wrong, cases)
	}
	for what, copy := range map[string]string{
		"the last turn heard wins":      `hear(n, who, text) { if (game.play.signs) for (const [at] of cellsOf(text)) this.cells.delete(at); return super.hear(n, who, text); }`,
		"painters are not compared":     `hear(n, who, text) { return super.hear(n, game.play.signs ? "same" : who, text); }`,
		"presses come as they are told": `order() { return [...this.presses].filter(([, turn]) => turn); }`,
		"what is taken back comes back": `press(n, who, text) { if (text) this.presses.delete(n + " " + who); return super.press(n, who, text); }`,
	} {
		if wrong := p.text(fmt.Sprintf(`%s(() => new class extends Copy { %s }(), 200)`, copiesLaw, copy)); wrong == "0" {
			t.Errorf("the law does not see that %s", what)
		}
	}
}
