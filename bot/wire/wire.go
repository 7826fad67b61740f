// Package wire is Discord's JSON: as much of what comes in as the bot reads, and what goes
// out. It knows how texts are escaped and counted, and how a custom_id is made and read;
// what a reply looks like is package compose's business.
package wire

import "encoding/json"

// Kinds of interaction, by Discord's numbers.
const (
	KindPing         = 1 // comes as a signed request alone
	KindCommand      = 2
	KindClick        = 3
	KindAutocomplete = 4
	KindForm         = 5
)

// First responses to an interaction, by Discord's numbers.
const (
	AnswerPong    = 1
	AnswerMessage = 4
	answerDefer   = 5 // a message that is to come
	answerLater   = 6 // a change that is to come to the message clicked on
	AnswerUpdate  = 7 // that change
	AnswerChoices = 8
	AnswerForm    = 9
	AnswerLaunch  = 12
)

// Component types, by Discord's numbers.
const (
	TypeRow       = 1
	TypeButton    = 2
	TypeMenu      = 3
	TypeInput     = 4
	TypeText      = 10
	TypeGallery   = 12
	TypeFile      = 13
	TypeContainer = 17
	TypeLabel     = 18
	TypeUpload    = 19
	TypeRadio     = 21
	TypeTicks     = 22
)

// Option types that a command can have, by Discord's numbers.
const (
	OptionString     = 3
	OptionInteger    = 4
	OptionBoolean    = 5
	OptionAttachment = 11
)

// Flags of a message.
const (
	FlagEphemeral    = 1 << 6 // for the asker alone
	FlagLoading      = 1 << 7 // deferred, and not there yet
	FlagComponentsV2 = 1 << 15
)

// MaxURL is the longest address that a button can lead to, in characters.
const MaxURL = 512

// Styles of buttons and of a form's inputs, by Discord's numbers.
const (
	StylePrimary   = 1 // a coloured button
	StyleSecondary = 2 // a grey one
	StyleLink      = 5 // one that leads elsewhere

	StyleLine      = 1 // an input of one line
	StyleParagraph = 2 // an input of many lines
)

// Interaction is the part of Discord's event that the bot reads.
type Interaction struct {
	ID     string `json:"id"`
	App    string `json:"application_id"`
	Type   int    `json:"type"`
	Token  string `json:"token"`
	Locale string `json:"locale"`
	Guild  struct {
		Features []string `json:"features"`
	} `json:"guild"`
	GuildLocale string `json:"guild_locale"`
	User        User   `json:"user"`
	Member      struct {
		User User `json:"user"`
	} `json:"member"`
	Data struct {
		Type       int         `json:"type"`
		Name       string      `json:"name"`
		Target     string      `json:"target_id"`
		CustomID   string      `json:"custom_id"`
		Options    []Option    `json:"options"`
		Values     []string    `json:"values"`
		Components []Component `json:"components"`
		Resolved   struct {
			Attachments map[string]File   `json:"attachments"`
			Messages    map[string]Posted `json:"messages"`
		} `json:"resolved"`
	} `json:"data"`
	Message struct {
		Posted
		ID       string `json:"id"`
		Flags    int    `json:"flags"`
		Metadata struct {
			User User `json:"user"`
		} `json:"interaction_metadata"`
	} `json:"message"`
}

// Posted is the part of a message that the bot reads.
type Posted struct {
	Application string      `json:"application_id"` // of a bot's reply
	Content     string      `json:"content"`
	Components  []Component `json:"components"`
	Attachments []File      `json:"attachments"`
	Embeds      []Embed     `json:"embeds"`
	Snapshots   []struct {
		Message Posted `json:"message"`
	} `json:"message_snapshots"` // of a forward: the message that it shows; its own parts are empty then
}

// An Embed is a box of texts with a picture that another bot posted, or that Discord made of a link.
type Embed struct {
	Title       string  `json:"title"`
	Description string  `json:"description"`
	Fields      []Field `json:"fields"`
	Image       Image   `json:"image"`
	Thumbnail   Image   `json:"thumbnail"`
}

// A Field is a text of an Embed under a heading.
type Field struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// An Image is a picture of an Embed, which may be anywhere. ProxyURL is where Discord has a copy.
type Image struct {
	ProxyURL    string `json:"proxy_url"`
	ContentType string `json:"content_type"`
}

