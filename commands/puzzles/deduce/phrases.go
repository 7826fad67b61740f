package deduce

import (
	"fmt"
	"slices"

	"kibitz/commands/words"
	"kibitz/solvers"
)

// Says returns the ids of the phrases that this package needs of a kind, for ask.Kind.Says. Levels,
// difficulties and demands are all those of the kind's solver. Demands is nil for a kind that takes
// no orders.
func Says(kind string, levels, difficulties, demands []string) []string {
	var verdicts []string
	for v := solvers.Undecided; v <= solvers.Multiple; v++ {
		verdicts = append(verdicts, v.String())
	}
	ids := slices.Concat(
		words.IDs(kind+".", verdicts...),
		words.IDs(kind+".", "cramped", "solutions", "more-solutions", "pair", "blank", "blank-how"),
		words.IDs(kind+".", "play", "so-far", "moves", "moves-sample"),
		words.IDs("progress.", kind),
		words.IDs(kind+".level.", levels...),
		words.IDs(kind+".difficulty.", difficulties...),
	)
	if demands == nil {
		return ids
	}
	return slices.Concat(ids, words.IDs(kind+".", "made", "made-again"),
		words.IDs(kind+".demand.", demands...), words.IDs(kind+".made-level.", demands...))
}

// Difficulties returns the names of the techniques' difficulties, each once. The techniques come
// easy first.
func Difficulties[T interface{ Difficulty() D }, D fmt.Stringer](techniques []T) (names []string) {
	for _, t := range techniques {
		names = append(names, t.Difficulty().String())
	}
	return slices.Compact(names)
}
