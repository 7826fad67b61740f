package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"kibitz/bot/compose"
	"kibitz/bot/settings"
	"kibitz/playground"
)

// say types one command to the bot in a playground, prints the reply and leaves its
// pictures in dir. Its status says, too, whether the reply is a failure.
func say(ctx context.Context, config settings.Config, command, dir string, std streams) (status int) {
	config.HTTP.Addr = "" // another bot may be running here
	log := slog.New(slog.NewTextHandler(std.err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	slog.SetDefault(log)
	err := withPlayground(ctx, config, anyPort, log, func(ctx context.Context, server *playground.Server) error {
		reply, err := server.TypeFiles(ctx, command, func(path string) ([]byte, error) { return readFile(ctx, path, std.in, maxAttachment) })
		if form := new(playground.Modal); errors.As(err, &form) { // nobody is here to fill it in
			fmt.Fprintln(std.out, form.Text())
			status = failure
			return nil
		}
		if err != nil {
			return err
		}
		if compose.Failed(reply) {
			status = failure
		}
		fmt.Fprintln(std.out, reply.Text())
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

// maxAttachment is the largest file that Discord takes from everybody.
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