// A User is who asked, or whose message was clicked on.
type User struct {
	ID string `json:"id"`
}

// An Option is what somebody gave for an option of a command.
type Option struct {
	Name    string          `json:"name"`
	Type    int             `json:"type"`
	Value   json.RawMessage `json:"value"`
	Focused bool            `json:"focused"`
}

// A File is an attachment as Discord describes it.
type File struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	ContentType string `json:"content_type"`
	Size        int64  `json:"size"`
	URL         string `json:"url"`
}

// A Component is a component of any type. It has all fields of the types that the bot sends,
// and of types that it may meet in a message the fields that it reads.
type Component struct {
	Type        int         `json:"type"`
	Content     string      `json:"content,omitempty"`
	AccentColor int         `json:"accent_color,omitempty"`
	Components  []Component `json:"components,omitempty"`
	Items       []Item      `json:"items,omitempty"`
	File        *Media      `json:"file,omitempty"`
	Spoiler     bool        `json:"spoiler,omitempty"`
	CustomID    string      `json:"custom_id,omitempty"`
	Style       int         `json:"style,omitempty"`
	Label       string      `json:"label,omitempty"`
	Description string      `json:"description,omitempty"`
	Emoji       *Emoji      `json:"emoji,omitempty"`
	URL         string      `json:"url,omitempty"`
	Disabled    bool        `json:"disabled,omitempty"`
	Placeholder string      `json:"placeholder,omitempty"`
	Options     []Entry     `json:"options,omitempty"`
	MinValues   *int        `json:"min_values,omitempty"` // Discord takes 1 where a message gives none; likewise the next
	MaxValues   int         `json:"max_values,omitempty"`

	// Of a form's labels and inputs.
	Component *Component `json:"component,omitempty"`
	Value     string     `json:"value,omitempty"`
	Required  *bool      `json:"required,omitempty"` // Discord takes true where a form gives none
	MaxLength int        `json:"max_length,omitempty"`
	FileTypes []string   `json:"file_types,omitempty"`
	Values    []string   `json:"values,omitempty"` // of files: their ids; never sent

	// Of a file that somebody posted; never sent.
	Name string `json:"name,omitempty"`
	Size int64  `json:"size,omitempty"`
}

// An Item is one picture of a gallery.
type Item struct {
	Media       Media  `json:"media"`
	Description string `json:"description,omitempty"`
	Spoiler     bool   `json:"spoiler,omitempty"`
}

// An Emoji stands on a button or before an item of a menu. One of the application's own has an ID.
type Emoji struct {
	Name string `json:"name"`
	ID   string `json:"id,omitempty"`
}

// An Entry is one line of a menu, or one of several choices in a form.
type Entry struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Media is a file or a picture that a component shows.
type Media struct {
	URL         string `json:"url"`
	ContentType string `json:"content_type,omitempty"` // never sent, nor is the next
	Attachment  string `json:"attachment_id,omitempty"`
}

// A Modal is a form.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// A Message is the body of a message that is sent.
type Message struct {
	Flags           int          `json:"flags"`
	Components      []Component  `json:"components"`
	Attachments     []Attachment `json:"attachments"` // an edit drops the files that are not listed
	AllowedMentions struct {
		Parse []string `json:"parse"`
	} `json:"allowed_mentions"`
}

// An Attachment is a file of a message that is sent.
type Attachment struct {
	ID          string `json:"id"` // n for the part files[n] of the body, or the id of an attachment that stays
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// A Callback is the body of a first response.
type Callback struct {
	Type int `json:"type"`
	Data any `json:"data,omitempty"`
}

// Instance returns the id of the Activity's instance that the answer to a callback names; "" for none.
func Instance(answer []byte) string {
	var a struct {
		Resource struct {
			Instance struct {
				ID string `json:"id"`
			} `json:"activity_instance"`
		} `json:"resource"`
	}
	_ = json.Unmarshal(answer, &a)
	return a.Resource.Instance.ID
}

// Suggestions are the data of a Callback that completes what is being typed.
type Suggestions struct {
	Choices []Choice `json:"choices"`
}
