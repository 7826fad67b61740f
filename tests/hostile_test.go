package tests

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/commands"
	"kibitz/playground"
)

// notations are right puzzles in encodings that the examples of their kinds lack.
var notations = map[string][]string{
	"nonogram": {
		"3;2 1;3 2;2 2;6;1 5;6;1;2|1 2;3 1;1 5;7 1;5;3;4;3",
		`{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}`,
		"1;4;1 1;2;1|2;3;1;3;1 =?????/?###?/?#?#?/?????/????? r5=#xxxx",
	},
	"lightsout": {"🟨⬛🟨/⬛🟨⬛/🟨⬛🟨"},
	"kakuro":    {"kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3", `#,17\,16\/\17,.,./\16,.,. =###/#?9/#?? r3c2=9`},
	"cardflip":  {"[1,1,1,0,1,1]", "🟦🟦⬛🟦"},
	"tothemoon": {"⬜⬛/⬛⬜"},
}

// rightTexts are puzzles of a kind in many notations, to be spoilt.
func rightTexts(kind string) []string {
	return append(commands.ForBatch().Examples(kind), notations[kind]...)
}

// TestRightTexts: what is to be spoilt is right before.
func TestRightTexts(t *testing.T) {
	h := open(t, nil)
	for _, kind := range commands.ForBatch().Kinds() {
		for _, text := range rightTexts(kind) {
			reply, err := h.give(t, kind, text)
			if err != nil {
				t.Errorf("/%s %s: %v", kind, text, err)
			} else if failed(reply) {
				t.Errorf("/%s %s: %s", kind, text, reply.Text())
			}
		}
	}
	checkContract(t, h.taken())
}

// failed reports whether a message tells of a failure: by its red edge, for Discord keeps nothing
// else of a reply's tone.
func failed(m interface{ AccentColor() (rgb int, ok bool) }) bool {
	rgb, ok := m.AccentColor()
	return ok && rgb == 0xED4245
}

// poison are texts that no puzzle should hold, and that must do no harm.
var poison = []string{
	"@everyone", "@here", "<@123456789012345678>", "<@&123456789012345678>", "<#123456789012345678>", "<:x:123456789012345678>",
	"```", "`", "**", "__", "||", "~~", "> ", "# ", "-# ", "[x](https://example.com)", "\\", "\u200b", "\u200d", "\ufeff", "\u202e", "\u2066",
	"\x00", "\x1b[31m", "\r\n", "🏳️‍🌈", "é", "가", "９", "１", "½", "∞", "-1", "1e9", "99999999999999999999", "'; DROP TABLE", "{{.}}", "%s%n", "../../etc/passwd",
	"<script>", "&amp;", "\ufffd", "\U0010ffff",
}

// spoil makes a wrong text out of a right one: a cell changed, the end cut off,
// six thousand characters, poison in the middle.
func spoil(rng *rand.Rand, text string) string {
	runes := []rune(text)
	at := rng.IntN(len(runes))
	switch rng.IntN(6) {
	case 0:
		runes[at] = rune(rng.IntN(0x250) + 0x20)
		return string(runes)
	case 1:
		return string(runes[:at+1])
	case 2:
		huge := strings.Repeat(text+string("/;,| \n"[rng.IntN(6)]), 6000/len(runes)+1)
		return string([]rune(huge)[:6000])
	case 3:
		return strings.Repeat(string("01#.9A{[<5"[rng.IntN(10)]), 1+rng.IntN(6000))
	case 4:
		return poison[rng.IntN(len(poison))] + text + poison[rng.IntN(len(poison))]
	}
	return string(runes[:at]) + poison[rng.IntN(len(poison))] + string(runes[at:])
}

// TestHostile sends 400 spoilt puzzles a command the whole way, or 4,000 with KIBITZ_HOSTILE=all. Each
// gets exactly one reply, within all of Discord's limits, that can ping nobody;
// nothing panics. A machine with much to do may be too slow for Discord's three
// seconds: what had no answer is sent again at the end, one after the other, and
// counts only if an easy puzzle is answered meanwhile.
func TestHostile(t *testing.T) {
	each := 400
	if testing.Short() {
		each = 50
	} else if os.Getenv("KIBITZ_HOSTILE") == "all" {
		each = 4000
	}
	all := append(commands.ForBatch().Kinds(), "make")
	late := make([][]string, len(all))
	t.Run("crowd", func(t *testing.T) {
		for i, command := range all {
			t.Run(command, func(t *testing.T) {
				t.Parallel()
				late[i] = crowd(t, command, each)
			})
		}
	})
	for i, command := range all {
		h := open(t, hostilePlan)
		for _, text := range late[i] {
			h.giveAgain(t, command, text)
		}
		checkContract(t, h.taken())
	}
}

