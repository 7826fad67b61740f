package bot

import (
	"cmp"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"kibitz/commands/chat"
)

// An interaction is one event from Discord, with what is needed to answer it.
type interaction struct {
	id      string
	app     string // the application's id
	token   string // a secret for 15 minutes: whoever has it may answer
	kind    int
	user    string
	private bool   // the answer is for the asker alone
	inPlace bool   // the answer takes the place of the message
	refused string // the notice that is the answer; "" for none

	request *chat.Request // nil for a ping
	focus   string        // of an autocompletion: the option being typed
	files   []upload      // of a command, still to be fetched into the request
	message string        // the id of the message that was clicked on

	raw   []byte              // as it came
	via   string              // how: one of viaGateway, viaEndpoint, viaQueue
	reply func(payload) error // takes the first response; nil where that is a call of ours
	born  time.Time           // when Discord's three seconds began, as far as can be known
	entry *delivery           // of it; nil for a job of the queue
}

// prefixes stand before a path in a custom_id: the version, and how the click
// is to be answered. When a path changes its meaning, change the version.
var prefixes = [...]string{
	chat.Privately:       "k1/",
	chat.Publicly:        "k1a/",
	chat.EditByOwner:     "k1t/",
	chat.EditOrPrivately: "k1p/",
}

// Ids of the notices to clicks that are not let through.
const (
	noticeUnknownButton = "unknown" // a button of another version
	noticeNotYours      = "not-yours"
)

