package playground

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"strings"
	"time"

	"kibitz/playground/internal/gateway"
)

// The channel page: one document, one style sheet, one script.
//
//go:embed page
var pageFiles embed.FS

const maxPageInput = 1 << 20

// handler returns everything that the Server answers over HTTP.
func (s *Server) handler() http.Handler {
	files, _ := fs.Sub(pageFiles, "page")
	mux := http.NewServeMux()
	api := s.api()
	mux.Handle("/api/v9/", http.StripPrefix("/api/v9", api))
	mux.Handle("/api/v10/", http.StripPrefix("/api/v10", api))
	mux.HandleFunc("/api/", func(w http.ResponseWriter, _ *http.Request) { writeResult(w, nil, errNotFound()) })
	mux.Handle("GET /{$}", s.root(http.FileServerFS(files)))
	mux.HandleFunc("GET "+gateway.ResumePath, s.serveGateway)
	mux.HandleFunc("GET "+gateway.ResumePath+"/{$}", s.serveGateway)
	mux.Handle("GET /page.js", http.FileServerFS(files))
	mux.Handle("GET /client.js", http.FileServerFS(files))
	mux.Handle("GET /page.css", http.FileServerFS(files))
	mux.HandleFunc("GET /events", s.serveEvents)
	mux.HandleFunc("GET /attachments/{channel}/{id}/{name}", s.serveFile)
	mux.HandleFunc("GET "+proxyPath+"{id}/{address...}", s.serveFile)
	mux.HandleFunc("GET /ephemeral-attachments/{application}/{id}/{name}", s.serveFile)
	mux.HandleFunc("GET /emojis/{file}", s.serveEmoji)
	mux.HandleFunc("POST /attach", s.postAttach)
	mux.HandleFunc("POST /type", s.post(s.postType))
	mux.HandleFunc("POST /apply", s.post(s.postApply))
	mux.HandleFunc("POST /click", s.post(s.postClick))
	mux.HandleFunc("POST /submit", s.post(s.postSubmit))
	mux.HandleFunc("POST /complete", s.post(s.postComplete))
	mux.HandleFunc("POST /present", s.post(s.postPresent))
	mux.HandleFunc("POST /dismiss", s.post(s.postDismiss))
	mux.HandleFunc("/board", s.serveBeside)
	mux.HandleFunc("/board/", s.serveBeside)
	return s.guard(mux)
}

// Beside has a handler answer everything at /board and below it: a page of the bot's own, at the address of
// this one.
func (s *Server) Beside(h http.Handler) { s.beside.Store(&h) }

// serveBeside answers by the handler that Beside was given.
func (s *Server) serveBeside(w http.ResponseWriter, r *http.Request) {
	h := s.beside.Load()
	if h == nil {
		http.NotFound(w, r)
		return
	}
	(*h).ServeHTTP(w, r)
}

// root serves "/": the gateway to a gateway client, the page to a browser.
func (s *Server) root(page http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.EqualFold(r.Header.Get("Upgrade"), "websocket") {
			s.serveGateway(w, r)
			return
		}
		page.ServeHTTP(w, r)
	}
}

// guard lets Close wait for every request, and turns away requests of other
// sites' pages: a name that was rebound to this computer shows in the Host
// header, and a form or a script of another site in Origin.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.enter() {
			http.Error(w, "closed", http.StatusServiceUnavailable)
			return
		}
		defer s.work.Done()
		if person, ok := s.visitor(r); ok {
			s.serveActivity(w, r, person)
			return
		}
		if !s.ours(r) {
			http.Error(w, "this address serves its own page only", http.StatusForbidden)
			return
		}
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; frame-src 'self' http://*.localhost:*")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		h.Set("Date", time.Now().Add(s.opt.Skew).UTC().Format(http.TimeFormat))
		next.ServeHTTP(w, r)
	})
}

// ours reports whether a request names this computer or the Server's own address
// as its host, and comes from no page but the Server's.
func (s *Server) ours(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	if !loopback(host) && r.Host != s.addr {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host
}

// input is the body of a request of the page's.
type input struct {
	Person   string            `json:"person"` // who does it, see Typing
	Files    []string          `json:"files"`  // of a message, as Attach returned them
	Embed    bool              `json:"embed"`  // the message is to be another bot's
	Forward  string            `json:"forward"`
	Text     string            `json:"text"`
	Message  string            `json:"message"` // id, or of dismiss key
	CustomID string            `json:"custom_id"`
	Values   []string          `json:"values"`
	Modal    string            `json:"modal"`
	Inputs   map[string]string `json:"inputs"`
}

// post reads an input and answers with JSON. Forms of other sites cannot send
// the content type.
func (s *Server) post(do func(context.Context, input) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
			http.Error(w, "application/json only", http.StatusUnsupportedMediaType)
			return
		}
		var in input
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxPageInput)).Decode(&in); err != nil {
			http.Error(w, "no JSON that the page sends", http.StatusBadRequest)
			return
		}
		out, err := do(r.Context(), in)
		writeInputResult(w, out, err)
	}
}

// writeInputResult answers the page.
func writeInputResult(w http.ResponseWriter, out any, err error) {
	w.Header().Set("Content-Type", "application/json")
	if err != nil {
		w.WriteHeader(http.StatusUnprocessableEntity)
		out = pageError(err)
	}
	_, _ = w.Write(raw(out))
}

