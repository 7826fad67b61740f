package playground

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"image"
	_ "image/gif"  // for image.DecodeConfig
	_ "image/jpeg" // for image.DecodeConfig
	_ "image/png"  // for image.DecodeConfig
	"net/http"
	"slices"
	"strings"
	"time"
)

// Message flags.
const (
	flagEphemeral    = 1 << 6
	flagLoading      = 1 << 7
	flagSnapshot     = 1 << 14 // it is a forward
	flagComponentsV2 = 1 << 15
)

const (
	maxContent = 2000
	maxEmbeds  = 10
)

// body is all of a message that a bot writes. It is never changed once made;
// an edit makes another.
type body struct {
	flags       int
	content     string
	embeds      []any
	components  []*component
	attachments []*Attachment
}

// compose reads a message, new or edited, out of a request. The fields that an
// edit does not name stay as they were.
func (s *Server) compose(o fields, files []File, old body) (body, error) {
	b := old
	s.composeFlags(o, &b, old)
	b.content = composeContent(o, old)
	b.embeds = composeEmbeds(o, old)
	checkMentions(o)
	b.attachments = s.composeAttachments(o, files, old)
	s.composeComponents(o, &b)
	if b.flags&flagComponentsV2 != 0 {
		checkNoLegacyFields(o, b)
	}
	if err := o.form.err(); err != nil {
		return body{}, err
	}
	if b.empty() {
		return body{}, errEmptyMessage()
	}
	return b, nil
}

func (b *body) empty() bool {
	return b.content == "" && len(b.embeds) == 0 && len(b.components) == 0 && len(b.attachments) == 0
}

// composeFlags lets a message take on Components V2 and never give it up.
func (s *Server) composeFlags(o fields, b *body, old body) {
	flags, given := o.integer("flags", span{0, 1<<31 - 1})
	if !given {
		return
	}
	if old.flags&flagComponentsV2 != 0 && flags&flagComponentsV2 == 0 {
		o.wrong("flags", "MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED", "MessageFlags.IS_COMPONENTS_V2 cannot be removed")
	}
	b.flags |= flags & flagComponentsV2
}

// composeContent reads the content, without blanks around it.
func composeContent(o fields, old body) string {
	if !o.has("content") {
		return old.content
	}
	content, _ := o.text("content", span{0, maxContent})
	return strings.TrimSpace(content)
}

func composeEmbeds(o fields, old body) []any {
	if !o.has("embeds") {
		return old.embeds
	}
	embeds, _ := o.list("embeds", span{0, maxEmbeds})
	return embeds
}

// checkMentions checks the shape of allowed_mentions; here nobody can be
// mentioned.
func checkMentions(o fields) {
	m, ok := o.object("allowed_mentions")
	if !ok {
		return
	}
	parse, _ := m.list("parse", span{0, 3})
	for i, v := range parse {
		if text, _ := v.(string); !slices.Contains([]string{"roles", "users", "everyone"}, text) {
			m.wrong(fmt.Sprintf("parse.%d", i), "BASE_TYPE_CHOICES", "Value must be one of ('users', 'roles', 'everyone').")
		}
	}
	m.list("users", span{0, 100})
	m.list("roles", span{0, 100})
}

