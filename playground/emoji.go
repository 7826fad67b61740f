package playground

import (
	"encoding/base64"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Limits of Discord's on the emoji of an application.
const (
	maxEmojis      = 2000
	maxEmojiBinary = 256 << 10 // bytes
)

// An ownEmoji is an emoji of the application.
type ownEmoji struct {
	id, name string
	picture  *Attachment
}

// json returns the emoji as the bot sees it.
func (e *ownEmoji) json(w *world) object {
	return object{
		"id": e.id, "name": e.name, "user": w.bot(), "roles": []string{}, "require_colons": true,
		"managed": false, "animated": e.picture.Frames > 1, "available": true,
	}
}

// emojiName is Discord's pattern for the names of emoji.
var emojiName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\w+$`) })

// needEmojiName reads the name of an emoji.
func needEmojiName(o fields) string {
	name := o.needText("name", span{2, 32})
	if name != "" && !emojiName().MatchString(name) {
		o.wrong("name", "STRING_TYPE_REGEX", "String value did not match validation regex.")
	}
	return name
}

// needEmojiPicture reads the picture of an emoji: a data URI in base64 of an image, of 256 KiB at most.
func needEmojiPicture(o fields) *Attachment {
	uri := o.needText("image", span{1, maxRequest})
	if uri == "" {
		return nil
	}
	kind, text, ok := strings.Cut(strings.TrimPrefix(uri, "data:"), ";base64,")
	data, err := base64.StdEncoding.DecodeString(text)
	switch {
	case !ok || err != nil || !slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"}, kind) || contentType(data) != kind:
		o.wrong("image", "IMAGE_INVALID", "Invalid image data")
		return nil
	case len(data) > maxEmojiBinary:
		o.wrong("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
		return nil
	}
	return &Attachment{Name: "emoji", ContentType: kind, Data: data, Width: 1, Frames: gifFrames(data)}
}

// emoji returns the index of the emoji that the path names. s.mu is held.
func (s *Server) emoji(c *call) (int, error) {
	i := slices.IndexFunc(s.emojis, func(e ownEmoji) bool { return e.id == c.arg("emoji") })
	switch {
	case c.arg("application") != s.world.applicationID:
		return 0, errNotYourApplication()
	case i < 0:
		return 0, errUnknownEmoji()
	}
	return i, nil
}

// getEmojis serves GET /applications/{application}/emojis.
func (s *Server) getEmojis(c *call) (any, error) {
	if _, err := s.scope(c); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	items := []object{}
	for i := range s.emojis {
		items = append(items, s.emojis[i].json(&s.world))
	}
	return object{"items": items}, nil
}

// postEmoji serves POST of the same.
func (s *Server) postEmoji(c *call) (any, error) {
	if _, err := s.scope(c); err != nil {
		return nil, err
	}
	f := &form{}
	o := c.fields(f)
	e := ownEmoji{id: s.ids.next(), name: needEmojiName(o), picture: needEmojiPicture(o)}
	if err := f.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.emojis) >= maxEmojis {
		return nil, errManyEmojis()
	}
	s.emojis = append(s.emojis, e)
	return created{e.json(&s.world)}, nil
}

// getEmoji serves GET /applications/{application}/emojis/{emoji}.
func (s *Server) getEmoji(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.emoji(c)
	if err != nil {
		return nil, err
	}
	return s.emojis[i].json(&s.world), nil
}

// patchEmoji serves PATCH of the same, which changes the name alone.
func (s *Server) patchEmoji(c *call) (any, error) {
	f := &form{}
	name := needEmojiName(c.fields(f))
	if err := f.err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.emoji(c)
	if err != nil {
		return nil, err
	}
	s.emojis[i].name = name
	return s.emojis[i].json(&s.world), nil
}

// deleteEmoji serves DELETE of the same.
func (s *Server) deleteEmoji(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	i, err := s.emoji(c)
	if err == nil {
		s.emojis = slices.Delete(s.emojis, i, i+1)
	}
	return nil, err
}

// hasEmoji reports whether the application has an emoji of this id. s.mu is held.
func (s *Server) hasEmoji(id string) bool {
	return slices.ContainsFunc(s.emojis, func(e ownEmoji) bool { return e.id == id })
}

// serveEmoji serves the picture of an emoji as the CDN does, by its id and any ending.
func (s *Server) serveEmoji(w http.ResponseWriter, r *http.Request) {
	id, _, _ := strings.Cut(r.PathValue("file"), ".")
	s.mu.Lock()
	i := slices.IndexFunc(s.emojis, func(e ownEmoji) bool { return e.id == id })
	var picture *Attachment
	if i >= 0 {
		picture = s.emojis[i].picture
	}
	s.mu.Unlock()
	if picture == nil {
		http.NotFound(w, r)
		return
	}
	writeDownload(w, picture)
}

// emoji reads a partial emoji: a name, or the id of one of the application's own, or both.
func (a *assembly) emoji(o fields) *emoji {
	e, ok := o.object("emoji")
	if !ok {
		return nil
	}
	name, _ := e.text("name", span{0, 100})
	id, _ := e.text("id", span{0, 20})
	switch {
	case name == "" && id == "":
		e.missing("name")
	case id != "" && !a.own(id):
		e.wrong("id", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji") // of a menu's option, too (discord-api-docs, issue 8071)
	}
	return &emoji{name, id}
}
