package tree

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// room is a row of the table of rooms. Its patterns, a space between two, are folders of the
// tree, with * for any one name and /... for the folder and all below it.
type room struct {
	rooms string
	may   string // which rooms it may import, as patterns; SAME stands for the importing folder's own name
}

// rooms is the house from top to bottom. A folder belongs to the first row that fits it. It
// imports only folders that its row names and whose own rows stand further down: two folders
// of one row never import each other. New rooms fall in place by the patterns; one that does
// not is given a row.
var rooms = []room{
	// Rooms that only tests import, or that are run by themselves. No row below names them.
	{"tests tests/tree tests/process tests/world tests/law tests/mutate deploy deploy/load", ""},
	{"bot/wire/wiretest", "bot/wire tests/discord"},
	{"tests/discord tests/memnet", "bot/sleep"},
	{"playground/playgroundtest", "playground playground/internal/*"},
	{"commands/ask/asktest", "commands/ask"},
	{"bot/queue/queuetest vision/photo/imagetest solvers/internal/cdcl/drattest", ""},

	{".", "bot bot/* commands commands/photo commands/chat playground render render/sheet solvers vision vision/judge vision/photo"},

	// Discord.
	{"bot", "bot/* activity activity/* commands/chat render"},
	{"bot/compose", "bot/wire commands/chat render"},
	{"bot/ops", "bot/settings bot/endpoint bot/gateway bot/queue bot/rest"},
	{"bot/settings", "bot/wire commands/ask commands/puzzles"}, // the kinds of the day's puzzles
	{"bot/wire", "commands/chat"},
	{"bot/endpoint bot/gateway bot/queue bot/rest", "bot/sleep"},
	{"bot/sleep", ""},
	{"activity", "commands/ask commands/chat commands/words render"}, // the board one paints: knows no puzzle
	{"activity/relay", ""},                  // knows no board
	{"playground", "playground/internal/*"}, // knows no puzzle, and nothing else of the house
	{"playground/internal/*", ""},

	// Commands and replies: no Discord.
	{"commands", "commands/photo commands/puzzles commands/ask commands/chat commands/words render render/sheet solvers vision vision/judge vision/photo"},
	{"commands/photo", "commands/puzzles commands/ask commands/chat commands/words render solvers vision vision/judge vision/photo"},
	{"commands/puzzles", "commands/puzzles/* commands/ask commands/chat commands/words render solvers solvers/* solvers/nonogram/* vision vision/photo"},
	{"commands/puzzles/nonogram commands/puzzles/kakuro commands/puzzles/sudoku commands/puzzles/lightsout commands/puzzles/cardflip commands/puzzles/tothemoon",
		"commands/puzzles/* commands/ask commands/chat commands/words render render/sheet solvers solvers/SAME/... vision vision/photo"},
	{"commands/puzzles/deduce", "commands/ask commands/chat commands/words render render/sheet solvers"},
	{"commands/puzzles/press", "commands/ask commands/chat commands/words render"},
	{"commands/puzzles/*", "commands/ask commands/chat commands/words render render/sheet solvers vision vision/photo"},
	{"commands/ask", "commands/chat commands/words render render/sheet solvers vision vision/photo"},
	{"commands/words", "solvers"},
	{"commands/chat", "render"},
	{"render/sheet", "render"},
	{"render", ""}, // knows no puzzle and no Discord

	// Seeing. Only the tools and the judge know solvers.
	{"vision/bench vision/tools/bench", "vision vision/... solvers solvers/* solvers/nonogram/notation"},
	{"vision/train vision/tools/train vision/tools/cells", "vision/synth vision/tools/synth vision/internal/digits"},
	{"vision/synth vision/tools/synth", "solvers solvers/*"},
	{"vision/tools/...", "vision/..."},
	{"vision/judge", "vision solvers solvers/* solvers/nonogram/notation"},
	{"vision", "vision/internal/* vision/photo"},
	{"vision/internal/nonogram vision/internal/kakuro vision/internal/sudoku vision/internal/lamps", "vision/internal/* vision/photo"},
	{"vision/internal/script", "vision/internal/* vision/photo"},
	{"vision/internal/page", "vision/internal/* vision/photo"},
	{"vision/internal/ink", "vision/internal/* vision/photo"},
	{"vision/internal/plane", "vision/internal/* vision/photo"},
	{"vision/internal/digits vision/internal/cells", "vision/internal/neural"},
	{"vision/internal/*", "vision/photo"}, // lattice and others that all may use
	{"vision/photo", ""},

	// Pure: text → puzzle → answer. No puzzle imports another.
	{"solvers/nonogram/notation solvers/nonogram/drawing solvers/nonogram/gallery", "solvers solvers/internal/* solvers/nonogram solvers/nonogram/internal/*"},
	{"solvers/nonogram", "solvers solvers/internal/* solvers/nonogram/internal/*"},
	{"solvers/nonogram/internal/maker", "solvers solvers/internal/* solvers/nonogram/internal/*"},
	{"solvers/nonogram/internal/teach", "solvers solvers/internal/* solvers/nonogram/internal/*"},
	{"solvers/nonogram/internal/engine", "solvers solvers/internal/* solvers/nonogram/internal/*"},
	{"solvers/nonogram/internal/line", "solvers solvers/internal/* solvers/nonogram/internal/*"},
	{"solvers/nonogram/internal/puzzletest", "solvers solvers/nonogram/internal/*"},
	{"solvers/nonogram/internal/puzzle", "solvers solvers/internal/* solvers/nonogram/internal/*"},
	{"solvers/nonogram/internal/*", "solvers solvers/internal/*"},
	{"solvers/kakuro solvers/sudoku solvers/lightsout solvers/cardflip solvers/tothemoon", "solvers solvers/internal/* solvers/SAME/internal/*"},
	{"solvers/*/internal/*", "solvers solvers/internal/*"},
	{"solvers/internal/deletion solvers/internal/order solvers/internal/tally", "solvers solvers/internal/cells"},
	{"solvers/internal/cells", "solvers"},
	{"solvers/internal/*", ""}, // mathematics that could serve another house
	{"solvers", ""},
}

