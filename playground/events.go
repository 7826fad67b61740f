package playground

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"time"
)

// Bounds on the pages that are open.
const (
	maxViewers  = 32
	viewerQueue = 256 // events that a page may lag behind
	keepAlive   = 20 * time.Second

	writeTimeout = 10 * time.Second // for a page to take an event
)

// viewer is one open page.
type viewer struct {
	events chan []byte
	cancel context.CancelFunc
}

// serveEvents sends a page the channel as it is and then every change of it, as
// server-sent events. A page that does not keep up is cut off; its browser
// connects again and gets the channel anew.
func (s *Server) serveEvents(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	v := &viewer{make(chan []byte, viewerQueue), cancel}
	if !s.watch(v) {
		http.Error(w, "too many pages are open", http.StatusServiceUnavailable)
		return
	}
	defer s.unwatch(v)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	beat := time.NewTicker(keepAlive)
	defer beat.Stop()
	for {
		event := []byte(":\n\n")
		select {
		case event = <-v.events:
		case <-beat.C:
		case <-ctx.Done():
			return
		case <-s.ctx.Done():
			return
		}
		_ = control.SetWriteDeadline(time.Now().Add(writeTimeout))
		if _, err := w.Write(event); err != nil || control.Flush() != nil {
			return
		}
	}
}

// watch takes in a page, with the whole channel as its first event; false if
// maxViewers are open.
func (s *Server) watch(v *viewer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.viewers) >= maxViewers {
		return false
	}
	s.viewers[v] = struct{}{}
	lines := []object{}
	for _, m := range s.channel.messages {
		lines = append(lines, m.view(&s.world))
	}
	v.events <- event("channel", object{"status": s.status(), "messages": lines})
	return true
}

func (s *Server) unwatch(v *viewer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.viewers, v)
}

func event(name string, data any) []byte {
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, raw(data))
}

// tell sends an event to every page, and cuts off those that lag too far behind.
// data is not called if no page is open. s.mu is held.
func (s *Server) tell(name string, data func() any) {
	if len(s.viewers) == 0 {
		return
	}
	e := event(name, data())
	for v := range s.viewers {
		select {
		case v.events <- e:
		default:
			v.cancel()
		}
	}
}

// publish shows a message as it is now; s.mu is held.
func (s *Server) publish(m *message) {
	m.tidy()
	s.channel.thin()
	if !m.evicted && !m.dropped {
		s.tell("message", func() any { return m.view(&s.world) })
	}
}

// unpublish takes a message off the pages; s.mu is held.
func (s *Server) unpublish(m *message) {
	s.tell("gone", func() any { return object{"key": m.key} })
}

// publishStatus shows whether the bot is there, and its commands; s.mu is held.
func (s *Server) publishStatus() { s.tell("status", func() any { return s.status() }) }

func (s *Server) status() object {
	commands := append([]Command{}, s.commands()...)
	if entry, has := s.entry(); has {
		commands = append(commands, entry)
	}
	return object{
		"app": s.world.applicationID, "guild": s.world.guildID, "channel": s.world.channelID,
		"connected": s.connected(), "name": s.world.name, "people": s.world.people(), "locale": s.opt.Locale,
		"commands": commands, "on_message": append([]Command{}, s.offered(messageCommand)...),
	}
}

// view returns a message as the page gets it.
func (m *message) view(w *world) object {
	out := object{
		"activity": m.activity, "key": m.key, "own": m.own, "id": m.id, "time": m.created.UnixMilli(), "failed": m.failed,
		"state": m.state(), "private": m.ephemeral(), "edited": m.edits > 0,
		"content": m.body.content, "components": m.componentsJSON(), "attachments": []object{}, "about": m.about,
		"from": w.nameOf(cmp.Or(m.author, m.from.person)), "only": "", "embeds": orEmpty(m.body.embeds), "forwarded": m.forward != "",
	}
	if m.ephemeral() || m.failed != "" || m.id == "" {
		out["only"] = m.from.person
	}
	if m.body.flags&flagComponentsV2 == 0 {
		out["attachments"] = m.looseAttachments()
	}
	if m.asked != nil {
		out["command"], out["asked"] = m.asked.command, m.asked.text
	}
	return out
}

// state returns how far a message is on its way.
func (m *message) state() string {
	switch {
	case m.failed != "":
		return "failed"
	case m.id == "":
		return "sending"
	case m.thinking:
		return "thinking"
	case m.progress():
		return "working"
	default:
		return "done"
	}
}