var plainName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`) })

// withoutValues is a path with the names in it alone: "lightsout?do&wrap" of
// "lightsout?do=play&wrap=true". What is no name, in a path that the bot did not
// make, is "…".
func withoutValues(path string) string {
	if path == "" {
		return ""
	}
	name := func(s string) string {
		if plainName().MatchString(s) {
			return s
		}
		return "…"
	}
	command, query, _ := strings.Cut(path, "?")
	names := name(command)
	separator := "?"
	for pair := range strings.SplitSeq(query, "&") {
		if key, _, ok := strings.Cut(pair, "="); ok {
			names += separator + name(key)
			separator = "&"
		}
	}
	return names
}

var (
	snowflake = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]{1,20}$`) })
	urlSafe   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9._~-]+$`) })
)

// decode reads the JSON of an interaction, wherever it came from. Discord adds
// fields and types as it goes, so whatever is not needed may be anything: only
// an event that could not be answered is an error.
func decode(raw []byte) (*interaction, error) {
	var w wireInteraction
	err := json.Unmarshal(raw, &w)
	var mistyped *json.UnmarshalTypeError // that value is left out, the others are read
	if err != nil && !errors.As(err, &mistyped) {
		return nil, err
	}
	if !snowflake().MatchString(w.ID) || !snowflake().MatchString(w.App) || !urlSafe().MatchString(w.Token) {
		return nil, errors.New("interaction without an id, an application or a token")
	}
	in := &interaction{id: w.ID, app: w.App, token: w.Token, kind: w.Type, user: w.User.ID}
	if w.Member.User.ID != "" {
		in.user = w.Member.User.ID
	}
	switch w.Type {
	case kindCommand, kindAutocomplete:
		in.request = &chat.Request{Command: w.Data.Name, Options: options(w.Data.Options), Locale: w.Locale, App: w.App}
		in.files = uploads(w.Data.Options, w.Data.Resolved.Attachments)
		for _, f := range in.files { // its data comes later; Form and Suggest do without
			in.request.Options[f.option] = chat.Upload{Name: f.name, Type: f.kind}
		}
		in.focus = focus(w.Data.Options)
		if w.Data.Type == messageCommand {
			in.readTarget(&w)
		}
	case kindClick, kindForm:
		in.request = &chat.Request{
			Picked: w.Data.Values, Fields: fieldsIn(w.Data.Components), Locale: w.Locale, App: w.App, Options: map[string]any{},
		}
		in.message = w.Message.ID
		in.readMessage(w.Message.Components)
		in.route(w.Data.CustomID, w.Message.Metadata.User.ID)
	}
	return in, nil
}

// readMessage reads the message that was clicked on.
func (in *interaction) readMessage(components []component) {
	in.request.Puzzles, in.request.Puzzle, in.request.Said = puzzlesIn(components), "", ""
	if n := len(in.request.Puzzles); n > 0 {
		in.request.Puzzle = in.request.Puzzles[n-1]
	}
	if texts := textsIn(components); len(texts) > 0 { // compose puts what is said first
		in.request.Said = texts[0]
	}
}

// route reads a custom_id: the path, and how a click of this user on a message
// of that owner is to be answered. Nothing is refused where Discord does not
// say whose the message is.
func (in *interaction) route(customID, owner string) {
	manner := chat.Privately
	in.refused = noticeUnknownButton
	for m, prefix := range prefixes {
		if path, ours := strings.CutPrefix(customID, prefix); ours {
			in.request.Path, manner, in.refused = path, chat.Mode(m), ""
		}
	}
	stranger := owner != "" && owner != in.user
	switch {
	case manner == chat.EditByOwner && stranger:
		in.refused = noticeNotYours
	case manner == chat.EditByOwner, manner == chat.EditOrPrivately && !stranger:
		in.inPlace = true
	}
	in.private = manner != chat.Publicly && !in.inPlace
}

// readTarget reads the message that a command was used on. A message of ours
// has its text in its components.
func (in *interaction) readTarget(w *wireInteraction) {
	m := w.Data.Resolved.Messages[w.Data.Target]
	in.request.Target = &chat.Target{Texts: append([]string{m.Content}, textsIn(m.Components)...)}
	if m.Application == in.app {
		in.request.Target.Reply = &chat.ReplyState{Puzzles: puzzlesIn(m.Components), Paths: pathsIn(m.Components)}
	}
	for _, a := range append(m.Attachments, filesIn(m.Components)...) {
		if a.mayBeText() && len(in.files) < maxTargetFiles {
			in.files = append(in.files, upload{name: a.Filename, kind: a.ContentType, url: a.URL, size: a.Size})
		}
	}
}

// maxTargetFiles is how many files of one message are read.
const maxTargetFiles = 4

// mayBeText tells by what Discord says of a file: pictures, sounds and films
// are not fetched.
func (a *wireUpload) mayBeText() bool {
	kind, _, _ := strings.Cut(a.ContentType, "/")
	return kind != "image" && kind != "audio" && kind != "video"
}

func focus(list []wireOption) string {
	for _, o := range list {
		if o.Focused {
			return o.Name
		}
	}
	return ""
}

// options returns the values of the types that a Definition can ask for.
func options(list []wireOption) map[string]any {
	values := make(map[string]any, len(list))
	for _, o := range list {
		if v, ok := o.value(); ok {
			values[o.Name] = v
		}
	}
	return values
}

func (o *wireOption) value() (any, bool) {
	switch o.Type {
	case typeString:
		var s string
		err := json.Unmarshal(o.Value, &s)
		return s, err == nil
	case typeInteger:
		i, err := strconv.ParseInt(string(o.Value), 10, 64)
		return i, err == nil
	case typeBoolean:
		b, err := strconv.ParseBool(string(o.Value))
		return b, err == nil
	}
	return nil, false
}

// uploads returns the files among the options. One that Discord says
// nothing of has no URL, and so is told to be missing.
func uploads(list []wireOption, resolved map[string]wireUpload) []upload {
	var all []upload
	for _, o := range list {
		var id string
		if o.Type == typeAttachment && json.Unmarshal(o.Value, &id) == nil {
			w := resolved[id]
			all = append(all, upload{option: o.Name, name: w.Filename, kind: w.ContentType, url: w.URL, size: w.Size})
		}
	}
	return all
}

// textsIn are the texts of a message, in reading order.
func textsIn(components []component) []string {
	var texts []string
	for _, c := range components {
		if c.Type == typeText {
			texts = append(texts, c.Content)
		}
		texts = append(texts, textsIn(c.Components)...)
	}
	return texts
}

// puzzlesIn finds the puzzles that a reply carries: the texts that are a code
// block and nothing else. compose sees to it that no other text is one.
func puzzlesIn(components []component) []string {
	var puzzles []string
	for _, text := range textsIn(components) {
		if p, ok := unfence(text); ok {
			puzzles = append(puzzles, p)
		}
	}
	return puzzles
}

// pathsIn are where the buttons and menus of a reply lead.
func pathsIn(components []component) []string {
	var paths []string
	for _, c := range components {
		for _, prefix := range prefixes {
			if path, ours := strings.CutPrefix(c.CustomID, prefix); ours {
				paths = append(paths, path)
			}
		}
		paths = append(paths, pathsIn(c.Components)...)
	}
	return paths
}

// filesIn are the files that a message shows in components, which Discord does
// not list among its attachments.
func filesIn(components []component) []wireUpload {
	var files []wireUpload
	for _, c := range components {
		if c.Type == typeFile {
			file := cmp.Or(c.File, new(media))
			files = append(files, wireUpload{Filename: c.Name, ContentType: file.ContentType, Size: c.Size, URL: file.URL})
		}
		files = append(files, filesIn(c.Components)...)
	}
	return files
}

// fieldsIn are the texts of a form that was sent in.
func fieldsIn(components []component) map[string]string {
	var fields map[string]string
	for _, c := range components {
		if c.Component != nil && c.Component.Type == typeInput {
			if fields == nil {
				fields = map[string]string{}
			}
			fields[c.Component.CustomID] = c.Component.Value
		}
	}
	return fields
}
