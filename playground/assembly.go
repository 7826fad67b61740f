package playground

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// assembly reads the components of one message or modal.
type assembly struct {
	form  *form
	ids   *snowflakes
	files []*Attachment        // those that attachment:// may refer to
	own   func(id string) bool // whether the application has an emoji
	modal bool
	count int
	shown int // characters in text displays
	used  map[string]bool
}

// newAssembly returns an assembly of a Server whose mu is held.
func (s *Server) newAssembly(f *form, files []*Attachment) *assembly {
	return &assembly{form: f, ids: &s.ids, files: files, own: s.hasEmoji, used: map[string]bool{}}
}

// number gives each component without an id the next free number from 1 on, in
// reading order. It notes an id that comes twice as wrong at the place at.
func (a *assembly) number(list []*component, at string) {
	taken := map[int]bool{}
	walk(list, func(c *component) {
		if c.ID != 0 && taken[c.ID] {
			a.form.add(at, "COMPONENT_ID_DUPLICATED", fmt.Sprintf("Component id %d cannot be duplicated", c.ID))
		}
		taken[c.ID] = true
	})
	next := 1
	walk(list, func(c *component) {
		if c.ID != 0 {
			return
		}
		for taken[next] {
			next++
		}
		c.ID, taken[next] = next, true
	})
}

// components reads a list of components, each of one of the types.
func (a *assembly) components(list []fields, types []int) []*component {
	var out []*component
	for _, o := range list {
		if c := a.component(o, types); c != nil {
			out = append(out, c)
		}
	}
	return out
}

// component reads a component with its defaults filled in, and the components inside
// it. One that is of none of the types is noted in the form, and nil.
func (a *assembly) component(o fields, types []int) *component {
	t, _ := whole(o.m["type"])
	if !slices.Contains(types, t) {
		allowed := join(types, ", ")
		if len(types) == 1 {
			allowed += "," // Discord writes a list of one so
		}
		a.form.add(o.at, "UNION_TYPE_CHOICES", `Value of field "type" must be one of (`+allowed+`).`)
		return nil
	}
	a.count++
	c := &component{Type: t}
	c.ID, _ = o.integer("id", span{0, 1<<31 - 1})
	switch t {
	case actionRow:
		a.row(o, c)
	case button:
		a.button(o, c)
	case stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect:
		a.choices(o, c)
	case textInput:
		a.input(o, c)
	case radioGroup:
		a.radios(o, c)
	case checkboxGroup:
		a.checkboxes(o, c)
	case fileUpload:
		a.upload(o, c)
	case section:
		a.section(o, c)
	case textDisplay:
		c.Content = o.needText("content", span{1, maxDisplayedText})
		a.shown += utf8.RuneCountInString(c.Content)
	case thumbnail:
		c.Media = a.needMedia(o, "media", "http", "https", "attachment")
		c.Description = optional(o.text("description", span{1, maxAltText}))
		c.Spoiler = withDefault(false)(o.flag("spoiler"))
	case mediaGallery:
		a.gallery(o, c)
	case fileComponent:
		a.file(o, c)
	case separator:
		c.Divider = withDefault(true)(o.flag("divider"))
		c.Spacing = 1
		if o.m["spacing"] != nil {
			c.Spacing = o.choice("spacing", 1, 2)
		}
	case container:
		c.AccentColor = optional(o.integer("accent_color", span{0, 0xffffff}))
		c.Spoiler = withDefault(false)(o.flag("spoiler"))
		c.Components = a.components(o.needObjects("components", span{1, maxComponents}), inContainer)
	case label:
		a.label(o, c)
	}
	return c
}

// withDefault makes a pointer of a result of fields.flag.
func withDefault(d bool) func(v, ok bool) *bool {
	return func(v, ok bool) *bool {
		if !ok {
			v = d
		}
		return &v
	}
}

