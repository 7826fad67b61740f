package bot

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// An interaction is one event from Discord, with all that its answer needs.
type interaction struct {
	id      string
	app     string // the application's id
	token   string // a secret for 15 minutes: anyone who has it may answer
	kind    int
	user    string
	private bool   // the answer is for the asker alone
	inPlace bool   // the answer takes the place of the message that was clicked on
	apart   bool   // the answer is a message of its own, and the one that was clicked on can be edited by the same token
	alone   bool   // one person alone sees the message that was clicked on
	refused string // the notice that is the answer; "" for none

	request *chat.Request    // nil for a ping
	inquiry chat.Inquiry     // the request as the handler has read it: see inquire
	focus   string           // of an autocompletion: the option being typed
	files   []upload         // of a command, or with the puzzle of a reply, still to be fetched into the request
	message string           // the id of the message that was clicked on
	kept    compose.KeptFile // of that message, once it was fetched

	raw   []byte                   // as it came
	via   string                   // how: one of ViaGateway, ViaEndpoint, viaQueue
	reply func(wire.Payload) error // takes the first response; nil if that is a call of ours
	born  time.Time                // when Discord's three seconds began, as far as can be known; of a job, when it was taken
	since time.Time                // of a job: when it was asked for, by the clock of the process that put it
	entry *delivery                // of it; nil for a job of the queue

	passable bool        // a load balancer may ask another process for it: see passOn
	fetching atomic.Bool // its files are still to come
	cut      atomic.Bool // nothing comes back from where its files are
}

// Ids of the notices to clicks that are refused.
const (
	noticeUnknownButton = "unknown" // a button of another version
	noticeNotYours      = "not-yours"
)

func isSnowflake(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}

