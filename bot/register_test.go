package bot

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/settings"
	"kibitz/bot/wire"
	"kibitz/bot/wire/wiretest"
)

// discordsView returns the set as Discord gives it back: in its own order, with its
// own fields, and with nulls for what was not sent.
func discordsView(t *testing.T, put []byte, guild bool) string {
	t.Helper()
	var list []map[string]any
	if err := json.Unmarshal(put, &list); err != nil {
		t.Fatal(err)
	}
	slices.Reverse(list)
	for _, c := range list {
		c["id"], c["version"], c["application_id"] = "1", "2", "3"
		c["default_member_permissions"], c["nsfw"], c["dm_permission"] = nil, false, true
		c["name_localizations"] = nil
		if _, translated := c["description_localizations"]; !translated {
			c["description_localizations"] = nil
		}
		if guild {
			c["guild_id"], c["contexts"], c["integration_types"] = "4", nil, []int{0}
		} else {
			c["contexts"], c["integration_types"] = []int{2, 1, 0}, []int{1, 0}
		}
	}
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestCommandsAreRegisteredOnlyWhenTheyChanged(t *testing.T) {
	update := wiretest.Schema(t, "ApplicationCommandUpdateRequest")
	for guild, path := range map[string]string{"": "/api/v10/applications/9/commands", "77": "/api/v10/applications/9/guilds/77/commands"} {
		known := "[]"
		fake := &fakeREST{}
		fake.fault = func(s sent) (int, string, error) {
			if s.path != path {
				return 404, "{}", nil
			}
			if s.method == http.MethodPut {
				var list []json.RawMessage
				if err := json.Unmarshal(s.Body, &list); err != nil {
					t.Error(err)
				}
				for _, c := range list {
					wiretest.Validate(t, update, c)
				}
				known = discordsView(t, s.Body, guild != "")
			}
			return 200, known, nil
		}
		r := testCalls(fake)
		defs := slices.Clone(someDefinitions)
		for _, step := range []struct {
			why     string
			change  func()
			changed bool
		}{
			{"the first time", func() {}, true},
			{"again", func() {}, false},
			{"in another order", func() { slices.Reverse(defs) }, false},
			{"with other words", func() { defs[0].Description += "!" }, true},
			{"again", func() {}, false},
			{"in another language", func() { defs[0].Descriptions = map[string]string{"ja": "ライツアウト"} }, true},
			{"again", func() {}, false},
			{"after a command was lost", func() { known = known[:strings.Index(known, "},{")+1] + "]" }, true},
			{"after somebody set permissions", func() {
				known = strings.Replace(known, `"default_member_permissions":null`, `"default_member_permissions":"8"`, 1)
			}, true},
			{"after nonsense", func() { known = "{}" }, true},
		} {
			step.change()
			changed, err := r.register(t.Context(), "9", guild, defs)
			if err != nil || changed != step.changed {
				t.Errorf("guild %q, %s: changed %v, %v", guild, step.why, changed, err)
			}
		}
	}
}

func TestCommandsAreOfferedEverywhere(t *testing.T) {
	p, err := wire.JSON(compose.Commands(someDefinitions, ""))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(p.Body), `"integration_types":[0,1],"contexts":[0,1,2]`); n != len(someDefinitions) {
		t.Errorf("%d of %d: %s", n, len(someDefinitions), p.Body)
	}
	for _, part := range []string{`"min_value":0,"max_value":99`, `"min_value":-5,"max_value":0`, `"max_length":6000`, `{"type":11,"name":"file","description":"The lamps in a file"}`,
		`"description_localizations":{"ko":"불끄기"}`, `"description_localizations":{"ko":"할 일"}`, `"name_localizations":{"en-US":"Solve it","ko":"풀기"}`} {
		if !strings.Contains(string(p.Body), part) {
			t.Errorf("no %s in %s", part, p.Body)
		}
	}
}

// TestEndpointSettles: an endpoint that has a token registers the commands, whether it has its key from the
// settings or from Discord.
func TestEndpointSettles(t *testing.T) {
	const key = "abababababababababababababababababababababababababababababababab"
	for _, configured := range []string{"", key} {
		synctest.Test(t, func(t *testing.T) {
			d := &fakeREST{start: time.Now(), fault: func(s sent) (int, string, error) {
				if s.path == "/api/v10"+ownApplication {
					return 200, `{"id":"9","verify_key":"` + key + `"}`, nil
				}
				return 0, "", nil
			}}
			b, _ := newFakeBot(t, fakeHandler{defs: someDefinitions}, d, func(c *settings.Config) {
				c.Endpoint.Key, c.Picture.Tiles = configured, false
			})
			var settling sync.WaitGroup
			got, err := b.introduce(t.Context(), &settling)
			settling.Wait()
			if err != nil || hex.EncodeToString(got) != key {
				t.Errorf("key %x, %v", got, err)
			}
			if !slices.ContainsFunc(d.all(), func(s sent) bool { return s.method == http.MethodPut }) {
				t.Errorf("with the key %q in the settings no commands are registered", configured)
			}
		})
	}
}

// TestSettlingIsASetting: commands are registered, and tiles looked for, as the settings say.
func TestSettlingIsASetting(t *testing.T) {
	for _, register := range []bool{true, false} {
		for _, tiles := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				fake := &fakeREST{start: time.Now()}
				b, _ := newFakeBot(t, after(0), fake, func(c *settings.Config) { c.Discord.Register, c.Picture.Tiles = register, tiles })
				ctx, cancel := context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				b.settle(ctx, "9")
				asked := map[string]bool{}
				for _, s := range fake.all() {
					asked[s.path] = true
				}
				if asked["/api/v10/applications/9/commands"] != register || asked["/api/v10/applications/9/emojis"] != tiles {
					t.Errorf("register %v, tiles %v: %v", register, tiles, asked)
				}
			})
		}
	}
}
