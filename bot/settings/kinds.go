package settings

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gopkg.in/yaml.v3"

	"kibitz/bot/wire"
	"kibitz/commands/ask"
	"kibitz/commands/puzzles"
)

// A kind is what a setting's value has to be.
type kind struct {
	want string // completes "want …" in an error
	fits func(*yaml.Node) bool
}

var (
	boolean   = kind{"true or false", func(n *yaml.Node) bool { return n.Tag == "!!bool" }}
	fileName  = kind{`a file's name, or ""`, func(n *yaml.Node) bool { return n.Tag == "!!str" }}
	guild     = kind{`a server's id (17 to 20 digits) or ""`, isGuild}
	port      = kind{`an address such as ":8081"`, func(n *yaml.Node) bool { return n.Value != "" && isAddress(n) }}
	address   = kind{`an address such as "127.0.0.1:8080", or ""`, isAddress}
	local     = kind{`an address on this computer, such as "127.0.0.1:8090"`, isLoopback}
	servers   = kind{`an address such as "nats://127.0.0.1:4222", or ""`, isServers}
	page      = kind{`an address such as "https://example.org/kibitz", or ""`, isPage}
	site      = kind{`an address such as "https://kibitz.example.org", without a path, or ""`, isSite}
	publicKey = kind{`the public key of the General Information page of discord.com/developers, 64 hex digits, or "" to ask Discord`, isKey}
	dailies   = kind{`up to ten puzzles such as "nonogram easy, kakuro hard"`, isDailies}
	size      = kind{`a size such as "512MiB" or "1GiB", from "64MiB" on, or "" for what the system grants`, isSize}
)

// span returns the kind of a duration from lo to hi. Why says more of it in an error.
func span(lo, hi time.Duration, why string) kind {
	return kind{fmt.Sprintf("a duration from %s to %s%s", short(lo), short(hi), why), func(n *yaml.Node) bool {
		d, err := time.ParseDuration(n.Value)
		return err == nil && n.Tag == "!!str" && lo <= d && d <= hi
	}}
}

// short returns a duration without the seconds of whole minutes: "14m" instead of "14m0s".
func short(d time.Duration) string {
	if s, whole := strings.CutSuffix(d.String(), "m0s"); whole {
		return s + "m"
	}
	return d.String()
}

// count returns the kind of a whole number from lo to hi. Why says more of it in an error.
func count(lo, hi int, why string) kind {
	return kind{fmt.Sprintf("a whole number from %d to %d%s", lo, hi, why), func(n *yaml.Node) bool {
		var i int
		return n.Tag == "!!int" && n.Decode(&i) == nil && lo <= i && i <= hi
	}}
}

// oneOf returns the kind of a value that is one of several words.
func oneOf(words ...string) kind {
	last := len(words) - 1
	return kind{strings.Join(words[:last], ", ") + " or " + words[last], func(n *yaml.Node) bool { return slices.Contains(words, n.Value) }}
}

// isKey reports whether n is a public key in hex digits, or "".
func isKey(n *yaml.Node) bool {
	key, err := hex.DecodeString(n.Value)
	return n.Tag != "!!null" && err == nil && (len(key) == 0 || len(key) == ed25519.PublicKeySize)
}

// isServers reports whether n names one server of NATS, or several between commas, or none.
func isServers(n *yaml.Node) bool {
	for address := range strings.SplitSeq(n.Value, ",") {
		u, err := url.Parse(address)
		if err != nil || n.Value != "" && (u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme)) {
			return false
		}
	}
	return n.Tag == "!!str"
}

func isPage(n *yaml.Node) bool {
	u, err := url.Parse(n.Value)
	return n.Tag == "!!str" && (n.Value == "" || err == nil && u.Scheme == "https" && u.Host != "" && len(n.Value) <= wire.MaxURL)
}

// isSite reports whether n is the address of a site, without a path, or "".
func isSite(n *yaml.Node) bool {
	u, err := url.Parse(n.Value)
	return isPage(n) && err == nil && u.Scheme+"://"+u.Host == n.Value || n.Value == "" && n.Tag == "!!str"
}

var guildID = regexp.MustCompile(`^([0-9]{17,20})?$`)

func isGuild(n *yaml.Node) bool { return n.Tag != "!!null" && guildID.MatchString(n.Value) }

// dailyPuzzles returns all puzzles of a day: each kind in each grade.
var dailyPuzzles = sync.OnceValue(func() (all []string) {
	for _, k := range puzzles.Kinds() {
		for _, grade := range ask.Grades {
			all = append(all, k.Name+" "+grade)
		}
	}
	return all
})

// isDailies reports whether n lists up to ten puzzles of a day: a message has as many pictures at most.
func isDailies(n *yaml.Node) bool {
	const most = 10
	list := strings.Split(n.Value, ", ")
	unknown := func(name string) bool { return !slices.Contains(dailyPuzzles(), name) }
	return n.Tag == "!!str" && len(list) <= most && !slices.ContainsFunc(list, unknown)
}

// isAddress reports whether n is a host, which may be empty, and a port number, or "".
func isAddress(n *yaml.Node) bool {
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

// isLoopback reports whether n is an address that only this computer reaches. The playground
// lets everyone who reaches it speak for any user.
func isLoopback(n *yaml.Node) bool {
	host, _, err := net.SplitHostPort(n.Value)
	if err != nil || !isAddress(n) {
		return false
	}
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
