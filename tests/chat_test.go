package tests

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kibitz/bot"
	"kibitz/commands"
	"kibitz/commands/chat"
	"kibitz/playground"
	"kibitz/solvers"
)

var update = flag.Bool("update", false, "write what the bot answers into testdata/*.chat; read the difference before you keep it")

// TestChat plays the conversations in testdata. A file is a list of turns:
//
//	> /command …          is typed
//	>> Label              a click on that button of the last reply, or a pick from
//	                      a menu, of several items with " && " between them, of
//	                      none by what the menu shows then; where two menus have
//	                      items of one name, with the menu before it: "Fill: c3";
//	                      a button goes by a value in its custom_id, too: b3
//	>>> text              sent in with the form that the last turn opened; a second
//	                      field follows after " && ", a file as [name]
//	>~ Label              the same click by somebody else
//	>= Label              a look at the last message with that button, to go on from there
//	>? /command puzzle:…  what is suggested while that is typed
//	>! Command            a command on the last reply, or, with < and a text after
//	                      it, on a message of that text; [name] at its end is a file, [name name] two;
//	                      with << on the forward of such a message, without a text of the last reply;
//	                      with <| on another bot's embed: title | text | name: value | name: value
//
// and the lines up to the next turn are the reply as a terminal shows it. Lines
// that start with "# " before the first turn, or after an empty line, are for
// the reader. A "\n" in a turn is a new line; a file that is typed is one of
// testdata/files, or an image that is drawn here (photos_test.go).
func TestChat(t *testing.T) {
	files, err := filepath.Glob("testdata/*.chat")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".chat"), func(t *testing.T) {
			t.Parallel()
			h := open(t, nil)
			play(t, h, file, false)
			checkContract(t, h.taken())
		})
	}
}

// TestStrainedChat plays conversations in houses that are short of something:
// the notices that say so are answers like all others.
func TestStrainedChat(t *testing.T) {
	for name, short := range map[string]func(*plan){
		"no-time":      func(p *plan) { p.config.Limits.Solve = 1 },
		"no-room":      func(p *plan) { p.settings.MaxPuzzle = 40 },
		"no-place":     func(p *plan) { p.config.Limits.PerUser = 0 },
		"no-queue":     func(p *plan) { p.config.Limits.Workers, p.config.Limits.Queue = 1, -1 },
		"no-answer":    func(p *plan) { p.wrap = func(s *commands.Commands) bot.Handler { return clumsy{s} } },
		"no-memory":    func(p *plan) { p.settings.Memory = solvers.NewMemory(1) },
		"no-memory-ko": func(p *plan) { p.settings.Memory, p.options.Locale = solvers.NewMemory(1), "ko" },
		"no-memory-ja": func(p *plan) { p.settings.Memory, p.options.Locale = solvers.NewMemory(1), "ja" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t, short)
			play(t, h, filepath.Join("testdata", "strained", name+".chat"), false)
			checkContract(t, h.taken())
		})
	}
}

// TestOverMidnight plays the end of one day and the beginning of the next, in each language.
func TestOverMidnight(t *testing.T) {
	for _, lang := range []string{"en-US", "ko", "ja"} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			h := open(t, func(p *plan) {
				p.options.Locale, p.options.Begin = lang, time.Date(2026, time.November, 22, 23, 58, 15, 0, time.UTC)
			})
			play(t, h, filepath.Join("testdata", "midnight", lang+".chat"), false)
			checkContract(t, h.taken())
		})
	}
}

// TestServersLanguage plays what a Korean does on a Japanese server: what all see is in Japanese, and
// what the Korean alone sees is in Korean.
func TestServersLanguage(t *testing.T) {
	t.Parallel()
	h := open(t, func(p *plan) { p.options.Locale, p.options.Server = "ko", "ja" })
	play(t, h, "testdata/server/ko-in-ja.chat", false)
	checkContract(t, h.taken())
}

