package clues

import "strings"

// GameID is the beginning of a game ID of Simon Tatham's Pattern: 3x2:, with or without the address
// of its page before it.
type GameID struct {
	Width, Height int
	At            int  // offset of the width
	Rest          Span // from the sign after the size on: ':' before clues, '#' before a random seed
}

// FindGameID reads the beginning of a game ID, if the text is one.
func FindGameID(t *Text) (id GameID, ok bool) {
	p := t.Body()
	text := t.Of(p)
	if !strings.HasPrefix(text, "http://") && !strings.HasPrefix(text, "https://") {
		return t.gameIDAt(p)
	}
	address, _, _ := strings.Cut(text, "\n")
	address, _, _ = strings.Cut(address, " ")
	for hash := strings.LastIndexByte(address, '#'); hash >= 0 && !ok; hash = strings.LastIndexByte(address[:hash], '#') {
		id, ok = t.gameIDAt(Span{p.Lo + hash + 1, p.Hi})
	}
	return id, ok
}

// gameIDAt reads the size at the beginning of p and the sign after it.
func (t *Text) gameIDAt(p Span) (id GameID, ok bool) {
	id.At = p.Lo
	var end int
	if id.Width, end = t.Number(p.Lo, p.Hi); end == p.Lo || end == p.Hi || t.Clean[end] != 'x' {
		return id, false
	}
	p.Lo = end + 1
	if id.Height, end = t.Number(p.Lo, p.Hi); end == p.Lo || end == p.Hi || t.Clean[end] != ':' && t.Clean[end] != '#' {
		return id, false
	}
	id.Rest = Span{end, p.Hi}
	return id, true
}
