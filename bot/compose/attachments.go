package compose

import (
	"fmt"
	"strconv"
	"strings"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
	"kibitz/render"
)

// This file is the part of a message that is a picture, a film or a file.

// board returns the components that show the reply's board: emoji in at most room
// characters, or a picture if the reply wants one or emoji do not fit. A film stands before the
// picture. If there is no picture and the emoji do not fit, they are attached as board.txt, and
// board returns nil. A picture that cannot be drawn or is too large, and a board without
// emoji, are noted in Lost.
func (m *Message) board(r *chat.Reply, room int) []wire.Component {
	if r.Board == nil {
		return nil
	}
	emoji := m.veiled(r.Board.Emoji())
	fits := wire.Units(emoji) <= room
	if r.Picture || !fits {
		picture, err := drawn(func() ([]byte, error) { return r.Board.PNG(r.Theme) })
		if err == nil && len(picture) <= maxFile {
			alt := r.Board.Alt
			if m.spoiler {
				alt = r.Board.Veiled
			}
			return append(m.film(r), m.picture("board.png", picture, alt()))
		}
		m.Lost = append(m.Lost, fmt.Sprintf("picture of %d bytes: %v", len(picture), err))
	}
	if !fits {
		m.attach("board.txt", []byte(r.Board.Emoji()))
		return nil
	}
	if wire.Blank(emoji) {
		m.Lost = append(m.Lost, "board that has no emoji")
		return nil
	}
	return []wire.Component{{Type: wire.TypeText, Content: emoji}}
}

// tracing returns the component that shows the reply's tracing, if it has one. It is no
// spoiler: the asker has the image.
func (m *Message) tracing(r *chat.Reply) []wire.Component {
	if r.Tracing == nil {
		return nil
	}
	picture, err := drawn(func() ([]byte, error) { return r.Tracing.JPEG(r.Theme) })
	if err != nil || len(picture) > maxFile {
		m.Lost = append(m.Lost, fmt.Sprintf("tracing of %d bytes: %v", len(picture), err))
		return nil
	}
	c := m.picture("read.jpg", picture, r.Tracing.Alt)
	c.Items[0].Spoiler = false
	return []wire.Component{c}
}

// maxFilm is the largest animation, in bytes: people look at it on phones.
const maxFilm = 2 << 20

// film returns the component that shows the reply's film, if there is one: a gallery of its
// own. Discord crops two pictures in one gallery, and the clues are at the edges.
func (m *Message) film(r *chat.Reply) []wire.Component {
	if r.Film == nil {
		return nil
	}
	film, err := drawn(func() ([]byte, error) { return render.GIF(r.Film.Frames, r.Theme, maxFilm) })
	if err != nil || len(film) > maxFilm {
		m.Lost = append(m.Lost, fmt.Sprintf("animation of %d bytes: %v", len(film), err))
		return nil
	}
	alt := render.Plain(r.Film.Alt)
	if m.spoiler {
		alt = r.Board.Veiled()
	}
	return []wire.Component{m.picture("board.gif", film, alt)}
}

// drawn returns what draw draws; a panic in it becomes an error.
func drawn(draw func() ([]byte, error)) (picture []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic in drawing: %v", p)
		}
	}()
	return draw()
}

// imageTypes are the media types of pictures, by the ends of their names.
var imageTypes = map[string]string{"png": "image/png", "gif": "image/gif", "jpg": "image/jpeg"}

// picture adds a picture and returns the component that shows it.
func (m *Message) picture(name string, data []byte, alt string) wire.Component {
	if alt = wire.Cut(alt, maxAlt); wire.Blank(alt) {
		alt = ""
	}
	name = m.name(name)
	m.files = append(m.files, attachment{name, alt, imageTypes[name[len(name)-3:]], data})
	m.Bytes += len(data)
	return wire.Component{Type: wire.TypeGallery, Items: []wire.Item{{Media: wire.Media{URL: "attachment://" + name}, Description: alt, Spoiler: m.spoiler}}}
}

// attach adds a file and the component that shows it, if Discord would take them.
func (m *Message) attach(name string, data []byte) {
	if len(m.files) == maxFiles || len(data) > maxFile || m.Bytes+len(data) > maxUpload {
		m.Lost = append(m.Lost, fmt.Sprintf("file %q of %d bytes", name, len(data)))
		return
	}
	contentType := "application/octet-stream"
	if strings.HasSuffix(name, ".txt") {
		contentType = "text/plain; charset=utf-8"
	}
	name = m.name(name)
	m.files = append(m.files, attachment{name: name, contentType: contentType, data: data})
	m.Bytes += len(data)
	m.shown = append(m.shown, wire.Component{Type: wire.TypeFile, File: &wire.Media{URL: "attachment://" + name}, Spoiler: m.spoiler})
}

// name returns a file's name in a form that Discord keeps, and that no other file of the
// message has: components refer to files by name.
func (m *Message) name(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, wire.Cut(name, 100))
	name = strings.Trim(name, ".")
	if name == "" {
		name = "file"
	}
	unique := name
	for i := 2; m.names[unique]; i++ {
		unique = strconv.Itoa(i) + "-" + name
	}
	m.names[unique] = true
	return unique
}
