package activity

import (
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"

	"kibitz/commands/words"
	"kibitz/render"
)

// The page is one document with its style and its script inside. A frame whose origin is opaque, as on some
// telephones, may load no script from 'self'.
//
//go:embed page
var files embed.FS

var (
	frame  = read("page.html")
	style  = read("page.css")
	script = sync.OnceValue(func() string {
		return join("game", "clues", "turns", "keep", "view", "board", "cells", "gestures", "touch", "keys", "grid", "tools", "panel",
			"copy", "live", "together", "people", "race", "discord", "start")
	})
)

// read returns a file of the page.
func read(name string) string {
	data, err := files.ReadFile("page/" + name)
	if err != nil {
		panic(err) // a file that the program was built without
	}
	return string(data)
}

// join returns scripts as one, in this order, without what only people read: a quarter of the bytes, which a page
// that comes in one piece feels.
func join(names ...string) string {
	var all strings.Builder
	for _, name := range names {
		all.WriteString(read(name + ".js"))
	}
	shorter := minify.New()
	shorter.AddFunc("js", js.Minify)
	short, err := shorter.String("js", all.String())
	if err != nil {
		panic(err) // a script that cannot be read
	}
	return short
}

// Phrases returns the ids of the page's words: those of buttons that games have in a chat, too, and its own.
func Phrases() []string {
	return append(words.IDs("button.", "hint", "more", "carry", "mistakes", "undo", "give-up", "give-up-now", "another", "again", "pencil", "show-candidates", "share"),
		append(words.IDs("paint.", "redo", "erase", "mark", "fit", "theme", "menu", "close", "copy", "copied", "today", "loading", "offline", "retry", "broken", "cell", "row", "column", "tools", "moves", "help-mark", "help-digit", "help-press", "not-kept", "open",
			"together", "race", "invite", "invited", "invited-race", "leave", "full", "player", "you", "joined", "left", "moved", "moved-more", "points", "goes-on", "along", "unsolved", "copy-table",
			"gone", "gone-file", "file"), "play.sure", "paint.lang")...)
}

// A document is the page in one language.
type document struct{ html, policy string }

// documents holds the page in each language, made when it is first asked for.
var documents sync.Map

// theme writes the colours of a theme as variables of CSS.
func theme(t render.Theme) string {
	inks := render.Inks(t)
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(inks)) {
		fmt.Fprintf(&all, "--%s:%s;", name, inks[name])
	}
	return all.String()
}

// documentIn returns the page in the language of these words.
func documentIn(say words.Phrases) document {
	lang := say.Text("paint.lang")
	if d, ok := documents.Load(lang); ok {
		return d.(document)
	}
	light, dark := theme(render.Light), theme(render.Dark)
	css := strings.NewReplacer("/*light*/", light, "/*dark*/", dark).Replace(style)
	said := map[string]string{}
	for _, id := range Phrases() {
		_, name, _ := strings.Cut(id, ".")
		said[name] = say.Text(id)
	}
	data, _ := json.Marshal(said) // of strings, it always can; and it escapes <
	d := document{
		html: strings.NewReplacer("/*style*/", css, "/*script*/", script(), "/*words*/", string(data), "/*lang*/", lang).Replace(frame),
		policy: "default-src 'none'; script-src '" + hash(script()) + "'; style-src '" + hash(css) + "'; connect-src 'self'; img-src data:; " +
			"base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
	}
	documents.Store(lang, d)
	return d
}

// hash returns what a policy calls a script or a style by.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// servePage answers with the page, in the language that its address or else the browser asks for.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	lang := r.URL.Query().Get("lang")
	if lang == "" {
		lang = r.Header.Get("Accept-Language")
	}
	d := documentIn(words.In(lang))
	policy := d.policy
	if s.Inside.frames(r) {
		policy = s.Inside.policy(policy)
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Language")
	_, _ = w.Write([]byte(strings.Replace(d.html, "/*app*/", s.Inside.app(), 1))) // an error here is the asker's
}
