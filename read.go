package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"kibitz/bot/ops"
	"kibitz/solvers"
	"kibitz/vision"
	"kibitz/vision/judge"
	"kibitz/vision/photo"
)

// kindsOfBoards maps the values of -kind to boards. A picture does not show whether a board of
// lights is Lights Out or To the Moon.
var kindsOfBoards = map[string]vision.Kind{
	"nonogram": vision.Nonogram, "kakuro": vision.Kakuro, "sudoku": vision.Sudoku, "lightsout": vision.Lights, "tothemoon": vision.Lights, "cardflip": vision.Cards,
}

// nameOf returns the name of a kind in the output. A board of lights is called lightsout.
func nameOf(kind vision.Kind) string {
	return [...]string{vision.Nonogram: "nonogram", vision.Kakuro: "kakuro", vision.Lights: "lightsout", vision.Cards: "cardflip", vision.Sudoku: "sudoku"}[kind]
}

// readPictures reads the puzzle on each picture, and prints a few lines, or with -json an object,
// for each file. After a file without a puzzle it goes on, and returns status 1 at the end.
func readPictures(ctx context.Context, args []string, std streams) (status int) {
	var r reader
	switch err := r.read(args); {
	case errors.Is(err, flag.ErrHelp):
		flags := newFlags()
		r.flags(flags)
		fmt.Fprintf(std.out, "Usage: kibitz read [flags] FILE…\nThe puzzle on a photo or a screenshot: PNG, JPEG, GIF or WebP. FILE - is standard input.\n\nFlags:\n")
		describe(flags, std.out)
		return 0
	case err != nil:
		return std.misused("kibitz read", err, "kibitz read")
	}
	r.bound()
	for _, file := range r.files {
		rec := r.one(ctx, file, std.in)
		if ctx.Err() != nil {
			fmt.Fprintln(std.err, "kibitz read: interrupted")
			return interrupted
		}
		if rec.Error != "" {
			status = failure
		}
		if err := r.report(std.out, rec); err != nil {
			return std.failed(err)
		}
	}
	return status
}

// A reader is the pictures to read, and how to read them.
type reader struct {
	files   []string
	kind    string
	json    bool
	timeout time.Duration
	memory  *solvers.Memory // nil for no bound
}

// flags defines the flags of kibitz read, whose values go into the reader.
func (r *reader) flags(flags *flag.FlagSet) {
	flags.BoolVar(&r.json, "json", false, "one JSON object a file")
	flags.StringVar(&r.kind, "kind", "", "the `KIND` of puzzle: "+either(slices.Sorted(maps.Keys(kindsOfBoards)))+" (default whatever is there)")
	flags.DurationVar(&r.timeout, "timeout", 10*time.Second, "the most time for one file, with the question whether it makes sense")
}

// read fills in the reader from the command line. The error is flag.ErrHelp if help is asked
// for, or else says in words for a person what is wrong.
func (r *reader) read(args []string) (err error) {
	flags := newFlags()
	r.flags(flags)
	r.files, err = parse(flags, args)
	_, known := kindsOfBoards[r.kind]
	switch {
	case err != nil:
		return err
	case r.kind != "" && !known:
		return fmt.Errorf("-kind must be %s", either(slices.Sorted(maps.Keys(kindsOfBoards))))
	case r.timeout <= 0:
		return errors.New("-timeout must be more than 0, such as 10s")
	case len(r.files) == 0:
		return errors.New("which files are the pictures? - is standard input")
	}
	return nil
}

// bound keeps the reader within GOMEMLIMIT. Without that variable it sets a limit at which the
// garbage of one picture is collected before the next one is decoded.
func (r *reader) bound() {
	const usual = 128 << 20 // bytes
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(usual)
		return
	}
	_, heavy := ops.ShareMemory(0, 1)
	r.memory = solvers.NewMemory(heavy)
}

// A record is the result for a file.
type record struct {
	File   string  `json:"file"`
	*sight         // nil with an error
	MS     float64 `json:"ms"`
	Error  string  `json:"error,omitempty"`
}

// A sight is a puzzle that was read off a picture.
type sight struct {
	Kind     string   `json:"kind"`
	Puzzle   string   `json:"puzzle"`   // before any repair; "" if a place could not be read
	Repaired string   `json:"repaired"` // the only repair that the rules allow; "" if there is none, or more than one
	Marks    string   `json:"marks,omitempty"`
	Sure     bool     `json:"sure"`
	Doubts   []doubt  `json:"doubts"`
	Repairs  []doubt  `json:"repairs,omitempty"`
	Flaws    []string `json:"flaws,omitempty"`
	Rows     int      `json:"rows"`
	Cols     int      `json:"cols"`
}

// A doubt is a place with its likely readings.
type doubt struct {
	Place    string   `json:"place"`
	Readings []likely `json:"readings"`
}

type likely struct {
	Text string  `json:"text"`
	P    float64 `json:"p"`
}

