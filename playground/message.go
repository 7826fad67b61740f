package playground

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Bounds on the channel's memory.
const (
	maxHistory = 200
	maxStored  = 128 << 20 // bytes of attachments
)

// Message is a reply of the bot's as it was at one moment.
type Message struct {
	ID          string
	Flags       int             // as Discord numbers them
	Ephemeral   bool            // only the person sees it
	Deferred    bool            // it was "thinking…" at first
	Progress    bool            // it shows progress, see ProgressMark
	Content     string          // of a message without Components V2
	Components  json.RawMessage // a JSON array, as Discord returns it
	Attachments []Attachment
	Edits       int // how often it was changed after the bot's first words

	tree []*component
}

// AccentColor returns the colour of the message's first container, 0xRRGGBB.
func (m *Message) AccentColor() (rgb int, ok bool) {
	walk(m.tree, func(c *component) {
		if !ok && c.AccentColor != nil {
			rgb, ok = *c.AccentColor, true
		}
	})
	return rgb, ok
}

// channel holds the messages that the person sees, oldest first.
type channel struct{ messages []*message }

// message is one line of the channel: what a person asked, and the bot's reply
// to it once there is one.
type message struct {
	key      string   // identifies the line from the beginning, before it has an id
	id       string   // "" until the bot has answered
	own      bool     // a person wrote it, or another bot, not this one
	author   string   // whose it is then
	forward  string   // id of the message whose body it shows, as it was then; "" for a body of its own
	asked    *request // the command that the person typed; nil if it answers a click
	about    string   // id of the message whose button was clicked; "" if it answers a command
	from     origin   // the interaction that it answers
	trigger  origin   // if that was a modal: the interaction that opened it
	thinking bool     // deferred and not yet written
	deferred bool
	activity string // the instance of the Activity that it says to run; "" for none
	failed   string // a text that stands in place of a reply
	dropped  bool   // deleted by the bot
	evicted  bool   // too old to be shown
	body     body
	edits    int
	created  time.Time
	edited   time.Time
}

// request is a slash command as the person sent it.
type request struct {
	command string // "/nonogram"
	text    string // all of it
}

// progress reports whether the bot still works on the message.
func (m *message) progress() bool {
	found := showsProgress(m.body.content)
	walk(m.body.components, func(c *component) {
		found = found || c.Type == textDisplay && showsProgress(c.Content)
	})
	return found
}

func (m *message) ephemeral() bool { return m.body.flags&flagEphemeral != 0 }

// snapshot returns the message as it is now, for callers.
func (m *message) snapshot() *Message {
	out := &Message{
		ID: m.id, Flags: m.flags(), Ephemeral: m.ephemeral(), Deferred: m.deferred,
		Progress: m.progress(), Content: m.body.content, Components: m.componentsJSON(),
		Edits: m.edits, tree: m.body.components,
	}
	for _, a := range m.body.attachments {
		out.Attachments = append(out.Attachments, *a)
	}
	return out
}

// flags returns the message's flags, with that of a deferral while it lasts.
func (m *message) flags() int {
	if m.thinking {
		return m.body.flags | flagLoading
	}
	return m.body.flags
}

// componentsJSON returns the components as a JSON array, an empty one for none.
func (m *message) componentsJSON() json.RawMessage {
	if m.body.components == nil {
		return json.RawMessage("[]")
	}
	raw, _ := json.Marshal(m.body.components)
	return raw
}

// write puts a new body in place. If the bot has written one before, that counts as
// an edit.
func (m *message) write(b body, now time.Time) {
	if m.thinking || m.id == "" {
		m.thinking = false
	} else {
		m.edits++
		m.edited = now
	}
	m.body = b
}

// json returns the message as Discord does to the bot. Files that a component
// shows are listed in that component only.
func (m *message) json(w *world) object {
	if m.own {
		return m.posted(w)
	}
	out := object{
		"id": m.id, "channel_id": w.channelID, "type": 20, "author": w.bot(), "content": m.body.content,
		"timestamp": timestamp(m.created), "edited_timestamp": nil, "tts": false, "mention_everyone": false,
		"mentions": []any{}, "mention_roles": []any{}, "pinned": false, "embeds": orEmpty(m.body.embeds),
		"attachments": m.looseAttachments(), "components": m.componentsJSON(), "flags": m.flags(),
		"application_id": w.applicationID, "webhook_id": w.applicationID,
		"interaction_metadata": m.metadata(w),
	}
	if !m.edited.IsZero() {
		out["edited_timestamp"] = timestamp(m.edited)
	}
	if m.about != "" {
		out["type"] = 19
		out["message_reference"] = object{"type": 0, "channel_id": w.channelID, "guild_id": w.guildID, "message_id": m.about}
	}
	return out
}