func isURLSafe(s string) bool {
	return s != "" && strings.Trim(s, "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == ""
}

// decode reads the JSON of an interaction, wherever it came from. Discord adds fields and
// types as it goes, so values that are not needed may be anything: only an event that could
// not be answered is an error.
func decode(raw []byte) (*interaction, error) {
	var w wire.Interaction
	err := json.Unmarshal(raw, &w)
	var mistyped *json.UnmarshalTypeError // that value is left out, the others are read
	if err != nil && !errors.As(err, &mistyped) {
		return nil, err
	}
	if w.Type == wire.KindPing {
		return &interaction{kind: wire.KindPing}, nil
	}
	if !isSnowflake(w.ID) || !isSnowflake(w.App) || !isURLSafe(w.Token) {
		return nil, errors.New("interaction without an id, an application or a token")
	}
	in := &interaction{id: w.ID, app: w.App, token: w.Token, kind: w.Type, user: w.User.ID}
	if w.Member.User.ID != "" {
		in.user = w.Member.User.ID
	}
	switch w.Type {
	case wire.KindCommand, wire.KindAutocomplete:
		in.request = &chat.Request{
			Command: w.Data.Name, Options: wire.Options(w.Data.Options), Locale: w.Locale, Shared: w.ServerLocale(), App: w.App,
		}
		in.files = uploads(w.Data.Options, w.Data.Resolved.Attachments)
		for _, f := range in.files { // its data comes later; Form and Suggest do without
			in.request.Options[f.option] = chat.Upload{Name: f.name, Type: f.kind}
		}
		in.focus = wire.Focused(w.Data.Options)
		if w.Data.Type == wire.EntryCommand { // whatever its operator calls it
			in.request.Command = chat.LaunchName
		}
		if w.Data.Type == wire.MessageCommand {
			in.readTarget(&w)
		}
	case wire.KindClick, wire.KindForm:
		in.request = &chat.Request{
			Picked: picked(w.Data.Values, w.Message.Components), Fields: wire.Fields(w.Data.Components), Locale: w.Locale, App: w.App, Options: map[string]any{},
		}
		in.message = w.Message.ID
		in.readMessage(w.Message.Components)
		in.request.Age = between(in.message, in.id)
		in.files = append(puzzleFile(&w.Message.Posted, in.app), uploadsIn(w.Data.Components, w.Data.Resolved.Attachments)...)
		for _, f := range in.files { // as of a command
			if f.option != "" {
				in.request.Options[f.option] = chat.Upload{Name: f.name, Type: f.kind}
			}
		}
		in.alone = w.Message.Flags&wire.FlagEphemeral != 0
		in.route(w.Data.CustomID, w.Message.Metadata.User.ID, in.alone)
		if !in.private && !(in.inPlace && in.alone) {
			in.request.Shared = w.ServerLocale()
		}
		in.takeImage(wire.Files(w.Message.Components))
	}
	if in.request != nil {
		in.request.User = in.user
		in.request.Asked, _ = born(in.id)
	}
	return in, nil
}

// picked returns the values that were picked from a menu of a message, without the pieces of text that
// are tucked behind these values (see wire.Tuck).
func picked(values []string, message []wire.Component) []string {
	if _, ok := wire.Tucked(message); !ok {
		return values
	}
	bare := make([]string, len(values))
	for i, value := range values {
		bare[i] = wire.Untucked(value)
	}
	return bare
}

// takeImage has the image that a reply carries fetched, if the button's path or the picked
// item names it.
func (in *interaction) takeImage(files []wire.File) {
	_, query, _ := strings.Cut(in.request.Path, "?")
	values, err := url.ParseQuery(query)
	name := values.Get(chat.ImageOption)
	if name == chat.PickedImage && len(in.request.Picked) > 0 {
		name = in.request.Picked[0][strings.LastIndexByte(in.request.Picked[0], ' ')+1:] // the item's last word
	}
	wanted := chat.ImageFile(name)
	for _, f := range files {
		if err == nil && wanted != "" && f.Filename == wanted {
			if name != chat.Photo { // the image stands for the puzzle that was made of it
				in.files = nil
			}
			in.files = append(in.files, upload{limit: chat.MaxImage, option: chat.ImageOption, name: f.Filename, kind: f.ContentType, url: f.URL, size: f.Size})
		}
	}
}

// between returns the time from one of Discord's ids to a later one; 0 if either is no id, or
// the second is the earlier.
func between(from, to string) time.Duration {
	a, known := born(from)
	b, ok := born(to)
	if !known || !ok || b.Before(a) {
		return 0
	}
	return b.Sub(a)
}

// readMessage takes the puzzles and the first text of the message that was clicked on into the
// request.
func (in *interaction) readMessage(components []wire.Component) {
	in.request.Said, in.request.Texts = "", wire.Texts(components)
	in.carry(wire.Puzzles(components))
	if len(in.request.Texts) > 0 { // compose puts the words first
		in.request.Said = in.request.Texts[0]
	}
}

// ofClicked reports whether the answer is deferred as an edit of the message that was clicked on.
func (in *interaction) ofClicked() bool { return in.inPlace || in.apart }

// route reads a custom_id: the path, and how a click of this user on a message of that owner
// is to be answered. Private reports whether the owner alone sees the message. If Discord does not
// say whose it is, nothing is refused.
func (in *interaction) route(id, owner string, private bool) {
	manner := chat.Privately
	path, mode, ours := wire.ParseCustomID(id)
	if ours {
		in.request.Path, manner = path, mode
	} else {
		in.refused = noticeUnknownButton
	}
	stranger := owner != "" && owner != in.user
	switch {
	case manner == chat.EditByOwner && stranger:
		in.refused = noticeNotYours
	case manner == chat.EditByOwner, manner == chat.EditByAnyone, manner == chat.EditOrPrivately && !stranger:
		in.inPlace = true
	}
	in.private = manner != chat.Publicly && !in.inPlace
	if manner == chat.Beside {
		in.private, in.request.Age = private || stranger, 0
	}
}

// readTarget reads the message that a command was used on, with what it forwards. Of a message of ours it takes the
// puzzles and the paths of the buttons, and a puzzle's file, to be fetched. Of any other message
// it takes up to maxTargetFiles pictures, of chat.MaxImage bytes in all, and as many other files,
// but no sounds and films.
func (in *interaction) readTarget(w *wire.Interaction) {
	m := w.Data.Resolved.Messages[w.Data.Target]
	if f := m.Forwarded(); f != nil && len(wire.Paths(f.Components)) > 0 { // a forward does not say whose reply it shows
		m, m.Application = *f, in.app
	}
	in.request.Target = &chat.Target{Texts: m.Said()}
	if m.Application == in.app {
		in.request.Target.Reply = &chat.ReplyState{Puzzles: wire.Puzzles(m.Components), Paths: wire.Paths(m.Components)}
		in.files = puzzleFile(&m, in.app)
		return
	}
	texts, pictures, room := 0, 0, int64(chat.MaxImage)
	for _, a := range m.Shown() {
		kind, _, _ := strings.Cut(a.ContentType, "/") // as Discord says: sounds and films are not fetched
		file := upload{name: a.Filename, kind: a.ContentType, url: a.URL, size: a.Size}
		switch {
		case kind == "audio" || kind == "video":
			continue
		case kind == "image" && pictures < maxTargetFiles && a.Size <= room:
			pictures, room = pictures+1, room-a.Size
			file.image, file.limit = true, chat.MaxImage
		case kind != "image" && texts < maxTargetFiles:
			texts++
		default:
			continue
		}
		in.files = append(in.files, file)
	}
}

// maxTargetFiles is the most texts, and the most pictures, of one message that are read. All
// pictures together may be as large as the largest one.
const maxTargetFiles = 4

// uploads returns the files among a command's options; resolved describes them by id. A file
// that it does not describe has no URL, and so cannot be had.
func uploads(list []wire.Option, resolved map[string]wire.File) []upload {
	var all []upload
	for _, o := range list {
		var id string
		if o.Type == wire.OptionAttachment && json.Unmarshal(o.Value, &id) == nil {
			w := resolved[id]
			all = append(all, upload{option: o.Name, name: w.Filename, kind: w.ContentType, url: w.URL, size: w.Size})
		}
	}
	return all
}

// uploadsIn returns the images of a form that was sent in: the first of each field.
func uploadsIn(components []wire.Component, resolved map[string]wire.File) []upload {
	var all []upload
	for _, c := range components {
		if c.Component != nil && c.Component.Type == wire.TypeUpload && len(c.Component.Values) > 0 {
			w := resolved[c.Component.Values[0]]
			all = append(all, upload{limit: chat.MaxImage, option: c.Component.CustomID, name: w.Filename, kind: w.ContentType, url: w.URL, size: w.Size})
		}
	}
	return all
}