// TestRestarts plays a conversation in which every turn goes on from the last
// one, and starts the bot anew before each: nothing is lost, as nothing is kept
// in it.
func TestRestarts(t *testing.T) {
	if *update {
		t.Skip("TestChat writes the conversation")
	}
	t.Parallel() // to leave takes a bot a second, in which it sleeps
	h := open(t, nil)
	play(t, h, "testdata/restart.chat", true)
	checkContract(t, h.taken())
}

// TestOverdue plays a conversation with a handler that does not heed the end of
// its time: the bot answers without it.
func TestOverdue(t *testing.T) {
	t.Parallel() // the bot waits four seconds for the handler
	release := make(chan struct{})
	h := open(t, func(p *plan) {
		p.config.Limits.Solve = time.Second
		p.wrap = func(s *commands.Commands) bot.Handler { return deaf{s, release} }
	})
	t.Cleanup(func() { close(release) }) // before the house is closed, for the bot waits for its handlers
	play(t, h, "testdata/strained/overdue.chat", false)
	checkContract(t, h.taken())
}

// deaf answers when it is released, whatever its context says.
type deaf struct {
	*commands.Commands
	release chan struct{}
}

func (d deaf) Inquire(req *chat.Request) chat.Inquiry {
	inquiry := d.Commands.Inquire(req)
	inquiry.Answer = func(context.Context, func(*chat.Reply)) *chat.Reply {
		<-d.release
		return &chat.Reply{Title: "too late"}
	}
	return inquiry
}

// clumsy fails where it should answer.
type clumsy struct{ *commands.Commands }

func (c clumsy) Inquire(req *chat.Request) chat.Inquiry {
	inquiry := c.Commands.Inquire(req)
	inquiry.Answer = func(context.Context, func(*chat.Reply)) *chat.Reply { panic("a handler that panics") }
	return inquiry
}

// incident is the number of one, which is another every time.
var incident = regexp.MustCompile("number `[0-9a-f]{8}`")

// clock matches how long a game took, which differs from run to run.
var clock = regexp.MustCompile(` · ⏱️ [0-9:]+`)

// took matches the same as a game carries it.
var took = regexp.MustCompile(`(?m)(^[!@][0-9]+ ?| [!@][0-9]+)`)

// mentioned matches a person's mention. Ids differ from run to run, except the stranger's.
var mentioned = regexp.MustCompile("<@([0-9]+)>")

// A cast is the people of a conversation's duels, without the stranger.
type cast map[string]bool

// nameless replaces their ids by 1, also those in base 36.
func (c cast) nameless(text string) string {
	for _, found := range mentioned.FindAllStringSubmatch(text, -1) {
		n, err := strconv.ParseUint(found[1], 10, 64)
		c[found[1]] = err == nil && found[1] != stranger && strings.Contains(text, strconv.FormatUint(n, 36))
	}
	for id, known := range c {
		if n, err := strconv.ParseUint(id, 10, 64); err == nil && known {
			text = strings.NewReplacer(id, "1", strconv.FormatUint(n, 36), "1").Replace(text)
		}
	}
	return text
}

// client is the bot's id, which is another every time, too.
var client = regexp.MustCompile("client_id=[0-9]+")

