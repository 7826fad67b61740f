package bot

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"kibitz/commands/chat"
)

// Ids of the notices about a file that came with a command.
const (
	noticeFileTooLarge    = "file.too-large" // data: Max
	noticeFileUnreachable = "file.unreachable"
)

const (
	fetchWithin = 10 * time.Second // all files of a request
	fetchTry    = 5 * time.Second  // one try at one file
	fetchTries  = 3
)

// An upload is a file that came with a command, as Discord describes it; the
// description is not relied on.
type upload struct {
	option, name, kind, url string
	size                    int64
}

// fileLimits are the largest files that commands take, in bytes, by "command
// option". A command on messages has one under "command ", without an option.
func fileLimits(defs []chat.Definition) map[string]int64 {
	limits := map[string]int64{}
	for _, d := range defs {
		if d.OnMessage {
			limits[d.Name+" "] = d.MaxBytes
		}
		for _, o := range d.Options {
			if o.Type == chat.Attachment {
				limits[d.Name+" "+o.Name] = o.MaxBytes
			}
		}
	}
	return limits
}

// fetch puts the files that came with a command among its options, or returns
// the reply to one whose files cannot be had. It runs in the request's turn at
// a worker, so that there are never more files in memory than workers.
func (b *bot) fetch(ctx context.Context, in *interaction) *chat.Reply {
	ctx, cancel := context.WithTimeout(ctx, fetchWithin)
	defer cancel()
	for _, a := range in.files {
		limit, ok := b.fileLimits[in.request.Command+" "+a.option]
		if !ok {
			delete(in.request.Options, a.option) // an option of another version of the bot
			continue
		}
		data, err := b.files.get(ctx, a, limit)
		switch target := in.request.Target; {
		case target != nil && err == nil:
			target.Files = append(target.Files, chat.Upload{Name: a.name, Type: a.kind, Data: data})
		case target != nil: // the message may have a puzzle elsewhere
			b.log.Info("a file of a message cannot be had", "command", in.request.Command, "err", err)
		case err == nil:
			in.request.Options[a.option] = chat.Upload{Name: a.name, Type: a.kind, Data: data}
		case errors.Is(err, errTooLarge):
			return b.notice(in, noticeFileTooLarge, map[string]any{"Max": inBytes(limit)})
		default:
			b.log.Warn("a file cannot be had", "command", in.request.Command, "option", a.option, "err", err)
			return b.unsolved(ctx, in, noticeFileUnreachable)
		}
	}
	return nil
}

// inBytes is a size for people to read.
func inBytes(n int64) string {
	for i, unit := range []string{"MiB", "KiB"} {
		if one := int64(1) << (20 - 10*i); n >= one {
			return strconv.FormatFloat(float64(n*10/one)/10, 'f', -1, 64) + " " + unit
		}
	}
	return fmt.Sprint(n, " bytes")
}

// fileHosts are where Discord keeps what people attach. Nothing is ever fetched
// from elsewhere: whoever could name a URL could have the bot ask its own
// network for it.
var fileHosts = []string{"cdn.discordapp.com", "media.discordapp.net"}

var errTooLarge = errors.New("the file is too large")

// files fetches attachments, without the bot's token.
type files struct{ client *http.Client }

func newFiles(client *http.Client) files {
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return files{&own}
}

// get returns a file of at most limit bytes, counted as they come, whatever was
// announced.
func (c files) get(ctx context.Context, a upload, limit int64) ([]byte, error) {
	if a.size > limit {
		return nil, errTooLarge
	}
	u, err := url.Parse(a.url)
	if err != nil || u.Scheme != "https" || u.User != nil || !slices.Contains(fileHosts, u.Host) {
		return nil, errors.New("the attachment is not at Discord's")
	}
	for try := 0; ; try++ {
		data, err := c.try(ctx, a.url, limit)
		f, failed := errors.AsType[*fault](err)
		if !failed || !f.passing() || try == fetchTries-1 || !sleep(ctx, f.wait(try)) {
			return data, err
		}
	}
}

func (c files) try(ctx context.Context, url string, limit int64) ([]byte, error) {
	const name = "file"
	ctx, cancel := context.WithTimeout(ctx, fetchTry)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, errors.New("the attachment's URL is none")
	}
	answer, err := c.client.Do(r)
	if err != nil {
		return nil, &fault{call: name, text: redact(err)}
	}
	defer answer.Body.Close()
	switch {
	case answer.StatusCode != http.StatusOK:
		return nil, &fault{call: name, status: answer.StatusCode, text: http.StatusText(answer.StatusCode)}
	case answer.ContentLength > limit:
		return nil, errTooLarge
	}
	data, err := io.ReadAll(io.LimitReader(answer.Body, limit+1))
	switch {
	case int64(len(data)) > limit:
		return nil, errTooLarge
	case err != nil:
		return nil, &fault{call: name, text: redact(err)}
	}
	return data, nil
}
