package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"kibitz/bot/compose"
	"kibitz/bot/rest"
	"kibitz/bot/wire"
)

// calls are the requests of the bot to Discord. An answer to an interaction carries the
// interaction's token in its path, and no other: with the bot's it would count against the
// bot's limits.
type calls struct{ rest *rest.Client }

const (
	// firstTry is the longest silence in one try at a first response: there is time for another.
	firstTry = 700 * time.Millisecond
	// editTry is the longest silence in one try at any other call.
	editTry = 20 * time.Second
	// unknownFor is how long Discord may answer that a deferral does not exist, after it got
	// the deferral as the response to a signed request (discord-api-docs, issue 7220).
	unknownFor = 15 * time.Second
)

// respond sends the first response to an interaction.
func (c calls) respond(ctx context.Context, in *interaction, name string, p wire.Payload) error {
	_, err := c.rest.Do(ctx, rest.Call{
		Name: name, Method: http.MethodPost, Path: "/interactions/" + in.id + "/" + in.token + "/callback",
		ContentType: p.ContentType, Body: p.Body, Secret: in.token, Try: firstTry,
	})
	return err
}

// followUp sends another message after the first response. It is not tried again if it may
// have arrived: that could send it twice.
func (c calls) followUp(ctx context.Context, in *interaction, p wire.Payload) error {
	_, err := c.rest.Do(ctx, rest.Call{
		Name: "follow-up", Method: http.MethodPost, Path: "/webhooks/" + in.app + "/" + in.token,
		ContentType: p.ContentType, Body: p.Body, Secret: in.token, Try: editTry, Once: true, UnknownUntil: in.born.Add(unknownFor),
	})
	return err
}

// post sends a message to a webhook. It is not tried again if it may have arrived.
func (c calls) post(ctx context.Context, h *webhook, p wire.Payload) error {
	_, err := c.rest.Do(ctx, rest.Call{
		Name: "daily", Method: http.MethodPost, Path: "/webhooks/" + h.id + "/" + h.token + "?wait=true&with_components=true",
		ContentType: p.ContentType, Body: p.Body, Secret: h.token, Try: editTry, Once: true,
	})
	return err
}

// edit replaces the deferral, or the message that came in its place. A try that may have arrived is not
// repeated if done says, by the message as it is then, that there is nothing left to do.
func (c calls) edit(ctx context.Context, in *interaction, p wire.Payload, done func(*stand) bool) error {
	call := c.editing(in, "edit", p)
	call.Look = new(looking(in))
	call.Done = func(answer []byte) bool {
		at, err := readStand(answer)
		return err == nil && done(at)
	}
	_, err := c.rest.Do(ctx, call)
	return err
}

// progress edits the deferral, with a single try.
func (c calls) progress(ctx context.Context, in *interaction, p wire.Payload) error {
	call := c.editing(in, "progress", p)
	call.Droppable, call.Try = true, progressEnd
	_, err := c.rest.Do(ctx, call)
	return err
}

// editing returns the call that edits the first response. It is tried again while Discord may
// not know the deferral yet.
func (c calls) editing(in *interaction, name string, p wire.Payload) rest.Call {
	return rest.Call{
		Name: name, Method: http.MethodPatch, Path: original(in),
		ContentType: p.ContentType, Body: p.Body, Secret: in.token, Try: editTry, UnknownUntil: in.born.Add(unknownFor),
		Unheard: in.unheard(),
	}
}

// unheard returns for how long a silent Discord is tried before another process gets the job;
// 0 for a request that is no job.
func (in *interaction) unheard() time.Duration {
	if in.via == viaQueue {
		return cutAfter
	}
	return 0
}

func original(in *interaction) string {
	return "/webhooks/" + in.app + "/" + in.token + "/messages/@original"
}

// A stand is the first response as it is by now: a deferral, progress or an answer.
type stand struct {
	wire.Posted
	ID     string    `json:"id"`
	Flags  int       `json:"flags"`
	Edited time.Time `json:"edited_timestamp"` // zero for never
}

