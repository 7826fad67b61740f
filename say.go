package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"

	"kibitz/bot"
	"kibitz/bot/settings"
	"kibitz/commands/chat"
	"kibitz/playground"
)

// say types one command to the bot in a playground, prints the reply and saves its files in dir.
// The status is 1 if the reply is a failure, or a form, which nobody is here to fill in.
func say(ctx context.Context, config settings.Config, command, dir string, std streams) (status int) {
	config.HTTP.Addr = ""                 // another bot may be running here
	config.Activity = settings.Activity{} // nobody is here to paint
	config.Picture.Tiles = false          // nobody sees the buttons
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	slog.SetDefault(log)
	witness := &witness{}
	made := func(string) (_ bot.Handler, err error) {
		witness.Handler, err = handler(&config, playgroundKey)
		return witness, err
	}
	err := withPlayground(ctx, &config, made, anyPort, log, func(ctx context.Context, server *playground.Server) error {
		reply, err := server.TypeFiles(ctx, command, func(path string) ([]byte, error) { return readFile(ctx, path, std.in, maxAttachment) })
		if form := new(playground.Modal); errors.As(err, &form) {
			fmt.Fprintln(std.out, form.Text())
			status = failure
			return nil
		}
		if err != nil {
			return err
		}
		if witness.failed.Load() {
			status = failure
		}
		fmt.Fprintln(std.out, unescaped(reply.Text()))
		return save(reply.Attachments, dir, std.out)
	})
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(std.err, "kibitz: interrupted")
		return interrupted
	case err != nil:
		return std.failed(err)
	}
	return status
}

// escape matches an escape of Markdown, or a piece of code, which has none.
var escape = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|\\\\[\\\\*_~|<>\\[\\]@]")

// unescaped returns a text of Markdown without the backslashes that Discord does not show.
func unescaped(text string) string {
	return escape.ReplaceAllStringFunc(text, func(s string) string { return strings.TrimPrefix(s, `\`) })
}

// A witness is a handler that notes whether its last reply is a failure.
type witness struct {
	bot.Handler
	failed atomic.Bool
}

// Inquire inquires of the handler, and has the inquiry's answer noted.
func (w *witness) Inquire(req *chat.Request) chat.Inquiry {
	inquiry := w.Handler.Inquire(req)
	answer := inquiry.Answer
	inquiry.Answer = func(ctx context.Context, progress func(*chat.Reply)) *chat.Reply {
		return w.note(answer(ctx, progress))
	}
	return inquiry
}

func (w *witness) Notice(locale, id string, data map[string]any) *chat.Reply {
	return w.note(w.Handler.Notice(locale, id, data))
}

// note notes whether a reply is a failure, and returns it.
func (w *witness) note(r *chat.Reply) *chat.Reply {
	w.failed.Store(r.Tone == chat.Failure)
	return r
}

// maxAttachment is the size in bytes up to which Discord takes a file from everybody.
const maxAttachment = 10 << 20

// save writes a reply's files into dir, or into a new temporary directory if dir is "", and
// says where they are. The names are the bot's own.
func save(files []playground.Attachment, dir string, stdout io.Writer) error {
	if len(files) == 0 {
		return nil
	}
	var err error
	if dir == "" {
		dir, err = os.MkdirTemp("", "kibitz-")
	} else {
		err = os.MkdirAll(dir, 0o755)
	}
	if err != nil {
		return err
	}
	for _, f := range files {
		path := filepath.Join(dir, filepath.Base(f.Name))
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			return err
		}
		fmt.Fprintln(stdout, "saved", path)
	}
	return nil
}
