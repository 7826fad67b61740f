package discord

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSchemas: what Discord takes and what it refuses are told apart, so that no check
// against the document passes for want of rules.
func TestSchemas(t *testing.T) {
	callback, err := Body("post", "/interactions/{interaction_id}/{interaction_token}/callback")
	if err != nil {
		t.Fatal(err)
	}
	commands, err := Body("put", "/applications/{application_id}/commands")
	if err != nil {
		t.Fatal(err)
	}
	edit, err := Component("IncomingWebhookUpdateRequestPartial")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 101)
	for _, c := range []struct {
		schema  *jsonschema.Schema
		text    string
		allowed bool
	}{
		{callback, `{"type":4,"data":{"content":"x"}}`, true},
		{callback, `{"type":4,"data":{"content":5}}`, false},
		{callback, `{"type":4,"data":{"components":[{"type":1,"components":[{"type":2,"style":1,"label":"x","custom_id":"` + long + `"}]}]}}`, false},
		{commands, `[{"name":"help","description":"x"}]`, true},
		{commands, `[{"name":"help","description":"` + long + `"}]`, false},
		{edit, `{"content":"x"}`, true},
		{edit, `{"content":5}`, false},
	} {
		body, err := jsonschema.UnmarshalJSON(strings.NewReader(c.text))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.schema.Validate(body); (err == nil) != c.allowed {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	if _, err := Component("Nonsense"); err == nil {
		t.Error("there is a component of no such name")
	}
}
