// Package playgroundtest is a playground for tests of a bot: programs play the people, and
// Discord misbehaves as it does on a bad day. What a Server here does beyond that of package
// playground goes by a few hooks: playground.Deed, Options.Fault, Options.Mishap and Server.Gate.
package playgroundtest

import (
	"context"
	"net/http"
	"time"

	"kibitz/playground"
)

// Server is a playground.Server that tests can drive and disturb.
type Server struct{ *playground.Server }

// Start starts a Server as playground.Start does.
func Start(ctx context.Context, opt playground.Options) (*Server, error) {
	s, err := playground.Start(ctx, opt)
	if err != nil {
		return nil, err
	}
	return &Server{s}, nil
}

// Type sends a slash command, see playground.Typing, and waits for the final reply as Ask does.
func (s *Server) Type(ctx context.Context, text string) (*playground.Message, error) {
	return s.TypeAs(ctx, "", text)
}

// TypeAs has somebody else Type.
func (s *Server) TypeAs(ctx context.Context, person, text string) (*playground.Message, error) {
	return s.Ask(ctx, playground.Typing{Person: person, Text: text})
}

// Send types like Type, as anybody, and returns at once. The reply's files are not kept for it.
func (s *Server) Send(person, text string) (*playground.Asked, error) {
	return s.Begin(playground.Typing{Person: person, Text: text})
}

// Click presses a button and waits for the final reply as Ask does.
func (s *Server) Click(ctx context.Context, messageID, customID string) (*playground.Message, error) {
	return s.ClickAs(ctx, "", messageID, customID)
}

// ClickAs has somebody else Click, who can press the buttons that all can see.
func (s *Server) ClickAs(ctx context.Context, person, messageID, customID string) (*playground.Message, error) {
	return s.Ask(ctx, playground.Clicking{Person: person, Message: messageID, Control: customID})
}

// ClickReply presses a button of the reply to what was asked, however long ago that was, and
// returns at once.
func (s *Server) ClickReply(to *playground.Asked, person, customID string) (*playground.Asked, error) {
	return s.Begin(playground.Clicking{Person: person, Reply: to, Control: customID})
}

// Forge clicks on a button that the message does not have. A tampered client does, and so it
// looks to a newer version of the bot when a button of an older one is clicked.
func (s *Server) Forge(ctx context.Context, messageID, customID string) (*playground.Message, error) {
	return s.Ask(ctx, playground.Clicking{Message: messageID, Control: customID, Forged: true})
}

// Select chooses values in a string select menu, and is like Click otherwise.
func (s *Server) Select(ctx context.Context, messageID, customID string, values ...string) (*playground.Message, error) {
	return s.Ask(ctx, playground.Clicking{Message: messageID, Control: customID, Values: append([]string{}, values...)})
}

// Submit fills in a modal, see playground.Submitting, and waits for the final reply as Ask does.
func (s *Server) Submit(ctx context.Context, modal *playground.Modal, values map[string]string) (*playground.Message, error) {
	return s.Ask(ctx, playground.Submitting{Modal: modal, Values: values})
}

// Apply uses a command on a message, by the name that the person sees, and waits for the final
// reply as Ask does.
func (s *Server) Apply(ctx context.Context, command, messageID string) (*playground.Message, error) {
	return s.Ask(ctx, playground.Applying{Command: command, Message: messageID})
}

// Message returns the reply with an id as it is now, nil if there is none.
func (s *Server) Message(id string) *playground.Message {
	for _, m := range s.Messages() {
		if m.ID == id {
			return m
		}
	}
	return nil
}

// RateLimited returns Discord's 429.
func RateLimited(retryAfter time.Duration, scope playground.Scope) *playground.Fault {
	return playground.RateLimited(retryAfter, scope).Fault()
}

// CloudflareBan returns the 429 of what stands before Discord, which an address gets that has
// sent too much that was refused. It is no JSON.
func CloudflareBan(retryAfter time.Duration) *playground.Fault {
	return &playground.Fault{
		Status: http.StatusTooManyRequests,
		Header: http.Header{
			"Content-Type": {"text/plain; charset=UTF-8"},
			"Retry-After":  RateLimited(retryAfter, playground.GlobalScope).Header["Retry-After"],
			"Server":       {"cloudflare"},
		},
		Body: "error code: 1015",
	}
}
