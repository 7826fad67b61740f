package tests

import (
	"strings"
	"testing"
)

// TestTogetherVandals: who speaks the page's language and means harm neither splits the copies of a board nor fills
// the pages of the others.
func TestTogetherVandals(t *testing.T) {
	t.Parallel()
	h := openSite(t)
	ann := together(t, h, "nonogram", heartCode, "together")
	for what, test := range map[string][2]string{
		"a newcomer comes to a room with far numbers": {`const old = new Copy(), c = new Copy();
			for (let i = 1; i < 9; i++) old.hear(old.clock + FAR, "eve", "r1c1=#");
			for (let i = 0; i < 9; i++) for (const [n, who, x] of old.turns()) c.hear(n, who, x);
			return c.digest() === old.digest()`, "true"},
		"one turn brings no number that ends all painting": {`const c = new Copy(); for (let i = 0; i < 1e6; i++) c.hear(2 ** 53 - 1, "eve", "r1c1=#"); return c.clock < 2 ** 52`, "true"},
		"a turn names each cell again and again":           {`return cellsOf("r1-10c1-10=# ".repeat(1000)).length`, "100"},
		"a board names each cell again and again": {`const c = ours = new Copy(), real = c.hear.bind(c); let n = 0;
			c.hear = (...turn) => { const cells = real(...turn); n += cells.length; return cells; };
			hear("eve", {t: "b", m: Array.from({length: 500}, (_, i) => [i + 1, "eve", "r1-10c1-10=#"])});
			return n`, "100"},
		"a painter without a name ends a board": {`own.sheet = game.sheet.slice(); ours = new Copy();
			hear("eve", {t: "b", m: [[1, "eve", "r3c3=#"], [2, {toString: 1}, "r3c4=#"]]});
			return game.sheet[22]`, "#"},
		"a board is asked for faster than it goes out": {`ours = new Copy(); ours.hear(1, "eve", "r3c3=#"); pace.tokens = -1e9;
			for (let i = 0; i < 9; i++) tellBoard();
			const n = outbox.length; clearTimeout(own.telling); own.telling = 0; outbox.length = 0; pace.tokens = 80;
			return n`, "1"},
		"a name is a link": {`hear("eve", {t: "hi", no: 9, name: "**x**[y](https://evil.example)"}); hear("eve", {t: "n", path: "x"});
			return $("told").querySelectorAll("a, b").length + " " + whoIs(people.get("eve"))`, "0 Player 9"},
		"those who have left a race fill it": {`link.race = true;
			for (let i = 0; i < 50; i++) { known("ghost" + i).state = 1; gone("ghost" + i); }
			const there = !!known("bob"); link.race = false; people.clear();
			return there`, "true"},
	} {
		if got := ann.text(`(() => { const before = ours; people.clear(); try { return String((() => { ` + test[0] + ` })()); } catch (e) { return String(e); } finally { ours = before; } })()`); got != test[1] {
			t.Errorf("%s: %s, want %s", what, got, test[1])
		}
	}

	ann = together(t, h, "lightsout", "11110/11101/11101/00011/11011", "together")
	if got := ann.text(`(() => { const a = new Copy(), b = new Copy();
		for (const [c, turns] of [[a, ["a1", "b2"]], [b, ["b2", "a1"]]]) for (const turn of turns) c.hear(5, "eve", turn);
		return String(a.digest() === b.digest()) })()`); got != "true" {
		t.Error("two presses of one name: the copies differ for ever")
	}
	if got := ann.text(`(() => { const a = new Copy(), b = new Copy();
		for (let i = 1; i < 3000; i++) { a.hear(i, "eve", "a1"); b.hear(3000 - i, "eve", "a1"); }
		return a.presses.size + " " + (a.digest() === b.digest()) })()`); !strings.HasSuffix(got, " true") || len(got) > len("2000 true") {
		t.Errorf("more presses than there is room for: %s", got)
	}
	ann.text(`(globalThis.calls = 0, (real => { globalThis.fetch = (...a) => { calls++; return real(...a); }; })(fetch), '')`)
	ann.text(`(["zzz", "a1", "q9"].forEach((x, i) => repaintAll({no: 2}, [[i + 1, "eve", x]])), '')`)
	ann.until(`!replaying && chain.length == 3`)
	if got := ann.text(`String(calls)`); got != "1" {
		t.Errorf("three presses, two of them of no pad, take %s calls", got)
	}
}
