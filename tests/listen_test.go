package tests

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"
)

// mostHeard is how many words a listener hears, at most, of an easy nonogram of 10×10 that is played
// to its end by hints and Do it. It was 7,565 when each message told the whole board.
const mostHeard = 2000

// TestHeard plays easy nonograms of 10×10 in style:text and counts the words of the messages, without
// those of buttons and menus.
func TestHeard(t *testing.T) {
	t.Parallel()
	h := open(t, nil)
	for number := range 9 {
		words, messages := heard(t, h, fmt.Sprint("10x10 easy ", number+1))
		t.Logf("number %d: %d words in %d messages", number+1, words, messages)
		if words > mostHeard {
			t.Errorf("%d words are heard in %d messages, more than %d", words, messages, mostHeard)
		}
	}
}

// heard plays a game to its end by hints, and counts its words and its messages.
func heard(t *testing.T, h *house, order string) (words, messages int) {
	k := talk{}
	say := func(turn string) string {
		said, err := k.speak(h, turn)
		if err != nil {
			t.Fatal(err)
		}
		words, messages = words+spoken(t, &k), messages+1
		return said
	}
	said := say("> /nonogram do:play style:text puzzle:" + order)
	for ; !strings.Contains(said, "solved!") && messages < 200; said = say(">> Do it") {
		say(">> Hint")
	}
	if messages >= 200 {
		t.Fatal(said)
	}
	return words, messages
}

// spoken counts the words of a message's texts.
func spoken(t *testing.T, k *talk) (n int) {
	var walk func(list []component)
	walk = func(list []component) {
		for _, c := range list {
			for _, word := range strings.Fields(c.Content) {
				if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
					n++
				}
			}
			walk(c.Components)
		}
	}
	var list []component
	if err := json.Unmarshal(k.last.Components, &list); err != nil {
		t.Fatal(err)
	}
	walk(list)
	return n
}
