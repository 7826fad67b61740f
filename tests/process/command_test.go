package process

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Command returns a function that makes the body of request n, for Load.Body: an interaction of
// a slash command with text options, as Discord sends it in a server. Each body has an id of its
// own, made of the present time and n. The people, whose ids are first and those after it, ask in
// turn.
func Command(name string, options map[string]string, first, people int) func(n int) []byte {
	type option struct {
		Name  string `json:"name"`
		Type  int    `json:"type"`
		Value string `json:"value"`
	}
	list := []option{}
	for name, value := range options {
		list = append(list, option{name, 3, value})
	}
	said, err := json.Marshal(list)
	if err != nil {
		panic(err) // strings can always be encoded
	}
	whole := strings.NewReplacer("\n", "", "NAME", name, "OPTIONS", string(said), "PAD", strings.Repeat("x", 150), "|", "\x00").Replace(interaction)
	parts := strings.Split(whole, "\x00") // which JSON never has in it: options with bars stay whole
	return func(n int) []byte {
		id := (time.Now().UnixMilli()-epoch)<<22 | int64(n)&(1<<22-1) // the time, and below it 22 bits of n
		return fmt.Appendf(nil, "%s%d%s%d%s%d%s", parts[0], id, parts[1], id, parts[2], first+n%people, parts[3])
	}
}

const epoch = 1420070400000 // of Discord's ids: 2015-01-01, ms since 1970

// The bars stand for the ids of the interaction and the person. It is as long as Discord's are.
const interaction = `{"app_permissions":"2248473465835073","application_id":"1280000000000000002","attachment_size_limit":10485760,
"authorizing_integration_owners":{"0":"4"},"channel":{"flags":0,"guild_id":"4","id":"3","name":"puzzles","nsfw":false,"permissions":"2251799813685247","type":0},
"channel_id":"3","context":0,"data":{"id":"6","name":"NAME","options":OPTIONS,"type":1},"entitlement_sku_ids":[],"entitlements":[],
"guild":{"features":["COMMUNITY","NEWS"],"id":"4","locale":"en-US"},"guild_id":"4","guild_locale":"en-US","id":"|","locale":"en-US","token":"aW50ZXJhY3Rpb246|PAD",
"member":{"user":{"id":"|","username":"ada","global_name":"Ada","avatar":null,"discriminator":"0","public_flags":0},
"roles":[],"joined_at":"2024-01-01T00:00:00Z","permissions":"2251799813685247","deaf":false,"mute":false,"flags":0,"pending":false},"type":2,"version":1}`
