package playground

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Type sends a slash command as a person would type it, such as
// "/nonogram puzzle:3;2 1 do:check", and waits for the final reply. A choice
// may be given by its name or its value, a file by what Attach returned.
//
// The error is an *InputError for what Discord's client would not send,
// *NoResponse if the bot did not answer in time, *Modal if it asks for more,
// ErrDeleted, ErrClosed, or that of ctx, and then the Message is what there was
// of a reply, or nil.
func (s *Server) Type(ctx context.Context, text string) (*Message, error) {
	return s.ask(ctx, func() (*interaction, error) { return s.startCommand(s.world.personID, text) })
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

// startCommand sends a command to the bot; s.mu is held, as for all that start.
func (s *Server) startCommand(person, text string) (*interaction, error) {
	t, err := parseTyped(text, s.commands(), s.opt.Locale)
	if err != nil {
		return nil, err
	}
	return s.send(person, t, text)
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

// data is what an interaction says of the command.
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

// interactionJSON is an interaction as the gateway delivers it.
func (s *Server) interactionJSON(it *interaction, data object) object {
	w := &s.world
	out := object{
		"version": 1, "type": it.kind, "id": it.id, "token": it.token, "application_id": w.applicationID,
		"guild_id": w.guildID, "guild": w.guild(), "channel_id": w.channelID, "channel": w.channel(),
		"member": w.member(it.person), "locale": w.locale, "guild_locale": "en-US", "app_permissions": permissions,
		"entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": object{"0": w.guildID}, "context": 0,
		"attachment_size_limit": maxFile, "data": data,
	}
	if it.source != nil {
		out["message"] = it.source.json(w)
	}
	return out
}

// wait waits for the final reply.
func (s *Server) wait(ctx context.Context, it *interaction) (*Message, error) {
	select {
	case <-it.done:
	case <-ctx.Done():
	}
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

// Click presses a button and waits for the final reply: a new message, or the
// button's own as it is after the update. Its errors are those of Type.
func (s *Server) Click(ctx context.Context, messageID, customID string) (*Message, error) {
	return s.ask(ctx, func() (*interaction, error) { return s.startClick(messageID, customID, nil) })
}

// ClickAs is Click by somebody else, who can press what all can see.
func (s *Server) ClickAs(ctx context.Context, personID, messageID, customID string) (*Message, error) {
	return s.ask(ctx, func() (*interaction, error) {
		m := s.channel.find(messageID)
		if m == nil || m.ephemeral() {
			return nil, &InputError{UnknownMessage, "", messageID}
		}
		data, err := m.click(customID, nil)
		if err != nil {
			return nil, err
		}
		return s.sendClick(personID, m, data), nil
	})
}

// Select chooses values in a string select menu, and is like Click otherwise.
func (s *Server) Select(ctx context.Context, messageID, customID string, values ...string) (*Message, error) {
	chosen := append([]string{}, values...)
	return s.ask(ctx, func() (*interaction, error) { return s.startClick(messageID, customID, chosen) })
}

// startClick sends a click to the bot; values is nil for a button.
func (s *Server) startClick(messageID, customID string, values []string) (*interaction, error) {
	m := s.channel.find(messageID)
	if m == nil {
		return nil, &InputError{UnknownMessage, "", messageID}
	}
	data, err := m.click(customID, values)
	if err != nil {
		return nil, err
	}
	return s.sendClick(s.world.personID, m, data), nil
}

// click is what an interaction says of a click on one of the message's
// controls.
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

func (s *Server) sendClick(person string, m *message, data object) *interaction {
	it := s.newInteraction(componentInteraction, person, m)
	s.deliver(it, data)
	return it
}

// accepts checks what was chosen in a menu.
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

// Submit fills in a modal, by the custom ids of its inputs, and waits for the
// final reply. Inputs without a value keep their own. Its errors are those of
// Type.
func (s *Server) Submit(ctx context.Context, modal *Modal, values map[string]string) (*Message, error) {
	return s.ask(ctx, func() (*interaction, error) { return s.startSubmit(modal, values) })
}

func (s *Server) startSubmit(modal *Modal, values map[string]string) (*interaction, error) {
	values, resolved, err := s.uploadsFor(modal, values)
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

// fill makes the component tree that carries the values.
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

// filled is one input with its value.
func (c *component) filled(values map[string]string) (object, error) {
	out := object{"type": c.Type, "id": c.ID, "custom_id": c.CustomID}
	value, given := values[c.CustomID]
	if c.Type == radioGroup {
		return c.switched(out, value)
	}
	if c.Type != textInput {
		if !given || c.Type == fileUpload && value == "" {
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

// switched is a group of radio buttons with that one on; without a value, the one that is on
// from the start.
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

// Post writes a message of the person's own, with files. The error is of what
// Discord's client would not send.
func (s *Server) Post(text string, files ...File) (*Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	if n := utf8.RuneCountInString(text); n > maxContent {
		return nil, &InputError{TooLong, "", fmt.Sprintf("%d characters, not %d or fewer", n, maxContent)}
	}
	m := &message{key: s.ids.next(), id: s.ids.next(), own: true, created: time.Now()}
	m.body.content = strings.TrimSpace(text)
	for _, f := range files {
		if len(f.Data) > maxFile {
			return nil, &InputError{FileTooLarge, f.Name, fmt.Sprintf("%d bytes, not %d or fewer", len(f.Data), maxFile)}
		}
		m.body.attachments = append(m.body.attachments, s.attach(f, fields{}))
	}
	if m.body.empty() {
		return nil, &InputError{MissingValue, "", "an empty message"}
	}
	s.channel.add(m)
	s.publish(m)
	return m.snapshot(), nil
}

// Apply uses a command on a message, by the name that the person sees, and waits
// for the final reply. Its errors are those of Type.
func (s *Server) Apply(ctx context.Context, command, messageID string) (*Message, error) {
	return s.ask(ctx, func() (*interaction, error) { return s.startApply(command, messageID) })
}

func (s *Server) startApply(name, messageID string) (*interaction, error) {
	commands := s.offered(messageCommand)
	i := slices.IndexFunc(commands, func(c Command) bool {
		return c.Name == name || local(c.Name, c.NameLocalizations, s.opt.Locale) == name
	})
	if i < 0 {
		return nil, &InputError{UnknownCommand, "", name}
	}
	m := s.channel.find(messageID)
	if m == nil {
		return nil, &InputError{UnknownMessage, "", messageID}
	}
	c := &commands[i]
	it := s.newInteraction(commandInteraction, s.world.personID, nil)
	it.line = s.newLine(it, &request{command: c.Name, text: c.Name})
	s.publish(it.line)
	data := c.data(nil)
	data["target_id"] = m.id
	data["resolved"] = object{"messages": object{m.id: m.json(&s.world)}}
	s.deliver(it, data)
	return it, nil
}

// Complete asks the bot to complete the last option of what has been typed so
// far, an option that was registered with autocompletion.
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
