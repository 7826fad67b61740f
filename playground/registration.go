package playground

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// readCommands reads the commands of a request body. Two of the same type must not
// have the same name.
func readCommands(f *form, list []any) []Command {
	var commands []Command
	for _, o := range objectsOf(f, "", list) {
		c := readCommand(o)
		twin := slices.ContainsFunc(commands, func(d Command) bool { return d.Name == c.Name && d.Type == c.Type })
		if twin {
			o.wrong("name", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
		}
		commands = append(commands, c)
	}
	return commands
}

// readCommand reads a command. By Discord's defaults it is a slash command that
// servers can install and that works in direct messages, too.
func readCommand(o fields) Command {
	c := Command{Type: slashCommand, DMPermission: true, IntegrationTypes: []int{0}}
	if o.m["type"] != nil {
		c.Type = o.choice("type", slashCommand, userCommand, messageCommand, entryCommand)
	}
	c.Name = o.needText("name", span{1, 32})
	c.NameLocalizations = readTranslations(o, "name_localizations", 32)
	if c.Type == entryCommand {
		c.Handler = o.choice("handler", appHandler, discordHandler)
	}
	if c.Type == slashCommand || c.Type == entryCommand {
		checkNames(o, c.Name, c.NameLocalizations)
		c.Description = o.needText("description", span{1, 100})
	} else if text, _ := o.text("description", span{0, 100}); text != "" {
		o.wrong("description", "APPLICATION_COMMAND_INVALID_DESCRIPTION", "Context menu commands cannot have description")
	}
	c.DescriptionLocalizations = readTranslations(o, "description_localizations", 100)
	c.Options = readOptions(o)
	c.DefaultMemberPermissions = readPermissions(o)
	if v, ok := o.flag("dm_permission"); ok {
		c.DMPermission = v
	}
	c.Contexts = readChoices(o, "contexts", 0, 1, 2)
	if types := readChoices(o, "integration_types", 0, 1); types != nil {
		c.IntegrationTypes = types
	}
	c.NSFW, _ = o.flag("nsfw")
	if size := c.size(); size > maxCommandSize {
		o.form.add(o.at, "APPLICATION_COMMAND_TOO_LARGE", fmt.Sprintf("Command exceeds maximum size (%d)", maxCommandSize))
	}
	return c
}

// readPermissions reads a bit set, written as a string.
func readPermissions(o fields) *string {
	v := o.m["default_member_permissions"]
	if v == nil {
		return nil
	}
	n, ok := whole(v)
	if !ok || n < 0 {
		o.wrong("default_member_permissions", "NUMBER_TYPE_COERCE", "Value \""+brief(v)+"\" is not int.")
	}
	text := fmt.Sprint(n)
	return &text
}

// readChoices reads a list of different numbers of those listed.
func readChoices(o fields, name string, of ...int) []int {
	list, ok := o.list(name, span{1, len(of)})
	if !ok {
		return nil
	}
	var out []int
	for _, v := range list {
		n, ok := whole(v)
		switch {
		case !ok || !slices.Contains(of, n):
			o.wrong(name, "BASE_TYPE_CHOICES", "Value must be one of {"+join(of, ", ")+"}.")
		case slices.Contains(out, n):
			o.wrong(name, "SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
		}
		out = append(out, n)
	}
	return out
}

// readTranslations reads a text in several languages.
func readTranslations(o fields, name string, longest int) map[string]string {
	t, ok := o.object(name)
	if !ok {
		return nil
	}
	out := map[string]string{}
	for locale, v := range t.m {
		if !slices.Contains(locales, locale) {
			t.wrong(locale, "BASE_TYPE_CHOICES", "Value must be one of ("+strings.Join(locales, ", ")+").")
			continue
		}
		if v != nil {
			out[locale] = t.needText(locale, span{1, longest})
		}
	}
	return out
}

// checkNames holds a name and its translations against Discord's pattern.
func checkNames(o fields, name string, translations map[string]string) {
	const code, message = "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid"
	if !validName(name) {
		o.wrong("name", code, message)
	}
	for locale, text := range translations {
		if !validName(text) {
			o.wrong("name_localizations."+locale, code, message)
		}
	}
}

func validName(name string) bool {
	return commandName().MatchString(name) && name == strings.ToLower(name)
}

// readOptions reads the options of a command or of a subcommand. Their names must be
// different, and required options stand before the others.
func readOptions(o fields) []Option {
	list, _ := o.objects("options", span{0, maxOptions})
	var options []Option
	afterOptional := false
	for _, item := range list {
		option := readOption(item)
		if afterOptional && option.Required {
			item.form.add(item.at, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		afterOptional = afterOptional || !option.Required
		if slices.ContainsFunc(options, func(p Option) bool { return p.Name == option.Name }) {
			item.wrong("name", "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "The specified option name already exists")
		}
		options = append(options, option)
	}
	return options
}

// readOption reads one option, with the options inside it if it is a subcommand or a
// group of them.
func readOption(o fields) Option {
	p := Option{
		Type:                     o.choice("type", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
		Name:                     o.needText("name", span{1, 32}),
		NameLocalizations:        readTranslations(o, "name_localizations", 32),
		Description:              o.needText("description", span{1, 100}),
		DescriptionLocalizations: readTranslations(o, "description_localizations", 100),
	}
	checkNames(o, p.Name, p.NameLocalizations)
	p.Required, _ = o.flag("required")
	p.Autocomplete, _ = o.flag("autocomplete")
	if p.Type == subcommandOption || p.Type == subcommandGroupOption {
		p.Options = readOptions(o)
	}
	readOptionChoices(o, &p)
	readOptionBounds(o, &p)
	if p.FileTypes = readFileTypes(o); p.FileTypes != nil && p.Type != attachmentOption {
		o.wrong("file_types", "APPLICATION_COMMAND_OPTIONS_TYPE_MISMATCH", "An option of this type has no file_types")
	}
	return p
}

// readFileTypes reads the files that an option or a field takes: kinds of media, or endings of
// names with their dot. It returns nil for all files.
func readFileTypes(o fields) []string {
	list, _ := o.list("file_types", span{1, maxFileTypes})
	var types []string
	for i, v := range list {
		text, _ := v.(string)
		if _, known := mediaEndings[text]; !known && !fileEnding().MatchString(text) {
			o.wrong(fmt.Sprint("file_types.", i), "BASE_TYPE_CHOICES", "Value must be image, video, audio or an ending such as .txt.")
		}
		types = append(types, text)
	}
	return types
}

// readOptionChoices reads an option's choices, whose names must be different. An
// option with choices must not ask for autocompletion.
func readOptionChoices(o fields, p *Option) {
	list, _ := o.objects("choices", span{0, maxChoices})
	for _, item := range list {
		choice := readChoice(item, p.Type)
		if slices.ContainsFunc(p.Choices, func(c Choice) bool { return c.Name == choice.Name }) {
			item.wrong("name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", "The specified choice name already exists")
		}
		p.Choices = append(p.Choices, choice)
	}
	if len(p.Choices) > 0 && p.Autocomplete {
		o.wrong("autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES", "Autocomplete cannot be used together with choices")
	}
}

// readChoice reads a choice of an option of the type: its value is a number for an
// option that takes one, and else a text.
func readChoice(o fields, optionType int) Choice {
	c := Choice{
		Name:              o.needText("name", span{1, 100}),
		NameLocalizations: readTranslations(o, "name_localizations", 100),
		Value:             o.m["value"],
	}
	_, isNumber := c.Value.(json.Number)
	switch {
	case c.Value == nil:
		o.missing("value")
	case optionType == integerOption || optionType == numberOption:
		if !isNumber {
			o.wrong("value", "NUMBER_TYPE_COERCE", "Value \""+brief(c.Value)+"\" is not a number.")
		}
	default:
		o.needText("value", span{1, 100})
	}
	return c
}

// readOptionBounds reads the bounds on a text's length or on a number's value. It
// notes bounds that options of the type do not have, and a lower bound above the
// upper one.
func readOptionBounds(o fields, p *Option) {
	p.MinLength = optional(o.integer("min_length", span{0, maxStringValue}))
	p.MaxLength = optional(o.integer("max_length", span{1, maxStringValue}))
	p.MinValue = optional(o.number("min_value"))
	p.MaxValue = optional(o.number("max_value"))
	isNumber := p.Type == integerOption || p.Type == numberOption
	for _, bound := range []struct {
		name  string
		given bool
		fits  bool
	}{
		{"min_length", p.MinLength != nil, p.Type == stringOption},
		{"max_length", p.MaxLength != nil, p.Type == stringOption},
		{"min_value", p.MinValue != nil, isNumber},
		{"max_value", p.MaxValue != nil, isNumber},
	} {
		if bound.given && !bound.fits {
			o.wrong(bound.name, "APPLICATION_COMMAND_OPTIONS_TYPE_MISMATCH", "An option of this type has no "+bound.name)
		}
	}
	if p.MinLength != nil && p.MaxLength != nil && *p.MinLength > *p.MaxLength {
		o.wrong("min_length", "APPLICATION_COMMAND_OPTIONS_MIN_LENGTH_TOO_LARGE", "Must not be greater than max_length")
	}
	if p.MinValue != nil && p.MaxValue != nil && *p.MinValue > *p.MaxValue {
		o.wrong("min_value", "APPLICATION_COMMAND_OPTIONS_MIN_VALUE_TOO_LARGE", "Must not be greater than max_value")
	}
}

// size counts the characters of a command as Discord does: of each text in its
// longest language.
func (c *Command) size() int {
	return longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations) + optionsSize(c.Options)
}

// optionsSize counts the characters of options, their choices and the options inside
// them. Of a choice's value only a text counts.
func optionsSize(options []Option) int {
	n := 0
	for _, o := range options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations)
			if text, ok := c.Value.(string); ok {
				n += utf8.RuneCountInString(text)
			}
		}
		n += optionsSize(o.Options)
	}
	return n
}

// longest returns the length in characters of the longest of a text and its
// translations.
func longest(text string, translations map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, t := range translations {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}
