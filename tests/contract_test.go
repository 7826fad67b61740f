package tests

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kibitz/playground"
	"kibitz/tests/discord"
)

// bodies are the bot's requests, and where Discord's document describes them.
var bodies = []struct {
	name, method string
	sent         *regexp.Regexp // the paths that it is sent to
	described    string
}{
	{"callback", "POST", regexp.MustCompile(`^/interactions/[^/]+/[^/]+/callback$`), "/interactions/{interaction_id}/{interaction_token}/callback"},
	{"original", "PATCH", regexp.MustCompile(`^/webhooks/[^/]+/[^/]+/messages/@original$`), "/webhooks/{webhook_id}/{webhook_token}/messages/@original"},
	{"follow-up", "POST", regexp.MustCompile(`^/webhooks/[^/]+/[^/]+$`), "/webhooks/{webhook_id}/{webhook_token}"},
	{commandList, "PUT", regexp.MustCompile(`^/applications/[^/]+(/guilds/[^/]+)?/commands$`), "/applications/{application_id}/commands"},
	{emojiUpload, "POST", regexp.MustCompile(`^/applications/[^/]+/emojis$`), "/applications/{application_id}/emojis"},
}

// The bodies that are no messages.
const (
	commandList = "commands"
	emojiUpload = "emoji"
)

// bodyOf returns the name of a request's body, "" for one that is not checked.
func bodyOf(r playground.Request) string {
	for _, body := range bodies {
		if r.Method == body.method && body.sent.MatchString(r.Path) {
			return body.name
		}
	}
	return ""
}

// checkContract holds every body that was sent against Discord's document, and
// against the rules between fields that the document cannot say.
func checkContract(t *testing.T, requests []playground.Request) {
	t.Helper()
	schemas, err := compiled()
	if err != nil {
		t.Fatal(err)
	}
	checked, total := map[string]int{}, 0
	for _, r := range requests {
		kind := bodyOf(r)
		if kind == "" {
			continue
		}
		body, err := jsonschema.UnmarshalJSON(bytes.NewReader(r.Body))
		if err == nil {
			err = schemas[kind].Validate(body)
		}
		if err != nil {
			t.Errorf("%s %s: %v\n%s", r.Method, kind, err, r.Body)
		}
		if kind != commandList && kind != emojiUpload {
			for _, broken := range crossRules(r) {
				t.Errorf("%s: %s\n%s", kind, broken, r.Body)
			}
		}
		checked[kind]++
		total++
	}
	if total == 0 {
		t.Error("no body was checked")
	}
	t.Logf("%d bodies checked: %v", total, checked)
}

// compiled are the schemas of the bodies, by their names.
var compiled = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	schemas := map[string]*jsonschema.Schema{}
	for _, body := range bodies {
		schema, err := discord.Body(strings.ToLower(body.method), body.described)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", body.name, err)
		}
		schemas[body.name] = schema
	}
	return schemas, nil
})

// crossRules are the rules between fields that a message breaks.
func crossRules(r playground.Request) []string {
	var body struct {
		Type *int
		Data *message
		message
	}
	if err := json.Unmarshal(r.Body, &body); err != nil {
		return []string{err.Error()}
	}
	m := &body.message
	if body.Type != nil {
		if m = body.Data; m == nil || *body.Type == 8 || *body.Type == 9 {
			return modalRules(body.Data)
		}
	}
	var c census
	for _, component := range m.Components {
		c.count(component)
	}
	return c.judge(m, r)
}

// modalRules are those of a modal, which holds at most five texts and inputs, the
// inputs of different custom_ids.
func modalRules(m *message) (broken []string) {
	if m == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, label := range m.Components {
		if label.Type == 10 && len(m.Components) <= 5 {
			continue
		}
		if label.Component == nil || seen[label.Component.CustomID] || len(m.Components) > 5 {
			broken = append(broken, "a modal of other things than texts and up to five different inputs")
			continue
		}
		seen[label.Component.CustomID] = true
	}
	return broken
}

