package tests

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kibitz/playground"
)

// openAPI is Discord's own description of its API (MIT licence), kept beside
// the project.
const openAPI = "../../shared/discord/openapi.json"

// schemas are where that document describes the bodies that the bot sends.
var schemas = map[string]string{
	"POST callback":  "/paths/~1interactions~1{interaction_id}~1{interaction_token}~1callback/post/requestBody/content/application~1json/schema",
	"PATCH original": "/paths/~1webhooks~1{webhook_id}~1{webhook_token}~1messages~1@original/patch/requestBody/content/application~1json/schema",
	"POST follow-up": "/paths/~1webhooks~1{webhook_id}~1{webhook_token}/post/requestBody/content/application~1json/schema",
	"PUT commands":   "/paths/~1applications~1{application_id}~1commands/put/requestBody/content/application~1json/schema",
}

// routes say which request carries which body.
var routes = []struct {
	method string
	path   *regexp.Regexp
	body   string
}{
	{"POST", regexp.MustCompile(`^/interactions/[^/]+/[^/]+/callback$`), "POST callback"},
	{"PATCH", regexp.MustCompile(`^/webhooks/[^/]+/[^/]+/messages/@original$`), "PATCH original"},
	{"POST", regexp.MustCompile(`^/webhooks/[^/]+/[^/]+$`), "POST follow-up"},
	{"PUT", regexp.MustCompile(`^/applications/[^/]+(/guilds/[^/]+)?/commands$`), "PUT commands"},
}

func bodyOf(r playground.Request) string {
	for _, route := range routes {
		if r.Method == route.method && route.path.MatchString(r.Path) {
			return route.body
		}
	}
	return ""
}

// checkContract holds every body that was sent against Discord's document, and
// against the rules between fields that the document cannot say.
func checkContract(t *testing.T, requests []playground.Request) {
	t.Helper()
	compiled, missing := compiledOnce()
	if missing != nil {
		t.Logf("bodies are held against the rules between fields alone: %v", missing)
	}
	checked, validated := map[string]int{}, 0
	for _, r := range requests {
		kind := bodyOf(r)
		if kind == "" {
			continue
		}
		if schema := compiled[kind]; schema != nil {
			body, err := jsonschema.UnmarshalJSON(strings.NewReader(string(r.Body)))
			if err == nil {
				err = schema.Validate(body)
			}
			if err != nil {
				t.Errorf("%s %s: %v\n%s", r.Method, kind, err, r.Body)
			}
			validated++
		}
		if kind != "PUT commands" {
			for _, broken := range crossRules(r) {
				t.Errorf("%s: %s\n%s", kind, broken, r.Body)
			}
		}
		checked[kind]++
	}
	total := 0
	for _, n := range checked {
		total += n
	}
	if total == 0 {
		t.Error("no body was checked")
	}
	t.Logf("%d bodies checked, %d of them against Discord's document: %v", total, validated, checked)
}

// compiledOnce reads the schemas. The error says why there are none.
var compiledOnce = sync.OnceValues(func() (map[string]*jsonschema.Schema, error) {
	f, err := os.Open(openAPI)
	if err != nil {
		return nil, fmt.Errorf("Discord's OpenAPI document is not here: %w", err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	if err := c.AddResource("discord.json", doc); err != nil {
		return nil, err
	}
	compiled := map[string]*jsonschema.Schema{}
	for kind, pointer := range schemas {
		s, err := c.Compile("discord.json#" + strings.NewReplacer("{", "%7B", "}", "%7D").Replace(pointer))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind, err)
		}
		compiled[kind] = s
	}
	return compiled, nil
})

// TestContract: the document is here, so that every other test's bodies are
// held against it.
func TestContract(t *testing.T) {
	_, err := compiledOnce()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}

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
		Filename    string
		Description string
	}
}

type component struct {
	Type       int
	CustomID   string `json:"custom_id"`
	Content    string
	Label      string
	Options    []struct{ Label, Value string }
	Components []component
	Component  *component // of a label
	Accessory  *component
	Items      []struct {
		Media       struct{ URL string }
		Description string
	}
	File *struct{ URL string }
}

// census is what a message has in all.
type census struct {
	components, text int
	ids              []string
	files            []string
}

func (c *census) count(k component) {
	c.components++
	c.text += utf8.RuneCountInString(k.Content)
	if k.CustomID != "" {
		c.ids = append(c.ids, k.CustomID)
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

func (c *census) judge(m *message, r playground.Request) (broken []string) {
	rule := func(ok bool, format string, args ...any) {
		if !ok {
			broken = append(broken, fmt.Sprintf(format, args...))
		}
	}
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
	for _, url := range c.files {
		rule(sent[url], "%s refers to no file of the message", url)
		delete(sent, url)
	}
	rule(len(sent) == 0, "files that no component shows: %v", sent)
	return broken
}
