package playground

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Interaction types.
const (
	commandInteraction      = 2
	componentInteraction    = 3
	autocompleteInteraction = 4
	modalInteraction        = 5
)

// Callback types: what a bot may answer at first.
const (
	callbackMessage        = 4
	callbackDefer          = 5
	callbackDeferUpdate    = 6
	callbackUpdate         = 7
	callbackChoices        = 8
	callbackModal          = 9
	maxInteractions        = 4096 // whose tokens are remembered
	maxAutocompleteChoices = 25
)

// ErrDeleted is the end of a reply that the bot deletes before it is final.
var ErrDeleted = errors.New("playground: the bot deleted its reply")

// NoResponse is what the person is told when the bot is too late.
type NoResponse struct {
	Refused error // the last answer of the bot's that was refused; nil if there was none
}

const didNotRespond = "The application did not respond"

func (e *NoResponse) Error() string {
	if e.Refused == nil {
		return didNotRespond
	}
	return didNotRespond + " acceptably: " + e.Refused.Error()
}

func (e *NoResponse) Unwrap() error { return e.Refused }

// Modal is the error of a Click that opens a modal. Submit goes on from there.
type Modal struct {
	CustomID   string
	Title      string
	Components json.RawMessage

	tree    []*component
	source  *message
	trigger origin
}

func (m *Modal) Error() string { return "the bot asks in a modal: " + m.Title }

// origin is what an interaction was, as the messages it leads to tell.
type origin struct {
	id     string
	kind   int
	person string // who did it
}

// interaction is one thing the person did that the bot is to answer.
type interaction struct {
	id, token string
	kind      int
	person    string   // who did it
	source    *message // whose button was clicked; nil for a command
	trigger   origin   // of a modal: what opened it
	line      *message // what @original means; nil until known
	replies   []*message
	acked     bool
	heard     chan struct{} // closed when acked, or at the end
	born      time.Time
	deadline  time.Time   // of the first response, then of the token
	timer     *time.Timer // until the deadline
	choices   []Choice    // of autocompletion
	refused   error

	wanted bool          // somebody waits for the result
	done   chan struct{} // closed at the final reply, or when there will be none
	over   bool
	result *Message
	err    error
}

// finish ends the waiting, the first time it is called.
func (it *interaction) finish(err error) {
	if it.over {
		return
	}
	it.over, it.err = true, err
	close(it.done)
	it.hear()
}

func (it *interaction) hear() {
	select {
	case <-it.heard:
	default:
		close(it.heard)
	}
}

// settle ends the waiting if m, the reply, is final.
func (it *interaction) settle(m *message) {
	if it.over || m.progress() {
		return
	}
	if it.wanted {
		it.result = m.snapshot()
	}
	it.finish(nil)
}

// newInteraction starts the clock for a first response; s.mu is held.
func (s *Server) newInteraction(kind int, source *message) *interaction {
	id := s.ids.next()
	it := &interaction{
		id:     id,
		token:  base64.RawURLEncoding.EncodeToString([]byte(tokenPrefix + id + ":" + rand.Text())),
		kind:   kind,
		person: s.world.personID,
		source: source,
		born:   time.Now(),
		done:   make(chan struct{}),
		heard:  make(chan struct{}),
	}
	it.deadline = it.born.Add(s.opt.pace.ack)
	it.timer = time.AfterFunc(s.opt.pace.ack, func() { s.lapse(it) })
	s.forgetInteractions()
	s.pending[it.token] = it
	s.order = append(s.order, it)
	return it
}

const tokenPrefix = "interaction:"

// forgetInteractions makes room for one more, the finished ones first.
func (s *Server) forgetInteractions() {
	if len(s.order) < maxInteractions {
		return
	}
	i := max(0, slices.IndexFunc(s.order, func(it *interaction) bool { return it.over }))
	s.end(s.order[i])
}

// end makes an interaction's token invalid.
func (s *Server) end(it *interaction) {
	it.timer.Stop()
	delete(s.pending, it.token)
	s.order = slices.DeleteFunc(s.order, func(x *interaction) bool { return x == it })
	it.finish(&NoResponse{it.refused})
	if m := it.line; m != nil && (m.id == "" || m.thinking) {
		m.failed = didNotRespond
		s.publish(m)
	}
}

