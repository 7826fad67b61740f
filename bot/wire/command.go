package wire

// A Command is a command as Discord registers it. NSFW and Permissions are never sent, only
// read back: a command that has one of them was changed by somebody else.
type Command struct {
	Type             int               `json:"type"`
	Name             string            `json:"name"`
	Description      string            `json:"description"`
	Descriptions     map[string]string `json:"description_localizations,omitempty"`
	Options          []CommandOption   `json:"options,omitempty"`
	IntegrationTypes []int             `json:"integration_types,omitempty"`
	Contexts         []int             `json:"contexts,omitempty"`

	Handler int `json:"handler,omitempty"` // of an EntryCommand

	NSFW        bool              `json:"nsfw,omitempty"`
	Permissions *string           `json:"default_member_permissions,omitempty"`
	Names       map[string]string `json:"name_localizations,omitempty"`
}

// A CommandOption is an option of a Command.
type CommandOption struct {
	Type         int               `json:"type"`
	Name         string            `json:"name"`
	Description  string            `json:"description"`
	Descriptions map[string]string `json:"description_localizations,omitempty"`
	Required     bool              `json:"required,omitempty"`
	Choices      []Choice          `json:"choices,omitempty"`
	MinValue     *int64            `json:"min_value,omitempty"`
	MaxValue     *int64            `json:"max_value,omitempty"`
	MinLength    *int64            `json:"min_length,omitempty"`
	MaxLength    *int64            `json:"max_length,omitempty"`

	FileTypes    []string          `json:"file_types,omitempty"`
	Autocomplete bool              `json:"autocomplete,omitempty"`
	Names        map[string]string `json:"name_localizations,omitempty"`
}

// A Choice is one of the values that an option can have.
type Choice struct {
	Name  string            `json:"name"`
	Names map[string]string `json:"name_localizations,omitempty"`
	Value string            `json:"value"`
}

// Types of commands, by Discord's numbers.
const (
	SlashCommand   = 1
	MessageCommand = 3
	EntryCommand   = 4 // opens the application's Activity; an application has one at most
)

// AppHandler is the Handler of an EntryCommand that the bot answers.
const AppHandler = 1

// Places where a command can be installed, and contexts where it can be used.
const (
	OnServer, OnUser               = 0, 1
	InServer, InBotDM, InPrivateDM = 0, 1, 2
)
