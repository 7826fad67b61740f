package ask

import (
	"fmt"
	"net/url"

	"kibitz/commands/chat"
)

// Change is what a link changes of an ask.
type Change = map[string]any

// maxPath is how long a Button's Path may be.
const maxPath = 90

// Link is where a button leads: to the same kind by the same options, but for the change. It
// has all but the puzzle itself, which stands in the reply. One that would grow too long
// leads to the usual paper, then to the usual style; "" is one too long even so.
func (a *Ask) Link(change Change) string {
	q := url.Values{}
	for name, value := range a.Options {
		option := a.Kind.option(name)
		if _, isFile := value.(chat.Upload); !isFile && (option == nil || !option.Encoded || a.Unread) {
			q.Set(name, fmt.Sprint(value))
		}
	}
	for name, value := range change {
		q.Set(name, fmt.Sprint(value))
	}
	path := func() string { return a.Kind.Name + "?" + q.Encode() }
	for _, spare := range []string{"theme", "style"} {
		if _, changed := change[spare]; !changed && len(path()) > maxPath {
			q.Del(spare)
		}
	}
	if len(path()) > maxPath {
		return ""
	}
	return path()
}

// Button leads on: its label by the phrase's id, and what it changes of the ask.
func (a *Ask) Button(label string, change Change) chat.Button {
	return chat.Button{Label: a.Say.Text(label), Path: a.Link(change)}
}

// Keep is a change with the wishes for privacy and for a spoiler in it, which one step on the
// way to an answer hands on to the next.
func (a *Ask) Keep(change Change) Change {
	if a.private != nil {
		change["private"] = a.private
	}
	return a.KeepSpoiler(change)
}

// KeepSpoiler is a change with the wish for a spoiler in it, for what takes the place of what
// is behind one.
func (a *Ask) KeepSpoiler(change Change) Change {
	if a.Spoiler {
		change["spoiler"] = true
	}
	return change
}
