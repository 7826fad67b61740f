package bot

import (
	"context"
	"fmt"
	"time"

	"kibitz/commands/chat"
)

// fakeHandler answers every request with handle.
type fakeHandler struct {
	handle  func(ctx context.Context, req *chat.Request, progress func(*chat.Reply)) *chat.Reply
	form    func(*chat.Request) *chat.Form
	suggest func(context.Context, *chat.Request, string) []chat.Choice
	private func(*chat.Request) bool // nil: as the option "private" says
	defs    []chat.Definition
	launch  *chat.Launch // nil for requests that open no page

	inquired func(*chat.Request) // is told of each request that is read; nil for nobody
}

func (h fakeHandler) Inquire(req *chat.Request) chat.Inquiry {
	if h.inquired != nil {
		h.inquired(req)
	}
	private, _ := req.Options["private"].(bool)
	if h.private != nil {
		private = h.private(req)
	}
	inquiry := chat.Inquiry{
		Private: private,
		Form: func() *chat.Form {
			if h.form == nil {
				return nil
			}
			return h.form(req)
		},
		Answer: func(ctx context.Context, progress func(*chat.Reply)) *chat.Reply { return h.handle(ctx, req, progress) },
	}
	if h.launch != nil {
		inquiry.Launch = func() *chat.Launch { return h.launch }
	}
	return inquiry
}

func (h fakeHandler) Notice(locale, id string, data map[string]any) *chat.Reply {
	r := &chat.Reply{Tone: chat.Failure, Title: "notice " + id, Private: true}
	if id == noticeIncident {
		r.Text = fmt.Sprint(data["ID"])
	}
	return r
}

func (h fakeHandler) Suggest(ctx context.Context, req *chat.Request, option string) []chat.Choice {
	if h.suggest == nil {
		return nil
	}
	return h.suggest(ctx, req, option)
}

func (h fakeHandler) Definitions() []chat.Definition { return h.defs }

// after returns a handler that takes d, or until its context ends, and tells which.
func after(d time.Duration) fakeHandler {
	return fakeHandler{handle: func(ctx context.Context, _ *chat.Request, _ func(*chat.Reply)) *chat.Reply {
		select {
		case <-time.After(d):
			return &chat.Reply{Title: "done"}
		case <-ctx.Done():
			return &chat.Reply{Title: "cut short"}
		}
	}}
}

// takes is a handler that takes as long as the option "takes" says, in seconds, or until
// its context ends.
var takes = fakeHandler{handle: func(ctx context.Context, req *chat.Request, _ func(*chat.Reply)) *chat.Reply {
	seconds, _ := req.Options["takes"].(int64)
	select {
	case <-time.After(time.Duration(seconds) * time.Second):
		return &chat.Reply{Title: "done"}
	case <-ctx.Done():
		return &chat.Reply{Title: "cut short"}
	}
}}

var fileDefinitions = []chat.Definition{{Name: "test", Options: []chat.Option{
	{Name: "file", Type: chat.Attachment, MaxBytes: 10},
}}}

var someDefinitions = []chat.Definition{
	{Name: "lightsout", Description: "Solve Lights Out", Descriptions: map[string]string{"ko": "불끄기"}, Options: []chat.Option{
		{Name: "puzzle", Description: "The lamps", Required: true, Max: 6000},
		{Name: "do", Description: "What to do", Descriptions: map[string]string{"ko": "할 일"}, Choices: []chat.Choice{{Name: "Solve it", Names: map[string]string{"ko": "풀기", "en-US": "Solve it"}, Value: "solve"}, {Name: "A hint", Value: "hint"}}},
		{Name: "limit", Description: "Presses", Type: chat.Number, Min: 0, Max: 99},
		{Name: "shift", Description: "Any number", Type: chat.Number, Min: -5, Max: 0},
		{Name: "private", Description: "For me alone", Type: chat.Flag},
		{Name: "file", Description: "The lamps in a file", Type: chat.Attachment, MaxBytes: 100},
	}},
	{Name: "help", Description: "What I can do"},
}
