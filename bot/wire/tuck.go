package wire

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"io"
	"strings"

	"kibitz/commands/chat"
)

// A game's message shows no code: what a later click needs is tucked away in the room that the
// custom_ids of its buttons and the values of its menus' items leave. Discord hands the whole
// message back with each click, in the same order. The text is compressed and written in base64,
// so that no character of it can be changed on the way.

const (
	// tuckSign begins a tucked piece: in a custom_id it is one more word of the path's query,
	// without a value, which reading a path ignores.
	tuckSign = "&."
	maxID    = 100 // characters of a custom_id and of an item's value
)

// Tuck spreads a text over the ids and values of components. It returns false, and changes nothing, if
// the components have no room for the text.
func Tuck(components []Component, text string) bool {
	var packed bytes.Buffer
	w, _ := flate.NewWriter(&packed, flate.BestCompression) // its error is for an unknown level
	_, _ = io.WriteString(w, text)                          // a buffer takes all
	_ = w.Close()
	left, places := base64.RawURLEncoding.EncodeToString(packed.Bytes()), places(components)
	room := 0
	for _, at := range places {
		room += max(0, maxID-len(tuckSign)-Units(*at))
	}
	if room < len(left) {
		return false
	}
	for _, at := range places {
		if n := min(maxID-len(tuckSign)-Units(*at), len(left)); n > 0 {
			*at, left = *at+tuckSign+left[:n], left[n:]
		}
	}
	return true
}

// places returns the ids and values of components that can hold a piece, in reading order.
func places(components []Component) (all []*string) {
	for i := range components {
		c := &components[i]
		if _, _, ours := ParseCustomID(c.CustomID); ours && strings.Contains(c.CustomID, "?") {
			all = append(all, &c.CustomID)
		}
		for j := range c.Options {
			all = append(all, &c.Options[j].Value)
		}
		all = append(all, places(c.Components)...)
	}
	return all
}

// Tucked returns the text that Tuck has spread over the components of a message; ok is false if there
// is none.
func Tucked(components []Component) (text string, ok bool) {
	packed := ""
	for _, at := range places(components) {
		_, piece, _ := strings.Cut(*at, tuckSign)
		packed += piece
	}
	data, err := base64.RawURLEncoding.DecodeString(packed)
	if packed == "" || err != nil {
		return "", false
	}
	all, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(data)), chat.MaxPuzzleFile))
	return string(all), err == nil
}

// Untucked returns an item's value without the piece that Tuck has put behind it.
func Untucked(value string) string {
	value, _, _ = strings.Cut(value, tuckSign)
	return value
}
