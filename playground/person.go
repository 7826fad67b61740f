package playground

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// Deed is what a person does and the bot is to answer: Typing, Applying, Clicking or Submitting.
type Deed interface {
	start(*Server) (*interaction, error) // Server.mu is held
}

// Typing is a slash command as a person types it, such as "/nonogram puzzle:3;2 1 do:check". A
// choice may be given by its name or its value, a file by what Attach returned.
type Typing struct {
	Person string // an id; "" for the person at the page
	Text   string
}

// Applying is a command that a person uses on a message, by the name that they see.
type Applying struct{ Person, Command, Message string }

// Clicking is a press of a button, or a choice in a select menu.
type Clicking struct {
	Person  string   // as in Typing
	Message string   // its id
	Reply   *Asked   // in place of Message: the reply to that, however long ago
	Control string   // the custom id
	Values  []string // the chosen values of a menu; nil for a button
	Forged  bool     // it is a button that the message does not have
}

// Submitting fills in a modal, by the custom ids of its inputs. Inputs without
// a value keep their own.
type Submitting struct {
	Modal  *Modal
	Values map[string]string
}

// Begin lets a person do something, and returns at once.
func (s *Server) Begin(d Deed) (*Asked, error) {
	asked := &Asked{server: s}
	_, err := s.begin(func() (it *interaction, err error) {
		if it, err = d.start(s); err != nil {
			return nil, err
		}
		if asked.it = it; it.line != nil {
			asked.key = it.line.key // now: a modal takes the line away
		}
		return it, nil
	})
	if err != nil {
		return nil, err
	}
	return asked, nil
}

// Ask lets a person do something, and waits for the final reply: a new message, or the clicked
// one as it is after the update.
//
// The error is an *InputError for what Discord's client would not send, *NoResponse if the bot
// did not answer in time, *Modal if it asks for more, ErrDeleted, ErrClosed, or that of ctx. With
// the last the Message is what there was of a reply, or nil.
func (s *Server) Ask(ctx context.Context, d Deed) (*Message, error) {
	return s.ask(ctx, func() (*interaction, error) { return d.start(s) })
}

// begin lets the person do something: start runs under s.mu.
func (s *Server) begin(start func() (*interaction, error)) (*interaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	return start()
}

// ask begins something and waits for the final reply.
func (s *Server) ask(ctx context.Context, start func() (*interaction, error)) (*Message, error) {
	it, err := s.begin(func() (*interaction, error) {
		it, err := start()
		if err == nil {
			it.wanted = true
		}
		return it, err
	})
	if err != nil {
		return nil, err
	}
	return s.wait(ctx, it)
}

func (d Typing) start(s *Server) (*interaction, error) {
	known := s.commands()
	entry, has := s.entry()
	if has {
		known = append(known, entry)
	}
	t, err := parseTyped(d.Text, known, s.opt.Locale)
	if err != nil {
		return nil, err
	}
	if t.command.Type == entryCommand && t.command.Handler == discordHandler {
		return s.launchDirectly(cmp.Or(d.Person, s.world.personID), d.Text), nil
	}
	return s.send(cmp.Or(d.Person, s.world.personID), t, d.Text)
}

// send sends a command that was taken apart; s.mu is held.
func (s *Server) send(person string, t *typed, text string) (*interaction, error) {
	t.attach(s.upload)
	options, err := t.options(s.opt.Locale)
	if err != nil {
		return nil, err
	}
	it := s.newInteraction(commandInteraction, person, nil)
	it.line = s.newLine(it, &request{command: "/" + t.command.Name, text: oneLine(text)})
	s.publish(it.line)
	data := t.command.data(options)
	if files := t.resolved(); files != nil {
		data["resolved"] = files
	}
	s.deliver(it, data)
	return it, nil
}

// data returns an interaction's data for a command with options.
func (c *Command) data(options []object) object {
	data := object{"id": c.ID, "name": c.Name, "type": c.Type}
	if len(options) > 0 {
		data["options"] = options
	}
	if c.GuildID != "" {
		data["guild_id"] = c.GuildID
	}
	return data
}

// interactionJSON returns an interaction as the gateway delivers it.
func (s *Server) interactionJSON(it *interaction, data object) object {
	w := &s.world
	out := object{
		"version": 1, "type": it.kind, "id": it.id, "token": it.token, "application_id": w.applicationID,
		"guild_id": w.guildID, "guild": w.guild(), "channel_id": w.channelID, "channel": w.channel(),
		"member": w.member(it.person), "locale": w.locale, "guild_locale": w.serverLocale(), "app_permissions": permissions,
		"entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": object{"0": w.guildID}, "context": 0,
		"attachment_size_limit": maxFile, "data": data,
	}
	if it.source != nil {
		out["message"] = it.source.json(w)
	}
	return out
}

// wait waits for the final reply. If ctx ends first it returns what there is of a reply, or nil.
func (s *Server) wait(ctx context.Context, it *interaction) (*Message, error) {
	_ = (&Asked{server: s, it: it}).Wait(ctx)
	s.mu.Lock()
	defer s.mu.Unlock()
	if it.over {
		m := it.result
		it.result = nil // what it holds may be large
		return m, it.err
	}
	if it.line != nil && it.line.id != "" {
		return it.line.snapshot(), ctx.Err()
	}
	return nil, ctx.Err()
}

