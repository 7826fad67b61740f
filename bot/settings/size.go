package settings

import (
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// A Size is a number of bytes. It is written as "512MiB" or "1GiB"; "" is 0.
type Size int64

// parseSize reads a whole number of MiB or GiB, or "" as 0.
func parseSize(text string) (Size, error) {
	for unit, bytes := range map[string]Size{"MiB": 1 << 20, "GiB": 1 << 30} {
		if number, ok := strings.CutSuffix(text, unit); ok {
			n, err := strconv.ParseUint(number, 10, 20) // below 2^20, so that the product is no larger than 2^50
			return Size(n) * bytes, err
		}
	}
	if text == "" {
		return 0, nil
	}
	return 0, fmt.Errorf("%q is no size", text)
}

// UnmarshalYAML reads a size from the settings.
func (s *Size) UnmarshalYAML(n *yaml.Node) (err error) {
	*s, err = parseSize(n.Value)
	return err
}

// leastMemory is the smallest limits.memory, in bytes, that leaves room for one worker.
const leastMemory = 64 << 20

// isSize reports whether n is a size: none, or leastMemory or more.
func isSize(n *yaml.Node) bool {
	s, err := parseSize(n.Value)
	return n.Tag == "!!str" && err == nil && (s == 0 || s >= leastMemory)
}
