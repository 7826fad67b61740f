package bot

import (
	"crypto/ed25519"
	"encoding/hex"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// A setting is one leaf of the file: where it is, what it must be (read after
// "want"), and whether a value is that.
type setting struct {
	path string
	want string
	fits func(*yaml.Node) bool
}

var settings = []setting{
	{"discord.via", "gateway or endpoint", isOneOf(viaGateway, viaEndpoint)},
	{"discord.shards", "a whole number from 0 to 1000; 0 is what Discord recommends", isCount(0, 1000)},
	{"discord.register", "true or false", isFlag},
	{"discord.guild", `a server's id (17 to 20 digits) or ""`, isGuild},
	{"endpoint.addr", `an address such as ":8081"`, isPort},
	{"endpoint.key", `the public key of the General Information page of discord.com/developers, 64 hex digits, or "" to ask Discord`, isKey},
	{"endpoint.linger", "a duration from 0s to 1m", isSpan(0, time.Minute)},
	{"queue.url", `an address such as "nats://127.0.0.1:4222", or ""`, isQueue},
	{"queue.credentials", `a file's name, or ""`, isText},
	{"queue.replicas", "1, 3 or 5", isOneOf("1", "3", "5")},
	{"queue.work", "true or false", isFlag},
	{"clock.ack_after", "a duration from 100ms to 2.5s: Discord waits 3s for the first answer", isSpan(100*time.Millisecond, 2500*time.Millisecond)},
	{"clock.progress_every", "a duration from 1s to 1m: each step is a request to Discord", isSpan(time.Second, time.Minute)},
	{"limits.solve", "a duration from 1s to 14m: Discord takes an answer for 15m", isSpan(time.Second, 14*time.Minute)},
	{"limits.workers", "a whole number from 0 to 256; 0 is one for each core", isCount(0, 256)},
	{"limits.queue", "a whole number from 0 to 10000", isCount(0, 10_000)},
	{"limits.per_user", "a whole number from 1 to 100", isCount(1, 100)},
	{"limits.puzzle", "a whole number from 1 to 6000: nobody can type more into Discord", isCount(1, 6000)},
	{"limits.memory", `a size such as "512MiB" or "1GiB", from "64MiB" on, or "" for what the system grants`, isSize},
	{"picture.theme", "dark or light", isOneOf("dark", "light")},
	{"http.addr", `an address such as "127.0.0.1:8080", or ""`, isAddr},
	{"http.debug", "true or false", isFlag},
	{"playground.addr", `an address on this computer, such as "127.0.0.1:8090"`, isLoopback},
	{"playground.locale", "en-US, ko or ja", isOneOf("en-US", "ko", "ja")},
	{"about.source", `an address such as "https://example.org/kibitz", or ""`, isPage},
	{"log.level", "debug, info, warn or error", isOneOf("debug", "info", "warn", "error")},
	{"log.format", "text or json", isOneOf("text", "json")},
}

func isText(n *yaml.Node) bool { return n.Tag == "!!str" }

func isPort(n *yaml.Node) bool { return n.Value != "" && isAddr(n) }

func isKey(n *yaml.Node) bool {
	key, err := hex.DecodeString(n.Value)
	return n.Tag != "!!null" && err == nil && (len(key) == 0 || len(key) == ed25519.PublicKeySize)
}

func isQueue(n *yaml.Node) bool {
	for address := range strings.SplitSeq(n.Value, ",") { // of several servers
		u, err := url.Parse(address)
		if err != nil || n.Value != "" && (u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme)) {
			return false
		}
	}
	return n.Tag == "!!str"
}

func isPage(n *yaml.Node) bool {
	u, err := url.Parse(n.Value)
	return n.Tag == "!!str" && (n.Value == "" || err == nil && u.Scheme == "https" && u.Host != "" && len(n.Value) <= maxURL)
}

func isFlag(n *yaml.Node) bool { return n.Tag == "!!bool" }

func isSpan(lo, hi time.Duration) func(*yaml.Node) bool {
	return func(n *yaml.Node) bool {
		d, err := time.ParseDuration(n.Value)
		return err == nil && n.Tag == "!!str" && lo <= d && d <= hi
	}
}

func isCount(lo, hi int) func(*yaml.Node) bool {
	return func(n *yaml.Node) bool {
		var i int
		return n.Tag == "!!int" && n.Decode(&i) == nil && lo <= i && i <= hi
	}
}

func isOneOf(words ...string) func(*yaml.Node) bool {
	return func(n *yaml.Node) bool { return slices.Contains(words, n.Value) }
}

var guildID = regexp.MustCompile(`^([0-9]{17,20})?$`)

func isGuild(n *yaml.Node) bool { return n.Tag != "!!null" && guildID.MatchString(n.Value) }

func isAddr(n *yaml.Node) bool {
	if n.Value == "" {
		return n.Tag == "!!str"
	}
	_, port, err := net.SplitHostPort(n.Value)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// The playground lets whoever reaches it speak for any user.
func isLoopback(n *yaml.Node) bool {
	host, _, err := net.SplitHostPort(n.Value)
	if err != nil || !isAddr(n) {
		return false
	}
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