// original reads the first response as it is by now.
func (c calls) original(ctx context.Context, in *interaction) (*stand, error) {
	return c.stand(ctx, looking(in))
}

// glance reads the first response as original does, but with a single try, and with none while Discord
// refuses this bot. It gives up when it has heard nothing for the time `silence`.
func (c calls) glance(ctx context.Context, in *interaction, silence time.Duration) (*stand, error) {
	call := looking(in)
	call.Droppable, call.Try = true, silence
	return c.stand(ctx, call)
}

// looking returns the call that reads the first response. It is tried again while Discord may
// not know it yet.
func looking(in *interaction) rest.Call {
	return rest.Call{
		Name: "original", Method: http.MethodGet, Path: original(in), Secret: in.token, Try: editTry, UnknownUntil: in.born.Add(unknownFor),
		Unheard: in.unheard(),
	}
}

// stand makes a call that looking has returned, and reads the answer.
func (c calls) stand(ctx context.Context, looking rest.Call) (*stand, error) {
	answer, err := c.rest.Do(ctx, looking)
	if err != nil {
		return nil, err
	}
	return readStand(answer)
}

func readStand(answer []byte) (*stand, error) {
	var s stand
	err := json.Unmarshal(answer, &s)
	return &s, err
}

// pending reports whether a deferred message still waits for its answer: Discord shows it as
// loading, or its first text shows progress.
func (s *stand) pending() bool {
	if s.Flags&wire.FlagLoading != 0 {
		return true
	}
	texts := wire.Texts(s.Components) // the mark stands behind the signs of a heading or a spoiler
	return len(texts) > 0 && strings.HasPrefix(strings.TrimLeft(texts[0], "# |"), compose.ProgressMark)
}

// gatewayInfo returns the address of the gateway, and how often it may be asked for a session.
func (c calls) gatewayInfo(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	var info discordgo.GatewayBotResponse
	err := c.ask(ctx, "gateway", "/gateway/bot", &info)
	if f, ok := errors.AsType[*rest.Fault](err); ok {
		return nil, noInfo{f}
	}
	return &info, err
}

// knock makes one call that needs no token, to find out whether Discord can be reached.
func (c calls) knock(ctx context.Context) {
	_, _ = c.rest.Do(ctx, rest.Call{Name: "knock", Method: http.MethodGet, Path: "/gateway", Droppable: true, Try: knockEvery})
}

// noInfo is a rest.Fault as an error that package gateway understands.
type noInfo struct{ *rest.Fault }

func (e noInfo) Unauthorized() bool        { return e.Status == http.StatusUnauthorized }
func (e noInfo) RetryAfter() time.Duration { return e.Fault.RetryAfter }

// An application is the part of the bot's own that it reads.
type application struct {
	ID        string `json:"id"`
	VerifyKey string `json:"verify_key"` // hex
	Endpoint  string `json:"interactions_endpoint_url"`
}

const ownApplication = "/applications/@me"

// application asks Discord for the application that the bot's token belongs to. An id that is
// no snowflake is an error: it becomes part of paths.
func (c calls) application(ctx context.Context) (*application, error) {
	var app application
	err := c.ask(ctx, "application", ownApplication, &app)
	if err == nil && !isSnowflake(app.ID) {
		err = errors.New("Discord names no application")
	}
	return &app, err
}

// ask gets JSON in the bot's name.
func (c calls) ask(ctx context.Context, name, path string, into any) error {
	answer, err := c.rest.Do(ctx, rest.Call{Name: name, Method: http.MethodGet, Path: path, Authorized: true, Try: editTry})
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

// setEndpoint has Discord send interactions to a URL; "" for the gateway.
func (c calls) setEndpoint(ctx context.Context, url string) error {
	body, err := json.Marshal(map[string]any{"interactions_endpoint_url": url})
	if err != nil {
		return err
	}
	_, err = c.rest.Do(ctx, rest.Call{
		Name: "application", Method: http.MethodPatch, Path: ownApplication,
		ContentType: "application/json", Body: body, Authorized: true, Try: editTry,
	})
	return err
}
