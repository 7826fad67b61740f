package playground

import (
	"encoding/base64"
	"strings"
	"time"
)

// tokenID returns the id of a token's interaction; false for a text that is not
// a token.
func tokenID(token string) (string, bool) {
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return "", false
	}
	rest, ok := strings.CutPrefix(string(raw), tokenPrefix)
	id, _, colon := strings.Cut(rest, ":")
	return id, ok && colon
}

// webhook finds the interaction that a token stands for, once acknowledged. The
// refusal tells, as Discord's does, a token that is over (50027) from one that is
// not known, or not yet (10015). s.mu is held.
func (s *Server) webhook(application, token string) (*interaction, error) {
	it := s.pending[token]
	if it == nil {
		if _, ok := tokenID(token); ok {
			return nil, errInvalidToken()
		}
		return nil, errUnknownWebhook()
	}
	switch {
	case it.dead:
		return nil, it.refuse(errInvalidToken())
	case application != s.world.applicationID, !it.acked, it.kind == autocompleteInteraction, time.Now().Before(it.settled):
		return nil, it.refuse(errUnknownWebhook())
	}
	return it, nil
}

// webhookMessage finds one of an interaction's messages: the reply, by its id or as
// "@original", or a follow-up by its id. s.mu is held.
func (s *Server) webhookMessage(c *call) (*interaction, *message, error) {
	it, err := s.webhook(c.arg("application"), c.arg("token"))
	if err != nil {
		return nil, nil, err
	}
	id := c.arg("message")
	var found *message
	if m := it.line; m != nil && (id == "@original" || id == m.id) {
		found = m
	}
	for _, m := range it.replies {
		if m.id == id {
			found = m
		}
	}
	if found == nil || found.dropped {
		return nil, nil, it.refuse(errUnknownMessage())
	}
	return it, found, nil
}

// getMessage serves GET /webhooks/{application}/{token}/messages/{message}.
func (s *Server) getMessage(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.webhookMessage(c)
	if err != nil {
		return nil, err
	}
	return m.json(&s.world), nil
}

// editMessage serves PATCH of the same.
func (s *Server) editMessage(c *call) (any, error) {
	o := c.fields(&form{})
	s.mu.Lock()
	defer s.mu.Unlock()
	it, m, err := s.webhookMessage(c)
	if err != nil {
		return nil, err
	}
	return s.edit(it, m, o, c.req.Files)
}

// edit rewrites one of an interaction's messages, and returns it as JSON. An edit of
// the reply itself may make it final. s.mu is held.
func (s *Server) edit(it *interaction, m *message, o fields, files []File) (any, error) {
	b, err := s.compose(o, files, m.body)
	if err != nil {
		it.refused = err
		return nil, it.refuse(err)
	}
	m.write(b, time.Now())
	it.edited(m)
	if m == it.line {
		it.settle(m)
	}
	s.publish(m)
	return m.json(&s.world), nil
}

// deleteMessage serves DELETE of the same. Without the reply itself the interaction
// ends with ErrDeleted, unless the reply was final.
func (s *Server) deleteMessage(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	it, m, err := s.webhookMessage(c)
	if err != nil {
		return nil, err
	}
	m.dropped = true
	s.channel.remove(m)
	s.unpublish(m)
	if m == it.line {
		it.finish(ErrDeleted)
	}
	return nil, nil
}

// followUp serves POST /webhooks/{application}/{token}. After a deferral it writes
// the deferred message, as on Discord; after a deferred update it is the reply.
func (s *Server) followUp(c *call) (any, error) {
	o := c.fields(&form{})
	s.mu.Lock()
	defer s.mu.Unlock()
	it, err := s.webhook(c.arg("application"), c.arg("token"))
	if err != nil {
		return nil, err
	}
	if it.line != nil && it.line.thinking {
		return s.edit(it, it.line, o, c.req.Files)
	}
	b, err := s.compose(o, c.req.Files, body{flags: privacy(o)})
	if err != nil {
		it.refused = err
		return nil, it.refuse(err)
	}
	it.outcome.FollowUps++
	m := s.newLine(it, nil)
	m.write(b, time.Now())
	m.id = s.ids.next()
	it.replies = append(it.replies, m)
	it.settle(m)
	s.publish(m)
	return m.json(&s.world), nil
}
