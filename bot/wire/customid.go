package wire

import (
	"regexp"
	"strings"

	"kibitz/commands/chat"
)

// prefixes stand before the path in a custom_id: the version, and how the click is to be
// answered. When a path changes its meaning, change the version.
var prefixes = [...]string{
	chat.Privately:       "k1/",
	chat.Publicly:        "k1a/",
	chat.EditByOwner:     "k1t/",
	chat.EditOrPrivately: "k1p/",
	chat.EditByAnyone:    "k1e/",
	chat.Beside:          "k1b/",
}

// CustomID returns a path as a component carries it.
func CustomID(path string, mode chat.Mode) string { return prefixes[mode] + path }

// ParseCustomID splits what CustomID makes; ok is false for an id of another version.
func ParseCustomID(id string) (path string, mode chat.Mode, ok bool) {
	for m, prefix := range prefixes {
		if path, ok := strings.CutPrefix(id, prefix); ok {
			return path, chat.Mode(m), true
		}
	}
	return "", 0, false
}

var plainName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,31}$`)

// WithoutValues returns the names in a path, which may be logged: "lightsout?do&wrap" for
// "lightsout?do=play&wrap=true". In a path that the bot did not make "…" stands for anything
// that is no name.
func WithoutValues(path string) string {
	if path == "" {
		return ""
	}
	name := func(s string) string {
		if plainName.MatchString(s) {
			return s
		}
		return "…"
	}
	command, query, _ := strings.Cut(path, "?")
	names := name(command)
	separator := "?"
	for pair := range strings.SplitSeq(query, "&") {
		if key, _, ok := strings.Cut(pair, "="); ok {
			names += separator + name(key)
			separator = "&"
		}
	}
	return names
}
