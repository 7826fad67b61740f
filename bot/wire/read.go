package wire

import (
	"cmp"
	"encoding/json"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
)

// This file finds in messages and forms what the bot wants of them.

// Pictures returns the pictures that a message shows in galleries.
func Pictures(components []Component) []File {
	var files []File
	for _, c := range components {
		for _, item := range c.Items {
			files = append(files, File{ID: item.Media.Attachment, Filename: "picture", ContentType: cmp.Or(item.Media.ContentType, "image/"), URL: item.Media.URL})
		}
		files = append(files, Pictures(c.Components)...)
	}
	return files
}

// Discord's limits on a message. What is beyond them does not come from Discord, and is not read.
const (
	maxEmbeds = 10
	maxFields = 25
)

// Said returns the texts of a message, in reading order: its own, those of its components and
// embeds, and those of the message that it forwards.
func (p *Posted) Said() []string {
	texts := append([]string{p.Content}, Texts(p.Components)...)
	for _, e := range p.Embeds[:min(len(p.Embeds), maxEmbeds)] {
		texts = append(texts, e.Title, e.Description)
		var fields []string
		for _, f := range e.Fields[:min(len(e.Fields), maxFields)] {
			fields = append(fields, strings.TrimRight(f.Name, ": ")+":\n"+f.Value)
		}
		texts = append(texts, strings.Join(fields, "\n\n"))
	}
	if f := p.Forwarded(); f != nil {
		texts = append(texts, f.Said()...)
	}
	return slices.DeleteFunc(texts, func(text string) bool { return text == "" })
}

// Shown returns the files and pictures of a message, and those of the message that it forwards.
func (p *Posted) Shown() []File {
	files := append(p.Files(), Pictures(p.Components)...)
	for _, e := range p.Embeds[:min(len(p.Embeds), maxEmbeds)] {
		if image := cmp.Or(e.Image, e.Thumbnail); image.ProxyURL != "" {
			files = append(files, File{Filename: "picture", ContentType: cmp.Or(image.ContentType, "image/"), URL: image.ProxyURL})
		}
	}
	if f := p.Forwarded(); f != nil {
		files = append(files, f.Shown()...)
	}
	return files
}

// Forwarded returns the message that this one forwards, or nil. A forwarded message forwards none.
func (p *Posted) Forwarded() *Posted {
	if len(p.Snapshots) == 0 {
		return nil
	}
	f := p.Snapshots[0].Message
	f.Snapshots = nil
	return &f
}

// Texts returns the texts of a message, in reading order.
func Texts(components []Component) []string {
	var texts []string
	for _, c := range components {
		if c.Type == TypeText {
			texts = append(texts, c.Content)
		}
		texts = append(texts, Texts(c.Components)...)
	}
	return texts
}

// Puzzles returns the puzzles that a reply carries: the texts that are a code block and
// nothing else, or else the text that is tucked away in its components, or the address that one of
// its buttons leads to. Package compose lets no other text be a code block.
func Puzzles(components []Component) []string {
	var puzzles []string
	for _, text := range Texts(components) {
		if p, ok := Unfence(text); ok {
			puzzles = append(puzzles, p)
		}
	}
	if p, ok := Tucked(components); puzzles == nil && ok {
		return []string{p}
	}
	if url := Link(components); puzzles == nil && url != "" {
		return []string{url}
	}
	return puzzles
}

// Link returns the address of the first button that leads to one; "" for none.
func Link(components []Component) string {
	for _, c := range components {
		if url := cmp.Or(c.URL, Link(c.Components)); url != "" {
			return url
		}
	}
	return ""
}