// lapse is what happens when an interaction's time is up.
func (s *Server) lapse(it *interaction) {
	if !s.enter() {
		return
	}
	defer s.work.Done()
	s.mu.Lock()
	defer s.mu.Unlock()
	if !time.Now().Before(it.deadline) {
		s.end(it)
	}
}

// acknowledge marks the first response and gives the token its longer life.
func (s *Server) acknowledge(it *interaction) {
	it.acked = true
	it.hear()
	it.deadline = it.born.Add(s.opt.pace.token)
	it.timer.Reset(time.Until(it.deadline))
}

// allowedCallbacks are the first responses an interaction may get.
func (it *interaction) allowedCallbacks() []int {
	switch {
	case it.kind == autocompleteInteraction:
		return []int{callbackChoices}
	case it.kind == modalInteraction && it.source == nil:
		return []int{callbackMessage, callbackDefer}
	case it.kind == modalInteraction:
		return []int{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate}
	case it.kind == componentInteraction:
		return []int{callbackMessage, callbackDefer, callbackDeferUpdate, callbackUpdate, callbackModal}
	default:
		return []int{callbackMessage, callbackDefer, callbackModal}
	}
}

// callback is POST /interactions/{id}/{token}/callback.
func (s *Server) callback(c *call) (any, error) {
	o := c.fields(&form{})
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.pending[c.arg("token")]
	if it == nil || it.id != c.arg("interaction") {
		return nil, errUnknownInteraction()
	}
	if it.acked {
		return nil, errAcknowledged()
	}
	kind := o.choice("type", it.allowedCallbacks()...)
	if err := o.form.err(); err != nil {
		it.refused = err
		return nil, err
	}
	if err := s.firstResponse(it, kind, o, c.req.Files); err != nil {
		it.refused = err
		return nil, err
	}
	if c.req.Query.Get("with_response") == "true" {
		return s.callbackResult(it, kind), nil
	}
	return nil, nil
}

func (s *Server) firstResponse(it *interaction, kind int, o fields, files []File) error {
	data, given := o.object("data")
	data.form, data.at = o.form, place(o.at, "data")
	if !given && kind != callbackDefer && kind != callbackDeferUpdate {
		o.missing("data")
		return o.form.err()
	}
	switch kind {
	case callbackMessage:
		return s.respondMessage(it, data, files)
	case callbackDefer:
		return s.respondDefer(it, data)
	case callbackDeferUpdate:
		s.acknowledge(it)
		it.line = it.source
		return nil
	case callbackUpdate:
		return s.respondUpdate(it, data, files)
	case callbackChoices:
		return s.respondChoices(it, data)
	default:
		return s.respondModal(it, data)
	}
}

// respondMessage answers with a new message.
func (s *Server) respondMessage(it *interaction, data fields, files []File) error {
	b, err := s.compose(data, files, body{flags: privacy(data)})
	if err != nil {
		return err
	}
	s.acknowledge(it)
	m := s.lineOf(it)
	m.write(b, time.Now())
	m.id = s.ids.next()
	it.settle(m)
	s.publish(m)
	return nil
}

// privacy reads the flag that can be set only when a message is made.
func privacy(data fields) int {
	flags, _ := whole(data.m["flags"])
	return flags & flagEphemeral
}

// respondDefer answers "thinking…". Of the flags only privacy counts:
// Components V2 is for the edit to set.
func (s *Server) respondDefer(it *interaction, data fields) error {
	data.integer("flags", span{0, 1<<31 - 1})
	if err := data.form.err(); err != nil {
		return err
	}
	s.acknowledge(it)
	m := s.lineOf(it)
	m.id = s.ids.next()
	m.thinking, m.deferred = true, true
	m.body.flags = privacy(data)
	s.publish(m)
	return nil
}

// lineOf is the line in which an interaction is answered by a new message.
func (s *Server) lineOf(it *interaction) *message {
	if it.line == nil {
		it.line = s.newLine(it, nil)
	}
	return it.line
}

func (s *Server) newLine(it *interaction, asked *request) *message {
	m := &message{key: s.ids.next(), from: origin{it.id, it.kind, it.person}, trigger: it.trigger, asked: asked, created: time.Now()}
	if it.source != nil {
		m.about = it.source.id
	}
	s.channel.add(m)
	return m
}