// library is a module from outside, or some packages of the standard library, and the rooms that
// may import it.
type library struct{ names, rooms string }

// libraries is where each may be imported. A module that is not listed is imported by nobody: a
// new dependency needs a row. Packages of the standard library that are not listed may be imported by all.
var libraries = []library{
	{"github.com/bwmarrin/discordgo", "bot bot/..."},
	{"github.com/gorilla/websocket", "activity/relay bot/gateway playground playground/..."},
	{"github.com/VictoriaMetrics/metrics", "bot bot/..."},
	{"github.com/nats-io/nats.go", "bot/queue bot/queue/queuetest"},
	{"github.com/nats-io/nats-server/v2", "bot/queue/queuetest"},
	{"github.com/tdewolff/minify/v2", "activity"},
	{"github.com/santhosh-tekuri/jsonschema/v6", "tests/discord bot/wire/wiretest"},
	{"pgregory.net/rapid", "solvers/nonogram/internal/puzzletest"},
	{"gopkg.in/yaml.v3", "bot bot/settings commands/words"},
	{"golang.org/x/sys", "vision/internal/neural"},
	{"golang.org/x/text", "commands commands/... render"},
	{"golang.org/x/image", "commands commands/photo render render/... vision vision/... solvers/nonogram/internal/clues"},
	// Solvers know no pictures, except the room that makes puzzles of them.
	{"image image/draw image/gif image/jpeg image/png", ". bot bot/... activity commands commands/... playground playground/... render render/... vision vision/... solvers/nonogram/drawing"},
	// Only Discord's side speaks on the network.
	{"net net/http net/http/pprof", ". bot bot/... activity activity/relay playground playground/... deploy/load tests/..."},
}

// fits reports whether a room is one of the patterns, a space between two.
func fits(patterns, room string) bool {
	return slices.ContainsFunc(strings.Fields(patterns), func(pattern string) bool {
		pattern, below := strings.CutSuffix(pattern, "/...")
		want, got := strings.Split(pattern, "/"), strings.Split(room, "/")
		if len(got) < len(want) || len(got) > len(want) && !below {
			return false
		}
		for i, w := range want {
			if w != "*" && w != got[i] {
				return false
			}
		}
		return true
	})
}

// rowOf returns the row of the table that a room belongs to, -1 for none.
func rowOf(table []room, name string) int {
	return slices.IndexFunc(table, func(r room) bool { return fits(r.rooms, name) })
}

// badImports returns the imports that break the tables, a line each. Tests may import all.
func badImports(sources []source, table []room) (wrong []string) {
	for _, s := range sources {
		if s.test {
			continue
		}
		from := rowOf(table, s.room)
		if from < 0 {
			wrong = append(wrong, fmt.Sprintf("%s: which rooms may %s import? It has no row in the table of rooms", s.path, s.room))
			continue
		}
		for _, i := range s.file.Imports {
			name, _ := strconv.Unquote(i.Path.Value)
			why := badLibrary(s.room, name)
			if to, ours := strings.CutPrefix(name, "kibitz/"); ours {
				why = badRoom(s.room, to, from, table)
			}
			if why != "" {
				wrong = append(wrong, fmt.Sprintf("%s imports %s: %s", s.path, name, why))
			}
		}
	}
	slices.Sort(wrong)
	return wrong
}

// badRoom says why a room of the row from must not import another; "" if it may.
func badRoom(room, other string, from int, table []room) string {
	may := strings.ReplaceAll(table[from].may, "SAME", path.Base(room))
	switch to := rowOf(table, other); {
	case !fits(may, other):
		return fmt.Sprintf("%s may import %q", room, may)
	case to >= 0 && to <= from:
		return "its row does not stand further down"
	}
	return ""
}

