package playground

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Command types and option types, as Discord numbers them.
const (
	slashCommand   = 1
	userCommand    = 2
	messageCommand = 3
	entryCommand   = 4

	subcommandOption      = 1
	subcommandGroupOption = 2
	stringOption          = 3
	integerOption         = 4
	booleanOption         = 5
	numberOption          = 10
	attachmentOption      = 11
)

// Limits of Discord's on commands.
const (
	maxOptions     = 25
	maxChoices     = 25
	maxCommandSize = 8000 // characters of names, descriptions and values
	maxStringValue = 6000
	maxLocales     = 34
	maxFileTypes   = 10
)

// maxCommands is how many commands of a type there may be.
var maxCommands = map[int]int{slashCommand: 100, userCommand: 15, messageCommand: 15, entryCommand: 1}

// Command is a registered command, as Discord returns it.
type Command struct {
	ID                       string            `json:"id"`
	ApplicationID            string            `json:"application_id"`
	GuildID                  string            `json:"guild_id,omitempty"`
	Version                  string            `json:"version"`
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations"`
	Options                  []Option          `json:"options,omitempty"`
	DefaultMemberPermissions *string           `json:"default_member_permissions"`
	DMPermission             bool              `json:"dm_permission"`
	Contexts                 []int             `json:"contexts"`
	IntegrationTypes         []int             `json:"integration_types"`
	NSFW                     bool              `json:"nsfw"`
	Handler                  int               `json:"handler,omitempty"`
}

// Option is one of a command's options.
type Option struct {
	Type                     int               `json:"type"`
	Name                     string            `json:"name"`
	NameLocalizations        map[string]string `json:"name_localizations,omitempty"`
	Description              string            `json:"description"`
	DescriptionLocalizations map[string]string `json:"description_localizations,omitempty"`
	Required                 bool              `json:"required,omitempty"`
	Choices                  []Choice          `json:"choices,omitempty"`
	Options                  []Option          `json:"options,omitempty"`
	MinLength                *int              `json:"min_length,omitempty"`
	MaxLength                *int              `json:"max_length,omitempty"`
	MinValue                 *float64          `json:"min_value,omitempty"`
	MaxValue                 *float64          `json:"max_value,omitempty"`
	Autocomplete             bool              `json:"autocomplete,omitempty"`
	FileTypes                []string          `json:"file_types,omitempty"`
}

// Choice is one of the values an option may take.
type Choice struct {
	Name              string            `json:"name"`
	NameLocalizations map[string]string `json:"name_localizations,omitempty"`
	Value             any               `json:"value"` // string, or json.Number
}

// local returns a text in a language, or as it is if it has not been translated.
func local(text string, translations map[string]string, locale string) string {
	if t, ok := translations[locale]; ok {
		return t
	}
	return text
}

// commandName is Discord's pattern for the names of commands and options. To compile all these
// letters takes longer than all else at the start of the program.
var commandName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
})

// locales are those that Discord knows.
var locales = strings.Fields("ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR ro ru sv-SE th tr uk vi zh-CN zh-TW")

// getCommands serves GET /applications/{id}/commands, of a guild or global.
func (s *Server) getCommands(c *call) (any, error) {
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list := append([]Command{}, s.scopes[scope]...)
	if c.req.Query.Get("with_localizations") != "true" {
		for i := range list {
			list[i] = list[i].unlocalized()
		}
	}
	return list, nil
}

// scope returns the guild that the path names, "" for none.
func (s *Server) scope(c *call) (string, error) {
	guild := c.arg("guild")
	if c.arg("application") != s.world.applicationID {
		return "", errNotYourApplication()
	}
	if guild != "" && guild != s.world.guildID {
		return "", errMissingAccess()
	}
	return guild, nil
}

// unlocalized returns the command without its translations.
func (c Command) unlocalized() Command {
	c.NameLocalizations, c.DescriptionLocalizations = nil, nil
	c.Options = unlocalized(c.Options)
	return c
}

// unlocalized returns copies of options, and of the options and choices inside them,
// without their translations.
func unlocalized(options []Option) []Option {
	out := slices.Clone(options)
	for i := range out {
		o := &out[i]
		o.NameLocalizations, o.DescriptionLocalizations = nil, nil
		o.Choices = slices.Clone(o.Choices)
		for j := range o.Choices {
			o.Choices[j].NameLocalizations = nil
		}
		o.Options = unlocalized(o.Options)
	}
	return out
}

// putCommands serves PUT of the same, which overwrites all commands of a scope.
// Commands that were there already keep their ids, unchanged ones their
// versions.
func (s *Server) putCommands(c *call) (any, error) {
	scope, err := s.scope(c)
	if err != nil {
		return nil, err
	}
	list, ok := c.req.decode().([]any)
	f := &form{}
	if !ok {
		f.add("", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
		return nil, f.err()
	}
	commands := readCommands(f, list)
	if err := f.err(); err != nil {
		return nil, err
	}
	if err := countCommands(commands); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.keepsEntry(scope, commands); err != nil {
		return nil, err
	}
	for i := range commands {
		s.identifyCommand(&commands[i], scope)
	}
	s.scopes[scope] = commands
	s.notify()
	s.publishStatus()
	return append([]Command{}, commands...), nil
}

// countCommands refuses more commands of a type than maxCommands allows.
func countCommands(commands []Command) error {
	count := map[int]int{}
	for _, c := range commands {
		count[c.Type]++
		if count[c.Type] > maxCommands[c.Type] {
			return refuse(400, 30032, fmt.Sprintf("Maximum number of application commands reached (%d)", maxCommands[c.Type]))
		}
	}
	return nil
}

// identifyCommand fills in the fields that Discord gives a command. A command of the
// same name and type that the scope has keeps its id, and its version, too, if
// nothing of it has changed. s.mu is held.
func (s *Server) identifyCommand(c *Command, scope string) {
	c.ID, c.Version = s.ids.next(), s.ids.next()
	c.ApplicationID, c.GuildID = s.world.applicationID, scope
	for _, old := range s.scopes[scope] {
		if old.Name != c.Name || old.Type != c.Type {
			continue
		}
		c.ID = old.ID
		version := c.Version
		c.Version = old.Version // for the comparison
		if !reflect.DeepEqual(*c, old) {
			c.Version = version
		}
	}
}
