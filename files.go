package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"unicode"
)

// readFile reads a file of at most limit bytes, or stdin for "-". When ctx ends it returns, though
// the file may be a pipe that never ends: the goroutine that reads it is left behind.
func readFile(ctx context.Context, path string, stdin io.Reader, limit int64) ([]byte, error) {
	type result struct {
		data []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		source := stdin
		if path != "-" {
			f, err := os.Open(path)
			if err != nil {
				done <- result{nil, err}
				return
			}
			defer f.Close()
			source = f
		}
		data, err := io.ReadAll(io.LimitReader(source, limit+1))
		if int64(len(data)) > limit {
			err = fmt.Errorf("%s is larger than %d MiB", path, limit>>20)
		}
		done <- result{data, err}
	}()
	select {
	case r := <-done:
		return r.data, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// An output is a stream of text for a terminal. It keeps its first error, so that callers need not
// look at the error of each print, and leaves control characters out: puzzles, names of files and
// errors have text in them that anybody may have written.
type output struct {
	io.Writer
	err error
}

// Write writes text to the stream without its control characters, and keeps the error if it is
// the first.
func (o *output) Write(p []byte) (int, error) {
	_, err := o.Writer.Write(bytes.Map(printable, p))
	if err == nil {
		return len(p), nil
	}
	if o.err == nil {
		o.err = err
	}
	return 0, err
}

// printable maps a control character to -1, and any other to itself. Line breaks and tabs stay;
// what turns the direction of writing goes, because it can show a line as another one.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) {
		return -1
	}
	return r
}
