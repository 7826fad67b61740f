package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"kibitz/bot"
	"kibitz/playground"
)

// oneShot types one command to the bot in a playground, prints the reply and
// leaves its pictures in dir. Its status is 1 where the reply is a failure.
func oneShot(ctx context.Context, config bot.Config, command, dir string, stdout, stderr io.Writer) int {
	config.HTTP.Addr = "" // another bot may be running here
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	slog.SetDefault(log)
	status := 0
	err := withPlayground(ctx, config, "127.0.0.1:0", log, func(ctx context.Context, server *playground.Server) error {
		reply, err := server.TypeFiles(ctx, command, attachment)
		if form := new(playground.Modal); errors.As(err, &form) { // nobody is here to fill it in
			fmt.Fprintln(stdout, form.Text())
			status = 1
			return nil
		}
		if err != nil {
			return err
		}
		if bot.Failed(reply) {
			status = 1
		}
		fmt.Fprintln(stdout, reply.Text())
		return save(reply.Attachments, dir, stdout)
	})
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(stderr, "kibitz: interrupted")
		return 130 // as shells say it
	}
	if err != nil {
		return failed(stderr, err)
	}
	return status
}

// maxAttachment is the largest file that Discord takes from everybody.
const maxAttachment = 10 << 20

// attachment reads a file for an option that takes one.
func attachment(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxAttachment+1))
	if len(data) > maxAttachment {
		return nil, fmt.Errorf("%s is larger than %d MiB", path, maxAttachment>>20)
	}
	return data, err
}

// save writes a reply's files into dir. The names are the bot's own.
func save(files []playground.Attachment, dir string, stdout io.Writer) error {
	if len(files) == 0 {
		return nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
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