// play plays a conversation, restarting the bot before every turn if wanted.
func play(t *testing.T, h *house, file string, restarting bool) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var heard strings.Builder
	var talk talk
	people := cast{}
	for i, turn := range turns(string(text)) {
		if i > 0 {
			heard.WriteString("\n")
		}
		heard.WriteString(turn.before)
		if restarting {
			h.restart(t)
		}
		got, err := talk.speak(h, turn.said)
		if err != nil {
			got = fmt.Sprintf("(Discord refuses: %v)", err)
		}
		got = incident.ReplaceAllString(strings.TrimRight(got, "\n")+"\n", "number `00000000`")
		got = took.ReplaceAllString(clock.ReplaceAllString(got, ""), "")
		got = people.nameless(got)
		got = client.ReplaceAllString(got, "client_id=0")
		if strings.Contains(got, "⟨") {
			t.Errorf("%s:%d: a phrase is missing:\n%s", file, turn.line, got)
		}
		if !*update && got != turn.reply {
			t.Errorf("%s:%d: %s\n--- got\n%s--- want\n%s", file, turn.line, turn.said, got, turn.reply)
		}
		heard.WriteString(turn.said + "\n" + got)
	}
	if *update {
		if err := os.WriteFile(file, []byte(heard.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// talk is where a conversation has come to.
type talk struct {
	last *playground.Message
	form *playground.Modal
}

// speak does what a turn says and returns what comes of it, as a terminal shows
// it.
func (k *talk) speak(h *house, said string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	how, what, _ := strings.Cut(said, " ")
	what = strings.ReplaceAll(what, `\n`, "\n")
	if how == ">?" {
		return suggestions(h.Complete(ctx, what))
	}
	var reply *playground.Message
	var err error
	switch how {
	case ">":
		reply, err = h.TypeFiles(ctx, what, testFile)
	case ">>>":
		if k.form == nil {
			return "", errors.New("no form is open")
		}
		reply, err = h.Submit(ctx, k.form, filledIn(h, k.form, strings.Split(what, " && ")))
	case ">!":
		reply, err = k.apply(ctx, h, what)
	case ">=":
		reply, err = look(h, what)
	default:
		reply, err = k.press(ctx, h, what, how == ">~")
	}
	k.form = nil
	if errors.As(err, &k.form) {
		return k.form.Text(), nil
	}
	if err != nil {
		return "", err
	}
	if how != ">~" || reply.ID == k.last.ID { // another reply that a stranger gets is not theirs to go on from
		k.last = reply
	}
	return reply.Text(), nil
}

func testFile(name string) ([]byte, error) { return sceneFile(name) }

// filledIn are the texts of a form's inputs by their custom_id, from the first on; a field for
// a file takes [name] alone.
func filledIn(h *house, form *playground.Modal, texts []string) map[string]string {
	var parts []component
	if err := json.Unmarshal(form.Components, &parts); err != nil {
		return nil
	}
	fields := map[string]string{}
	for _, part := range parts {
		if part.Component == nil || len(texts) == 0 {
			continue
		}
		const fileUpload = 19
		name, isFile := strings.CutPrefix(texts[0], "[")
		if part.Component.Type != fileUpload {
			fields[part.Component.CustomID] = texts[0]
		} else if data, err := testFile(strings.TrimSuffix(name, "]")); isFile && err == nil {
			fields[part.Component.CustomID], _ = h.Attach(strings.TrimSuffix(name, "]"), data)
		} else {
			continue
		}
		texts = texts[1:]
	}
	return fields
}

// stranger is the id of somebody who is not the one who types.
const stranger = "4200000000000000042"

// press clicks on a button of the last reply, or picks from a menu.
func (k *talk) press(ctx context.Context, h *house, what string, byStranger bool) (*playground.Message, error) {
	var values []string
	var c *component
	for label := range strings.SplitSeq(what, " && ") {
		found, value := control(k.last, label)
		switch {
		case found == nil:
			return nil, fmt.Errorf("the last reply has no button %q", label)
		case c != nil && c.CustomID != found.CustomID:
			return nil, fmt.Errorf("%q is in another menu", label)
		}
		if c = found; value != "" {
			values = append(values, value)
		}
	}
	switch {
	case byStranger:
		return h.ClickAs(ctx, stranger, k.last.ID, c.CustomID)
	case len(c.Options) > 0:
		return h.Select(ctx, k.last.ID, c.CustomID, values...)
	}
	return h.Click(ctx, k.last.ID, c.CustomID)
}

// apply uses a command on a message.
func (k *talk) apply(ctx context.Context, h *house, what string) (*playground.Message, error) {
	command, text, posted := strings.Cut(what, " <")
	if !posted {
		return h.Apply(ctx, command, k.last.ID)
	}
	how, text := text[:min(1, len(text))], text[min(1, len(text)):]
	if how == "<" && text == "" {
		m, err := h.Post(playground.Posting{Forward: k.last.ID})
		if err != nil {
			return nil, err
		}
		return h.Apply(ctx, command, m.ID)
	}
	p := posting(strings.TrimPrefix(text, " "))
	if how == "|" {
		p = embedded(p)
	}
	m, err := h.Post(p)
	if err == nil && how == "<" {
		m, err = h.Post(playground.Posting{Forward: m.ID})
	}
	if err != nil {
		return nil, err
	}
	return h.Apply(ctx, command, m.ID)
}

// posting is a message of a text, with the files that are named at its end.
func posting(text string) (p playground.Posting) {
	if at := strings.LastIndex(text, "["); at >= 0 && strings.HasSuffix(text, "]") {
		for _, name := range strings.Fields(text[at+1 : len(text)-1]) {
			if data, err := testFile(name); err == nil {
				p.Files = append(p.Files, playground.File{Name: name, Data: data})
			}
		}
		if len(p.Files) > 0 {
			text = text[:at]
		}
	}
	p.Text = text
	return p
}

// embedded is a message of another bot's with the same text and file in an embed.
func embedded(p playground.Posting) playground.Posting {
	parts := append(strings.Split(p.Text, " | "), "", "")
	e := playground.Embed{Title: parts[0], Description: parts[1]}
	for _, part := range parts[2 : len(parts)-1] {
		if name, value, ok := strings.Cut(part, ": "); ok {
			e.Fields = append(e.Fields, [2]string{name, value})
		}
	}
	if len(p.Files) > 0 {
		e.Picture = &p.Files[0]
	}
	return playground.Posting{Embeds: []playground.Embed{e}}
}

// suggestions are a line each, with what picking one types if that is another
// text.
func suggestions(choices []playground.Choice, err error) (string, error) {
	var lines []string
	for _, c := range choices {
		lines = append(lines, fmt.Sprintf("(%s) → %v", c.Name, c.Value))
	}
	if len(lines) == 0 {
		lines = []string{"(no suggestions)"}
	}
	return strings.Join(lines, "\n"), err
}

// look is the newest message with a button of that label.
func look(h *house, label string) (*playground.Message, error) {
	for _, m := range slices.Backward(h.Messages()) {
		if found, _ := control(m, label); found != nil {
			return m, nil
		}
	}
	return nil, fmt.Errorf("no message has a button %q", label)
}

// control is the button of a message with that label, or else with that value
// in its custom_id; or the menu with an item of that label, and the item's value. The label may
// have the menu's placeholder before it.
func control(m *playground.Message, what string) (found *component, value string) {
	if m == nil {
		return nil, ""
	}
	var list []component
	if err := json.Unmarshal(m.Components, &list); err != nil {
		return nil, ""
	}
	var walk func([]component)
	walk = func(list []component) {
		for i, c := range list {
			for _, o := range c.Options {
				if o.Label == what || c.Placeholder+": "+o.Label == what {
					found, value = &list[i], o.Value
				}
			}
			named := c.Label == what || len(c.Options) > 0 && c.Placeholder == what || strings.Contains(c.CustomID+"&", "="+what+"&")
			if c.CustomID != "" && named && (found == nil || c.Label == what) {
				found = &list[i]
			}
			walk(c.Components)
		}
	}
	walk(list)
	return found, value
}

// turn is one exchange of a conversation, with the reader's lines before it.
type turn struct {
	before, said, reply string
	line                int
}

var turnForm = regexp.MustCompile(`^>(>>?|[~?!=])? `)

// turns splits a conversation. Empty lines around turns do not count; those
// within a reply do.
func turns(text string) []turn {
	var all []turn
	var before strings.Builder
	blank := true // the line before was empty, or there was none
	replying := false
	for i, line := range strings.Split(text, "\n") {
		switch {
		case turnForm.MatchString(line):
			all = append(all, turn{before: before.String(), said: line, line: i + 1})
			before.Reset()
			replying = true
		case blank && strings.HasPrefix(line, "# "), !replying:
			replying = false
			if line != "" {
				before.WriteString(line + "\n")
			}
		default:
			all[len(all)-1].reply += line + "\n"
		}
		blank = line == ""
	}
	for i := range all {
		all[i].reply = strings.TrimRight(all[i].reply, "\n") + "\n"
	}
	return all
}
