package commands

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"kibitz/solvers"
)

// Record is what a batch says of one puzzle, as one JSON object.
type Record interface{ head() *Head }

// Head is what every Record has.
type Head struct {
	File    string  `json:"file"`
	Kind    string  `json:"kind"`
	Verdict string  `json:"verdict,omitempty"`
	MS      float64 `json:"ms"`              // solving alone, wall clock
	Error   string  `json:"error,omitempty"` // instead of a verdict

	Hard string `json:"-"` // for the line of text: how it was decided
}

func (h *Head) head() *Head { return h }

// Line is the record as a line of text: verdict, how hard, time.
func Line(r Record) string {
	h := r.head()
	if h.Error != "" {
		return fmt.Sprintf("%s: %s", h.File, h.Error)
	}
	return fmt.Sprintf("%s: %s, %s, %.3f ms", h.File, h.Verdict, h.Hard, h.MS)
}

// Failed says whether the record holds an error instead of a verdict.
func Failed(r Record) bool { return r.head().Error != "" }

// Readable says whether a file may hold puzzles of that kind: most are text in UTF-8.
func (s *Set) Readable(kind, data string) bool {
	p := s.puzzle(kind)
	return p.readable(data) && (!strings.Contains(data, "\x00") || p.binary != nil && p.binary(data))
}

// Split yields the puzzles that a file holds, each under the name that a batch gives it:
// the file's, and "#" with the puzzle's own where there are several.
func (s *Set) Split(kind, file, text string) iter.Seq2[string, string] {
	return func(yield func(name, text string) bool) {
		split := s.puzzle(kind).split
		if split == nil {
			yield(file, text)
			return
		}
		for name, one := range split(text) {
			if name != "" {
				name = "#" + name
			}
			if !yield(file+name, one) {
				return
			}
		}
	}
}

// Solve reads one puzzle of that kind and solves it for a batch. The options
// are those of the slash command. It never returns nil: what cannot be read
// is a Record with Error.
func (s *Set) Solve(ctx context.Context, kind, file, text string, options map[string]any) Record {
	game, err := s.puzzle(kind).read(text, options)
	if err != nil {
		return &Head{File: file, Kind: kind, Error: err.Error()}
	}
	r := game.record(ctx)
	r.head().File, r.head().Kind = file, kind
	return r
}

// Options are the options of a puzzle's command that a batch may set. They are not described.
func (s *Set) Options(kind string) []Option { return slices.Clone(s.puzzle(kind).options) }

// Examples are texts for the puzzle option of a kind's command, at least one: those that
// help and suggestions offer, and one with marks where there may be any.
func (s *Set) Examples(kind string) []string {
	p := s.puzzle(kind)
	examples := append([]string{p.example}, p.samples...)
	if p.marks != "" {
		examples = append(examples, p.example+" "+foldSign+p.marks)
	}
	return examples
}

// Describe says what an option of a puzzle's command is for.
func (s *Set) Describe(kind, option string) string {
	return s.words.in("en").text(kind+".option."+option, nil)
}

// timed is how long solve took, in milliseconds, and its error as text.
func timed(solve func() error) Head {
	start := time.Now()
	err := solve()
	h := Head{MS: float64(time.Since(start).Nanoseconds()) / 1e6}
	switch {
	case err == nil:
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		h.Verdict, h.Hard = solvers.Undecided.String(), "out of time"
	default:
		h.Error = err.Error()
	}
	return h
}
