package commands

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
)

// The table of a day stands in the message in which its races begin, and nowhere else. A result is put
// into it by reading the table there, in whatever language it is, and writing it with one line more.

// A result is a line of a table.
type result struct {
	who  string // id of the person
	told string // how it went, in words
}

// resultLine matches a line of a table: a place and a dot, or a dash for a result without a time.
var resultLine = regexp.MustCompile(`^(?:\d+\.|-) <@(\d+)>: (.*)$`)

// timeTold matches a time as clock writes it.
var timeTold = regexp.MustCompile(`(?:(\d+):)?(\d+):(\d\d)`)

// mostResults is the most lines of a table. More results than these are counted.
const mostResults = 25

// seconds returns the time in a result; one without a time comes after all others.
func (r result) seconds() int {
	const longest = 1 << 30
	found := timeTold.FindStringSubmatch(r.told)
	if found == nil {
		return longest
	}
	h, _ := strconv.Atoi(cmp.Or(found[1], "0"))
	m, _ := strconv.Atoi(found[2])
	s, _ := strconv.Atoi(found[3])
	return (h*60+m)*60 + s
}

// betters reports whether r is the same result as another, and only its streak was proved since.
func (r result) betters(other result) bool {
	game, streak := r.parts()
	otherGame, otherStreak := other.parts()
	return game == otherGame && streak > otherStreak
}

// parts returns how the game went, and the streak behind it; 0 for none.
func (r result) parts() (game string, streak int) {
	game, days, _ := strings.Cut(r.told, streakSign)
	streak, _ = strconv.Atoi(days)
	return game, streak
}

// A table is what people have shown of a day's puzzle, the quickest first.
type table struct {
	results []result
	others  int // results that have no line
}

// readTable reads what write has written; false for any other text.
func readTable(text string) (t table, ok bool) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if found := resultLine.FindStringSubmatch(line); found != nil {
			t.results = append(t.results, result{found[1], found[2]})
		} else if rest, small := strings.CutPrefix(line, othersSign); small {
			t.others, _ = strconv.Atoi(strings.TrimSpace(rest))
		}
	}
	return t, len(t.results) > 0
}

// othersSign stands before the number of the results that have no line.
const othersSign = "-# +"

// write writes the table in at most room UTF-16 units: as many lines as fit, and how many there are
// besides.
func (t table) write(say words.Phrases, room int) string {
	lines := []string{"**" + say.Text("table.title") + "**"}
	for i, r := range t.results {
		place := "-"
		if timeTold.MatchString(r.told) {
			place = fmt.Sprint(i+1, ".")
		}
		lines = append(lines, fmt.Sprintf("%s <@%s>: %s", place, r.who, r.told))
	}
	if t.others > 0 {
		lines = append(lines, fmt.Sprint(othersSign, t.others))
	}
	text := strings.Join(lines, "\n")
	if n := len(t.results) - 1; n > 0 && (n >= mostResults || len(utf16.Encode([]rune(text))) > room) {
		return table{t.results[:n], t.others + 1}.write(say, room)
	}
	return text
}

// entry returns the line of a result for the table where its race began. The first result of a person
// stays, as whoever races again knows the puzzle. It gets the streak that is proved later.
func (c *Commands) entry(r *ask.Answer, told string) *chat.Entry {
	a, own := r.Ask, r.Ask.Aside()
	done := own.New(chat.Good, own.Say.Text("table.entered"))
	done.Text, done.Private = own.Say.Text("table.entered-where"), true
	counted := false // it was put in, and has no line
	return &chat.Entry{
		Origin: a.Table, Done: &done.Reply,
		Add: func(text string, room int) (string, bool) {
			t, is := readTable(text)
			if text != "" && !is {
				return "", false
			}
			line := result{a.User, told}
			at := slices.IndexFunc(t.results, func(r result) bool { return r.who == a.User })
			switch {
			case at >= 0 && line.betters(t.results[at]):
				t.results[at] = line
			case at >= 0 || counted:
				return text, true
			default:
				t.results = append(t.results, line)
			}
			slices.SortStableFunc(t.results, func(x, y result) int { return cmp.Compare(x.seconds(), y.seconds()) })
			text = t.write(a.Say, room)
			counted = !strings.Contains(text, "<@"+a.User+">")
			return text, true
		},
	}
}
