package kakuro

import (
	"errors"
	"strings"
	"testing"

	"kibitz/solvers"
)

// TestSheets: rows between tabs with empty cells, and the signs that people use for blocks and white
// cells, are the same puzzle.
func TestSheets(t *testing.T) {
	const want = `#,17\,16\/\17,.,./\16,.,.`
	for _, text := range []string{
		"\t17\\\t16\\\n\\17\t\t\n\\16\t\t\n", "17\\\t16\\\n\\17\t\t\n\\16", "17\\\t16\\\n\\17\n\\16", // as chats trim it
		"\t17\\\t16\\\t\t\n\\17\t\t\t\t\n\\16\t\t\t\t\n\t\t\t\t\n", "#\t17\\\t16\\\n\\17\t.\t.\n\\16\t.\t.",
		"x\t17\\\t16\\\n\\17\t\t\n\\16\t\t", "\t17/\t16/\n/17\t\t\n/16\t\t", "\t17 \\\t16 \\\n\\ 17\t_\t_\n\\ 16\t_\t_",
		"x 17/ 16/\n/17 0 0\n/16 0 0", "# 17\\ 16\\\n\\17 _ _\n\\16 _ _", "X 17\\ 16\\ / \\17 . . / \\16 . .", "# 17\\ 16\\\n\\17 x x\n\\16 x x",
		"```\n\t17\\\t16\\\n\\17\t\t\n\\16\t\t\n```",
	} {
		p, err := Parse(text)
		if err != nil || p.Line() != want {
			t.Errorf("%q: %v, %v", text, p, err)
		}
	}
	p, err := Parse("\t\t17\\\t16\\\n\t3\\16\t9\t\n\\18\t\t\t\n\\4\t\t") // no run of three makes 4
	if err == nil {
		t.Errorf("a run without room is read as %s", p.Line())
	}
}

// TestFalseReason: a text of several lines is never told what a slash means in one line.
func TestFalseReason(t *testing.T) {
	for text, oneLine := range map[string]bool{"q 17/ 16/\n/17 0 0\n/16 0 0": false, "# 17/ 16/ \n/17 . z": false, "# 17/ 16/ /17 . . /16 . .": true} {
		_, err := Parse(text)
		syntax, ok := errors.AsType[*solvers.SyntaxError](err)
		if !ok || strings.Contains(syntax.Expected, "one line") != oneLine {
			t.Errorf("%q: %v", text, err)
		}
	}
}
