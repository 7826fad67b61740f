package kakuro

import (
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/puzzles/deduce"
	"kibitz/commands/words"
	"kibitz/solvers/kakuro"
)

// combinationTable answers "16 in 2" with the sets of digits of that sum and length, and with the
// digits that all or none of them have.
func combinationTable(text string, say words.Phrases) (*ask.Answer, error) {
	q, err := kakuro.ParseQuery(text)
	if q == nil {
		return nil, err
	}
	comma := say.Text("comma")
	title := say.Count("kakuro.table", q.Length, words.With{"Sum": q.Sum}) +
		say.Text("kakuro.bounds", words.With{"With": deduce.DigitSet(q.With, comma), "Without": deduce.DigitSet(q.Without, comma)})
	return &ask.Answer{Reply: chat.Reply{Tone: chat.Good, Title: title, Text: sharedDigits(q.Sets(), say)}}, nil
}

// sharedDigits tells the sets, the digits in all of them, and the digits in none.
func sharedDigits(sets []uint16, say words.Phrases) string {
	const digits = 0x3fe // bits 1 to 9
	if len(sets) == 0 {
		return say.Text("kakuro.no-sets")
	}
	always, ever := uint16(digits), uint16(0)
	var told []string
	for _, set := range sets {
		always &= set
		ever |= set
		told = append(told, deduce.DigitSet(set, "+"))
	}
	facts := []string{say.Count("kakuro.sets", len(told), words.With{"Sets": say.Series(told)})}
	if always != 0 {
		facts = append(facts, say.Text("kakuro.always", words.With{"Digits": deduce.DigitSet(always, say.Text("comma"))}))
	}
	if never := digits &^ ever; never != 0 {
		facts = append(facts, say.Text("kakuro.never", words.With{"Digits": deduce.DigitSet(never, say.Text("comma"))}))
	}
	return strings.Join(facts, "\n")
}
