package commands

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles"
	"kibitz/solvers/cardflip"
	"kibitz/solvers/kakuro"
	"kibitz/solvers/nonogram"
	"kibitz/solvers/nonogram/gallery"
)

var update = flag.Bool("update", false, "write what orders make into testdata/numbers.txt; a pin that changes breaks a promise")

// The file of pins has one line an order, as one types it with N for its number. Behind it
// stands, for each number, the beginning of the SHA-256 of its puzzle. To pin another order, add
// a line with bare numbers behind the order, and run with -update.
const pinsFile = "testdata/numbers.txt"

// noPuzzle is the pin of a number that makes no puzzle. Its order says so for good, too.
const noPuzzle = "none."

// A pin is the beginning of the hash of the puzzle with a number; "" where it is not known yet.
type pin struct{ number, hash string }

// pins are the numbers of one order that are pinned.
type pins struct {
	order string // "/nonogram puzzle:10x10 easy N"
	all   []pin
}

// command returns what one types for a number of the order.
func (p *pins) command(number string) string {
	at := regexp.MustCompile(`\bN\b`).FindStringIndex(p.order)
	return p.order[:at[0]] + number + p.order[at[1]:]
}

// has reports whether each of the words is one of the order's.
func (p *pins) has(words string) bool {
	of := strings.Fields(strings.Replace(p.order, "puzzle:", "", 1))
	return !slices.ContainsFunc(strings.Fields(words), func(word string) bool {
		unwanted, not := strings.CutPrefix(word, "-")
		return slices.Contains(of, unwanted) == not
	})
}

// readPins reads the lines of the file, and nil for those without an order.
func readPins(t *testing.T) (lines []string, read []*pins) {
	text, err := os.ReadFile(pinsFile)
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	for _, line := range lines {
		order, all, found := strings.Cut(line, " | ")
		if !found {
			read = append(read, nil)
			continue
		}
		p := &pins{order: order}
		for pinned := range strings.FieldsSeq(all) {
			number, hash, _ := strings.Cut(pinned, ":")
			p.all = append(p.all, pin{number, hash})
		}
		read = append(read, p)
	}
	return lines, read
}

var optionName = regexp.MustCompile(`(?:^| )([a-z-]+):`)

// request reads a command as one types it, at a time when all pinned days have begun.
func request(command string) *chat.Request {
	name, typed, _ := strings.Cut(strings.TrimPrefix(command, "/"), " ")
	req := &chat.Request{Command: name, Options: options{}, Locale: "en-US", User: "7", Asked: time.Date(2036, time.January, 1, 0, 0, 0, 0, time.UTC)}
	said := optionName.FindAllStringSubmatchIndex(typed, -1)
	for i, at := range said {
		end := len(typed)
		if i+1 < len(said) {
			end = said[i+1][0]
		}
		option, value := typed[at[2]:at[3]], typed[at[1]:end]
		switch n, err := strconv.ParseInt(value, 10, 64); {
		case value == "True":
			req.Options[option] = true
		case err == nil && (option == "states" || option == "limit"):
			req.Options[option] = n
		default:
			req.Options[option] = value
		}
	}
	return req
}

// hashOf returns the pin of what a command makes.
func (c *Commands) hashOf(ctx context.Context, command string) (string, error) {
	r := c.Inquire(request(command)).Answer(ctx, nil)
	switch {
	case r.Title == "I couldn't make that":
		return noPuzzle, nil
	case r.Tone == chat.Failure || r.Puzzle == "":
		return "", fmt.Errorf("%s: %s", r.Title, r.Text)
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(r.Puzzle)))[:len(noPuzzle)], nil
}

// moved returns the complaint about a number whose puzzle has the hash now; "" where it has
// stayed what it was.
func (p *pins) moved(pinned pin, now string) string {
	if pinned.hash == now {
		return ""
	}
	return fmt.Sprintf("number %s of %s is another puzzle: %s, not %q; see it with\n\tgo run . '%s'", pinned.number, p.order, now, pinned.hash, p.command(pinned.number))
}

