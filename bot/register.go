package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"kibitz/bot/rest"
	"kibitz/commands/chat"
)

// A definition is a command as Discord registers it. The fields after the blank
// line are never sent, only read back: a command that has one has been changed
// by somebody else.
type definition struct {
	Type             int               `json:"type"`
	Name             string            `json:"name"`
	Description      string            `json:"description"`
	Descriptions     map[string]string `json:"description_localizations,omitempty"`
	Options          []option          `json:"options,omitempty"`
	IntegrationTypes []int             `json:"integration_types,omitempty"`
	Contexts         []int             `json:"contexts,omitempty"`

	NSFW        bool              `json:"nsfw,omitempty"`
	Permissions *string           `json:"default_member_permissions,omitempty"`
	Names       map[string]string `json:"name_localizations,omitempty"`
}

type option struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Choices      []choice          `json:"choices,omitempty"`
	MinValue     *int64            `json:"min_value,omitempty"`
	MaxValue     *int64            `json:"max_value,omitempty"`
	MinLength    *int64            `json:"min_length,omitempty"`
	MaxLength    *int64            `json:"max_length,omitempty"`

	Autocomplete bool              `json:"autocomplete,omitempty"`
	Names        map[string]string `json:"name_localizations,omitempty"`
}

type choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value string            `json:"value"`
}

const (
	slashCommand   = 1
	messageCommand = 3

	// Where a command can be installed, and where used.
	onServer, onUser               = 0, 1
	inServer, inBotDM, inPrivateDM = 0, 1, 2
)

var optionTypes = [...]int{
	chat.Text:       typeString,
	chat.Number:     typeInteger,
	chat.Flag:       typeBoolean,
	chat.Attachment: typeAttachment,
}

// define puts definitions in Discord's terms. Those of one server have no say
// in where they can be installed and used.
func define(defs []chat.Definition, guild string) []definition {
	list := make([]definition, len(defs))
	for i, d := range defs {
		list[i] = definition{Type: slashCommand, Name: d.Name, Description: d.Description, Names: d.Names, Descriptions: d.Descriptions}
		if d.OnMessage {
			list[i].Type = messageCommand
		}
		for _, o := range d.Options {
			list[i].Options = append(list[i].Options, defineOption(o))
		}
		if guild == "" {
			list[i].IntegrationTypes = []int{onServer, onUser}
			list[i].Contexts = []int{inServer, inBotDM, inPrivateDM}
		}
	}
	return list
}

func defineOption(o chat.Option) option {
	w := option{Type: optionTypes[o.Type], Name: o.Name, Description: o.Description, Descriptions: o.Descriptions, Required: o.Required, Autocomplete: o.Suggest}
	for _, c := range o.Choices {
		w.Choices = append(w.Choices, choice{Name: c.Name, Names: c.Names, Value: c.Value})
	}
	switch {
	case o.Min == 0 && o.Max == 0:
	case o.Type == chat.Number:
		w.MinValue, w.MaxValue = &o.Min, &o.Max
	case o.Type == chat.Text:
		w.MaxLength = &o.Max
		if o.Min > 0 { // Discord does not repeat a 0
			w.MinLength = &o.Min
		}
	}
	return w
}

// registerWithin bounds the registration, tries and rate limits included.
const registerWithin = 10 * time.Minute

// register tells Discord the commands. Should that fail, those that it knew before still
// work.
func (b *bot) register(ctx context.Context, app string) {
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("the commands are not registered", "err", panicked(p))
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, registerWithin)
	defer cancel()
	changed, err := b.calls.register(ctx, app, b.cfg.Discord.Guild, b.handler.Definitions())
	switch {
	case ctx.Err() != nil: // the end of the process, or long after anybody cared
	case err != nil:
		b.log.Error("the commands are not registered", "err", err)
	default:
		b.log.Info("the commands are registered", "changed", changed)
	}
}

// register replaces the whole set in one request, and only if it is not what Discord has:
// it counts the commands that are made in a day.
func (c calls) register(ctx context.Context, app, guild string, defs []chat.Definition) (changed bool, err error) {
	path := "/applications/" + app + "/commands"
	if guild != "" {
		path = "/applications/" + app + "/guilds/" + guild + "/commands"
	}
	want := define(defs, guild)
	answer, err := c.rest.Do(ctx, rest.Call{Name: "commands", Method: http.MethodGet, Path: path + "?with_localizations=true", Authorized: true, Try: editTry})
	if err != nil {
		return false, err
	}
	var have []definition
	if err := json.Unmarshal(answer, &have); err == nil && same(have, want, guild) {
		return false, nil
	}
	body, err := json.Marshal(want)
	if err != nil {
		return false, err
	}
	_, err = c.rest.Do(ctx, rest.Call{
		Name: "commands", Method: http.MethodPut, Path: path, Body: body, ContentType: "application/json", Authorized: true, Try: editTry,
	})
	return err == nil, err
}

// same tells whether two sets are one, whatever the order of their commands.
// That of options is for people to see, and counts.
func same(have, want []definition, guild string) bool {
	a, errA := json.Marshal(normalized(have, guild))
	b, errB := json.Marshal(normalized(want, guild))
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// normalized sorts lists whose order means nothing, and drops the fields that
// Discord adds to the commands of one server.
func normalized(list []definition, guild string) []definition {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b definition) int { return strings.Compare(a.Name, b.Name) })
	for i := range list {
		d := &list[i]
		d.IntegrationTypes = slices.Sorted(slices.Values(d.IntegrationTypes))
		d.Contexts = slices.Sorted(slices.Values(d.Contexts))
		if guild != "" {
			d.IntegrationTypes, d.Contexts = nil, nil
		}
	}
	return list
}