// giveAgain gives a spoilt puzzle by itself until it is answered. It fails the test if the puzzle has no answer
// three times after which an easy one had: then the machine is not too slow.
func (h *house) giveAgain(t *testing.T, command, text string) {
	t.Helper()
	failures := 0
	for range 20 {
		err := h.giveSpoilt(t, command, text)
		if !isLate(err) {
			if err != nil {
				t.Errorf("/%s %.80q: %v", command, text, err)
			}
			return
		}
		if h.giveSpoilt(t, "lightsout", "110/011/101") == nil {
			failures++
		}
		if failures == 3 {
			t.Errorf("/%s %.80q: %v, though an easy puzzle is answered", command, text, err)
			return
		}
	}
	t.Logf("/%s %.80q: this machine is too slow to say whether it is answered", command, text)
}

// isLate reports whether an error says that there was no answer in time.
func isLate(err error) bool {
	late, ok := errors.AsType[*playground.NoResponse](err)
	return ok && late.Refused == nil
}

func hostilePlan(p *plan) {
	p.config.Limits.PerUser = 64
	p.config.Limits.Solve = 2 * time.Second
}

// crowd sends spoilt puzzles, four at a time, and returns those that had no answer in time.
func crowd(t *testing.T, command string, each int) (late []string) {
	texts := rightTexts(command)
	h := open(t, hostilePlan)
	rng := rand.New(rand.NewPCG(1, uint64(len(command))))
	inputs := make(chan string)
	replies, refused := 0, 0
	var mu sync.Mutex
	var four sync.WaitGroup
	for range 4 {
		four.Go(func() {
			for text := range inputs {
				err := h.giveSpoilt(t, command, text)
				_, unsent := errors.AsType[*playground.InputError](err)
				mu.Lock()
				switch {
				case err == nil:
					replies++
				case unsent: // Discord's own client would not send it
					refused++
				case isLate(err):
					late = append(late, text)
				default:
					t.Errorf("%.80q: %v", text, err)
				}
				mu.Unlock()
			}
		})
	}
	for range each {
		inputs <- spoil(rng, texts[rng.IntN(len(texts))])
	}
	close(inputs)
	four.Wait()
	requests := h.taken()
	checkContract(t, requests)
	if n := answered(t, requests); n < replies || n > replies+len(late) {
		t.Errorf("%d replies seen and %d late, %d interactions answered", replies, len(late), n)
	}
	t.Logf("%d spoilt puzzles: %d replies, %d late, %d refused by the client", each, replies, len(late), refused)
	if refused > each/10 {
		t.Errorf("%d of %d never reached the bot", refused, each)
	}
	return late
}

// giveSpoilt gives a spoilt puzzle, and fails the test if the reply tells of a fault of the bot's. The error
// says that there was no reply.
func (h *house) giveSpoilt(t *testing.T, command, text string) error {
	reply, err := h.give(t, command, text)
	if err == nil && (strings.Contains(reply.Text(), "broke on my side") || strings.Contains(reply.Text(), "⟨")) {
		t.Errorf("%.80q: %s", text, reply.Text())
	}
	return err
}

// give types a puzzle, or attaches it: about half of them each.
func (h *house) give(t testing.TB, command, text string) (*playground.Message, error) {
	if len(text)%2 == 0 {
		return h.say(t, "/"+command+" puzzle:"+text)
	}
	ref, err := h.Attach("puzzle.txt", []byte(text))
	if err != nil {
		return nil, err
	}
	return h.say(t, "/"+command+" file:"+ref)
}

var callback = regexp.MustCompile(`^/interactions/([^/]+)/([^/]+)/callback$`)

// answered counts the interactions that were answered, each by one callback. On a machine with much to do
// the bot may hear nothing for a while, break the call off, which then may have no body, and send it again:
// Discord takes one of them.
func answered(t *testing.T, requests []playground.Request) int {
	t.Helper()
	callbacks := map[string]string{}
	for _, r := range requests {
		m := callback.FindStringSubmatch(r.Path)
		if m == nil || len(r.Body) == 0 {
			continue
		}
		if before, again := callbacks[m[1]]; again && before != string(r.Body) {
			t.Errorf("interaction %s got two callbacks: %s and %s", m[1], before, r.Body)
		} else if again {
			t.Logf("interaction %s got the same callback again", m[1])
		}
		callbacks[m[1]] = string(r.Body)
	}
	return len(callbacks)
}

// TestStrangeClicks: a click on a button that this bot never made, or made in
// another version, is answered like everything else, for the clicker alone.
func TestStrangeClicks(t *testing.T) {
	h := open(t, nil)
	reply, err := h.say(t, "/help")
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"k1/", "k1/nonsense", "k0/help", "k1/lightsout?do=solve", "k1/%zz", "x", "k1/help?puzzle=chess", strings.Repeat("k", 100)} {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		answer, err := h.Forge(ctx, reply.ID, id)
		cancel()
		if err != nil {
			t.Errorf("click %q: %v", id, err)
			continue
		}
		if text := answer.Text(); !answer.Ephemeral || strings.Contains(text, "broke on my side") || strings.Contains(text, "⟨") {
			t.Errorf("click %q: %s", id, text)
		}
	}
	checkContract(t, h.taken())
}
