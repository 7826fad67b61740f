// Package wiretest takes apart what is sent to Discord, and holds it against Discord's own
// document. For tests.
package wiretest

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"kibitz/tests/discord"
)

// Opened is a payload taken apart as Discord does.
type Opened struct {
	Body  []byte
	Files map[string][]byte // by the names of part and file, with a space between
}

// Open takes a payload apart.
func Open(t interface{ Fatal(...any) }, contentType string, body []byte) Opened {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "application/json" {
		return Opened{Body: body}
	}
	o := Opened{Files: map[string][]byte{}}
	parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		p, err := parts.NextPart()
		if err == io.EOF {
			return o
		}
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		if p.FormName() == "payload_json" {
			o.Body = data
		} else {
			o.Files[p.FormName()+" "+p.FileName()] = data
		}
	}
}

// Schema returns what Discord's document has under that name.
func Schema(t testing.TB, name string) *jsonschema.Schema {
	t.Helper()
	s, err := discord.Component(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Validate fails the test unless body fits the schema.
func Validate(t interface{ Fatalf(string, ...any) }, s *jsonschema.Schema, body []byte) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err == nil {
		err = s.Validate(v)
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
}
