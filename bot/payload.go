package bot

import (
	"encoding/json"
	"fmt"
)

// A payload is the body of a request.
type payload struct {
	contentType string
	body        []byte
}

// jsonPayload returns a body without files.
func jsonPayload(body any) (payload, error) {
	data, err := json.Marshal(body)
	return payload{"application/json", data}, err
}

// deferral returns the first response that announces an answer: a message, which may be for
// the asker alone, or a change in place of the message that was clicked on.
func deferral(inPlace, private bool) payload {
	if inPlace {
		return payload{"application/json", fmt.Appendf(nil, `{"type":%d}`, answerLater)}
	}
	flags := 0
	if private {
		flags = flagEphemeral
	}
	return payload{"application/json", fmt.Appendf(nil, `{"type":%d,"data":{"flags":%d}}`, answerDefer, flags)}
}