// start sends the click. The message must be there, and be the person's own if it is private.
func (d Clicking) start(s *Server) (*interaction, error) {
	person, m := cmp.Or(d.Person, s.world.personID), s.channel.find(d.Message)
	if d.Reply != nil {
		m = d.Reply.it.reply()
	}
	if m == nil || m.dropped || m.ephemeral() && person != m.from.person || m.own {
		return nil, &InputError{UnknownMessage, "", cmp.Or(d.Message, "the reply")}
	}
	data, err := object{"custom_id": d.Control, "component_type": button, "id": 1}, error(nil)
	if !d.Forged {
		data, err = m.click(d.Control, d.Values)
	}
	if err != nil {
		return nil, err
	}
	it := s.newInteraction(componentInteraction, person, m)
	s.deliver(it, data)
	return it, nil
}

// click returns an interaction's data for a click on one of the message's controls.
func (m *message) click(customID string, values []string) (object, error) {
	c := m.control(customID)
	if c == nil || (c.Type == button) != (values == nil) {
		return nil, &InputError{UnknownControl, "", customID}
	}
	if c.Disabled != nil && *c.Disabled {
		return nil, &InputError{DisabledControl, "", customID}
	}
	data := object{"custom_id": customID, "component_type": c.Type, "id": c.ID}
	if values != nil {
		if err := c.accepts(values); err != nil {
			return nil, err
		}
		data["values"] = values
	}
	return data, nil
}

// accepts checks the values that were chosen in a menu.
func (c *component) accepts(values []string) error {
	least, most := *c.MinValues, *c.MaxValues
	if len(values) < least || len(values) > most {
		return &InputError{OutOfRange, c.CustomID, fmt.Sprintf("%d to %d values", least, most)}
	}
	for _, v := range values {
		if !slices.ContainsFunc(c.Options, func(o selectOption) bool { return o.Value == v }) {
			return &InputError{NotAChoice, c.CustomID, v}
		}
	}
	return nil
}

// start sends the modal in for the person who opened it, its files by their ids.
func (d Submitting) start(s *Server) (*interaction, error) {
	modal := d.Modal
	values, resolved, err := s.uploadsFor(modal, d.Values)
	if err != nil {
		return nil, err
	}
	rows, err := modal.fill(values)
	if err != nil {
		return nil, err
	}
	it := s.newInteraction(modalInteraction, modal.trigger.person, modal.source)
	it.trigger = modal.trigger
	data := object{"custom_id": modal.CustomID, "components": rows}
	if resolved != nil {
		data["resolved"] = resolved
	}
	s.deliver(it, data)
	return it, nil
}

// fill makes the component tree that carries the values, the modal's layout without its texts.
func (m *Modal) fill(values map[string]string) ([]object, error) {
	var rows []object
	for _, c := range m.tree {
		row := object{"type": c.Type, "id": c.ID}
		switch c.Type {
		case actionRow:
			inner, err := c.Components[0].filled(values)
			if err != nil {
				return nil, err
			}
			row["components"] = []object{inner}
		case label:
			inner, err := c.Component.filled(values)
			if err != nil {
				return nil, err
			}
			row["component"] = inner
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// filled returns an input of a form with the value that a person gave or, without one, the value that
// the input came with. Ticks have blanks between them. It returns an error if the input does not accept the value.
func (c *component) filled(values map[string]string) (object, error) {
	out := object{"type": c.Type, "id": c.ID, "custom_id": c.CustomID}
	value, given := values[c.CustomID]
	if c.Type == radioGroup {
		return c.switched(out, value)
	}
	if c.Type == checkboxGroup {
		ticked := strings.Fields(value)
		for _, o := range c.Options {
			if !given && o.Default {
				ticked = append(ticked, o.Value)
			}
		}
		out["values"] = append([]string{}, ticked...)
		return out, c.accepts(ticked)
	}
	if c.Type != textInput {
		if !given || value == "" && (c.Type == fileUpload || *c.MinValues == 0) {
			out["values"] = []string{}
			if c.Type == fileUpload && *c.Required {
				return nil, &InputError{MissingValue, c.CustomID, ""}
			}
			return out, nil
		}
		out["values"] = []string{value}
		if c.Type == fileUpload {
			return out, nil
		}
		return out, c.accepts([]string{value})
	}
	if !given {
		value = c.Value
	}
	out["value"] = value
	limits := Option{Name: c.CustomID, MinLength: c.MinLength, MaxLength: c.MaxLength}
	if value == "" {
		if *c.Required {
			return nil, &InputError{MissingValue, c.CustomID, ""}
		}
		return out, nil
	}
	_, err := limits.stringValue(value)
	return out, err
}

// switched returns a group of radio buttons with the one of that value on; without a value,
// the one that is on from the start.
func (c *component) switched(out object, value string) (object, error) {
	out["value"] = nil
	for _, o := range c.Options {
		if o.Value == value || value == "" && o.Default {
			out["value"] = o.Value
			return out, nil
		}
	}
	switch {
	case value != "":
		return nil, &InputError{NotAChoice, c.CustomID, value}
	case *c.Required:
		return nil, &InputError{MissingValue, c.CustomID, ""}
	}
	return out, nil
}

// Complete asks the bot to complete the last option of a command that is being
// typed. The option must have been registered with autocompletion.
func (s *Server) Complete(ctx context.Context, text string) ([]Choice, error) {
	it, err := s.begin(func() (*interaction, error) { return s.startCompletion(text) })
	if err != nil {
		return nil, err
	}
	if _, err := s.wait(ctx, it); err != nil {
		return nil, err
	}
	return it.choices, nil
}

// startCompletion sends a command that is being typed, for the bot to complete; s.mu is held.
func (s *Server) startCompletion(text string) (*interaction, error) {
	t, err := parseTyped(text, s.commands(), s.opt.Locale)
	if err != nil {
		return nil, err
	}
	options, err := t.completion()
	if err != nil {
		return nil, err
	}
	it := s.newInteraction(autocompleteInteraction, s.world.personID, nil)
	s.deliver(it, t.command.data(options))
	return it, nil
}