// metadata describes the interaction that the message answers.
func (m *message) metadata(w *world) object {
	of := func(from origin) object {
		out := object{
			"id": from.id, "type": from.kind, "user": w.user(from.person),
			"authorizing_integration_owners": object{"0": w.guildID},
		}
		if from.kind == componentInteraction {
			out["interacted_message_id"] = m.about
		}
		return out
	}
	out := of(m.from)
	if m.from.kind == modalInteraction {
		out["triggering_interaction_metadata"] = of(m.trigger)
	}
	return out
}

// orEmpty returns a list that is [] in JSON, and not null, if it is empty.
func orEmpty(list []any) []any {
	if list == nil {
		return []any{}
	}
	return list
}

// looseAttachments returns the attachments that no component shows.
func (m *message) looseAttachments() []object {
	shown := map[string]bool{}
	medias(m.body.components, func(f *media) { shown[f.AttachmentID] = true })
	out := []object{}
	for _, a := range m.body.attachments {
		if !shown[a.ID] && !a.embedded {
			out = append(out, a.json())
		}
	}
	return out
}

func (a *Attachment) json() object {
	out := object{
		"id": a.ID, "filename": a.Name, "size": a.Size, "url": a.URL, "proxy_url": a.URL,
		"content_type": a.ContentType,
	}
	if a.Description != "" {
		out["description"] = a.Description
	}
	if a.Width > 0 {
		out["width"], out["height"] = a.Width, a.Height
	}
	return out
}

// control finds the button or menu with an id.
func (m *message) control(customID string) *component {
	var found *component
	walk(m.body.components, func(c *component) {
		if c.CustomID == customID {
			found = c
		}
	})
	return found
}

// add puts a message at the end and lets the oldest go.
func (c *channel) add(m *message) {
	c.messages = append(c.messages, m)
	for len(c.messages) > maxHistory {
		c.messages[0].evicted = true
		c.messages[0].tidy()
		c.messages = slices.Delete(c.messages, 0, 1)
	}
}

// tidy lets go of the files of a message that is shown no more.
func (m *message) tidy() {
	if m.evicted && !m.thinking && !m.progress() {
		m.forgetFiles()
	}
}

// thin lets go of the oldest files until what is stored is bounded again. The
// newest message keeps its own.
func (c *channel) thin() {
	stored := 0
	for i := len(c.messages) - 1; i >= 0; i-- {
		m := c.messages[i]
		for _, a := range m.body.attachments {
			stored += len(a.Data)
		}
		if stored > maxStored && i < len(c.messages)-1 {
			stored -= m.forgetFiles()
		}
	}
}

// forgetFiles replaces the attachments by copies without their data, and returns how
// many bytes that frees. Snapshots that callers have keep the data.
func (m *message) forgetFiles() (freed int) {
	var kept []*Attachment
	for _, a := range m.body.attachments {
		freed += len(a.Data)
		light := *a
		light.Data = nil
		kept = append(kept, &light)
	}
	m.body.attachments = kept
	return freed
}

// remove takes a message out of the channel.
func (c *channel) remove(m *message) {
	c.messages = slices.DeleteFunc(c.messages, func(x *message) bool { return x == m })
}

// find returns the message with an id, or nil.
func (c *channel) find(id string) *message {
	i := slices.IndexFunc(c.messages, func(m *message) bool { return m.id == id && id != "" })
	if i < 0 {
		return nil
	}
	return c.messages[i]
}

// Messages returns the channel's replies, oldest first: the last 200 at most.
func (s *Server) Messages() []*Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []*Message
	for _, m := range s.channel.messages {
		if m.id != "" {
			out = append(out, m.snapshot())
		}
	}
	return out
}

// showsProgress reports whether a text starts with ProgressMark, as a heading or
// not.
func showsProgress(text string) bool {
	return strings.HasPrefix(strings.TrimLeft(text, "# "), ProgressMark)
}
