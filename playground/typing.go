package playground

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// InputError says why Discord's own client refuses to send something.
type InputError struct {
	Code   InputCode
	Option string // the option it is about; "" for none
	Detail string // the expected input, in English
}

// InputCode says why an input of a person's is wrong.
type InputCode string

// The ways in which input is wrong.
const (
	NotACommand       InputCode = "not a command"
	UnknownCommand    InputCode = "unknown command"
	UnknownOption     InputCode = "unknown option"
	RepeatedOption    InputCode = "repeated option"
	MissingOption     InputCode = "missing option"
	MissingValue      InputCode = "missing value"
	TooShort          InputCode = "too short"
	TooLong           InputCode = "too long"
	WrongType         InputCode = "wrong type"
	OutOfRange        InputCode = "out of range"
	NotAChoice        InputCode = "not a choice"
	UnknownFile       InputCode = "unknown file"
	WrongFileType     InputCode = "wrong file type"
	FileTooLarge      InputCode = "file too large"
	UnsupportedOption InputCode = "unsupported option" // of a type that the playground cannot type
	UnknownMessage    InputCode = "unknown message"
	UnknownControl    InputCode = "unknown control"
	DisabledControl   InputCode = "disabled control"
)

func (e *InputError) Error() string {
	text := string(e.Code)
	if sentence, ok := sentences[e.Code]; ok && e.Option != "" {
		text = fmt.Sprintf(sentence, e.Option)
	} else if e.Option != "" {
		text += " " + e.Option
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	return text
}

// sentences say how an option is wrong, by the option's name.
var sentences = map[InputCode]string{
	UnknownOption:     "there is no option %s",
	RepeatedOption:    "%s: is there twice",
	MissingOption:     "%s: is missing",
	MissingValue:      "%s: has no value",
	TooShort:          "the value of %s: is too short",
	TooLong:           "the value of %s: is too long",
	WrongType:         "the value of %s: is of the wrong kind",
	OutOfRange:        "the value of %s: is out of range",
	NotAChoice:        "%s: must be one of these",
	UnknownFile:       "there is no such file for %s:",
	WrongFileType:     "%s: takes no such file",
	FileTooLarge:      "the file for %s: is too large",
	UnsupportedOption: "%s: cannot be typed here",
}

// typed is a command as a person typed it.
type typed struct {
	command *Command
	values  []typedValue
}

type typedValue struct {
	option *Option
	text   string
	file   *Attachment // of an option that takes one; nil for none
}

// parseTyped takes apart "/nonogram puzzle:… do:check". An option begins where
// its name stands before a colon, at the start or after a blank; its value runs
// to the next such place. So a value may hold blanks and colons.
func parseTyped(text string, commands []Command, locale string) (*typed, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(oneLine(text)), "/")
	if !ok {
		return nil, &InputError{NotACommand, "", "a command starts with /"}
	}
	name, rest, _ := strings.Cut(rest, " ")
	i := slices.IndexFunc(commands, func(c Command) bool {
		return c.Name == name || local(c.Name, c.NameLocalizations, locale) == name
	})
	if i < 0 {
		return nil, &InputError{UnknownCommand, "", "/" + name}
	}
	t := &typed{command: &commands[i]}
	if err := t.split(rest, locale); err != nil {
		return nil, err
	}
	return t, nil
}

// oneLine turns line ends into blanks, as Discord's input does.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("\r\n\t\v\f\u0085\u2028\u2029", r) {
			return ' '
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
}

// split finds the options in rest, the text after the command's name, and gives
// each its value.
func (t *typed) split(rest, locale string) error {
	begin := 0 // of the value being read
	blank := true
	for i, r := range rest {
		if option, n := t.optionAt(rest[i:], locale); blank && option != nil {
			if err := t.endValue(rest[begin:i]); err != nil {
				return err
			}
			if slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option == option }) {
				return &InputError{RepeatedOption, option.Name, ""}
			}
			t.values = append(t.values, typedValue{option: option})
			begin = i + n
		}
		blank = unicode.IsSpace(r)
	}
	return t.endValue(rest[begin:])
}

// optionAt returns the option whose name, as it is or translated, and colon the
// text begins with, and how many bytes they have; nil and 0 if there is none.
func (t *typed) optionAt(text, locale string) (*Option, int) {
	for i := range t.command.Options {
		o := &t.command.Options[i]
		for _, name := range []string{o.Name, local(o.Name, o.NameLocalizations, locale)} {
			if rest, ok := strings.CutPrefix(text, name); ok && strings.HasPrefix(rest, ":") {
				return o, len(name) + 1
			}
		}
	}
	return nil, 0
}

// endValue gives the text to the option last begun. A text before the first option
// goes to the command's only option, or to the first one if it is one of that one's
// choices. Any other is an error, which suggests how it may have been meant.
func (t *typed) endValue(text string) error {
	text = strings.TrimSpace(text)
	if n := len(t.values); n > 0 {
		t.values[n-1].text = text
		return nil
	}
	if text == "" {
		return nil
	}
	name, _, _ := strings.Cut(text, " ")
	name, _, colon := strings.Cut(name, ":")
	takes := "/" + t.command.Name + " takes " + t.command.optionNames()
	switch options := t.command.Options; {
	case colon || len(options) == 0:
	case len(options) == 1, // its name may be left out
		slices.ContainsFunc(options[0].Choices, func(c Choice) bool { return c.Value == text }):
		t.values = append(t.values, typedValue{option: &options[0], text: text})
		return nil
	default:
		takes = "did you mean /" + t.command.Name + " " + options[0].Name + ":" + text + "? " + takes
	}
	return &InputError{UnknownOption, name, takes}
}