// customID reads an id that must be there and be the only one of its kind.
func (a *assembly) customID(o fields) string {
	id := o.needText("custom_id", span{1, 100})
	if id != "" && a.used[id] {
		o.wrong("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	a.used[id] = true
	return id
}

// row reads an action row: up to five buttons, or one select menu, or in a
// modal one text input.
func (a *assembly) row(o fields, c *component) {
	types := inRow
	if a.modal {
		types = inModalRow
	}
	c.Components = a.components(o.needObjects("components", span{1, maxButtonsInRow}), types)
	for i, child := range c.Components {
		if child.Type != button && len(c.Components) > 1 {
			a.form.add(place(o.at, fmt.Sprintf("components.%d", i)), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
		}
	}
}

// Button styles.
const (
	linkButton    = 5
	premiumButton = 6
)

// button reads a button: one that leads to a URL, one that sells an SKU, or one with
// a custom id. The first and the last must show a label or an emoji.
func (a *assembly) button(o fields, c *component) {
	c.Style = o.choice("style", 1, 2, 3, 4, linkButton, premiumButton)
	c.Label, _ = o.text("label", span{0, 80})
	c.Emoji = a.emoji(o)
	c.Disabled = optional(o.flag("disabled"))
	switch c.Style {
	case linkButton:
		if o.m["custom_id"] != nil {
			o.wrong("custom_id", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		if o.m["url"] == nil {
			o.wrong("url", "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
			return
		}
		c.URL, _ = o.link("url", span{1, 512}, "http", "https", "discord")
	case premiumButton:
		c.SKU = o.needText("sku_id", span{1, 20})
		return
	default:
		if o.m["url"] != nil {
			o.wrong("url", "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
		c.CustomID = a.customID(o)
	}
	if c.Label == "" && c.Emoji == nil && o.m["label"] == nil {
		a.form.add(o.at, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
}

// choices reads a select menu. Without other numbers it takes exactly one value; in
// a modal it cannot be disabled. Only a string select has options of its own.
func (a *assembly) choices(o fields, c *component) {
	c.CustomID = a.customID(o)
	c.Placeholder, _ = o.text("placeholder", span{0, 150})
	c.MinValues, c.MaxValues = new(1), new(1)
	if n, ok := o.integer("min_values", span{0, 25}); ok {
		c.MinValues = &n
	}
	if n, ok := o.integer("max_values", span{1, 25}); ok {
		c.MaxValues = &n
	}
	c.Disabled = optional(o.flag("disabled"))
	if a.modal && c.Disabled != nil && *c.Disabled {
		o.wrong("disabled", "COMPONENT_DISABLED_IN_MODAL", "Select menus cannot be disabled in a modal")
	}
	if c.Type != stringSelect {
		return
	}
	list := a.options(o, c, span{1, 25})
	if len(list) > 0 && *c.MaxValues > len(list) {
		o.wrong("max_values", "SELECT_COMPONENT_MAX_VALUES_EXCEEDS_OPTIONS", fmt.Sprintf("Must be %d or fewer, the number of options.", len(list)))
	}
}

// options reads into c the options to choose from, as many as the span allows, whose
// values must be different. It returns their fields.
func (a *assembly) options(o fields, c *component, many span) []fields {
	list := o.needObjects("options", many)
	seen := map[string]bool{}
	for _, item := range list {
		option := selectOption{
			Label: item.needText("label", span{1, 100}),
			Value: item.needText("value", span{1, 100}),
			Emoji: a.emoji(item),
		}
		option.Description, _ = item.text("description", span{0, 100})
		option.Default, _ = item.flag("default")
		if seen[option.Value] {
			item.wrong("value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[option.Value] = true
		c.Options = append(c.Options, option)
	}
	return list
}

// radios reads a group of radio buttons. At most one is on.
func (a *assembly) radios(o fields, c *component) {
	c.CustomID = a.customID(o)
	c.Required = withDefault(true)(o.flag("required"))
	a.options(o, c, span{2, 10})
	on := 0
	for _, option := range c.Options {
		if option.Default {
			on++
		}
	}
	if on > 1 {
		o.wrong("options", "RADIO_GROUP_COMPONENT_MULTIPLE_DEFAULTS", "Only one option can be the default")
	}
}

// checkboxes reads a group of checkboxes. Without other numbers all of them may be ticked, and one has to be.
func (a *assembly) checkboxes(o fields, c *component) {
	c.CustomID = a.customID(o)
	c.Required = withDefault(true)(o.flag("required"))
	a.options(o, c, span{1, 10})
	c.MinValues, c.MaxValues = counted(o, len(c.Options))
	if *c.Required && *c.MinValues == 0 {
		o.wrong("min_values", "CHECKBOX_GROUP_COMPONENT_REQUIRED_MIN_VALUES", "min_values cannot be 0 if required is true")
	}
}

// counted reads how many values a field takes: without other numbers one at least, `usual` at most.
func counted(o fields, usual int) (least, most *int) {
	least, most = new(1), &usual
	if n, ok := o.integer("min_values", span{0, 10}); ok {
		least = &n
	}
	if n, ok := o.integer("max_values", span{1, 10}); ok {
		most = &n
	}
	return least, most
}

// upload reads a field for files; without other numbers it takes exactly one.
func (a *assembly) upload(o fields, c *component) {
	c.CustomID = a.customID(o)
	c.Required = withDefault(true)(o.flag("required"))
	c.MinValues, c.MaxValues = counted(o, 1)
	c.FileTypes = readFileTypes(o)
}

// section reads texts with a button or a thumbnail beside them.
func (a *assembly) section(o fields, c *component) {
	c.Components = a.components(o.needObjects("components", span{1, 3}), inSection)
	accessory, ok := o.object("accessory")
	if !ok {
		o.missing("accessory")
		return
	}
	c.Accessory = a.component(accessory, besideSection)
}

func (a *assembly) gallery(o fields, c *component) {
	for _, item := range o.needObjects("items", span{1, 10}) {
		g := galleryItem{Media: a.needMedia(item, "media", "http", "https", "attachment")}
		g.Description = optional(item.text("description", span{1, maxAltText}))
		g.Spoiler, _ = item.flag("spoiler")
		c.Items = append(c.Items, g)
	}
}

// file reads a component that shows one of the message's attachments, with the name
// and the size of that.
func (a *assembly) file(o fields, c *component) {
	c.File = a.needMedia(o, "file", "attachment")
	c.Spoiler = withDefault(false)(o.flag("spoiler"))
	for _, f := range a.files {
		if f.ID == c.File.AttachmentID {
			c.Name, c.Size = f.Name, f.Size
		}
	}
}

// needMedia reads a media item from a field that must be there, and finds the
// attachment that it shows: by attachment:// and its name, or by its address. Only
// an attachment:// without its file is an error. The result is never nil.
func (a *assembly) needMedia(o fields, name string, schemes ...string) *media {
	m := &media{ID: a.ids.next()}
	item, ok := o.object(name)
	if !ok {
		o.missing(name)
		return m
	}
	if item.m["url"] == nil {
		item.missing("url")
		return m
	}
	address, ok := item.link("url", span{1, 2048}, schemes...)
	if !ok {
		return m
	}
	m.URL, m.ProxyURL = address, address
	wanted, isFile := strings.CutPrefix(address, "attachment://")
	for _, f := range a.files {
		if f.Name == cleanFileName(wanted) || f.URL == address {
			m.show(f)
			return m
		}
	}
	if isFile {
		item.wrong("url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", `The referenced attachment ("`+address+`") was not found`)
	}
	return m
}

// show has a media item show an attachment.
func (m *media) show(f *Attachment) {
	m.URL, m.ProxyURL, m.ContentType, m.AttachmentID = f.URL, f.URL, f.ContentType, f.ID
	if f.Width > 0 {
		width, height := f.Width, f.Height // copies: a pointer into f would keep its data alive
		m.Width, m.Height = &width, &height
	}
}

// input reads a text input. In an action row it carries its own label, in a
// label component it must not.
func (a *assembly) input(o fields, c *component) {
	c.CustomID = a.customID(o)
	c.Style = o.choice("style", 1, 2)
	c.Label, _ = o.text("label", span{1, 45})
	c.Placeholder, _ = o.text("placeholder", span{0, 100})
	c.Required = withDefault(true)(o.flag("required"))
	c.MinLength = optional(o.integer("min_length", span{0, 4000}))
	c.MaxLength = optional(o.integer("max_length", span{1, 4000}))
	c.Value, _ = o.text("value", span{0, 4000})
	if c.MinLength != nil && c.MaxLength != nil && *c.MinLength > *c.MaxLength {
		o.wrong("min_length", "TEXT_INPUT_COMPONENT_MIN_LENGTH_EXCEEDS_MAX_LENGTH", "Must not be greater than max_length.")
	}
}

// label reads a label with the one input under it, which must have no label of its
// own.
func (a *assembly) label(o fields, c *component) {
	c.Label = o.needText("label", span{1, 45})
	c.Description = optional(o.text("description", span{1, 100}))
	inner, ok := o.object("component")
	if !ok {
		o.missing("component")
		return
	}
	c.Component = a.component(inner, inLabel)
	if c.Component != nil && c.Component.Label != "" {
		inner.wrong("label", "TEXT_INPUT_COMPONENT_LABEL_IN_LABEL", "A text input in a label cannot have a label of its own")
	}
}
