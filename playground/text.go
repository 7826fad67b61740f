package playground

import (
	"fmt"
	"strings"
)

// Text returns the message for a terminal or a transcript: the Markdown of its texts
// in reading order, a line "---" for a separator with a rule, and in brackets
// what is not text:
//
//	[picture board.png 1000×1000: alt text]
//	[animation board.gif 1000×1000, 14 frames: alt text]
//	[file grid.txt]
//	[Hint] [Steps] (Undo)           buttons; in parentheses a disabled one
//	[menu Choose…: One | «Two»]     a menu, and what is picked in it
//	||[picture board.png …]||       hidden until it is tapped
//	[not shown: lost.png]           attached, but no component refers to it
//
// A private message starts with the line "(only you see this)".
func (m *Message) Text() string {
	p := printer{files: m.Attachments, shown: map[string]bool{}}
	if m.Ephemeral {
		p.line("(only you see this)")
	}
	if m.Content != "" {
		p.line(m.Content)
	}
	p.list(m.tree)
	for _, a := range m.Attachments {
		switch {
		case p.shown[a.ID]:
		case m.Flags&flagComponentsV2 != 0:
			p.line("[not shown: " + a.Name + "]")
		default:
			p.line(p.file(&a, a.Description))
		}
	}
	return strings.Join(p.lines, "\n")
}

// Text returns the modal for a terminal or a transcript: its title, and a line
// for each input with its label, its description and its placeholder, and below
// it its value.
func (m *Modal) Text() string {
	var p printer
	p.line("[form " + m.Title + "]")
	for _, c := range m.tree {
		field := c
		switch c.Type {
		case textDisplay:
			p.line(c.Content)
			continue
		case actionRow:
			field = c.Components[0]
		case label:
			field = c.Component
		}
		words := []string{c.Label + field.Label}
		if c.Description != nil {
			words = append(words, "("+*c.Description+")")
		}
		if field.Placeholder != "" {
			words = append(words, "["+field.Placeholder+"]")
		}
		p.line(strings.Join(words, " "))
		for _, o := range field.Options {
			off, on := "( ) ", "(•) "
			if field.Type == checkboxGroup {
				off, on = "[ ] ", "[x] "
			}
			p.line(map[bool]string{true: on, false: off}[o.Default] + o.Label)
		}
		if field.Value != "" {
			p.line(field.Value)
		}
	}
	return strings.Join(p.lines, "\n")
}

type printer struct {
	files []Attachment
	shown map[string]bool
	lines []string
}

func (p *printer) line(text string) { p.lines = append(p.lines, text) }

func (p *printer) list(list []*component) {
	for _, c := range list {
		p.component(c)
	}
}

// component prints a component, and those inside it. It prints nothing for a type
// that only a modal has, or for a separator without a rule.
func (p *printer) component(c *component) {
	switch c.Type {
	case actionRow:
		p.line(p.row(c.Components))
	case textDisplay:
		p.line(c.Content)
	case separator:
		if *c.Divider {
			p.line("---")
		}
	case mediaGallery:
		for _, item := range c.Items {
			p.line(veiled(p.media(item.Media, item.Description), item.Spoiler))
		}
	case fileComponent:
		p.line(veiled(p.media(c.File, nil), *c.Spoiler))
	case section:
		p.list(c.Components)
		if c.Accessory.Type == thumbnail {
			p.line(p.media(c.Accessory.Media, c.Accessory.Description))
		} else {
			p.line(control(c.Accessory))
		}
	case container:
		p.list(c.Components)
	}
}

// veiled returns a text that a spoiler hides until it is tapped.
func veiled(text string, spoiler bool) string {
	if spoiler {
		return "||" + text + "||"
	}
	return text
}

// row returns the buttons and menus of a row, with blanks between them.
func (p *printer) row(list []*component) string {
	var words []string
	for _, c := range list {
		words = append(words, control(c))
	}
	return strings.Join(words, " ")
}

// control returns a button or a menu in brackets, or in parentheses if it is
// disabled. Of a menu with more than maxShown options it has the first three, the
// last, and between them those that are picked.
func control(c *component) string {
	text := c.name()
	if c.Type != button {
		var labels []string
		for _, o := range c.Options {
			label := o.Label
			if o.Emoji != nil {
				label = o.Emoji.Name + " " + label
			}
			if o.Default {
				label = "«" + label + "»"
			}
			labels = append(labels, label)
		}
		if n := len(labels); n > maxShown {
			// The third index keeps append from writing over the labels behind.
			labels = append(labels[:maxShown/2:maxShown/2], append(picked(labels[maxShown/2:n-1]), labels[n-1])...)
		}
		text = "menu " + c.Placeholder + ": " + strings.Join(labels, " | ")
	}
	if c.Disabled != nil && *c.Disabled {
		return "(" + text + ")"
	}
	return "[" + text + "]"
}

// maxShown is the largest number of options for which a menu is printed whole.
const maxShown = 6

// picked stands for options that are left out: those among them that are picked.
func picked(labels []string) []string {
	out := []string{"…"}
	for _, l := range labels {
		if strings.HasPrefix(l, "«") {
			out = append(out, l, "…")
		}
	}
	return out
}

// name returns a button's emoji and label.
func (c *component) name() string {
	name := c.Label
	if c.Emoji != nil {
		name = strings.TrimSpace(c.Emoji.Name + " " + name)
	}
	if c.URL != "" {
		name += " → " + c.URL
	}
	return name
}

// media returns a picture or a file that a component shows, with the alt text of
// the component, or else of the attachment.
func (p *printer) media(m *media, alt *string) string {
	for i := range p.files {
		if a := &p.files[i]; a.ID == m.AttachmentID {
			p.shown[a.ID] = true
			if alt != nil {
				return p.file(a, *alt)
			}
			return p.file(a, a.Description)
		}
	}
	return "[picture " + m.URL + "]"
}

// file returns in brackets what an attachment is: its name, the pixels of a picture,
// the number of frames of an animation, and the alt text if there is one.
func (p *printer) file(a *Attachment, alt string) string {
	text := "file " + a.Name
	if a.Width > 0 {
		text = fmt.Sprintf("picture %s %d×%d", a.Name, a.Width, a.Height)
	}
	if a.Frames > 0 {
		text = fmt.Sprintf("animation %s %d×%d, %d frames", a.Name, a.Width, a.Height, a.Frames)
	}
	if alt != "" {
		text += ": " + alt
	}
	return "[" + text + "]"
}
