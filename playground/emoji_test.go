package playground_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"kibitz/playground"
	"kibitz/tests/discord"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// emojiBody is the body that makes an emoji of a file.
func emojiBody(name, kind string, data []byte) string {
	return fmt.Sprintf(`{"name":%q,"image":"data:%s;base64,%s"}`, name, kind, base64.StdEncoding.EncodeToString(data))
}

// TestEmoji plays the five routes of an application's emoji, and uses one on a button and in a menu.
func TestEmoji(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	path := "/applications/" + b.server.ApplicationID() + "/emojis"
	if list := b.must(200, "GET", path, ""); len(list["items"].([]any)) != 0 {
		t.Errorf("at first there are %v", list)
	}
	lit := b.must(201, "POST", path, emojiBody("lit", "image/png", picture(128, 128)))
	id := lit["id"].(string)
	for name, answer := range map[string]object{"EmojiResponse": lit, "ListApplicationEmojisResponse": b.must(200, "GET", path, "")} {
		schema, err := discord.Component(name)
		if err != nil {
			t.Fatal(err)
		}
		body, err := jsonschema.UnmarshalJSON(strings.NewReader(string(raw(answer))))
		if err == nil {
			err = schema.Validate(body)
		}
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := b.must(200, "PATCH", path+"/"+id, `{"name":"on"}`); got["name"] != "on" || got["id"] != id {
		t.Errorf("renamed: %v", got)
	}
	if got := b.must(200, "GET", path+"/"+id, ""); got["name"] != "on" {
		t.Errorf("read again: %v", got)
	}
	r, err := http.Get(b.server.URL() + "emojis/" + id + ".png")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if data, err := io.ReadAll(r.Body); err != nil || r.Header.Get("Content-Type") != "image/png" || string(data) != string(picture(128, 128)) {
		t.Errorf("its picture: %d bytes of %s, %v", len(data), r.Header.Get("Content-Type"), err)
	}

	shown := in(row(`{"type":2,"style":1,"custom_id":"b","emoji":{"name":"on","id":"`+id+`"}}`) + "," + strings.Replace(menu(""), `"value":"a"`, `"value":"a","emoji":{"name":"on","id":"`+id+`"}`, 1))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), answer(4, shown))
	m := (<-reply).ok(t)
	if n := strings.Count(string(m.Components), `"id":"`+id+`"`); n != 2 {
		t.Errorf("%d emoji in %s", n, m.Components)
	}
	b.must(204, "DELETE", path+"/"+id, "")
	if status, text := b.do("PATCH", e.original(), shown); status != 400 ||
		strings.Join(codes(t, text), "; ") != "components.0.components.0.emoji.id BUTTON_COMPONENT_INVALID_EMOJI; components.1.components.0.options.0.emoji.id BUTTON_COMPONENT_INVALID_EMOJI" {
		t.Errorf("with a deleted emoji: %d %s", status, text)
	}
	for _, method := range []string{"GET", "PATCH", "DELETE"} {
		wantCode(t, b, 404, 10014, method, path+"/"+id, map[string]string{"PATCH": `{"name":"on"}`}[method])
	}
	wantCode(t, b, 403, 20012, "GET", "/applications/1/emojis", "")
	wantCode(t, b, 403, 20012, "POST", "/applications/1/emojis", emojiBody("lit", "image/png", picture(1, 1)))
}

// TestEmojiLimits: names, pictures and their number are bounded.
func TestEmojiLimits(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	path := "/applications/" + b.server.ApplicationID() + "/emojis"
	small := picture(1, 1)
	large := append(picture(1, 1), make([]byte, 256<<10)...)
	for name, test := range map[string]struct{ body, want string }{
		"a short name":    {emojiBody("a", "image/png", small), "name BASE_TYPE_BAD_LENGTH"},
		"a long name":     {emojiBody(strings.Repeat("a", 33), "image/png", small), "name BASE_TYPE_BAD_LENGTH"},
		"a dash":          {emojiBody("face-up", "image/png", small), "name STRING_TYPE_REGEX"},
		"no name":         {`{"image":"x"}`, "image IMAGE_INVALID; name BASE_TYPE_REQUIRED"},
		"no picture":      {`{"name":"lit"}`, "image BASE_TYPE_REQUIRED"},
		"not a picture":   {emojiBody("lit", "image/png", []byte("hello")), "image IMAGE_INVALID"},
		"of another type": {emojiBody("lit", "image/gif", small), "image IMAGE_INVALID"},
		"over 256 KiB":    {emojiBody("lit", "image/png", large), "image BINARY_TYPE_MAX_SIZE"},
		"all right":       {emojiBody(strings.Repeat("a", 32), "image/png", large[:256<<10]), ""},
	} {
		status, text := b.do("POST", path, test.body)
		got := ""
		if status != 201 {
			got = strings.Join(codes(t, text), "; ")
		}
		if got != test.want {
			t.Errorf("%s: %d %s", name, status, text)
		}
	}
	var one struct{ ID string }
	for n := 1; n <= 2000; n++ { // one is there
		if n%(playground.GlobalRequests/2) == 0 {
			b.server.ForgetRates()
		}
		status, text := b.do("POST", path, emojiBody(fmt.Sprint("e", n), "image/png", small))
		_ = json.Unmarshal([]byte(text), &one)
		if (status == 201) != (n < 2000) || n == 2000 && !strings.Contains(text, "30008") {
			t.Fatalf("emoji %d: %d %s", n+1, status, text)
		}
	}
	b.must(204, "DELETE", path+"/"+one.ID, "")
	b.must(201, "POST", path, emojiBody("again", "image/png", small))
}