// TestNumbers: an order with a number makes the puzzle that it made when its number was pinned.
// It takes the way of a slash command up to the puzzle in the reply.
//
// Most orders have 20 numbers: 0 to 17, the last that the dice draw and the last of 18 digits.
// Numbers of slow orders are those that are made soon, as a number takes from one attempt to
// hundreds: expert in colours and in Kakuro. Fewer than 20 are pinned where each takes 50 ms or
// more: sides of 30 and more, Kakuro of 14 and more a side, expert in four colours or more
// and in colours of 15 and more a side, and orders that make nothing.
//
// Of each order a third of its numbers is tried, or one in a short run, and all with KIBITZ_NUMBERS=all or -update.
func TestNumbers(t *testing.T) {
	t.Parallel()
	c, all := newCommands(t), *update || os.Getenv("KIBITZ_NUMBERS") == "all"
	lines, read := readPins(t)
	for i, p := range read {
		if p == nil {
			continue
		}
		line := p.order + " |"
		for k, pinned := range p.all {
			if !all && (k%3 != i%min(3, len(p.all)) || testing.Short() && k >= 3) {
				continue
			}
			hash, err := c.hashOf(t.Context(), p.command(pinned.number))
			if err != nil {
				t.Errorf("go run . '%s': %v", p.command(pinned.number), err)
			} else if wrong := p.moved(pinned, hash); wrong != "" && !*update {
				t.Error(wrong)
			}
			line += " " + pinned.number + ":" + hash
		}
		lines[i] = line
	}
	if *update {
		if err := os.WriteFile(pinsFile, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// few are the words of orders for boards with hardly more puzzles than numbers.
var few = []string{"/lightsout 1x1", "/lightsout 2x3", "/tothemoon 1x1", "/tothemoon 2x2", "/cardflip 3"}

// TestNumbersDiffer: half of the numbers of an order, or more, make puzzles that no other of
// its numbers makes first; so the pins tell numbers apart. A pin that is not met is a complaint
// with the command that shows it.
func TestNumbersDiffer(t *testing.T) {
	_, read := readPins(t)
	for _, p := range read {
		if p == nil || slices.ContainsFunc(few, p.has) {
			continue
		}
		made, seen := 0, map[string]bool{}
		for _, pinned := range p.all {
			if pinned.hash != noPuzzle {
				made, seen[pinned.hash] = made+1, true
			}
			wrong := p.moved(pinned, "other")
			if !strings.Contains(wrong, "go run . '"+p.command(pinned.number)+"'") || p.moved(pinned, pinned.hash) != "" {
				t.Errorf("%s: %q", p.order, wrong)
			}
		}
		if 2*len(seen) < made {
			t.Errorf("%s: %d numbers make %d puzzles", p.order, made, len(seen))
		}
	}
}

// TestEveryOrderIsPinned: each word that an order or a rule of a kind knows stands in an order
// that has numbers pinned, so that a new one without pins fails here.
func TestEveryOrderIsPinned(t *testing.T) {
	const enough, slow = 20, 5 // pins of an order, and of one that takes long
	_, read := readPins(t)
	demand := func(least int, format string, args ...any) {
		words, n := fmt.Sprintf(format, args...), 0
		for _, p := range read {
			if p != nil && p.has(words) {
				n += len(p.all)
			}
		}
		if n < least {
			t.Errorf("%d numbers are pinned of orders with %q, want %d or more", n, words, least)
		}
	}
	for _, k := range puzzles.Kinds() {
		for _, grade := range ask.Grades {
			demand(28, "/daily %s difficulty:%s", k.Name, grade) // four weeks, as a day of the week may have puzzles of its own
		}
		demand(enough, "/%s", k.Name)
		for _, o := range k.Options {
			if o.OfAnswer || o.Draws || o.Name == ask.MarksField {
				continue // it is no rule of the game
			}
			for _, value := range values(o) {
				demand(enough, "/%s %s:%s", k.Name, o.Name, value)
			}
		}
	}
	for _, d := range nonogram.Demands() {
		longest := nonogram.MaxGenerated
		if d == nonogram.Contradictions {
			longest = nonogram.MaxContradictions
		}
		demand(enough, "/nonogram 15x15 %s -colours -picture", d)
		demand(1, "/nonogram %dx%[1]d %s -colours -picture", longest, d)
		demand(1, "/nonogram %dx%[1]d %s colours", nonogram.MaxContradictions, d)
		for colours := 2; colours <= nonogram.MaxGeneratedColours; colours++ {
			least := enough
			if d == nonogram.Contradictions && colours > 3 {
				least = slow
			}
			demand(least, "/nonogram %d colours %s", colours, d)
		}
	}
	for _, p := range gallery.Pictures() {
		rows, cols := p.Size()
		o := gallery.Order{Rows: rows, Cols: cols, Demand: p.Demand}
		demand(len(o.Those()), "/nonogram %s", &o)
	}
	demand(enough, "/nonogram picture -5x5 -10x10 -15x15 -20x20")
	for _, d := range kakuro.Demands() {
		demand(enough, "/kakuro %s", d)
		demand(1, "/kakuro %dx%[1]d %s", kakuro.MaxGenerated(d), d)
	}
	for _, words := range phrased {
		demand(enough, "%s", words)
	}
}

// phrased are the words of orders that no table of a solver lists.
var phrased = []string{
	"/nonogram -easy -medium -expert -picture", "/nonogram colours -easy -medium -expert", "/nonogram hard", "/nonogram random",
	"/kakuro -easy -medium -hard -expert", "/kakuro random", "/kakuro #####/#..##/#...#/##..#/##### easy", "/kakuro #####/#..##/#...#/##..#/##### medium", "/kakuro #####/#..##/#...#/##..#/#####",
	"/lightsout 3x3 random", "/lightsout 5x5 random", "/lightsout 7x7 random", "/lightsout hex random", "/lightsout hex states:3", "/lightsout > on", "/lightsout > states:3",
	"/tothemoon 4x4 random", fmt.Sprintf("/cardflip %d random", cardflip.MaxRandom),
}

// values returns what an option may say, as one types it; one value that is pinned for those
// which take any text or more numbers than a hand counts.
func values(o ask.Option) (values []string) {
	const counted = 9
	switch {
	case o.Type == chat.Flag:
		return []string{"True"}
	case len(o.Choices) > 0:
		for _, choice := range o.Choices {
			values = append(values, choice.Value)
		}
		return values
	case o.Type == chat.Number && o.Max <= counted:
		for n := o.Min; n <= o.Max; n++ {
			values = append(values, fmt.Sprint(n))
		}
		return values
	}
	return []string{map[string]string{"target": "on", "game": "0.77", "limit": "3"}[o.Name]}
}
