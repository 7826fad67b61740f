package notation

import (
	"testing"
)

// TestPasted: clues as people paste them from programs, chats and pages are the same puzzle.
func TestPasted(t *testing.T) {
	const heart = "1 1;5;5;3;1|2;4;4;4;2"
	for _, text := range []string{
		"[[1,1],[5],[5],[3],[1]]\n[[2],[4],[4],[4],[2]]",
		"[[1, 1], [5], [5], [3], [1]],\n\n[[2], [4], [4], [4], [2]]",
		"[[1,1],[5],[5],[3],[1]] | [[2],[4],[4],[4],[2]]",
		"[[[1,1],[5],[5],[3],[1]],[[2],[4],[4],[4],[2]]]",
		"[[1,1],\n [5],\n [5],\n [3],\n [1]]\n[[2],\n [4],\n [4],\n [4],\n [2]]",
		"[1,1]\n[5]\n[5]\n[3]\n[1]\n\n[2]\n[4]\n[4]\n[4]\n[2]",
		"[1 1]\n[5]\n[5]\n[3]\n[1]\n|\n[2]\n[4]\n[4]\n[4]\n[2]",
		"(1,1) (5) (5) (3) (1)\n(2) (4) (4) (4) (2)",
		"(1,1), (5), (5), (3), (1) | (2), (4), (4), (4), (2)",
		"rows = [[1,1],[5],[5],[3],[1]]\ncols = [[2],[4],[4],[4],[2]]",
		"columns: (2) (4) (4) (4) (2) rows: (1,1) (5) (5) (3) (1)",
		"5x5\n[[1,1],[5],[5],[3],[1]]\n[[2],[4],[4],[4],[2]]",
		"5x5\n1 1\n5\n5\n3\n1\n\n2\n4\n4\n4\n2",
		"5 × 5\n1 1\n5\n5\n3\n1\n2\n4\n4\n4\n2",
		"5x5\n" + heart,
		"top: 2 4 4 4 2 left: 1,1 5 5 3 1",
		"Top: 2, 4, 4, 4, 2\nLeft: 1 1, 5, 5, 3, 1",
		"left: 1 1/5/5/3/1 top: 2/4/4/4/2",
	} {
		got, err := Parse(text)
		if err != nil || got.String() != heart {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"2x3\n1 1\n2\n2\n1\n2": "1 1;2|2;1;2",
		"3x2\n1 1\n2\n2\n1\n2": "1 1;2|2;1;2", // width first: rows of three cells
		"[[],[2]]\n[[1],[1]]":  "0;2|1;1",
		"2x2\n2\n0\n1\n1":      "2;0|1;1",
		"(1) (1)\n(2) ()":      "1;1|2;0",
	} {
		got, err := Parse(text)
		if err != nil || got.String() != want {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
	for _, text := range []string{
		"[[1,1],[5]]", "[1]\n[1]\n[1]\n[1]", "[1],[1],[1],[1]", "[[1][1]]|[[1]]|[[1]]", "(1) 5 (1)|(1)", "6x5\n" + heart, "5x5\n", "5x5\n1", "()()", "[]\n[]", "(1|1)",
	} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
