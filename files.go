package main

import (
	"context"
	"fmt"
	"io"
	"os"
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

// An output is a stream that keeps its first error, so that callers need not look at the error of
// each print.
type output struct {
	io.Writer
	err error
}

// Write writes to the stream, and keeps the error if it is the first.
func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.err == nil {
		o.err = err
	}
	return n, err
}
