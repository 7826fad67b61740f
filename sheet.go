package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"time"

	"kibitz/commands"
	"kibitz/render/sheet"
)

// printSheet writes one PDF with the puzzles of many files and, behind them, their solutions. After
// a file that is no puzzle it goes on, and returns status 1 at the end. A puzzle for which no single
// solution is found within -timeout is printed without one. Without any puzzle no PDF is written.
func printSheet(ctx context.Context, args []string, std streams) (status int) {
	flags := newFlags()
	out := flags.String("o", "sheet.pdf", "`FILE` for the PDF")
	timeout := flags.Duration("timeout", time.Minute, "the most time for one puzzle")
	files, err := parse(flags, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(std.out, "Usage: kibitz sheet [flags] FILE…\nNonograms and Kakuro, in any notation. FILE - is standard input.\n\nFlags:\n")
		describe(flags, std.out)
		return 0
	case err == nil && len(files) == 0:
		err = errors.New("in which files are the puzzles? - is standard input")
	case err == nil && *timeout <= 0:
		err = errors.New("-timeout must be more than 0, such as 10s")
	}
	if err != nil {
		return std.misused("kibitz sheet", err, "kibitz sheet")
	}
	set := commands.ForBatch()
	var puzzles []sheet.Puzzle
	for _, file := range files {
		data, err := readFile(ctx, file, std.in, maxFile)
		read := []commands.Printed{{Name: file, Err: err}}
		if err == nil {
			read = set.Print(ctx, file, string(data), *timeout)
		}
		if ctx.Err() != nil {
			fmt.Fprintln(std.err, "kibitz sheet: interrupted")
			return interrupted
		}
		for _, p := range read {
			switch {
			case p.Board == nil:
				fmt.Fprintf(std.err, "%s: %v\n", p.Name, p.Err)
				status = failure
				continue
			case p.Solution == nil:
				fmt.Fprintf(std.err, "%s: printed without a solution, as I know no single one\n", p.Name)
			}
			puzzles = append(puzzles, p.Puzzle)
		}
	}
	if len(puzzles) == 0 {
		return failure
	}
	if err := os.WriteFile(*out, sheet.PDF(puzzles), 0o644); err != nil {
		return std.failed(err)
	}
	fmt.Fprintf(std.out, "%s: puzzles: %d\n", *out, len(puzzles))
	return status
}
