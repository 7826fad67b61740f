package playground

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Bounds on the files that the person has at hand. The oldest go first.
const (
	maxUploads     = 32
	maxUploadBytes = 64 << 20
	uploadLife     = 24 * time.Hour // as the URLs say; nothing is forgotten by the clock
)

// An upload is a file that the person may give to a command.
type upload struct {
	ref string // the text that is typed for it
	*Attachment
}

// Attach puts a file at hand and returns the text to type for it as the value of
// an option that takes a file: its name, or one like it. Several commands can use
// it, until too many others have come.
func (s *Server) Attach(name string, data []byte) (ref string, err error) {
	if len(data) > maxFile {
		return "", &InputError{FileTooLarge, "", fmt.Sprintf("%d bytes, not %d or fewer", len(data), maxFile)}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return "", ErrClosed
	}
	a := s.attach(File{Name: name, Data: data}, fields{})
	a.URL = cdn + "/ephemeral-attachments/" + s.world.applicationID + "/" + a.ID + "/" + a.Name + signature(time.Now())
	u := upload{s.freeRef(a.Name), a}
	s.uploads = append(s.uploads, u)
	for size := s.uploadBytes(); len(s.uploads) > maxUploads || size > maxUploadBytes; size = s.uploadBytes() {
		s.uploads = slices.Delete(s.uploads, 0, 1)
	}
	return u.ref, nil
}

// uploadBytes returns how many bytes the person's files have; s.mu is held.
func (s *Server) uploadBytes() (n int) {
	for _, u := range s.uploads {
		n += len(u.Data)
	}
	return n
}

// freeRef returns the name, with a number if another file has it: "a.png", "a-2.png".
func (s *Server) freeRef(name string) string {
	kind := filepath.Ext(name)
	ref := name
	for n := 2; s.upload(ref) != nil; n++ {
		ref = strings.TrimSuffix(name, kind) + "-" + strconv.Itoa(n) + kind
	}
	return ref
}

// upload finds a file by its reference; s.mu is held.
func (s *Server) upload(ref string) *Attachment {
	for _, u := range s.uploads {
		if u.ref == ref {
			return u.Attachment
		}
	}
	return nil
}

// TypeFiles asks as a Typing does, for a program that has files of its own: a
// path that is typed for an option that takes a file is read and attached, unless
// it is a reference from Attach. A failure to read is the error.
func (s *Server) TypeFiles(ctx context.Context, text string, read func(path string) ([]byte, error)) (*Message, error) {
	t, err := parseTyped(text, s.Commands(), s.opt.Locale)
	if err != nil {
		return nil, err
	}
	for i := range t.values {
		v := &t.values[i]
		if v.option.Type != attachmentOption || v.text == "" || s.has(v.text) {
			continue
		}
		data, err := read(v.text)
		if err != nil {
			return nil, err
		}
		if v.text, err = s.Attach(filepath.Base(v.text), data); err != nil {
			return nil, err
		}
	}
	return s.ask(ctx, func() (*interaction, error) { return s.send(s.world.personID, t, text) })
}

func (s *Server) has(ref string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.upload(ref) != nil
}

// attach finds the files that were typed; s.mu is held.
func (t *typed) attach(find func(ref string) *Attachment) {
	for i, v := range t.values {
		if v.option.Type == attachmentOption {
			t.values[i].file = find(v.text)
		}
	}
}

// resolved returns an interaction's files by id; nil for none.
func (t *typed) resolved() object {
	files := object{}
	for _, v := range t.values {
		if v.file != nil {
			about := v.file.json()
			about["ephemeral"] = true
			files[v.file.ID] = about
		}
	}
	if len(files) == 0 {
		return nil
	}
	return object{"attachments": files}
}

// uploadsFor returns the values with the ids of files in place of their references, and an
// interaction's description of those files; s.mu is held.
func (s *Server) uploadsFor(m *Modal, values map[string]string) (map[string]string, object, error) {
	var t typed
	values = maps.Clone(values)
	for _, c := range m.tree {
		if c.Type != label || c.Component.Type != fileUpload || values[c.Component.CustomID] == "" {
			continue
		}
		file := s.upload(values[c.Component.CustomID])
		if file == nil {
			return nil, nil, &InputError{UnknownFile, c.Component.CustomID, values[c.Component.CustomID]}
		}
		if err := checkFileType(c.Component.CustomID, c.Component.FileTypes, file.Name); err != nil {
			return nil, nil, err
		}
		values[c.Component.CustomID] = file.ID
		t.values = append(t.values, typedValue{file: file})
	}
	return values, t.resolved(), nil
}

// mediaEndings lists the endings of names that stand for a kind of media.
var mediaEndings = map[string][]string{
	"image": {".png", ".gif", ".jpg", ".jpeg", ".jfif", ".webp", ".avif"},
	"video": {".mp4", ".mov", ".webm"},
	"audio": {".mp3", ".ogg", ".wav", ".m4a", ".flac"},
}

var fileEnding = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\.[A-Za-z0-9]{1,20}$`) })

// checkFileType refuses a file whose name does not have one of the endings. Like Discord it does not
// look into the file.
func checkFileType(option string, types []string, name string) error {
	ending := strings.ToLower(filepath.Ext(name))
	if types == nil || slices.Contains(types, ending) || slices.ContainsFunc(types, func(t string) bool { return slices.Contains(mediaEndings[t], ending) }) {
		return nil
	}
	return &InputError{WrongFileType, option, "one of " + strings.Join(types, ", ")}
}

// serveFile serves a file of the person's or of a message, to whoever has its whole URL.
func (s *Server) serveFile(w http.ResponseWriter, r *http.Request) {
	req := Request{Method: r.Method, Path: r.URL.Path, Route: r.Pattern, Query: r.URL.Query(), Header: r.Header}
	fault, over := s.provoke(w, r, req)
	host := cdn
	if strings.HasPrefix(r.URL.Path, proxyPath) {
		host = "https://" + proxyHost
	}
	switch a := s.fileAt(host + r.URL.RequestURI()); {
	case over:
	case fault.Lose:
		lose(w, r, fault)
	case a == nil || a.Data == nil:
		http.NotFound(w, r)
	default:
		writeDownload(w, a)
	}
}

// fileAt returns the file of a message or of the person with that whole URL; nil for
// none.
func (s *Server) fileAt(url string) *Attachment {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.channel.messages {
		for _, a := range m.body.attachments {
			if a.URL == url {
				return a
			}
		}
	}
	for _, u := range s.uploads {
		if u.URL == url {
			return u.Attachment
		}
	}
	return nil
}

// postAttach takes a file from the page: its bytes are the body. Pages of other
// sites cannot send the content type.
func (s *Server) postAttach(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/octet-stream" {
		http.Error(w, "application/octet-stream only", http.StatusUnsupportedMediaType)
		return
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxFile))
	_ = control.SetReadDeadline(time.Time{})
	if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
		err = &InputError{FileTooLarge, "", fmt.Sprintf("%d MiB at most", maxFile>>20)}
	}
	ref := ""
	if err == nil {
		ref, err = s.Attach(r.URL.Query().Get("name"), data)
	}
	writeInputResult(w, object{"ref": ref}, err)
}

// uploaded returns a file that the person has at hand.
func (s *Server) uploaded(ref string) (File, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.upload(ref)
	if a == nil {
		return File{}, &InputError{UnknownFile, "", ref}
	}
	return File{Name: a.Name, Data: a.Data}, nil
}
