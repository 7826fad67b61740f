package main

import (
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// A look is how the pictures of one program look, by the INDEX.tsv of a folder that has such a table with
// the columns file, look and class.
type look struct{ name, class string }

// looksOf returns the looks of a folder's pictures by their paths in it; none without an INDEX.tsv.
func looksOf(folder string) (map[string]look, error) {
	f, err := os.Open(filepath.Join(folder, "INDEX.tsv"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	at := map[string]int{}
	for i, name := range rows[0] {
		at[name] = i
	}
	looks := map[string]look{}
	if _, ok := at["look"]; !ok {
		return nil, nil
	}
	for _, row := range rows[1:] {
		looks[row[at["file"]]] = look{row[at["look"]], row[at["class"]]}
	}
	return looks, nil
}

// heldOut reports whether a look is never looked at while anything is tuned: those whose names have a SHA-256 with an
// odd first byte. Those of them with a low second byte were looked at later, and count as tuned on.
func (l look) heldOut() bool {
	sum := sha256.Sum256([]byte(l.name))
	return sum[0]%2 == 1 && sum[1] >= 0x50
}

// capture returns the heading under which the look's pictures are counted.
func (l look) capture() string {
	class := l.class
	if strings.HasPrefix(class, "photo-") {
		class = "photo-like"
	}
	if l.heldOut() {
		return class + ", look held out"
	}
	return class + ", look tuned on"
}

// unsure reports whether pictures of a class must not be read surely: what they show is no whole puzzle of
// ours.
func (l look) unsure() bool {
	return l.class == "cut" || l.class == "misaligned" || l.class == "negative"
}