type message struct {
	Flags           int
	Content         string
	Components      []component
	AllowedMentions *struct {
		Parse []string
		Users []string
		Roles []string
	} `json:"allowed_mentions"`
	Attachments []struct {
		ID          string
		Filename    string
		Description string
	}
}

type component struct {
	Type        int
	CustomID    string `json:"custom_id"`
	Content     string
	Label       string
	Placeholder string
	Options     []struct {
		Label, Value string
		Default      bool
	}
	MinValues  *int `json:"min_values"`
	MaxValues  *int `json:"max_values"`
	Components []component
	Component  *component // of a label
	Accessory  *component
	Items      []struct {
		Media       struct{ URL string }
		Description string
	}
	File *struct{ URL string }
}

// census counts the parts of a message.
type census struct {
	components, text int
	broken           []string // rules of menus
	ids              []string
	files            []string
}

func (c *census) count(k component) {
	c.components++
	c.text += utf8.RuneCountInString(k.Content)
	if k.CustomID != "" {
		c.ids = append(c.ids, k.CustomID)
	}
	if k.Type == 3 {
		c.broken = append(c.broken, menuRules(k)...)
	}
	for _, item := range k.Items {
		c.files = append(c.files, item.Media.URL)
	}
	if k.File != nil {
		c.files = append(c.files, k.File.URL)
	}
	if k.Accessory != nil {
		c.count(*k.Accessory)
	}
	for _, child := range k.Components {
		c.count(child)
	}
}

// menuRules holds the rules of a menu: how many options may be picked, and how many are.
func menuRules(k component) (broken []string) {
	least, most, picked := 1, 1, 0
	if k.MinValues != nil {
		least = *k.MinValues
	}
	if k.MaxValues != nil {
		most = *k.MaxValues
	}
	values := map[string]bool{}
	for _, o := range k.Options {
		values[o.Value] = true
		if o.Default {
			picked++
		}
	}
	if least > most || most > len(k.Options) || len(k.Options) > 25 || len(values) < len(k.Options) || picked > most {
		broken = append(broken, fmt.Sprintf("%d of %d options picked, %d of them different, in a menu for %d to %d", picked, len(k.Options), len(values), least, most))
	}
	return broken
}

func (c *census) judge(m *message, r playground.Request) (broken []string) {
	rule := func(ok bool, format string, args ...any) {
		if !ok {
			broken = append(broken, fmt.Sprintf(format, args...))
		}
	}
	broken = append(broken, c.broken...)
	rule(c.components <= 40, "%d components", c.components)
	rule(c.text <= 4000, "%d characters of text", c.text)
	rule(len(m.Components) == 0 || m.Flags&(1<<15) != 0, "components without the flag of Components V2")
	rule(len(m.Components) == 0 || m.Content == "", "content beside Components V2")
	if len(m.Components) > 0 {
		rule(m.AllowedMentions != nil && m.AllowedMentions.Parse != nil &&
			len(m.AllowedMentions.Parse)+len(m.AllowedMentions.Users)+len(m.AllowedMentions.Roles) == 0, "mentions are not forbidden")
	}
	seen := map[string]bool{}
	for _, id := range c.ids {
		rule(!seen[id], "custom_id %q twice", id)
		rule(utf8.RuneCountInString(id) <= 100, "custom_id of %d characters", utf8.RuneCountInString(id))
		seen[id] = true
	}
	sent := map[string]bool{}
	for _, f := range r.Files {
		sent["attachment://"+f.Name] = true
	}
	for _, a := range m.Attachments {
		if len(a.ID) > 2 { // no number of a part: it stays from the message that is edited
			sent["attachment://"+a.Filename] = true
		}
	}
	for _, url := range c.files {
		rule(sent[url], "%s refers to no file of the message", url)
		delete(sent, url)
	}
	rule(len(sent) == 0, "files that no component shows: %v", sent)
	return broken
}
