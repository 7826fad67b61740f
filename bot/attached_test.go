package bot

import (
	"fmt"
	"strings"
	"testing"

	"kibitz/commands/chat"
)

// TestDecodePhotos: a click gets the image of a reply that its path, or the item that was
// picked, names. With a photo it also gets the puzzle that was read off it, if the puzzle is in
// a file.
func TestDecodePhotos(t *testing.T) {
	file := func(name string) string {
		return `{"type":13,"name":"` + name + `","size":9,"file":{"url":"https://cdn.discordapp.com/attachments/1/7/` + name + `"}}`
	}
	files := strings.Join([]string{file("puzzle.txt"), file("shades.png"), file("photo.jpg"), file("photo-2.jpg"), file("read.jpg")}, ",")
	for at, want := range map[string]string{
		"nonogram?image=shades&size=5": "shades.png", "nonogram?image=photo&at=r1.0": "puzzle.txt photo.jpg",
		"find?image=picked nonogram photo-2": "photo-2.jpg", "find?image=picked nonogram 1": "puzzle.txt", "nonogram?image=picked kakuro photo": "puzzle.txt photo.jpg",
		"nonogram?image=read": "puzzle.txt", "nonogram?image=photo-9": "puzzle.txt", "nonogram?image=..%2fx": "puzzle.txt",
	} {
		path, picked, _ := strings.Cut(at, " ")
		in, err := decode(fmt.Appendf(nil, `{"id":"1","application_id":"2","token":"t","type":3,"data":{"custom_id":"k1/%s","values":["%s"]},"message":{"application_id":"2","components":[{"type":17,"components":[%s]}]}}`, path, picked, files))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range in.files {
			got = append(got, f.name)
			if f.option != "" && (f.option != chat.ImageOption || f.limit != chat.MaxImage) {
				t.Errorf("%s: %+v", at, f)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v", at, got)
		}
	}
}

// TestDecodeFormFile: an image in a form is fetched as one that came with a command.
func TestDecodeFormFile(t *testing.T) {
	in, err := decode([]byte(`{"id":"1","application_id":"2","token":"t","type":5,"data":{"custom_id":"k1/nonogram?form=sent","components":[
		{"type":18,"component":{"type":4,"custom_id":"puzzle","value":""}},
		{"type":18,"component":{"type":19,"custom_id":"image","values":["77"]}},
		{"type":18,"component":{"type":19,"custom_id":"other","values":[]}}],
		"resolved":{"attachments":{"77":{"id":"77","filename":"a.jpg","size":5,"url":"https://cdn.discordapp.com/ephemeral-attachments/2/77/a.jpg","content_type":"image/jpeg"}}}}}`))
	if err != nil || len(in.files) != 1 || in.files[0].option != "image" || in.files[0].limit != chat.MaxImage {
		t.Fatalf("%v, %+v", err, in.files)
	}
	if _, ok := in.request.Options["image"].(chat.Upload); !ok || in.request.Fields["puzzle"] != "" {
		t.Errorf("%+v", in.request)
	}
}

// TestDecodeTargetPictures: of a message no more pictures are fetched than may be in memory.
func TestDecodeTargetPictures(t *testing.T) {
	var files []string
	for i, kind := range []string{"image/png", "image/jpeg", "video/mp4", "text/plain", "image/webp", "image/png", "image/png"} {
		size := 3 << 20
		if i == 4 {
			size = 9 << 20 // with the others too much
		}
		files = append(files, fmt.Sprintf(`{"id":"%d","filename":"f%d","size":%d,"content_type":"%s","url":"https://cdn.discordapp.com/attachments/1/2/f%d"}`, i, i, size, kind, i))
	}
	in, err := decode([]byte(`{"id":"1","application_id":"2","token":"t","type":2,"data":{"type":3,"name":"Solve this puzzle","target_id":"9","resolved":{"messages":{"9":{"content":"","attachments":[` +
		strings.Join(files, ",") + `],"components":[{"type":12,"items":[{"media":{"url":"https://cdn.discordapp.com/attachments/1/2/shown.png","content_type":"image/png"}}]}]}}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range in.files {
		names = append(names, f.name)
		if f.image != (f.limit == chat.MaxImage) {
			t.Errorf("%+v", f)
		}
	}
	if got := strings.Join(names, " "); got != "f0 f1 f3 f5 picture" {
		t.Errorf("%s", got)
	}
}

// targeting returns a command on a message.
func targeting(message string) []byte {
	return []byte(`{"id":"1","application_id":"2","token":"t","type":2,"data":{"type":3,"name":"Solve this puzzle","target_id":"9","resolved":{"messages":{"9":` + message + `}}}}`)
}

// TestDecodeForward: of a forward the message that it shows is read, its embeds too, and of these
// no more than Discord allows; a forward within a forward is none. The picture of an embed is the
// copy that Discord keeps, never the address elsewhere.
func TestDecodeForward(t *testing.T) {
	embed := `{"title":"Nonogram","description":"of today","fields":[{"name":"Rows:","value":"1;1"},{"name":"Columns","value":"2"}],
		"image":{"url":"https://a.example/b.png","proxy_url":"https://images-ext-1.discordapp.net/external/x/https/a.example/b.png"},"thumbnail":{"proxy_url":"https://media.discordapp.net/small.png"}}`
	small := `{"thumbnail":{"url":"https://a.example/c.png","proxy_url":"https://images-ext-2.discordapp.net/external/y/https/a.example/c.png","content_type":"image/webp"}},{"image":{"url":"https://a.example/d.png"}}`
	in, err := decode(targeting(`{"content":"","embeds":[` + small + `],"message_snapshots":[{"message":{"content":"look","embeds":[` + embed + `],
		"attachments":[{"id":"5","filename":"p.jpg","size":7,"content_type":"image/jpeg","url":"https://cdn.discordapp.com/attachments/1/5/p.jpg"}],
		"message_snapshots":[{"message":{"content":"deeper"}}]}},{"message":{"content":"second"}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintf("%q", in.request.Target.Texts); got != `["look" "Nonogram" "of today" "Rows:\n1;1\n\nColumns:\n2"]` {
		t.Errorf("%s", got)
	}
	var got []string
	for _, f := range in.files {
		got = append(got, f.url)
		if !f.image || f.limit != chat.MaxImage {
			t.Errorf("%+v", f)
		}
	}
	if got := strings.ReplaceAll(strings.Join(got, " "), "https://", ""); got != "images-ext-2.discordapp.net/external/y/https/a.example/c.png "+
		"cdn.discordapp.com/attachments/1/5/p.jpg images-ext-1.discordapp.net/external/x/https/a.example/b.png" {
		t.Errorf("%s", got)
	}

	in, err = decode(targeting(`{"embeds":[` + strings.Repeat(embed+",", 999) + `{"fields":[` + strings.Repeat(`{"name":"a","value":"b"},`, 999) + `{}]}]}`))
	if err != nil || len(in.request.Target.Texts) != 30 || len(in.files) != maxTargetFiles {
		t.Errorf("%v: %d texts, %d files", err, len(in.request.Target.Texts), len(in.files))
	}
	in, err = decode(targeting(`{"embeds":[{"fields":[` + strings.Repeat(`{"name":"a","value":"b"},`, 999) + `{}]}]}`))
	if err != nil || strings.Count(in.request.Target.Texts[0], "b") != 25 {
		t.Errorf("%v: %q", err, in.request.Target.Texts)
	}
	for _, odd := range []string{`{"embeds":[null,7,{"title":5,"fields":"x","image":[]}],"message_snapshots":[null,3]}`, `{"embeds":{},"message_snapshots":{}}`, `{"message_snapshots":[]}`} {
		if in, err = decode(targeting(odd)); err != nil || len(in.request.Target.Texts) != 0 || len(in.files) != 0 {
			t.Errorf("%s: %v, %+v", odd, err, in)
		}
	}
}

// TestDecodeForwardOfOurs: a forward of a reply of the bot's own is read as the reply: its puzzle
// and its rules, and no other text.
func TestDecodeForwardOfOurs(t *testing.T) {
	in, err := decode(targeting(`{"content":"","message_snapshots":[{"message":{"content":"","components":[{"type":17,"components":[
		{"type":10,"content":"1️⃣🔴🔴"},{"type":10,"content":"` + "```\\n110/011/101\\n```" + `"},{"type":1,"components":[{"type":2,"custom_id":"k1/lightsout?do=hint&wrap=true"}]}]}]}}]}`))
	if err != nil || in.request.Target.Reply == nil {
		t.Fatalf("%v, %+v", err, in.request)
	}
	if got := fmt.Sprint(in.request.Target.Reply.Puzzles, in.request.Target.Reply.Paths); got != "[110/011/101] [lightsout?do=hint&wrap=true]" {
		t.Errorf("%s", got)
	}
}

// Of a file Discord tells in another place than of the option; what is odd
// there does not spoil the rest.
func TestDecodeFile(t *testing.T) {
	const url = "https://cdn.discordapp.com/ephemeral-attachments/1/77/a.non?ex=1&hm=2"
	for about, want := range map[string]upload{
		`{"id":"77","filename":"a.non","size":12,"url":"` + url + `","proxy_url":"x","content_type":"text/plain","ephemeral":true,"new":{}}`: {option: "file", name: "a.non", kind: "text/plain", url: url, size: 12},
		`{"filename":7,"size":"12","url":"` + url + `","content_type":null}`:                                                                 {option: "file", url: url},
		`{"size":1e99,"url":"` + url + `"}`: {option: "file", url: url},
		`null`:                              {option: "file"},
		`[]`:                                {option: "file"},
	} {
		in, err := decode(withFile(about))
		if err != nil || len(in.files) != 1 || in.files[0] != want {
			t.Errorf("%s: %+v, %v", about, in.files, err)
		}
	}
	in, err := decode(command("5", `{"name":"file","type":11,"value":"77"}`, `{"name":"other","type":11,"value":{}}`))
	if err != nil || len(in.files) != 1 || in.files[0] != (upload{option: "file"}) {
		t.Errorf("nothing told of it: %+v, %v", in.files, err)
	}
}

// TestDecodeImage: a click whose path asks for it has the image that the reply carries, and no
// other file; any other click has none.
func TestDecodeImage(t *testing.T) {
	const url = "https://cdn.discordapp.com/attachments/1/77/shades.png?ex=1"
	for path, want := range map[string]int{"nonogram?image=true&darker=1": 1, "nonogram?do=check": 0, "nonogram?%zz": 0} {
		in, err := decode([]byte(`{"id":"1","application_id":"2","token":"t","type":3,"data":{"custom_id":"k1p/` + path + `"},"message":{"components":[{"type":17,"components":[` +
			`{"type":13,"name":"puzzle.txt","size":5,"file":{"url":"https://cdn.discordapp.com/attachments/1/76/puzzle.txt"}},` +
			`{"type":13,"name":"shades.png","size":9,"file":{"url":"` + url + `","content_type":"image/png"}}]}]}}`))
		if err != nil || len(in.files) != want {
			t.Fatalf("%s: %v, %v", path, in.files, err)
		}
		if want == 1 && in.files[0] != (upload{option: "image", name: "shades.png", kind: "image/png", url: url, size: 9, limit: chat.MaxImage}) {
			t.Errorf("%+v", in.files[0])
		}
	}
}
