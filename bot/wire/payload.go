package wire

import (
	"encoding/json"
	"fmt"
)

// A Payload is the body of a request.
type Payload struct {
	ContentType string
	Body        []byte
}

// JSON returns a body without files.
func JSON(body any) (Payload, error) {
	data, err := json.Marshal(body)
	return Payload{"application/json", data}, err
}

// Deferral returns the first response that announces an answer: a message, which may be for
// the asker alone, or a change in place of the message that was clicked on.
func Deferral(inPlace, private bool) Payload {
	if inPlace {
		return Payload{"application/json", fmt.Appendf(nil, `{"type":%d}`, answerLater)}
	}
	flags := 0
	if private {
		flags = FlagEphemeral
	}
	return Payload{"application/json", fmt.Appendf(nil, `{"type":%d,"data":{"flags":%d}}`, answerDefer, flags)}
}
