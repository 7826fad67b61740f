package ask

import (
	"fmt"
	"net/url"

	"kibitz/commands/chat"
)

// A Change is what a link says otherwise than its ask, by name.
type Change = map[string]any

// maxPath is how long a Button's Path may be, in characters.
const maxPath = 90

// Link returns the path of a button: to the same kind by the same options, with a change. It lacks
// the puzzle, which stands in the reply. A path that would be too long leaves out the theme, then
// the style, and is "" if it is too long even so.
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

// Button returns a button that leads on with a change. Its label is the phrase of that id.
func (a *Ask) Button(label string, change Change) chat.Button {
	return chat.Button{Label: a.Say.Text(label), Path: a.Link(change)}
}

// Keep adds to a change the wishes for privacy and for a spoiler, which one step on the way to an
// answer hands on to the next.
func (a *Ask) Keep(change Change) Change {
	if a.private != nil {
		change["private"] = a.private
	}
	return a.KeepSpoiler(change)
}

// KeepSpoiler adds to a change the wish for a spoiler, for an answer that takes the place of one
// behind a spoiler.
func (a *Ask) KeepSpoiler(change Change) Change {
	if a.Spoiler {
		change["spoiler"] = true
	}
	return change
}
