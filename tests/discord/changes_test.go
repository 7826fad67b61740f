package discord

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var newer = flag.String("newer", "", "list what Discord changed from the document here to the one in this file")

// TestChanges lists what -newer asks for: go test ./tests/discord -run Changes -v -newer openapi.json
func TestChanges(t *testing.T) {
	old, new := map[string]any{"a": 1.0, "b": map[string]any{"c": "x", "d": []any{1.0}}, "e": nil}, map[string]any{"b": map[string]any{"c": "y", "d": []any{1.0}, "f": map[string]any{}}, "e": nil}
	if got := strings.Join(changes("", old, new), " "); got != "-/a ~/b/c +/b/f" {
		t.Errorf("%s", got)
	}
	if *newer == "" {
		return
	}
	file, err := os.ReadFile(*newer)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	var here, there map[string]any
	if err := json.NewDecoder(unpacked).Decode(&here); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(file, &there); err != nil {
		t.Fatal(err)
	}
	list := changes("", here, there)
	t.Logf("%d changes\n%s", len(list), strings.Join(list, "\n"))
}

// changes returns what came (+), went (-) or is another (~) from one JSON object to a newer one, by
// its place below at.
func changes(at string, old, new map[string]any) (list []string) {
	keys := slices.Sorted(maps.Keys(old))
	for key := range new {
		if _, ok := old[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		place := at + "/" + key
		a, was := old[key]
		b, is := new[key]
		inner, ok := a.(map[string]any)
		further, both := b.(map[string]any)
		switch {
		case !was:
			list = append(list, "+"+place)
		case !is:
			list = append(list, "-"+place)
		case ok && both:
			list = append(list, changes(place, inner, further)...)
		case !reflect.DeepEqual(a, b):
			list = append(list, "~"+place)
		}
	}
	return list
}
