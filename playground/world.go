package playground

import (
	"cmp"
	"strconv"
	"strings"
	"sync"
	"time"
)

// snowflakes makes Discord's ids: milliseconds since 2015 above 22 bits that
// tell apart the ids of one millisecond. They grow strictly.
type snowflakes struct {
	skew  time.Duration // of Discord's clock, see Options
	begin time.Time     // of the ids, see Options
	mu    sync.Mutex
	last  uint64
	steps int // of a clock that begins somewhere: interactions so far
}

// stepTime is how far apart interactions are on a clock that begins somewhere.
const stepTime = 10 * time.Second

const discordEpoch = 1420070400000 // 2015-01-01, ms since 1970

// next returns an id for the present time on Discord's clock, or the one after the
// last if that is not larger.
func (f *snowflakes) next() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last = max(f.last+1, uint64(max(0, f.now().UnixMilli()-discordEpoch))<<22)
	return strconv.FormatUint(f.last, 10)
}

// interaction returns the next id, for an interaction. If Options.Begin is set, it does not
// depend on the number of other ids since the interaction before.
func (f *snowflakes) interaction() string {
	f.mu.Lock()
	f.steps++
	f.mu.Unlock()
	return f.next()
}

// now returns the time on Discord's clock; f.mu is held.
func (f *snowflakes) now() time.Time {
	if f.begin.IsZero() {
		return time.Now().Add(f.skew)
	}
	return f.begin.Add(time.Duration(f.steps) * stepTime)
}

// age returns how long ago an id was made; false for a text that is not an id.
func (f *snowflakes) age(id string) (time.Duration, bool) {
	n, err := strconv.ParseUint(id, 10, 64)
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now().Sub(time.UnixMilli(int64(n>>22) + discordEpoch)), err == nil
}

// world is the part of a Server that never changes: people, bot and channel.
type world struct {
	name          string // of the bot
	applicationID string // of the bot's user too, as on Discord
	guildID       string
	channelID     string
	personID      string
	secondID      string // of the second person
	otherID       string // of another bot
	locale        string
	server        string // the server's locale; "" if it has not chosen one
	joined        string // ISO 8601
}

// newWorld returns a world with new ids, in which the bot has a name and the person
// a language.
func newWorld(ids *snowflakes, name, locale, server string) world {
	app := ids.next()
	return world{
		name:          name,
		applicationID: app,
		guildID:       ids.next(),
		channelID:     ids.next(),
		personID:      ids.next(),
		secondID:      ids.next(),
		otherID:       ids.next(),
		locale:        locale,
		server:        server,
		joined:        timestamp(time.Now()),
	}
}

// timestamp writes a time as Discord does.
func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000000+00:00") }

type object = map[string]any

func (w *world) bot() object {
	return object{
		"id": w.applicationID, "username": w.name, "global_name": nil, "discriminator": "0000",
		"avatar": nil, "bot": true, "public_flags": 0, "flags": 0, "primary_guild": nil,
	}
}

func (w *world) person() object { return w.user(w.personID) }

// user returns a person as Discord describes one: the person of the page is
// You, all others are Somebody. The other bot is described as one.
func (w *world) user(id string) object {
	out := object{
		"id": id, "username": strings.ToLower(w.nameOf(id)), "global_name": w.nameOf(id), "discriminator": "0",
		"avatar": nil, "public_flags": 0, "flags": 0, "primary_guild": nil,
	}
	if id == w.otherID {
		out["bot"] = true
	}
	return out
}

// nameOf returns the name that the page shows for an author's id.
func (w *world) nameOf(id string) string {
	switch id {
	case w.personID:
		return "You"
	case w.applicationID:
		return w.name
	case w.otherID:
		return "Other bot"
	}
	return "Somebody"
}

// permissions are all that exist; in a playground nothing is forbidden.
const permissions = "2251799813685247"

func (w *world) member(id string) object {
	return object{
		"user": w.user(id), "nick": nil, "avatar": nil, "roles": []string{}, "joined_at": w.joined,
		"premium_since": nil, "deaf": false, "mute": false, "pending": false, "flags": 0,
		"permissions": permissions, "communication_disabled_until": nil,
	}
}

func (w *world) guild() object {
	features := []string{}
	if w.server != "" {
		features = []string{"COMMUNITY"}
	}
	return object{"id": w.guildID, "locale": w.serverLocale(), "features": features}
}

// serverLocale returns the server's language, which is English for a server that has not chosen one.
func (w *world) serverLocale() string { return cmp.Or(w.server, "en-US") }

func (w *world) channel() object {
	return object{
		"id": w.channelID, "type": 0, "name": "playground", "guild_id": w.guildID, "position": 0,
		"nsfw": false, "topic": nil, "parent_id": nil, "last_message_id": nil,
		"permissions": permissions, "flags": 0,
	}
}

// account returns the bot's user as the bot sees it.
func (w *world) account() object {
	out := w.bot()
	out["mfa_enabled"], out["locale"], out["verified"] = false, "en-US", true
	return out
}

// application returns the bot's application as the bot sees it.
func (w *world) application(verifyKey, endpoint string) object {
	return object{
		"id": w.applicationID, "name": w.name, "icon": nil, "description": "", "type": nil, "bot": w.bot(),
		"bot_public": true, "bot_require_code_grant": false, "owner": w.person(), "team": nil,
		"verify_key": verifyKey, "flags": 0, "flags_new": "0", "explicit_content_filter": 0,
		"redirect_uris": []string{}, "interactions_endpoint_url": orNull(endpoint), "role_connections_verification_url": nil,
		"approximate_guild_count": 1, "approximate_user_install_count": 0,
		"approximate_user_authorization_count": 0, "eligible_oauth2_scopes": []any{},
	}
}

// orNull returns a text, or nil for an empty one.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// shardOf returns the shard, of n, that the guild's events go to: the guild's id
// without its lowest 22 bits, modulo n, as Discord documents it.
func (w *world) shardOf(n int) int {
	id, _ := strconv.ParseUint(w.guildID, 10, 64)
	return int(id >> 22 % uint64(n))
}

// people returns the people of the page, and the bots that it shows, by id and name.
func (w *world) people() []object {
	var all []object
	for _, id := range []string{w.personID, w.secondID, w.otherID, w.applicationID} {
		all = append(all, object{"id": id, "name": w.nameOf(id), "bot": id == w.otherID || id == w.applicationID})
	}
	return all
}
