package commands

import (
	"net/url"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/words"
)

// genres gives the phrases for puzzles that the bot does not know, by their names in addresses of
// puzz.link.
var genres = map[string]string{
	"slither": "genre.slither", "nurikabe": "genre.nurikabe", "heyawake": "genre.heyawake",
	"mashu": "genre.mashu", "hashikake": "genre.hashikake", "fillomino": "genre.fillomino", "yajilin": "genre.yajilin",
	"tapa": "genre.tapa", "starbattle": "genre.starbattle", "akari": "genre.akari", "lightup": "genre.akari",
	"hitori": "genre.hitori", "shikaku": "genre.shikaku", "numlin": "genre.numlin", "lits": "genre.lits",
}

// refuseLink returns the answer to the address of a web page that could not be read as a puzzle of
// the ask's kind: what to do instead, or which command takes it. It returns nil for a text that is
// no address, and for an address of the right kind with a mistake in it, which the reader's error
// explains better.
func (c *Commands) refuseLink(a *ask.Ask, text string) *ask.Answer {
	page := webPage(text)
	if page == nil {
		return nil
	}
	a = a.Aside()
	host := strings.TrimPrefix(page.Hostname(), "www.")
	genre := genreOf(page)
	switch {
	case genre == a.Kind.Name || strings.HasSuffix(host, "chiark.greenend.org.uk") && page.Fragment != "":
		return nil // the reader's error tells the place
	case slices.Contains([]string{"nonograms.org", "nonograms.ru"}, host):
		return a.Notice("link.nonograms")
	case host == "webpbn.com":
		return a.Notice("link.webpbn")
	case genre == "":
		return a.Notice("link.page")
	}
	if k := ask.Named(c.kinds, genre); k != nil {
		return a.Notice("link.other-kind", words.With{"Kind": a.Say.Text(k.Name + ".name"), "Command": k.Name})
	}
	var known []string
	for _, k := range c.kinds {
		known = append(known, a.Say.Text(k.Name+".name"))
	}
	name := words.Inert(genre)
	if id, ok := genres[genre]; ok {
		name = a.Say.Text(id)
	}
	return a.Notice("link.unknown-kind", words.With{"Kind": name, "Known": a.Say.Series(known)})
}

// webPage parses a text that is only the address of a web page; nil for any other text.
func webPage(text string) *url.URL {
	text = strings.Trim(text, "<> \t\r\n`")
	lower := strings.ToLower(text)
	switch {
	case strings.ContainsAny(text, " \t\r\n"):
		return nil
	case strings.HasPrefix(lower, "www."):
		text = "https://" + text
	case !strings.HasPrefix(lower, "https://") && !strings.HasPrefix(lower, "http://"):
		return nil
	}
	page, err := url.Parse(text)
	if err != nil || !strings.Contains(page.Hostname(), ".") {
		return nil
	}
	return page
}

// genreOf returns the kind of puzzle in an address of puzz.link or of a site like it, such as
// sudoku in …/p?sudoku/9/9/…; "" for any other address. It knows such addresses by the part behind
// the kind, which has only digits, v and colons.
func genreOf(page *url.URL) string {
	genre, rest, ok := strings.Cut(page.RawQuery, "/")
	size, _, more := strings.Cut(rest, "/")
	if !ok || !more || strings.Trim(size, "0123456789v:") != "" || strings.Trim(genre, "abcdefghijklmnopqrstuvwxyz0123456789_-") != "" {
		return ""
	}
	return genre
}