// one reads a file within the timeout, and returns the puzzle or the error. Its time leaves out
// how long the bytes took to come.
func (r *reader) one(ctx context.Context, file string, stdin io.Reader) record {
	rec := record{File: file}
	data, err := readFile(ctx, file, stdin, photo.MaxBytes)
	began := time.Now()
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, r.timeout)
		defer cancel()
		ctx, giveBack := solvers.WithMemory(ctx, r.memory)
		defer giveBack()
		rec.sight, err = r.look(ctx, data)
	}
	if err != nil {
		rec.Error = r.why(err)
	}
	rec.MS = math.Round(float64(time.Since(began).Microseconds())/100) / 10
	return rec
}

// why returns in a line the reason for which no puzzle was read.
func (r *reader) why(err error) string {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err.Error()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("out of time after %v; -timeout %v gives it more", r.timeout, 3*r.timeout)
	}
	for _, broken := range []error{photo.ErrImage, photo.ErrBroken, photo.ErrBytes, photo.ErrPixels, photo.ErrProgressive} {
		if errors.Is(err, broken) {
			err = broken // vision's own error with it says less
		}
	}
	return strings.TrimPrefix(strings.TrimPrefix(err.Error(), "vision: "), "photo: ")
}

// look reads a picture, and judges the reading by the rules of its kind. It first takes from the
// bound on memory what the picture needs. A board of another kind than -kind says is an error.
func (r *reader) look(ctx context.Context, data []byte) (*sight, error) {
	picture, err := vision.Open(data)
	if err != nil {
		return nil, err
	}
	if err := solvers.Take(ctx, picture.Memory()); err != nil {
		return nil, err
	}
	defer solvers.Give(ctx, picture.Memory())
	reading, err := picture.Read(ctx, vision.Hint{Kind: kindsOfBoards[r.kind]})
	switch {
	case errors.Is(err, vision.ErrKind) && reading != nil:
		name := nameOf(reading.Kind)
		return nil, fmt.Errorf("this looks like %s, %d × %d: -kind %s reads it as that", name, reading.Rows, reading.Cols, name)
	case err != nil:
		return nil, err
	}
	reading = judge.Uncoloured(ctx, reading)
	v := judge.Judge(ctx, reading)
	s := &sight{
		Kind: nameOf(reading.Kind), Rows: reading.Rows, Cols: reading.Cols,
		Puzzle: v.Puzzle, Repaired: v.Repaired, Marks: v.Marks, Sure: v.Sure,
		Doubts: doubts(v.Doubts), Repairs: doubts(v.Repairs),
	}
	for _, f := range v.Flaws {
		s.Flaws = append(s.Flaws, f.String())
	}
	return s, nil
}

// doubts returns doubts as JSON has them, never null, with probabilities of four decimals.
func doubts(all []judge.Doubt) []doubt {
	out := []doubt{}
	for _, d := range all {
		readings := []likely{}
		for _, way := range d.Readings {
			readings = append(readings, likely{way.Text, math.Round(way.P*1e4) / 1e4})
		}
		out = append(out, doubt{placeName(d.Place), readings})
	}
	return out
}

// placeName names a place of a board, with rows and columns counted from 1.
func placeName(p judge.Place) string {
	row, col := p.Row+1, p.Col+1
	switch p.Side {
	case judge.Row:
		return fmt.Sprintf("row %d", row)
	case judge.Col:
		return fmt.Sprintf("column %d", col)
	case judge.Down:
		return fmt.Sprintf("r%dc%d down", row, col)
	case judge.Across:
		return fmt.Sprintf("r%dc%d across", row, col)
	case judge.Lit:
		return "lit"
	case judge.Size:
		return "size"
	}
	return fmt.Sprintf("r%dc%d", row, col)
}

// report prints a record: with -json as an object, or else as a line with the kind and the size,
// and below it, each in a line of its own, what there is of puzzle, repair, marks, flaws and
// doubts.
func (r *reader) report(w io.Writer, s record) error {
	if r.json {
		return json.NewEncoder(w).Encode(s)
	}
	if s.Error != "" {
		_, err := fmt.Fprintf(w, "%s: %s\n", s.File, s.Error)
		return err
	}
	certain := "unsure"
	if s.Sure {
		certain = "sure"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, %d × %d, %s, %.0f ms\n", s.File, s.Kind, s.Rows, s.Cols, certain, s.MS)
	if s.Puzzle != "" {
		fmt.Fprintf(&b, "  %s\n", s.Puzzle)
	}
	if s.Repaired != s.Puzzle && s.Repaired != "" {
		fmt.Fprintf(&b, "  repaired: %s\n", s.Repaired)
	}
	if s.Marks != "" {
		fmt.Fprintf(&b, "  marks: %s\n", s.Marks)
	}
	if len(s.Flaws) > 0 {
		fmt.Fprintf(&b, "  flaws: %s\n", strings.Join(s.Flaws, ", "))
	}
	for _, d := range s.Doubts {
		fmt.Fprintf(&b, "  %s:", d.Place)
		for i, way := range d.Readings {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, " %s (%.0f %%)", way.Text, 100*way.P)
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
