// Package discord has Discord's own description of its HTTP API, for tests to hold
// against it what the bot sends.
//
// openapi.json.gz is specs/openapi.json of github.com/discord/discord-api-spec at commit
// 74fda0fad044 (2026-07-18), compressed by gzip -9n and otherwise as it is there. It is
// under the licence beside it, MIT. It is older than file_types of options and uploads
// (2026-08-05), which its schemas let pass unread.
package discord

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed openapi.json.gz
var compressed []byte

// Body returns the schema of the JSON that a request takes, by its method in small letters and
// its path as the document writes it: "/applications/{application_id}/commands". Where
// there are files, that is the part payload_json.
func Body(method, path string) (*jsonschema.Schema, error) {
	return at("paths", path, method, "requestBody", "content", "application/json", "schema")
}

// Component returns the schema that the document has under that name.
func Component(name string) (*jsonschema.Schema, error) {
	return at("components", "schemas", name)
}

// A compiler is for one goroutine at a time.
var compiling sync.Mutex

// at compiles the schema at a place in the document, given by the keys that lead to it. Calls
// wait for each other.
func at(keys ...string) (*jsonschema.Schema, error) {
	compiling.Lock()
	defer compiling.Unlock()
	c, err := compiler()
	if err != nil {
		return nil, err
	}
	pointer := "discord.json#"
	for _, key := range keys {
		pointer += "/" + escape.Replace(key)
	}
	return c.Compile(pointer)
}

// escape writes a key as a JSON pointer in a URL wants it.
var escape = strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D")

var compiler = sync.OnceValues(func() (*jsonschema.Compiler, error) {
	unpacked, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(unpacked)
	if err != nil {
		return nil, err
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	return c, c.AddResource("discord.json", document)
})
