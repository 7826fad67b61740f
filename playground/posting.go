package playground

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Posting is a message that a person writes, or another bot, or the forward of one.
type Posting struct {
	Person  string // as in Typing
	Text    string
	Files   []File
	Embeds  []Embed // the message is another bot's if it has any
	Forward string  // id of a message that is forwarded as it is now; the rest is then left out
}

// Embed is a box of texts with a picture, as other bots post it.
type Embed struct {
	Title, Description string
	Fields             [][2]string // name and value
	Picture            *File
}

// Discord's limits on an embed, in characters.
const (
	maxEmbedTitle  = 256
	maxEmbedText   = 4096
	maxEmbedFields = 25
	maxFieldValue  = 1024
)

// A picture of an embed comes from where Discord keeps copies of pictures elsewhere.
const (
	proxyHost   = "images-ext-1.discordapp.net"
	proxyPath   = "/external/"
	pictureHost = "puzzles.example" // where the picture is said to be
)

// Post writes a message. The error is an *InputError if Discord's client would not send it.
func (s *Server) Post(p Posting) (*Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	m := &message{key: s.ids.next(), id: s.ids.next(), own: true, author: cmp.Or(p.Person, s.world.personID), created: time.Now()}
	if len(p.Embeds) > 0 {
		m.author = s.world.otherID
	}
	err := s.write(m, &p)
	if err == nil && m.body.empty() {
		err = &InputError{MissingValue, "", "an empty message"}
	}
	if err != nil {
		return nil, err
	}
	s.channel.add(m)
	s.publish(m)
	return m.snapshot(), nil
}

// write gives a message the body of a posting; s.mu is held.
func (s *Server) write(m *message, p *Posting) error {
	if p.Forward != "" {
		of := s.channel.find(p.Forward)
		if of == nil || of.ephemeral() || of.thinking {
			return &InputError{UnknownMessage, "", p.Forward}
		}
		m.body, m.forward = of.body, cmp.Or(of.forward, of.id)
		return nil
	}
	if n := utf8.RuneCountInString(p.Text); n > maxContent {
		return &InputError{TooLong, "", fmt.Sprintf("%d characters, not %d or fewer", n, maxContent)}
	}
	m.body.content = strings.TrimSpace(p.Text)
	for _, f := range p.Files {
		if len(f.Data) > maxFile {
			return &InputError{FileTooLarge, f.Name, fmt.Sprintf("%d bytes, not %d or fewer", len(f.Data), maxFile)}
		}
		m.body.attachments = append(m.body.attachments, s.attach(f, fields{}))
	}
	for _, e := range p.Embeds {
		if err := e.check(); err != nil {
			return err
		}
		about, picture := s.embed(e)
		m.body.embeds = append(m.body.embeds, about)
		if picture != nil {
			m.body.attachments = append(m.body.attachments, picture)
		}
	}
	return nil
}

// check holds an embed to Discord's limits.
func (e *Embed) check() error {
	type limited struct {
		text string
		most int
	}
	texts := []limited{{e.Title, maxEmbedTitle}, {e.Description, maxEmbedText}}
	for _, f := range e.Fields {
		texts = append(texts, limited{f[0], maxEmbedTitle}, limited{f[1], maxFieldValue})
	}
	for _, l := range texts {
		if n := utf8.RuneCountInString(l.text); n > l.most {
			return &InputError{TooLong, "", fmt.Sprintf("%d characters, not %d or fewer", n, l.most)}
		}
	}
	if n := len(e.Fields); n > maxEmbedFields {
		return &InputError{OutOfRange, "", fmt.Sprintf("%d fields, not %d or fewer", n, maxEmbedFields)}
	}
	return nil
}

// embed returns an embed as Discord describes it, and the file of its picture, nil for none. Discord
// serves a copy of the picture.
func (s *Server) embed(e Embed) (about object, picture *Attachment) {
	about = object{"type": "rich"}
	if e.Title != "" {
		about["title"] = e.Title
	}
	if e.Description != "" {
		about["description"] = e.Description
	}
	var list []object
	for _, f := range e.Fields {
		list = append(list, object{"name": f[0], "value": f[1], "inline": false})
	}
	if list != nil {
		about["fields"] = list
	}
	if e.Picture != nil {
		picture = s.attach(*e.Picture, fields{})
		picture.embedded = true
		picture.URL = "https://" + proxyHost + proxyPath + picture.ID + "/https/" + pictureHost + "/" + picture.Name
		about["image"] = object{
			"url": "https://" + pictureHost + "/" + picture.Name, "proxy_url": picture.URL,
			"width": picture.Width, "height": picture.Height, "content_type": picture.ContentType,
		}
	}
	return about, picture
}

// asEmbed returns a posting of another bot: the first line is the title, and the first file the
// picture.
func (p Posting) asEmbed() Posting {
	var e Embed
	e.Title, e.Description, _ = strings.Cut(strings.TrimSpace(p.Text), "\n")
	if len(p.Files) > 0 {
		e.Picture = &p.Files[0]
		p.Files = p.Files[1:]
	}
	return Posting{Embeds: []Embed{e}, Files: p.Files}
}

// posted returns a message of a person's, or of another bot's, as Discord returns it.
func (m *message) posted(w *world) object {
	content := m.content()
	out := object{
		"id": m.id, "channel_id": w.channelID, "author": w.user(m.author), "tts": false, "mention_everyone": false, "pinned": false,
	}
	if m.forward != "" {
		out["message_snapshots"] = []object{{"message": content}}
		out["message_reference"] = object{"type": 1, "channel_id": w.channelID, "guild_id": w.guildID, "message_id": m.forward}
		content = (&message{created: m.created, body: body{flags: flagSnapshot}}).content() // what it shows stands in the snapshot
	}
	maps.Copy(out, content)
	return out
}

// content returns the part of a message that a forward has of it.
func (m *message) content() object {
	return object{
		"type": 0, "content": m.body.content, "timestamp": timestamp(m.created), "edited_timestamp": nil,
		"mentions": []any{}, "mention_roles": []any{}, "embeds": orEmpty(m.body.embeds),
		"attachments": m.looseAttachments(), "components": m.componentsJSON(), "flags": m.body.flags,
	}
}

// start sends the command, with the message that it is used on.
func (d Applying) start(s *Server) (*interaction, error) {
	commands := s.offered(messageCommand)
	i := slices.IndexFunc(commands, func(c Command) bool {
		return c.Name == d.Command || local(c.Name, c.NameLocalizations, s.opt.Locale) == d.Command
	})
	if i < 0 {
		return nil, &InputError{UnknownCommand, "", d.Command}
	}
	person, m := cmp.Or(d.Person, s.world.personID), s.channel.find(d.Message)
	if m == nil || m.ephemeral() && person != m.from.person {
		return nil, &InputError{UnknownMessage, "", d.Message}
	}
	c := &commands[i]
	it := s.newInteraction(commandInteraction, person, nil)
	it.line = s.newLine(it, &request{command: c.Name, text: c.Name})
	s.publish(it.line)
	data := c.data(nil)
	data["target_id"] = m.id
	data["resolved"] = object{"messages": object{m.id: m.json(&s.world)}}
	s.deliver(it, data)
	return it, nil
}
