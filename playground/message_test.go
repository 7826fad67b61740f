package playground

import (
	"fmt"
	"testing"
)

// The newest message keeps its files, older ones as many as fit.
func TestStoredFilesAreBounded(t *testing.T) {
	t.Parallel()
	data := make([]byte, maxStored/3)
	var c channel
	for range 6 {
		c.add(&message{body: body{attachments: []*Attachment{{Data: data}}}})
		c.thin()
	}
	kept := ""
	for _, m := range c.messages {
		kept += fmt.Sprint(m.body.attachments[0].Data != nil, " ")
	}
	if kept != "false false false true true true " {
		t.Errorf("kept: %s", kept)
	}
}