// respondUpdate rewrites the message whose button was clicked.
func (s *Server) respondUpdate(it *interaction, data fields, files []File) error {
	b, err := s.compose(data, files, it.source.body)
	if err != nil {
		return err
	}
	s.acknowledge(it)
	it.line = it.source
	it.line.write(b, time.Now())
	it.settle(it.line)
	s.publish(it.line)
	return nil
}

// respondChoices completes what the person types.
func (s *Server) respondChoices(it *interaction, data fields) error {
	var choices []Choice
	for _, o := range data.needObjects("choices", span{0, maxAutocompleteChoices}) {
		choices = append(choices, readChoice(o, stringOption))
	}
	if err := data.form.err(); err != nil {
		return err
	}
	s.acknowledge(it)
	it.choices = choices
	it.finish(nil)
	return nil
}

// respondModal asks the person more.
func (s *Server) respondModal(it *interaction, data fields) error {
	m := &Modal{source: it.source, trigger: origin{it.id, it.kind, it.person}}
	m.CustomID = data.needText("custom_id", span{1, 100})
	m.Title = data.needText("title", span{1, 45})
	a := newAssembly(data.form, &s.ids, nil)
	a.modal = true
	m.tree = a.components(data.needObjects("components", span{1, maxModalComponents}), inModal)
	a.number(m.tree, place(data.at, "components"))
	if a.count > maxModalComponents {
		data.wrong("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", fmt.Sprintf("Must be %d or fewer components in total.", maxModalComponents))
	}
	if err := data.form.err(); err != nil {
		return err
	}
	m.Components, _ = json.Marshal(m.tree)
	s.acknowledge(it)
	if it.line != nil { // the command's line gives way to the modal
		s.channel.remove(it.line)
		s.unpublish(it.line)
		s.tell("modal", func() any { return object{"key": it.line.key, "modal": s.openModal(it, m)} })
		it.line = nil
	}
	it.finish(m)
	return nil
}

// callbackResult is the body for ?with_response=true.
func (s *Server) callbackResult(it *interaction, kind int) object {
	about := object{"id": it.id, "type": it.kind}
	out := object{"interaction": about}
	if m := it.line; m != nil {
		about["response_message_id"] = m.id
		about["response_message_loading"] = m.thinking
		about["response_message_ephemeral"] = m.ephemeral()
		out["resource"] = object{"type": kind, "message": m.json(&s.world)}
	}
	return out
}

// webhook finds the interaction that a token stands for, once acknowledged.
func (s *Server) webhook(application, token string) (*interaction, error) {
	it := s.pending[token]
	if it == nil {
		if raw, err := base64.RawURLEncoding.DecodeString(token); err == nil && strings.HasPrefix(string(raw), tokenPrefix) {
			return nil, errInvalidToken()
		}
		return nil, errUnknownWebhook()
	}
	if application != s.world.applicationID || !it.acked || it.kind == autocompleteInteraction {
		return nil, errUnknownWebhook()
	}
	return it, nil
}

// webhookMessage finds one of an interaction's messages.
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
		return nil, nil, errUnknownMessage()
	}
	return it, found, nil
}

// getMessage is GET /webhooks/{application}/{token}/messages/{message}.
func (s *Server) getMessage(c *call) (any, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, m, err := s.webhookMessage(c)
	if err != nil {
		return nil, err
	}
	return m.json(&s.world), nil
}

// editMessage is PATCH of the same.
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

func (s *Server) edit(it *interaction, m *message, o fields, files []File) (any, error) {
	b, err := s.compose(o, files, m.body)
	if err != nil {
		it.refused = err
		return nil, err
	}
	m.write(b, time.Now())
	if m == it.line {
		it.settle(m)
	}
	s.publish(m)
	return m.json(&s.world), nil
}

// deleteMessage is DELETE of the same.
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

// followUp is POST /webhooks/{application}/{token}. After a deferral it writes
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
		return nil, err
	}
	m := s.newLine(it, nil)
	m.write(b, time.Now())
	m.id = s.ids.next()
	it.replies = append(it.replies, m)
	it.settle(m)
	s.publish(m)
	return m.json(&s.world), nil
}
