package playground

import "encoding/json"

// Component types, as Discord numbers them.
const (
	actionRow         = 1
	button            = 2
	stringSelect      = 3
	textInput         = 4
	userSelect        = 5
	roleSelect        = 6
	mentionableSelect = 7
	channelSelect     = 8
	section           = 9
	textDisplay       = 10
	thumbnail         = 11
	mediaGallery      = 12
	fileComponent     = 13
	separator         = 14
	container         = 17
	label             = 18
	fileUpload        = 19
	radioGroup        = 21
	checkboxGroup     = 22
)

// What may stand where.
var (
	inLegacyMessage = []int{actionRow}
	inMessage       = []int{actionRow, section, textDisplay, mediaGallery, fileComponent, separator, container}
	inContainer     = []int{actionRow, section, textDisplay, mediaGallery, fileComponent, separator}
	inRow           = []int{button, stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect}
	inSection       = []int{textDisplay}
	besideSection   = []int{button, thumbnail}
	inModal         = []int{actionRow, textDisplay, label}
	inModalRow      = []int{textInput}
	inLabel         = []int{textInput, radioGroup, checkboxGroup, fileUpload, stringSelect, userSelect, roleSelect, mentionableSelect, channelSelect}
)

// Limits of Discord's on components.
const (
	maxComponents      = 40 // in one Components V2 message, nested ones counted
	maxDisplayedText   = 4000
	maxLegacyRows      = 5
	maxButtonsInRow    = 5
	maxModalComponents = 40
)

// component is one of a message, checked and with the defaults filled in, as
// Discord returns it.
type component struct {
	Type        int            `json:"type"`
	ID          int            `json:"id"`
	CustomID    string         `json:"custom_id,omitempty"`
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Emoji       *emoji         `json:"emoji,omitempty"`
	URL         string         `json:"url,omitempty"`
	SKU         string         `json:"sku_id,omitempty"`
	Disabled    *bool          `json:"disabled,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	Options     []selectOption `json:"options,omitempty"`
	Content     string         `json:"content,omitempty"`
	AccentColor *int           `json:"accent_color,omitempty"`
	Components  []*component   `json:"components,omitempty"`
	Accessory   *component     `json:"accessory,omitempty"`
	Component   *component     `json:"component,omitempty"` // of a label
	Items       []galleryItem  `json:"items,omitempty"`
	Media       *media         `json:"media,omitempty"`
	File        *media         `json:"file,omitempty"`
	Name        string         `json:"name,omitempty"`
	Size        int            `json:"size,omitempty"`
	Description *string        `json:"description,omitempty"`
	Spoiler     *bool          `json:"spoiler,omitempty"`
	Divider     *bool          `json:"divider,omitempty"`
	Spacing     int            `json:"spacing,omitempty"`
	Value       string         `json:"value,omitempty"`
	Required    *bool          `json:"required,omitempty"`
	MinLength   *int           `json:"min_length,omitempty"`
	MaxLength   *int           `json:"max_length,omitempty"`
	FileTypes   []string       `json:"file_types,omitempty"`
}

// MarshalJSON writes null where Discord does rather than nothing.
func (c *component) MarshalJSON() ([]byte, error) {
	type plain component
	switch c.Type {
	case container:
		return json.Marshal(struct {
			*plain
			AccentColor *int `json:"accent_color"`
		}{(*plain)(c), c.AccentColor})
	case thumbnail:
		return json.Marshal(struct {
			*plain
			Description *string `json:"description"`
		}{(*plain)(c), c.Description})
	}
	return json.Marshal((*plain)(c))
}

type emoji struct {
	Name string `json:"name,omitempty"`
	ID   string `json:"id,omitempty"` // of a guild's own emoji
}

type selectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

type galleryItem struct {
	Media       *media  `json:"media"`
	Description *string `json:"description"`
	Spoiler     bool    `json:"spoiler"`
}

type media struct {
	ID           string `json:"id"`
	URL          string `json:"url"`
	ProxyURL     string `json:"proxy_url"`
	Width        *int   `json:"width"`
	Height       *int   `json:"height"`
	ContentType  string `json:"content_type,omitempty"`
	AttachmentID string `json:"attachment_id,omitempty"`
}

// walk visits a component tree in reading order.
func walk(list []*component, visit func(*component)) {
	for _, c := range list {
		visit(c)
		walk(c.Components, visit)
		for _, inner := range []*component{c.Component, c.Accessory} {
			if inner != nil {
				walk([]*component{inner}, visit)
			}
		}
	}
}

// medias visits every picture and file that a component tree shows.
func medias(list []*component, visit func(*media)) {
	walk(list, func(c *component) {
		for _, item := range c.Items {
			visit(item.Media)
		}
		for _, m := range []*media{c.Media, c.File} {
			if m != nil {
				visit(m)
			}
		}
	})
}
