package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"sync"
	"time"

	"kibitz/bot/rest"
	"kibitz/bot/sleep"
	"kibitz/commands/chat"
)

// Ids of the notices about a file that came with a command.
const (
	noticeFileTooLarge    = "file.too-large" // data: Max
	noticeFileUnreachable = "file.unreachable"
)

const (
	fetchWithin = 10 * time.Second // all files of a request
	fetchAgain  = 250 * time.Millisecond
	maxFetching = 8 // requests whose files are being fetched, or wait for a worker
)

// An upload is a file that came with a command, or with the message that was clicked on, as
// Discord describes it. Nothing relies on the description.
type upload struct {
	option, name, kind, url string
	size                    int64
	id                      string // of the attachment to a message
	carried                 bool   // it has the puzzle that a reply of ours carries
	image                   bool   // it is a picture of the message that a command was used on
	limit                   int64  // the most bytes that are read; 0 for the limit of the definition
}

// fileLimits returns the largest files that commands take, in bytes, by "command
// option". The limit of a command on messages is under "command ", without an option.
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

// fetch puts the files that came with a command among its options, and the puzzle that a
// reply carries in a file into the request. It returns a refusal if a file cannot be had. No
// more than maxFetching requests without a worker have their files in memory: the caller
// calls fetched when the request has one.
func (b *bot) fetch(ctx context.Context, in *interaction) (refusal *chat.Reply, fetched func()) {
	if len(in.files) == 0 {
		return nil, func() {}
	}
	select {
	case b.fetching <- struct{}{}:
		fetched = sync.OnceFunc(func() { <-b.fetching })
	case <-ctx.Done():
		return b.unsolved(ctx, in, noticeBusyBot), func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, fetchWithin)
	defer cancel()
	for _, a := range in.files {
		one := b.fetchOne
		if a.carried {
			one = b.fetchPuzzle
		}
		if refusal := one(ctx, in, a); refusal != nil {
			return refusal, fetched
		}
	}
	return nil, fetched
}

// fetchOne fetches a file into the request: to the message that a command was used on, if there
// is one, or else to the option that it came for. A file of a message that cannot be had is
// passed over, that of an option gets a refusal. An option that has no limit is unknown to this
// version of the bot, and is dropped. If nothing at all comes back, this process's own way to Discord
// may be cut. If another process can get the request, fetchOne then tries again until ctx ends: the
// request takes long, and so is handed over or passed on (see passOn).
func (b *bot) fetchOne(ctx context.Context, in *interaction, a upload) (refusal *chat.Reply) {
	limit := cmp.Or(a.limit, b.fileLimits[in.request.Command+" "+a.option])
	if target := in.request.Target; target != nil && a.image { // all together as large as the largest one
		for _, p := range target.Pictures {
			limit = max(limit-int64(len(p.Data)), 1)
		}
	}
	if limit == 0 {
		delete(in.request.Options, a.option) // an option of another version of the bot
		return nil
	}
	data, err := b.download(ctx, a, limit)
	for (b.jobs != nil || in.passable) && unheard(err) && in.markCut(true) && sleep.For(ctx, fetchAgain) {
		data, err = b.download(ctx, a, limit)
	}
	in.markCut(false)
	switch target := in.request.Target; {
	case target != nil && err == nil && a.image:
		target.Pictures = append(target.Pictures, chat.Upload{Name: a.name, Type: a.kind, Data: data})
	case target != nil && err == nil:
		target.Files = append(target.Files, chat.Upload{Name: a.name, Type: a.kind, Data: data})
	case target != nil: // the message may have a puzzle elsewhere
		b.log.Info("a file of a message cannot be had", "command", in.request.Command, "err", err)
	case err == nil:
		in.request.Options[a.option] = chat.Upload{Name: a.name, Type: a.kind, Data: data}
	case errors.Is(err, rest.ErrTooLarge):
		return b.notice(in, noticeFileTooLarge, map[string]any{"Max": inBytes(limit)})
	default:
		b.log.Warn("a file cannot be had", "command", in.request.Command, "option", a.option, "err", err)
		return b.unsolved(ctx, in, noticeFileUnreachable)
	}
	return nil
}

// unheard reports whether an error of download means that nothing came back at all.
func unheard(err error) bool {
	f, ok := errors.AsType[*rest.Fault](err)
	return ok && f.Status == 0
}

// inBytes returns a size for people to read.
func inBytes(n int64) string {
	for i, unit := range []string{"MiB", "KiB"} {
		if one := int64(1) << (20 - 10*i); n >= one {
			return strconv.FormatFloat(float64(n*10/one)/10, 'f', -1, 64) + " " + unit
		}
	}
	return fmt.Sprint(n, " bytes")
}

// fileHost matches the hosts where Discord keeps attachments, and copies of the pictures that
// embeds show. Nothing is ever fetched from another: a person who could name a URL could have the
// bot ask its own network for it.
var fileHost = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:cdn\.discordapp\.com|media\.discordapp\.net|images-ext-\d{1,3}\.discordapp\.net)$`)
})

// download returns a file of at most limit bytes, counted as they come, whatever size
// was announced.
func (b *bot) download(ctx context.Context, a upload, limit int64) ([]byte, error) {
	if a.size > limit {
		return nil, rest.ErrTooLarge
	}
	u, err := url.Parse(a.url)
	if err != nil || u.Scheme != "https" || u.User != nil || !fileHost().MatchString(u.Host) {
		return nil, errors.New("the attachment is not at Discord's")
	}
	return b.rest.Fetch(ctx, a.url, limit)
}
