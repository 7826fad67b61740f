package playground

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"time"
)

// Asked is something that a person asked the bot.
type Asked struct {
	server *Server
	it     *interaction
	key    string // of its line
}

// Outcome says how an interaction was answered so far. It tells a lost answer
// from one that came late, twice, or was changed afterwards.
type Outcome struct {
	Interaction string // its id
	Person      string
	Asked       time.Time
	Delivered   int // how often it was sent to the bot, repetitions after a Resume not counted

	Accepted   int           // first responses that were accepted
	First      int           // the callback type of the first of them: 4 a message, 5 a deferral
	FirstAfter time.Duration // from Asked
	Inline     bool          // it was the answer to the delivery

	Answered   bool          // a final reply stands, or stood
	FinalAfter time.Duration // from Asked
	Edits      int           // edits that were accepted, those of progress counted
	Changed    int           // edits of the final reply that changed it
	FollowUps  int           // further messages, or the reply itself after a deferral in place
	Refused    []int         // Discord's code of each response, edit or follow-up that was refused, or the HTTP status where it has none

	Err     error    // why there is no final reply, once that is known; see Ask
	Message *Message // the reply as it is now, its files without their data; nil for none
}

// Wait waits for the final reply. Its error is that of Ask.
func (a *Asked) Wait(ctx context.Context) error {
	select {
	case <-a.it.done:
		a.server.mu.Lock()
		defer a.server.mu.Unlock()
		return a.it.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Outcome returns how it was answered up to now.
func (a *Asked) Outcome() Outcome {
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	it := a.it
	out := it.outcome
	out.Interaction, out.Person, out.Asked, out.Err = it.id, it.person, it.born, it.err
	out.Refused = slices.Clone(out.Refused)
	if m := it.reply(); m != nil && m.id != "" {
		out.Message = m.snapshot()
		for i := range out.Message.Attachments {
			out.Message.Attachments[i].Data = nil
		}
	}
	return out
}

// reply returns the message that answers an interaction, nil for none yet.
func (it *interaction) reply() *message {
	if it.final != nil {
		return it.final
	}
	return it.line
}

// accepted notes the first response.
func (it *interaction) accepted(kind int, inline bool) {
	it.outcome.Accepted++
	it.outcome.First, it.outcome.Inline, it.outcome.FirstAfter = kind, inline, time.Since(it.born)
}

// refuse notes a refusal to the bot, and returns it.
func (it *interaction) refuse(err error) error {
	code := 0
	if e, ok := errors.AsType[*Refusal](err); ok {
		code = cmp.Or(e.Code, e.status)
	}
	it.outcome.Refused = append(it.outcome.Refused, code)
	return err
}

// answered notes the final reply.
func (it *interaction) answered(m *message) {
	it.final, it.digest = m, m.body.digest()
	it.outcome.Answered, it.outcome.FinalAfter = true, time.Since(it.born)
}

// edited notes an edit of one of the interaction's messages.
func (it *interaction) edited(m *message) {
	it.outcome.Edits++
	if m != it.final {
		return
	}
	if now := m.body.digest(); now != it.digest {
		it.outcome.Changed++
		it.digest = now
	}
}

// digest returns a text that is the same for bodies that look the same. Files
// count by their data, not by the ids and addresses they get when uploaded.
func (b *body) digest() string {
	var same []string
	medias(b.components, func(m *media) { same = append(same, m.ID, "") }) // each text, and what takes its place
	files := []string{}
	for _, a := range b.attachments {
		same = append(same, string(raw(a.URL)), `""`, a.ID, a.SHA256)
		files = append(files, a.Name+" "+a.SHA256+" "+a.Description)
	}
	shown := raw(object{"flags": b.flags, "content": b.content, "embeds": b.embeds, "components": b.components, "files": files})
	sum := sha256.Sum256([]byte(strings.NewReplacer(same...).Replace(string(shown))))
	return hex.EncodeToString(sum[:])
}
