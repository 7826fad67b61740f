package playground_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"kibitz/playground"
	"kibitz/playground/playgroundtest"

	"github.com/bwmarrin/discordgo"
)

// bot is a discordgo client on a Server, with the interactions it received.
type bot struct {
	t       *testing.T
	server  *playgroundtest.Server
	session *discordgo.Session
	inbox   chan event0
	http    *http.Client
}

// event0 is the part of an interaction that tests look at.
type event0 struct {
	ID, Token     string
	ApplicationID string `json:"application_id"`
	Type          int
	Data          struct {
		Name     string
		CustomID string `json:"custom_id"`
		Values   []string
		Options  []struct {
			Name    string
			Type    int
			Value   any
			Focused bool
		}
		Resolved *struct {
			Attachments map[string]struct {
				ID, Filename, URL string
				ContentType       string `json:"content_type"`
				Size              int
				Ephemeral         bool
			}
		}
		Components []map[string]any
	}
	Message map[string]any
	raw     json.RawMessage
}

// closing counts clients that still close after their test: discordgo takes a
// second. A server ends after its clients.
var (
	closing sync.WaitGroup
	clients sync.Map // *Server to *sync.WaitGroup
)

func TestMain(m *testing.M) {
	code := m.Run()
	closing.Wait()
	os.Exit(code)
}

func start(t *testing.T, opt playground.Options) *playgroundtest.Server {
	t.Helper()
	opt = opt.Patient()
	s, err := playgroundtest.Start(context.Background(), opt)
	if err != nil {
		t.Fatal(err)
	}
	sessions := new(sync.WaitGroup)
	clients.Store(s, sessions)
	t.Cleanup(func() {
		closing.Go(func() {
			sessions.Wait()
			_ = s.Close()
		})
	})
	return s
}

func connect(t *testing.T, s *playgroundtest.Server) *bot {
	t.Helper()
	session, err := discordgo.New("Bot " + s.Token())
	if err != nil {
		t.Fatal(err)
	}
	session.Client = &http.Client{Transport: s.Transport()}
	session.StateEnabled = false
	session.LogLevel = -1 // outages are provoked here
	session.Identify.Intents = discordgo.IntentsNone
	b := &bot{t: t, server: s, session: session, inbox: make(chan event0, 100), http: session.Client}
	session.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type != "INTERACTION_CREATE" {
			return
		}
		var got event0
		_ = json.Unmarshal(e.RawData, &got)
		got.raw = e.RawData
		b.inbox <- got
	})
	if err := session.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		sessions, _ := clients.Load(s)
		sessions.(*sync.WaitGroup).Go(func() { _ = session.Close() })
	})
	b.must(200, "PUT", "/applications/"+s.ApplicationID()+"/commands", playground.TestCommands)
	if err := s.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// do sends a request with the bot's token; files become files[0] and so on.
func (b *bot) do(method, path, body string, files ...playground.File) (int, string) {
	b.t.Helper()
	var content io.Reader
	kind := "application/json"
	if body != "" {
		content = strings.NewReader(body)
	}
	if files != nil {
		content, kind = multipartBody(body, files)
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, "https://discord.com/api/v10"+path, content)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+b.server.Token())
	if body != "" {
		r.Header.Set("Content-Type", kind)
	}
	w, err := b.http.Do(r)
	if err != nil {
		return 0, err.Error()
	}
	defer w.Body.Close()
	answer, _ := io.ReadAll(w.Body)
	return w.StatusCode, string(answer)
}

func multipartBody(body string, files []playground.File) (io.Reader, string) {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	_ = w.WriteField("payload_json", body)
	for i, f := range files {
		h := textproto.MIMEHeader{}
		h.Set("Content-Disposition", fmt.Sprintf(`form-data; name="files[%d]"; filename="%s"`, i, f.Name))
		part, _ := w.CreatePart(h)
		_, _ = part.Write(f.Data)
	}
	_ = w.Close()
	return &buf, w.FormDataContentType()
}

func (b *bot) must(status int, method, path, body string, files ...playground.File) map[string]any {
	b.t.Helper()
	got, answer := b.do(method, path, body, files...)
	if got != status {
		b.t.Fatalf("%s %s: %d %s", method, path, got, answer)
	}
	var m map[string]any
	_ = json.Unmarshal([]byte(answer), &m)
	return m
}

func (b *bot) next() event0 {
	b.t.Helper()
	select {
	case e := <-b.inbox:
		return e
	case <-time.After(10 * time.Second):
		b.t.Fatal("no interaction came")
		panic("unreachable")
	}
}

func (e *event0) callback() string {
	return "/interactions/" + e.ID + "/" + e.Token + "/callback"
}

func (e *event0) original() string {
	return "/webhooks/" + e.ApplicationID + "/" + e.Token + "/messages/@original"
}

func (e *event0) webhook() string { return "/webhooks/" + e.ApplicationID + "/" + e.Token }

// outcome is the result of Type and the like.
type outcome struct {
	m   *playground.Message
	err error
}

func later(do func() (*playground.Message, error)) <-chan outcome {
	ch := make(chan outcome, 1)
	go func() {
		m, err := do()
		ch <- outcome{m, err}
	}()
	return ch
}

func (b *bot) typed(text string) <-chan outcome {
	return later(func() (*playground.Message, error) { return b.server.Type(b.t.Context(), text) })
}

func (b *bot) clicked(m *playground.Message, customID string) <-chan outcome {
	return later(func() (*playground.Message, error) { return b.server.Click(b.t.Context(), m.ID, customID) })
}

func (o outcome) ok(t *testing.T) *playground.Message {
	t.Helper()
	if o.err != nil {
		t.Fatal(o.err)
	}
	return o.m
}

// object is any JSON object.
type object = map[string]any

// raw returns a value as JSON.
func raw(v any) json.RawMessage {
	text, _ := json.Marshal(v)
	return text
}

const v2Text = `"flags":32768,"components":[{"type":10,"content":"%s"}]`

func v2(text string) string { return fmt.Sprintf("{"+v2Text+"}", text) }

func answer(kind int, data string) string { return fmt.Sprintf(`{"type":%d,"data":%s}`, kind, data) }

func picture(w, h int) []byte {
	var buf bytes.Buffer
	_ = png.Encode(&buf, image.NewGray(image.Rect(0, 0, w, h)))
	return buf.Bytes()
}

func animation(w, h, frames int) []byte {
	film := gif.GIF{}
	for range frames {
		film.Image = append(film.Image, image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.Black, color.White}))
		film.Delay = append(film.Delay, 10)
	}
	var buf bytes.Buffer
	_ = gif.EncodeAll(&buf, &film)
	return buf.Bytes()
}
