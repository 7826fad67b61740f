package tests

import (
	"context"
	"errors"
	"math/rand/v2"
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

// TestHostile sends a thousand spoilt puzzles a command the whole way. Each
// gets exactly one reply, within all of Discord's limits, that can ping nobody;
// nothing panics.
func TestHostile(t *testing.T) {
	each := 1000
	if testing.Short() {
		each = 50
	}
	for _, command := range append(commands.ForBatch().Kinds(), "make") {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			texts := rightTexts(command)
			h := open(t, func(p *plan) {
				p.config.Limits.PerUser = 64
				p.config.Limits.Solve = 2 * time.Second
			})
			rng := rand.New(rand.NewPCG(1, uint64(len(command))))
			inputs := make(chan string)
			var replies, refused tally
			var crowd sync.WaitGroup
			for range 4 {
				crowd.Go(func() {
					for text := range inputs {
						reply, err := h.give(t, command, text)
						var input *playground.InputError
						switch {
						case errors.As(err, &input):
							refused.add() // Discord's own client would not send it
						case err != nil:
							t.Errorf("%q: %v", text, err)
						case strings.Contains(reply.Text(), "broke on my side") || strings.Contains(reply.Text(), "⟨"):
							t.Errorf("%q: %s", text, reply.Text())
						default:
							replies.add()
						}
					}
				})
			}
			for range each {
				inputs <- spoil(rng, texts[rng.IntN(len(texts))])
			}
			close(inputs)
			crowd.Wait()
			requests := h.taken()
			checkContract(t, requests)
			if n := answered(t, requests); n != replies.n {
				t.Errorf("%d replies seen, %d interactions answered", replies.n, n)
			}
			t.Logf("%d spoilt puzzles: %d replies, %d refused by the client", each, replies.n, refused.n)
			if refused.n > each/10 {
				t.Errorf("%d of %d never reached the bot", refused.n, each)
			}
		})
	}
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

type tally struct {
	mu sync.Mutex
	n  int
}

func (t *tally) add() { t.mu.Lock(); t.n++; t.mu.Unlock() }

var callback = regexp.MustCompile(`^/interactions/([^/]+)/([^/]+)/callback$`)

// answered counts the interactions that were answered, each by one callback.
func answered(t *testing.T, requests []playground.Request) int {
	t.Helper()
	callbacks := map[string]int{}
	for _, r := range requests {
		if m := callback.FindStringSubmatch(r.Path); m != nil {
			callbacks[m[1]]++
		}
	}
	for id, n := range callbacks {
		if n != 1 {
			t.Errorf("interaction %s got %d callbacks", id, n)
		}
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