// Fields returns the texts of a form that was sent in, by name; nil for none. Several values of one field have
// blanks between them.
func Fields(components []Component) map[string]string {
	var fields map[string]string
	for _, c := range components {
		if c.Component == nil || !slices.Contains([]int{TypeInput, TypeRadio, TypeMenu, TypeTicks}, c.Component.Type) {
			continue
		}
		if fields == nil {
			fields = map[string]string{}
		}
		fields[c.Component.CustomID] = c.Component.Value
		if c.Component.Type == TypeMenu || c.Component.Type == TypeTicks {
			fields[c.Component.CustomID] = strings.Join(c.Component.Values, " ")
		}
	}
	return fields
}

// Paths returns the paths of a reply's buttons and menus.
func Paths(components []Component) []string {
	var paths []string
	for _, c := range components {
		if path, _, ours := ParseCustomID(c.CustomID); ours {
			paths = append(paths, path)
		}
		paths = append(paths, Paths(c.Components)...)
	}
	return paths
}

// Files returns all files of a message. Discord does not list those that it shows in
// components among its attachments.
func (p *Posted) Files() []File { return append(p.Attachments, Files(p.Components)...) }

// Files returns the files in the file components of a message, also nested ones. Pictures that it shows
// in galleries are not among them.
func Files(components []Component) []File {
	var files []File
	for _, c := range components {
		if c.Type == TypeFile {
			file := cmp.Or(c.File, new(Media))
			files = append(files, File{ID: file.Attachment, Filename: c.Name, ContentType: file.ContentType, Size: c.Size, URL: file.URL})
		}
		files = append(files, Files(c.Components)...)
	}
	return files
}

// Focused returns the name of the option that is being typed; "" for none.
func Focused(list []Option) string {
	for _, o := range list {
		if o.Focused {
			return o.Name
		}
	}
	return ""
}

// Options returns the values of options by name, as far as they are of a type that a
// command can ask for.
func Options(list []Option) map[string]any {
	values := make(map[string]any, len(list))
	for _, o := range list {
		if v, ok := o.value(); ok {
			values[o.Name] = v
		}
	}
	return values
}

// value returns the value of a text, a number or a flag; false for any other.
func (o *Option) value() (any, bool) {
	switch o.Type {
	case OptionString:
		var s string
		err := json.Unmarshal(o.Value, &s)
		return s, err == nil
	case OptionInteger:
		i, err := strconv.ParseInt(string(o.Value), 10, 64)
		return i, err == nil
	case OptionBoolean:
		b, err := strconv.ParseBool(string(o.Value))
		return b, err == nil
	}
	return nil, false
}

// ServerLocale returns the language of the server; "" if that is unknown. Only a community can choose
// its language. Every other server has "en-US", whatever is spoken there.
func (w *Interaction) ServerLocale() string {
	if w.GuildLocale == "en-US" && !slices.Contains(w.Guild.Features, "COMMUNITY") {
		return ""
	}
	return w.GuildLocale
}

// Again returns the body of an edit that leaves a message of ours as it is: the same components, and the
// files that these show, which stay where they are.
func (p *Posted) Again() *Message {
	m := &Message{Flags: FlagComponentsV2, Components: p.Components, Attachments: []Attachment{}}
	m.AllowedMentions.Parse = []string{}
	keep := func(shown *Media, name string) {
		id := shown.Attachment
		if u, err := url.Parse(shown.URL); err == nil { // .../attachments/channel/id/name
			name = cmp.Or(name, path.Base(u.Path))
			id = cmp.Or(id, path.Base(path.Dir(u.Path)))
		}
		if isDigits(id) {
			m.Attachments = append(m.Attachments, Attachment{ID: id, Filename: name})
			*shown = Media{URL: "attachment://" + name}
		}
	}
	each(m.Components, func(c *Component) {
		for i := range c.Items {
			keep(&c.Items[i].Media, "")
		}
		if c.File != nil {
			keep(c.File, c.Name)
			c.Name, c.Size = "", 0
		}
	})
	return m
}

// isDigits reports whether a text may be an id.
func isDigits(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// each visits components, also nested ones.
func each(components []Component, visit func(*Component)) {
	for i := range components {
		visit(&components[i])
		each(components[i].Components, visit)
	}
}
