package bot

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"kibitz/commands/chat"
	"kibitz/render"
)

// TestDecodePhotos: which of a reply's images a click gets, by what its path or the item that
// was picked names; and with a photo what was read off it, where that is in a file.
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

// TestTracing: what was read off an image stands before the board, veiled by no spoiler.
func TestTracing(t *testing.T) {
	r := &chat.Reply{Title: "a", Text: "b", Spoiler: true, Tracing: &render.Tracing{Image: image.NewRGBA(image.Rect(0, 0, 50, 50)), Alt: "seen"}}
	m := compose(r)
	for _, c := range m.parts {
		if c.Type == typeGallery && (c.Items[0].Spoiler || c.Items[0].Description != "seen" || c.Items[0].Media.URL != "attachment://read.jpg") {
			t.Errorf("%+v", c.Items[0])
		}
	}
	if len(m.files) != 1 || m.files[0].contentType != "image/jpeg" || len(m.lost) > 0 {
		t.Errorf("%+v, %v", m.files, m.lost)
	}
	r.Tracing.Image = nil
	if m := compose(r); len(m.files) != 0 || len(m.lost) != 1 {
		t.Errorf("%v", m.lost)
	}
}
