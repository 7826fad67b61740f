package bot

import "encoding/json"

// This file is Discord's JSON: what comes in, of which only what the bot reads,
// and what goes out. Commands to register are in register.go.

// Kinds of interaction, by Discord's numbers.
const (
	kindPing         = 1 // comes as a signed request alone
	kindCommand      = 2
	kindClick        = 3
	kindAutocomplete = 4
	kindForm         = 5
)

// First responses to an interaction, by Discord's numbers.
const (
	answerPong    = 1
	answerMessage = 4
	answerDefer   = 5 // a message that is to come
	answerLater   = 6 // a change that is to come to the message clicked on
	answerUpdate  = 7 // that change
	answerChoices = 8
	answerForm    = 9
)

// Component types, by Discord's numbers.
const (
	typeRow       = 1
	typeButton    = 2
	typeMenu      = 3
	typeInput     = 4
	typeText      = 10
	typeGallery   = 12
	typeFile      = 13
	typeContainer = 17
	typeLabel     = 18
	typeUpload    = 19
	typeRadio     = 21
)

// maxURL is the longest address that a button can lead to, in characters.
const maxURL = 512

// Option types that a command can have, by Discord's numbers.
const (
	typeString     = 3
	typeInteger    = 4
	typeBoolean    = 5
	typeAttachment = 11
)

const (
	flagEphemeral    = 1 << 6
	flagLoading      = 1 << 7 // of a message that was deferred and has not come yet
	flagComponentsV2 = 1 << 15

	stylePrimary   = 1 // a coloured button
	styleSecondary = 2 // a grey one
	styleLink      = 5 // one that leads elsewhere

	styleLine      = 1 // an input of one line
	styleParagraph = 2 // one of many
)

// wireInteraction is the part of Discord's event that the bot reads.
type wireInteraction struct {
	ID     string   `json:"id"`
	App    string   `json:"application_id"`
	Type   int      `json:"type"`
	Token  string   `json:"token"`
	Locale string   `json:"locale"`
	User   wireUser `json:"user"`
	Member struct {
		User wireUser `json:"user"`
	} `json:"member"`
	Data struct {
		Type       int          `json:"type"`
		Name       string       `json:"name"`
		Target     string       `json:"target_id"`
		CustomID   string       `json:"custom_id"`
		Options    []wireOption `json:"options"`
		Values     []string     `json:"values"`
		Components []component  `json:"components"`
		Resolved   struct {
			Attachments map[string]wireUpload `json:"attachments"`
			Messages    map[string]posted     `json:"messages"`
		} `json:"resolved"`
	} `json:"data"`
	Message struct {
		posted
		ID       string `json:"id"`
		Metadata struct {
			User wireUser `json:"user"`
		} `json:"interaction_metadata"`
	} `json:"message"`
}

// posted is what a message says.
type posted struct {
	Application string       `json:"application_id"` // of a bot's reply
	Content     string       `json:"content"`
	Components  []component  `json:"components"`
	Attachments []wireUpload `json:"attachments"`
}

type wireUser struct {
	ID string `json:"id"`
}

type wireOption struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"`
}

type wireUpload struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Size        int64  `json:"size"`
	URL         string `json:"url"`
}

// A component is one of any type: of those that the bot sends it has all fields,
// of those that it may meet in a message what is read of them.
type component struct {
	Type        int         `json:"type"`
	Content     string      `json:"content,omitempty"`
	AccentColor int         `json:"accent_color,omitempty"`
	Components  []component `json:"components,omitempty"`
	Items       []item      `json:"items,omitempty"`
	File        *media      `json:"file,omitempty"`
	Spoiler     bool        `json:"spoiler,omitempty"`
	CustomID    string      `json:"custom_id,omitempty"`
	Style       int         `json:"style,omitempty"`
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
	Emoji       *emoji      `json:"emoji,omitempty"`
	URL         string      `json:"url,omitempty"`
	Disabled    bool        `json:"disabled,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	Options     []entry     `json:"options,omitempty"`
	MinValues   *int        `json:"min_values,omitempty"` // 1, says Discord, where it is not said; and so with the other
	MaxValues   int         `json:"max_values,omitempty"`

	// Of a form's labels and inputs.
	Component *component `json:"component,omitempty"`
	Value     string     `json:"value,omitempty"`
	Required  *bool      `json:"required,omitempty"` // true, says Discord, where it is not said
	MaxLength int        `json:"max_length,omitempty"`
	Values    []string   `json:"values,omitempty"` // of files: their ids; never sent

	// Of a file that somebody posted; never sent.
	Name string `json:"name,omitempty"`
	Size int64  `json:"size,omitempty"`
}

type item struct {
	Media       media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

type emoji struct {
	Name string `json:"name"`
}

// An entry is one line of a menu.
type entry struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

type media struct {
	URL         string `json:"url"`
	ContentType string `json:"content_type,omitempty"` // never sent, nor is the next
	Attachment  string `json:"attachment_id,omitempty"`
}

// A modal is a form.
type modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []component `json:"components"`
}

// wireMessage is the body of a message, and wireCallback of a first response.
type wireMessage struct {
	Flags           int              `json:"flags"`
	Components      []component      `json:"components"`
	Attachments     []wireAttachment `json:"attachments"` // an edit drops the files that are not listed
	AllowedMentions struct {
		Parse []string `json:"parse"`
	} `json:"allowed_mentions"`
}

type wireAttachment struct {
	ID          string `json:"id"` // the number of the part files[id], or that of an attachment which stays
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

type wireCallback struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// wireSuggestions complete what is being typed.
type wireSuggestions struct {
	Choices []choice `json:"choices"`
}