// optionNames returns the names of the options, each with its colon.
func (c *Command) optionNames() string {
	if len(c.Options) == 0 {
		return "no options"
	}
	var names []string
	for _, o := range c.Options {
		names = append(names, o.Name+":")
	}
	return strings.Join(names, " ")
}

// options returns the options as an interaction carries them. The error is an
// *InputError if the client would refuse them.
func (t *typed) options(locale string) ([]object, error) {
	var out []object
	for _, v := range t.values {
		value, err := v.value(locale)
		if err != nil {
			return nil, err
		}
		out = append(out, object{"name": v.option.Name, "type": v.option.Type, "value": value})
	}
	for i := range t.command.Options {
		o := &t.command.Options[i]
		given := slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option == o })
		if o.Required && !given {
			return nil, &InputError{MissingOption, o.Name, "this option is required"}
		}
	}
	return out, nil
}

// value returns a value as an interaction carries it; a file's is its id.
func (v *typedValue) value(locale string) (any, error) {
	switch {
	case v.file != nil:
		return v.file.ID, checkFileType(v.option.Name, v.option.FileTypes, v.file.Name)
	case v.option.Type == attachmentOption && v.text != "":
		return nil, &InputError{UnknownFile, v.option.Name, "attach it first"}
	}
	return v.option.value(v.text, locale)
}

// value converts the text that was typed for an option.
func (o *Option) value(text, locale string) (any, error) {
	if text == "" {
		return nil, &InputError{MissingValue, o.Name, ""}
	}
	if len(o.Choices) > 0 {
		return o.chosen(text, locale)
	}
	switch o.Type {
	case stringOption:
		return o.stringValue(text)
	case integerOption:
		return o.integerValue(text)
	case numberOption:
		return o.numberValue(text)
	case booleanOption:
		return o.booleanValue(text)
	default:
		return nil, &InputError{UnsupportedOption, o.Name, fmt.Sprintf("option type %d cannot be typed here", o.Type)}
	}
}

// chosen returns the value of the choice with that name, translated name or value.
// In the first and the last capital letters make no difference.
func (o *Option) chosen(text, locale string) (any, error) {
	var values []string
	for _, c := range o.Choices {
		if strings.EqualFold(text, c.Name) || text == local(c.Name, c.NameLocalizations, locale) || strings.EqualFold(text, fmt.Sprint(c.Value)) {
			return c.Value, nil
		}
		values = append(values, fmt.Sprint(c.Value))
	}
	return nil, &InputError{NotAChoice, o.Name, strings.Join(values, ", ")}
}

// stringValue returns the text if its length in characters is within the bounds:
// without bounds of the option's own, from 0 to maxStringValue.
func (o *Option) stringValue(text string) (any, error) {
	least, most := 0, maxStringValue
	if o.MinLength != nil {
		least = *o.MinLength
	}
	if o.MaxLength != nil {
		most = *o.MaxLength
	}
	switch n := utf8.RuneCountInString(text); {
	case n < least:
		return nil, &InputError{TooShort, o.Name, fmt.Sprintf("%d characters, not %d or more", n, least)}
	case n > most:
		return nil, &InputError{TooLong, o.Name, fmt.Sprintf("%d characters, not %d or fewer", n, most)}
	}
	return text, nil
}

// maxInteger is the largest whole number that JavaScript, and so Discord's
// client, holds exactly.
const maxInteger = 1<<53 - 1

func (o *Option) integerValue(text string) (any, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > maxInteger || n < -maxInteger {
		return nil, &InputError{WrongType, o.Name, "a whole number"}
	}
	return n, o.inRange(float64(n))
}

func (o *Option) numberValue(text string) (any, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, &InputError{WrongType, o.Name, "a number"}
	}
	return x, o.inRange(x)
}

// number returns x as one types it, without an exponent.
func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// inRange returns an error for a number outside the option's bounds.
func (o *Option) inRange(x float64) error {
	switch {
	case o.MinValue != nil && x < *o.MinValue:
		return &InputError{OutOfRange, o.Name, fmt.Sprintf("%s or more", number(*o.MinValue))}
	case o.MaxValue != nil && x > *o.MaxValue:
		return &InputError{OutOfRange, o.Name, fmt.Sprintf("%s or less", number(*o.MaxValue))}
	}
	return nil
}

func (o *Option) booleanValue(text string) (any, error) {
	switch strings.ToLower(text) {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return nil, &InputError{WrongType, o.Name, "true or false"}
}

// completion returns the options of an autocomplete interaction: as typed, the
// last one focused.
func (t *typed) completion() ([]object, error) {
	n := len(t.values)
	if n == 0 || !t.values[n-1].option.Autocomplete {
		return nil, &InputError{UnknownOption, "", "the last option typed does not complete"}
	}
	var out []object
	for i, v := range t.values {
		entry := object{"name": v.option.Name, "type": v.option.Type, "value": v.text}
		if i == n-1 {
			entry["focused"] = true
		}
		out = append(out, entry)
	}
	return out, nil
}

// raw returns the JSON of a value that always has one.
func raw(v any) json.RawMessage {
	b, _ := json.Marshal(v)
	return b
}
