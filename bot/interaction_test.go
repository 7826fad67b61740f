package bot

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

func fixture(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestDecodeCommand(t *testing.T) {
	in, err := decode(fixture(t, "command.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := &interaction{
		id: "1290000000000000001", app: "1280000000000000002", token: "aW50ZXJhY3Rpb24-secret_token.1",
		kind: wire.KindCommand, user: "5",
		request: &chat.Request{
			Command: "lightsout",
			Options: map[string]any{"puzzle": "110/\"1\"/\u200b한", "limit": int64(1<<53 - 1), "wrap": true, "private": true},
			Locale:  "ko", App: "1280000000000000002", User: "5", Asked: time.UnixMilli(1290000000000000001>>22 + 1420070400000),
		},
	}
	if !reflect.DeepEqual(in, want) {
		t.Errorf("got %+v %+v\nwant %+v %+v", in, in.request, want, want.request)
	}
}

// The message around the button has component types that do not exist yet.
func TestDecodeClick(t *testing.T) {
	in, err := decode(fixture(t, "click.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := chat.Request{Path: "lightsout?do=hint", Said: "### Solved\n```\nnot this\n```", Texts: []string{"### Solved\n```\nnot this\n```", "a section", "```\n3;2 1\n1|2\n```", "-# small print"}, Puzzle: "3;2 1\n1|2", Puzzles: []string{"3;2 1\n1|2"}, Locale: "en-US", App: "1280000000000000002", Options: map[string]any{}, User: "7", Asked: time.UnixMilli(1290000000000000003>>22 + 1420070400000)}
	if !reflect.DeepEqual(*in.request, want) || in.user != "7" || !in.private || in.inPlace || in.refused != "" {
		t.Errorf("got %+v %+v", in, in.request)
	}
}

func TestDecodeKnowsOutwornButtons(t *testing.T) {
	raw := strings.Replace(string(fixture(t, "click.json")), `{"custom_id": "k1/`, `{"custom_id": "k0/`, 1)
	if in, err := decode([]byte(raw)); err != nil || in.refused != noticeUnknownButton {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestDecodeRefusesWhatCannotBeAnswered(t *testing.T) {
	for _, raw := range []string{
		``, `null`, `[]`, `"x"`, `{}`, `{"id":"1","application_id":"2"}`,
		`{"id":"../1","application_id":"2","token":"t"}`,
		`{"id":"1","application_id":"2/3","token":"t"}`,
		`{"id":"1","application_id":"2","token":"a/../b"}`,
		`{"id":"1","application_id":"2","token":"t"`,
	} {
		if in, err := decode([]byte(raw)); err == nil {
			t.Errorf("%s: decoded as %+v", raw, in)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add(targeting(`{"content":"","embeds":[{"title":"x","fields":[{"name":"a","value":"1;1"}],"image":{"proxy_url":"https://images-ext-1.discordapp.net/external/x"}}],"message_snapshots":[{"message":{"content":"110/011","attachments":[{"id":"5","url":"https://cdn.discordapp.com/a"}]}}]}`))
	f.Add(fixture(f, "command.json"))
	f.Add(fixture(f, "click.json"))
	f.Add(withFile(`{"filename":"a","size":1,"url":"https://cdn.discordapp.com/x"}`))
	f.Add([]byte(`{"id":"1","application_id":"2","token":"t","type":4,"data":null,"member":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		in, err := decode(raw)
		if err != nil {
			return
		}
		if (wire.KindCommand <= in.kind && in.kind <= wire.KindForm) != (in.request != nil) {
			t.Errorf("kind %d with request %v", in.kind, in.request)
		}
		if strings.ContainsAny(in.id+in.app+in.token, "/?#% \n") {
			t.Errorf("unfit for a URL: %+v", in)
		}
	})
}

// TestBetween: the age of a message when it was clicked on, by Discord's clock alone.
func TestBetween(t *testing.T) {
	for _, at := range []struct {
		from, to string
		want     time.Duration
	}{{"4194304", "8388608000", 1999 * time.Millisecond}, {"8", "8", 0}, {"9000000000", "1", 0}, {"", "8", 0}, {"x", "8", 0}} {
		if got := between(at.from, at.to); got != at.want {
			t.Errorf("between %s and %s: %v, not %v", at.from, at.to, got, at.want)
		}
	}
}

// TestClicksByAnyone: the one mode in which a stranger's click changes a message.
func TestClicksByAnyone(t *testing.T) {
	for mode := chat.Privately; mode <= chat.Beside; mode++ {
		in := &interaction{user: "7", request: &chat.Request{}}
		in.route(wire.CustomID("x", mode), "8", false)
		if in.inPlace != (mode == chat.EditByAnyone) {
			t.Errorf("%v: in place %v", mode, in.inPlace)
		}
	}
}

// TestBeside: a reply beside another one is for the same eyes, with a clock of its own, and for a
// stranger's eyes alone where a stranger clicked.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		user    string
		flags   int
		private bool
	}{{"7", 0, false}, {"7", wire.FlagEphemeral, true}, {"8", 0, true}} {
		in, err := decode(fmt.Appendf(nil, `{"id":"8388608000","application_id":"2","type":3,"token":"t","user":{"id":%q},"data":{"custom_id":%q,"component_type":2},
			"message":{"id":"4194304","flags":%d,"interaction_metadata":{"user":{"id":"7"}}}}`, c.user, wire.CustomID("lightsout?turn=another", chat.Beside), c.flags))
		if err != nil || in.inPlace || in.refused != "" || in.private != c.private || in.request.Age != 0 {
			t.Errorf("%+v: %+v, %v", c, in, err)
		}
	}
}

// TestPicks: the values that were picked are read as they are, be they one, several or none.
func TestPicks(t *testing.T) {
	for values, want := range map[string]string{`[]`: `[]`, `["r1.1"]`: `["r1.1"]`, `["r1.1","r1.2","r1.3"]`: `["r1.1" "r1.2" "r1.3"]`} {
		in, err := decode(fmt.Appendf(nil, `{"id":"1","application_id":"2","type":3,"token":"t","user":{"id":"7"},"data":{"custom_id":"k1t/nonogram?turn=fill","component_type":3,"values":%s}}`, values))
		if err != nil || fmt.Sprintf("%q", in.request.Picked) != want || !in.inPlace {
			t.Errorf("%s: %+v, %v", values, in, err)
		}
	}
}
