package playground

import (
	"encoding/json"
	"fmt"
	"time"
)

// Callback types of a bot's first response.
const (
	callbackPong           = 1 // only to a ping
	callbackMessage        = 4
	callbackDefer          = 5
	callbackDeferUpdate    = 6
	callbackUpdate         = 7
	callbackChoices        = 8
	callbackModal          = 9
	callbackLaunch         = 12
	maxAutocompleteChoices = 25
)

// allowedCallbacks returns the types of first responses that an interaction may get. An application without
// Activities launches none.
func (it *interaction) allowedCallbacks(activities bool) []int {
	allowed := it.usualCallbacks()
	if activities && it.kind != autocompleteInteraction {
		allowed = append(allowed, callbackLaunch)
	}
	return allowed
}

// usualCallbacks returns those of them that any application may give.
func (it *interaction) usualCallbacks() []int {
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

// callback serves POST /interactions/{id}/{token}/callback.
func (s *Server) callback(c *call) (any, error) {
	return s.respond(c.arg("interaction"), c.arg("token"), &c.req)
}

// respond carries out a first response, by whichever way it came.
func (s *Server) respond(id, token string, req *Request) (any, error) {
	o := req.fields(&form{})
	s.mu.Lock()
	defer s.mu.Unlock()
	it := s.pending[token]
	switch {
	case it == nil || it.id != id:
		return nil, errUnknownInteraction()
	case it.dead, it.acked && it.mishap.AckedIsUnknown:
		return nil, it.refuse(errUnknownInteraction())
	case it.acked:
		return nil, it.refuse(errAcknowledged())
	}
	kind := o.choice("type", it.allowedCallbacks(s.opt.Activities)...)
	err := o.form.err()
	if err == nil {
		err = s.firstResponse(it, kind, o, req.Files)
	}
	if err != nil {
		it.refused = err
		return nil, it.refuse(err)
	}
	it.accepted(kind, req.Inline)
	if req.Query.Get("with_response") == "true" {
		return s.callbackResult(it, kind), nil
	}
	return nil, nil
}

// firstResponse carries out a first response of a kind that the interaction may get.
// All but the deferrals need data. An error leaves the interaction unanswered.
func (s *Server) firstResponse(it *interaction, kind int, o fields, files []File) error {
	data, given := o.object("data")
	data.form, data.at = o.form, place(o.at, "data")
	if !given && kind != callbackDefer && kind != callbackDeferUpdate && kind != callbackLaunch {
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
	case callbackLaunch:
		return s.respondLaunch(it)
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

// lineOf returns the line in which an interaction is answered by a new message.
func (s *Server) lineOf(it *interaction) *message {
	if it.line == nil {
		it.line = s.newLine(it, nil)
	}
	return it.line
}

// newLine adds a line for an interaction to the channel; asked is the command that
// the person sent, nil for a click or a follow-up.
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

// respondChoices ends the interaction with completions of the text that the person
// types, at most maxAutocompleteChoices.
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

// respondModal ends the interaction with a modal for the person to fill in. The line
// of a command disappears, and pages are told of the modal in its place.
func (s *Server) respondModal(it *interaction, data fields) error {
	m := &Modal{source: it.source, trigger: origin{it.id, it.kind, it.person}}
	m.CustomID = data.needText("custom_id", span{1, 100})
	m.Title = data.needText("title", span{1, 45})
	a := s.newAssembly(data.form, nil)
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

// callbackResult returns the body for ?with_response=true.
func (s *Server) callbackResult(it *interaction, kind int) object {
	about := object{"id": it.id, "type": it.kind}
	out := object{"interaction": about}
	if m := it.line; m != nil {
		about["response_message_id"] = m.id
		about["response_message_loading"] = m.thinking
		about["response_message_ephemeral"] = m.ephemeral()
		out["resource"] = object{"type": kind, "message": m.json(&s.world)}
		if kind == callbackLaunch {
			out["resource"] = object{"type": kind, "activity_instance": object{"id": m.activity}}
		}
	}
	return out
}