// badLibrary says why a room must not import a package that is not of this house; "" if it may.
func badLibrary(room, name string) string {
	first, _, _ := strings.Cut(name, "/")
	outside := strings.Contains(first, ".")
	for _, l := range libraries {
		listed := slices.ContainsFunc(strings.Fields(l.names), func(n string) bool {
			return name == n || outside && strings.HasPrefix(name, n+"/")
		})
		switch {
		case listed && !fits(l.rooms, room):
			return fmt.Sprintf("it may be imported by %q", l.rooms)
		case listed:
			return ""
		}
	}
	if outside {
		return "it has no row in the table of libraries"
	}
	return ""
}

// TestImports holds that imports run one way, so that a room can be read without those above it.
func TestImports(t *testing.T) {
	for _, line := range badImports(theTree(t), rooms) {
		t.Error(line)
	}
}

func TestImportsAreHeld(t *testing.T) {
	for _, test := range []struct{ at, imported, wrong string }{
		{"main.go", "kibitz/commands", ""},
		{"main.go", "kibitz/bot/queue/queuetest", "may import"},
		{"bot/bot.go", "kibitz/bot/ops", ""},
		{"bot/bot.go", "kibitz/commands", "may import"},
		{"bot/ops/ops.go", "kibitz/bot", "may import"},
		{"bot/rest/rest.go", "kibitz/bot/gateway", "may import"},
		{"bot/rest/rest.go", "github.com/bwmarrin/discordgo", ""},
		{"commands/commands.go", "github.com/bwmarrin/discordgo", "may be imported by"},
		{"commands/commands.go", "net/http", "may be imported by"},
		{"commands/commands.go", "net/url", ""},
		{"commands/photo/look.go", "kibitz/commands", "may import"},
		{"commands/puzzles/puzzles.go", "kibitz/commands/puzzles/kakuro", ""},
		{"commands/puzzles/kakuro/kakuro.go", "kibitz/solvers/kakuro", ""},
		{"commands/puzzles/kakuro/kakuro.go", "kibitz/solvers/nonogram", "may import"},
		{"commands/puzzles/kakuro/kakuro.go", "kibitz/commands/puzzles/deduce", ""},
		{"commands/puzzles/kakuro/kakuro.go", "kibitz/commands/puzzles/nonogram", "further down"},
		{"commands/puzzles/nonogram/colour.go", "kibitz/solvers/nonogram/drawing", ""},
		{"solvers/kakuro/kakuro.go", "kibitz/solvers/nonogram", "may import"},
		{"solvers/kakuro/kakuro.go", "kibitz/solvers/internal/cdcl", ""},
		{"solvers/kakuro/kakuro.go", "image", "may be imported by"},
		{"solvers/kakuro/kakuro.go", "kibitz/render", "may import"},
		{"solvers/nonogram/internal/line/word.go", "kibitz/solvers/nonogram/internal/puzzle", ""},
		{"solvers/nonogram/internal/line/word.go", "kibitz/solvers/nonogram/internal/engine", "further down"},
		{"solvers/nonogram/internal/teach/steps.go", "kibitz/solvers/nonogram/internal/clues", ""},
		{"solvers/nonogram/internal/teach/steps.go", "kibitz/solvers/nonogram", "may import"},
		{"solvers/internal/gf2/gf2.go", "kibitz/solvers", "may import"},
		{"vision/internal/ink/ink.go", "kibitz/vision/internal/plane", ""},
		{"vision/internal/plane/plane.go", "kibitz/vision/internal/ink", "further down"},
		{"vision/internal/kakuro/kakuro.go", "kibitz/vision/internal/lamps", "further down"},
		{"vision/internal/kakuro/kakuro.go", "kibitz/solvers/kakuro", "may import"},
		{"vision/judge/judge.go", "kibitz/solvers/kakuro", ""},
		{"vision/tools/bench/bench.go", "kibitz/vision/tools/synth", ""},
		{"vision/read.go", "kibitz/vision/tools/synth", "may import"},
		{"render/board.go", "kibitz/solvers", "may import"},
		{"render/png.go", "image/png", ""},
		{"playground/playground.go", "kibitz/commands/chat", "may import"},
		{"playground/playground.go", "kibitz/playground/playgroundtest", "may import"},
		{"cellar/cellar.go", "fmt", "no row in the table of rooms"},
		{"bot/bot.go", "example.org/x/y", "no row in the table of libraries"},
		{"bot/bot_test.go", "kibitz/commands", ""},
	} {
		sources := parseTable(t, map[string]string{test.at: fmt.Sprintf("package p\n\nimport %q\n", test.imported)})
		wrong := strings.Join(badImports(sources, rooms), "\n")
		if (wrong != "") != (test.wrong != "") || !strings.Contains(wrong, test.wrong) {
			t.Errorf("%s imports %s: %q, want %q", test.at, test.imported, wrong, test.wrong)
		}
	}
}
