package wire

import (
	"encoding/json"
	"testing"
)

// TestServerLocale: English says nothing of a server that is no community, as it cannot choose.
func TestServerLocale(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                       "",
		`{"guild_locale":"en-US"}`: "",
		`{"guild_locale":"en-US","guild":{"features":["NEWS"]}}`:          "",
		`{"guild_locale":"en-US","guild":{"features":["X","COMMUNITY"]}}`: "en-US",
		`{"guild_locale":"ja","guild":{"features":["COMMUNITY"]}}`:        "ja",
		`{"guild_locale":"ja"}`: "ja", // it was a community once
		`{"locale":"ko","guild_id":null,"guild":null,"guild_locale":null}`: "",
	} {
		var w Interaction
		if err := json.Unmarshal([]byte(text), &w); err != nil || w.ServerLocale() != want {
			t.Errorf("%s: %q, %v", text, w.ServerLocale(), err)
		}
	}
}
