package bot

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"kibitz/activity"
	"kibitz/bot/endpoint"
	"kibitz/bot/rest"
	"kibitz/bot/sleep"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// This file opens the page where boards are painted: inside Discord, or by a button in a reply. What the page is to
// open is kept for it under an id.

// launch answers a request that opens the page, and that was let in. It returns false if the handler has to answer
// it: it opens no page, or its page was refused and would show the puzzles of the day, which a reply can, too.
func (b *bot) launch(a *answer) (done bool) {
	l := b.toLaunch(a.in)
	if l == nil {
		return false
	}
	err := errNoActivity
	if b.cfg.Activity.Discord && b.reaches() {
		err = b.launchInside(a.in, l)
	}
	switch {
	case err == nil || !unlaunched(err):
		a.conclude(err, outcomeAnswered)
	case l.Path == "":
		return false
	default:
		a.first(b.compose(a.in, b.lead(a.in, l)))
	}
	b.admission.done(a.in.user, 0)
	b.admission.release(a.in.user, 0)
	return true
}

// errNoActivity is the error of a launch that is not tried.
var errNoActivity = errors.New("the page is no Activity")

// toLaunch returns what a request opens on the page; nil for nothing. The puzzle of a reply may be in a file, which is
// fetched first.
func (b *bot) toLaunch(in *interaction) (l *chat.Launch) {
	if in.inquiry.Launch == nil {
		return nil
	}
	b.fetchInTime(in)
	if err := safely(func() error { l = in.inquiry.Launch(); return nil }); err != nil {
		b.logIncident(in, err)
		return nil
	}
	return l
}

// launchInside has Discord open the page for the person, and keeps what the page is to open under the id of the
// instance, which Discord tells in answer to a call alone. A signed request that waits for a response then gets an
// empty one, unless the error leaves it open for another answer.
func (b *bot) launchInside(in *interaction, l *chat.Launch) error {
	ctx, cancel := context.WithDeadline(b.sending, in.firstUntil())
	defer cancel()
	instance, err := b.calls.launch(ctx, in)
	if err == nil {
		b.keep(instance, l.Path)
		b.metrics.First.Observe(time.Since(in.born), "via", in.via)
	} else {
		b.log.Info("Discord does not open the page", in.asked(), "err", err)
	}
	if in.reply != nil && !unlaunched(err) {
		p := wire.Payload{ContentType: endpoint.Apart}
		late := errors.Is(in.reply(p), endpoint.ErrLate)
		in.entry.respond(p, !late)
	}
	return err
}

// unlaunched reports whether an error of launchInside leaves the request open for another answer. An application
// without Activities gets such an error, and so does a person who may not write in the channel.
func unlaunched(err error) bool {
	f, ok := errors.AsType[*rest.Fault](err)
	if !ok {
		return errors.Is(err, errNoActivity)
	}
	return f.Status/100 == 4 && !f.Passing() && f.Code != rest.AlreadyAcknowledged && f.Code != rest.UnknownInteraction
}

// lead returns the reply with a button to the page. If the address cannot hold the puzzle, it is kept.
func (b *bot) lead(in *interaction, l *chat.Launch) *chat.Reply {
	address := b.cfg.Activity.Address + activity.Path + "#" + l.Path
	kept := wire.Units(address) > wire.MaxURL
	if kept {
		id := rand.Text()
		b.keep(id, l.Path)
		bare := l.Bare + "&"
		if strings.HasSuffix(l.Bare, "?") {
			bare = l.Bare
		}
		address = b.cfg.Activity.Address + activity.Path + "#" + bare + "kept=" + id
	}
	led := *b.notice(in, noticePaint, map[string]any{"Kept": kept})
	led.Tone, led.Buttons = chat.Plain, []chat.Button{{Label: l.Label, URL: address}}
	return &led
}

// noticePaint is the id of the notice above the button to the page.
const noticePaint = "paint"

// keep keeps what the page is to open under an id, here and, if there is a queue, for other processes.
func (b *bot) keep(id, path string) {
	b.shelf.Put(id, path)
	if b.jobs == nil {
		return
	}
	if err := b.jobs.Keep(b.sending, id, path); err != nil {
		b.log.Warn("other processes cannot open what is kept here for the page", "err", err)
	}
}

// kept returns what the page is to open by an id, and keeps it for as long again; false for nothing. So who joins an
// Activity late opens what the others have open.
func (b *bot) kept(ctx context.Context, id string) (path string, ok bool) {
	path, ok = b.shelf.Get(id)
	if !ok && b.jobs != nil {
		var err error
		if path, ok, err = b.jobs.Kept(ctx, id); err != nil {
			b.log.Warn("what is kept for the page cannot be had", "err", err)
		}
	}
	if ok {
		b.keep(id, path)
	}
	return path, ok
}

// knowApplication tells the page's handler which application it is the Activity of, as soon as Discord says so. A
// process without a token has the application's key in its settings, if any.
func (b *bot) knowApplication(ctx context.Context) {
	if b.inside == nil {
		return
	}
	for {
		err := b.askApplication(ctx)
		if err == nil || ctx.Err() != nil {
			return
		}
		b.log.Error("inside Discord all visitors of the page are guests for now", "err", err)
		if !sleep.For(ctx, applicationAgain) {
			return
		}
	}
}

// applicationAgain is the pause before Discord is asked for the application again.
const applicationAgain = 5 * time.Minute

// askApplication asks Discord, or the settings, once.
func (b *bot) askApplication(ctx context.Context) error {
	app, err := &application{VerifyKey: b.cfg.Endpoint.Key}, error(nil)
	if b.currentToken() != "" {
		app, err = b.calls.application(ctx)
	}
	var key []byte
	if err == nil {
		key, err = hex.DecodeString(app.VerifyKey)
	}
	if err == nil && len(key) != ed25519.PublicKeySize {
		err = errors.New("Discord names no key")
	}
	if err == nil {
		b.inside.Know(app.ID, key)
	}
	return err
}

// launch opens the Activity as the first response to an interaction, and returns the id of its instance.
func (c calls) launch(ctx context.Context, in *interaction) (instance string, err error) {
	p, err := wire.JSON(wire.Callback{Type: wire.AnswerLaunch})
	if err != nil {
		return "", err
	}
	answer, err := c.rest.Do(ctx, rest.Call{
		Name: "launch", Method: http.MethodPost, Path: "/interactions/" + in.id + "/" + in.token + "/callback?with_response=true",
		ContentType: p.ContentType, Body: p.Body, Secret: in.token, Try: firstTry,
	})
	if err != nil {
		return "", err
	}
	return wire.Instance(answer), nil
}