// pageError returns an error as the page gets it: code, option and a sentence.
func pageError(err error) object {
	out := object{"message": err.Error()}
	if e := new(InputError); errors.As(err, &e) {
		out["code"], out["option"], out["detail"] = e.Code, e.Option, e.Detail
	}
	if e := new(NoResponse); errors.As(err, &e) {
		out["code"] = "no response"
		out["message"] = "This interaction failed"
	}
	return out
}

// postType takes a command; a text that does not begin with / is a message of
// the person's, and so is a forward.
func (s *Server) postType(_ context.Context, in input) (any, error) {
	if in.Forward == "" && strings.HasPrefix(strings.TrimSpace(in.Text), "/") {
		return s.started(Typing{Person: in.Person, Text: in.Text})
	}
	p := Posting{Person: in.Person, Text: in.Text, Forward: in.Forward}
	for _, ref := range in.Files {
		f, err := s.uploaded(ref)
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, f)
	}
	if in.Embed {
		p = p.asEmbed()
	}
	_, err := s.Post(p)
	return object{}, err
}

func (s *Server) postApply(_ context.Context, in input) (any, error) {
	return s.started(Applying{in.Person, in.Text, in.Message})
}

// started begins a deed and returns the key of its line. A modal that it opens
// comes as an event with the same key.
func (s *Server) started(d Deed) (any, error) {
	asked, err := s.Begin(d)
	if err != nil {
		return nil, err
	}
	return object{"key": asked.key}, nil
}

// postClick takes a click, and answers when the bot has: with the modal that it
// opens, if any.
func (s *Server) postClick(ctx context.Context, in input) (any, error) {
	asked, err := s.Begin(Clicking{Person: in.Person, Message: in.Message, Control: in.CustomID, Values: in.Values})
	if err != nil {
		return nil, err
	}
	return s.heard(ctx, asked.it)
}

// heard waits for the bot's first response. It returns the modal that this opens, or
// an empty object for any other response. If none came in time, the error says so.
func (s *Server) heard(ctx context.Context, it *interaction) (any, error) {
	select {
	case <-it.heard:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := new(Modal)
	switch {
	case errors.As(it.err, &m):
		return object{"modal": s.openModal(it, m)}, nil
	case !it.acked:
		return nil, it.err
	}
	return object{}, nil
}

// openModal returns a modal as the page gets it, to be sent in by the
// interaction's id.
func (s *Server) openModal(it *interaction, m *Modal) object {
	s.modals.put(it.id, m)
	return object{"id": it.id, "title": m.Title, "components": m.Components}
}

// postSubmit takes a modal that was filled in, and answers as postClick does.
func (s *Server) postSubmit(ctx context.Context, in input) (any, error) {
	s.mu.Lock()
	m := s.modals.get(in.Modal)
	s.mu.Unlock()
	if m == nil {
		return nil, &InputError{UnknownControl, "", "this modal is gone"}
	}
	asked, err := s.Begin(Submitting{m, in.Inputs})
	if err != nil {
		return nil, err
	}
	return s.heard(ctx, asked.it)
}

// postComplete answers with the bot's completions of the command being typed.
func (s *Server) postComplete(ctx context.Context, in input) (any, error) {
	choices, err := s.Complete(ctx, in.Text)
	if err != nil {
		return nil, err
	}
	return object{"choices": append([]Choice{}, choices...)}, nil
}

// postDismiss takes away a line that only the person sees: a private reply, or one
// that failed. Any other line is an unknown message.
func (s *Server) postDismiss(_ context.Context, in input) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.channel.messages {
		if m.key == in.Message && (m.ephemeral() || m.failed != "") {
			s.channel.remove(m)
			s.unpublish(m)
			return object{}, nil
		}
	}
	return nil, &InputError{UnknownMessage, "", in.Message}
}

// modals are those that are open in pages, the latest few.
type modals struct {
	ids  []string
	open map[string]*Modal
}

const maxModals = 16

// put keeps a modal that is open in a page, for the page to send in by id. If there are more
// than maxModals then, it drops the oldest.
func (l *modals) put(id string, m *Modal) {
	if l.open == nil {
		l.open = map[string]*Modal{}
	}
	l.ids, l.open[id] = append(l.ids, id), m
	if len(l.ids) > maxModals {
		delete(l.open, l.ids[0])
		l.ids = l.ids[1:]
	}
}

// get returns the modal that was kept under id; nil if it was dropped.
func (l *modals) get(id string) *Modal { return l.open[id] }

// writeDownload answers with a file. Pictures are shown, all else is only ever downloaded.
func writeDownload(w http.ResponseWriter, a *Attachment) {
	h := w.Header()
	h.Set("Cache-Control", "private, max-age=3600, immutable")
	h.Set("Content-Security-Policy", "default-src 'none'; sandbox")
	if a.Width > 0 && strings.HasPrefix(a.ContentType, "image/") {
		h.Set("Content-Type", a.ContentType)
	} else {
		h.Set("Content-Type", "application/octet-stream")
		h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", a.Name))
	}
	_, _ = w.Write(a.Data)
}