// checkNoLegacyFields keeps apart the two ways to write a message.
func checkNoLegacyFields(o fields, b body) {
	for name, there := range map[string]bool{"content": b.content != "", "embeds": len(b.embeds) > 0, "poll": o.m["poll"] != nil} {
		if there {
			o.wrong(name, "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The '"+name+"' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
		}
	}
}

// composeComponents reads the components. Which ones are allowed follows from
// the flags in the same request, even for a message that has Components V2
// already.
func (s *Server) composeComponents(o fields, b *body) {
	if !o.has("components") {
		return
	}
	flags, _ := whole(o.m["flags"])
	v2 := flags&flagComponentsV2 != 0
	types, length := inLegacyMessage, span{0, maxLegacyRows}
	if v2 {
		types, length = inMessage, span{0, maxComponents}
	}
	list, _ := o.objects("components", length)
	a := s.newAssembly(o.form, b.attachments)
	b.components = a.components(list, types)
	a.number(b.components, place(o.at, "components"))
	if a.count > maxComponents {
		o.wrong("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", fmt.Sprintf("Must be %d or fewer components in total, nested ones included; there are %d.", maxComponents, a.count))
	}
	if a.shown > maxDisplayedText {
		o.wrong("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", fmt.Sprintf("The text displayed must be %d or fewer characters in total; it is %d.", maxDisplayedText, a.shown))
	}
}

// Attachment is a file of a message.
type Attachment struct {
	ID          string
	Name        string
	Description string // as the bot gave it beside the file; alt text is as a rule given by the component that shows it
	ContentType string
	URL         string // on Discord's CDN; Transport finds it here
	Width       int    // pixels; 0 if not a picture
	Height      int
	Frames      int    // number of pictures of an animation; 0 for other files
	Size        int    // bytes
	SHA256      string // of the data, in hexadecimal digits
	Data        []byte // not to be changed; nil once an old message has been thinned out

	embedded bool // an embed shows it, and it is no attachment of the message
}

// composeAttachments keeps the attachments that the request names by their ids
// (all, if it has no such list) and adds the files that came along. An entry of the
// list with a number below maxFiles as its id describes the file with that index.
func (s *Server) composeAttachments(o fields, files []File, old body) []*Attachment {
	named, given := o.objects("attachments", span{0, maxFiles})
	var out []*Attachment
	if !o.has("attachments") {
		out = slices.Clone(old.attachments)
	}
	about := map[int]fields{}
	for _, entry := range named {
		if n, isNumber := whole(entry.m["id"]); isNumber && n < maxFiles {
			about[n] = entry
			continue
		}
		id := entry.needText("id", span{1, 20})
		i := slices.IndexFunc(old.attachments, func(a *Attachment) bool { return a.ID == id })
		if i < 0 {
			entry.wrong("id", "ATTACHMENT_NOT_FOUND", "The attachment was not found")
			continue
		}
		out = append(out, old.attachments[i])
	}
	for n, f := range files {
		if i, ok := f.index(); ok {
			n = i
		}
		entry := about[n]
		delete(about, n)
		out = append(out, s.attach(f, entry))
	}
	for n, entry := range about {
		entry.wrong("id", "ATTACHMENT_NOT_FOUND", fmt.Sprintf("There is no file files[%d]", n))
	}
	if given || len(files) > 0 {
		o.fits("attachments", len(out), span{0, maxFiles})
	}
	return out
}

// attach makes an attachment of an uploaded file and what the request says
// about it.
func (s *Server) attach(f File, about fields) *Attachment {
	a := &Attachment{ID: s.ids.next(), Name: f.Name, Data: f.Data, ContentType: contentType(f.Data), Size: len(f.Data)}
	sum := sha256.Sum256(f.Data)
	a.SHA256 = hex.EncodeToString(sum[:])
	if about.m != nil {
		if name, ok := about.text("filename", span{1, maxAltText}); ok {
			a.Name = name
		}
		a.Description, _ = about.text("description", span{0, maxAltText})
	}
	a.Name = cleanFileName(a.Name)
	a.URL = cdn + "/attachments/" + s.world.channelID + "/" + a.ID + "/" + a.Name + signature(time.Now())
	if config, _, err := image.DecodeConfig(bytes.NewReader(f.Data)); err == nil {
		a.Width, a.Height = config.Width, config.Height
	}
	if n := gifFrames(f.Data); n > 1 {
		a.Frames = n
	}
	return a
}

const cdn = "https://cdn.discordapp.com"

// signature returns the query by which Discord signs an address on its CDN. Without it
// nothing is served.
func signature(now time.Time) string {
	return fmt.Sprintf("?ex=%x&is=%x&hm=%s&", now.Add(uploadLife).Unix(), now.Unix(), rand.Text())
}

// contentType returns the type of a file by its first bytes, whatever its name claims.
func contentType(data []byte) string {
	if len(data) >= 12 && string(data[4:8]) == "ftyp" && (string(data[8:12]) == "heic" || string(data[8:12]) == "avif") {
		return "image/" + string(data[8:12])
	}
	return http.DetectContentType(data)
}

// cleanFileName replaces what Discord does not keep in a file's name.
func cleanFileName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '_'
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', strings.ContainsRune("._-", r):
			return r
		default:
			return -1
		}
	}, name)
	clean = strings.TrimLeft(clean, "._")
	if clean == "" {
		return "file"
	}
	return clean
}
