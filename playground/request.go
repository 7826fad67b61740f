package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Discord's limits on uploads.
const (
	maxRequest  = 25 << 20
	maxFile     = 10 << 20
	maxFiles    = 10
	maxAltText  = 1024
	bodyTimeout = 30 * time.Second
)

// Request is one REST request of the bot's, its multipart body taken apart.
type Request struct {
	Method string
	Path   string // below the API's version: "/interactions/1/abc/callback"
	Route  string // "POST /interactions/{interaction}/{token}/callback"; "" for one that does not exist
	Query  url.Values
	Header http.Header
	Body   json.RawMessage // the JSON, of a multipart body its payload_json; nil for none
	Files  []File

	Interaction string        // the id of the interaction that the path names, by id or by token; "" for none
	Age         time.Duration // of that
	Inline      bool          // no request at all: a first response that the bot's endpoint gave where it was asked
}

// File is an uploaded file.
type File struct {
	Field       string // "files[0]"
	Name        string
	ContentType string // as the bot says
	Data        []byte
}

// readRequest takes an HTTP request apart. What it could read is returned with
// an error, too.
func readRequest(w http.ResponseWriter, r *http.Request) (Request, error) {
	req := Request{Method: r.Method, Path: r.URL.Path, Query: r.URL.Query(), Header: r.Header}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	_ = control.SetReadDeadline(time.Time{})
	if err != nil {
		if tooLong := new(http.MaxBytesError); errors.As(err, &tooLong) {
			return req, errTooLarge()
		}
		return req, refuse(400, 0, "400: Bad Request")
	}
	return req, req.take(r.Header.Get("Content-Type"), body)
}

// concern notes which interaction the path names, and how old it is.
func (req *Request) concern(r *http.Request, ids *snowflakes) {
	id := r.PathValue("interaction")
	if id == "" {
		id, _ = tokenID(r.PathValue("token"))
	}
	if age, ok := ids.age(id); ok {
		req.Interaction, req.Age = id, age
	}
}

// take reads a body of JSON, or of parts.
func (req *Request) take(contentType string, body []byte) error {
	if len(body) == 0 {
		return nil
	}
	kind, params, _ := mime.ParseMediaType(contentType)
	switch kind {
	case "application/json":
		req.Body = body
	case "multipart/form-data":
		if err := req.split(body, params["boundary"]); err != nil {
			return err
		}
	default:
		return refuse(400, 50035, `Expected "Content-Type" header to be one of {'application/json', 'multipart/form-data'}.`)
	}
	if req.Body != nil && !json.Valid(req.Body) {
		return errInvalidJSON()
	}
	return nil
}

// split takes a multipart body apart, into the JSON of payload_json and the files.
// It skips other parts without a file name. A file over maxFile is an error.
func (req *Request) split(body []byte, boundary string) error {
	parts := multipart.NewReader(bytes.NewReader(body), boundary)
	for {
		part, err := parts.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return refuse(400, 50035, "Invalid Form Body")
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return refuse(400, 50035, "Invalid Form Body")
		}
		if part.FormName() == "payload_json" {
			req.Body = data
			continue
		}
		if part.FileName() == "" {
			continue
		}
		req.Files = append(req.Files, File{part.FormName(), part.FileName(), part.Header.Get("Content-Type"), data})
		if len(data) > maxFile {
			return errTooLarge()
		}
	}
}

// decode reads the body as JSON, its numbers as they were written. No body reads as
// an empty object.
func (req *Request) decode() any {
	if req.Body == nil {
		return map[string]any{}
	}
	var v any
	d := json.NewDecoder(bytes.NewReader(req.Body))
	d.UseNumber()
	_ = d.Decode(&v) // valid, see readRequest
	return v
}

// fields reads the body as one object.
func (req *Request) fields(f *form) fields {
	m, ok := req.decode().(map[string]any)
	if !ok {
		f.add("", "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
	}
	return fields{form: f, m: m}
}

// index returns n of the field name files[n]; false for another name.
func (f *File) index() (int, bool) {
	n, ok := strings.CutPrefix(f.Field, "files[")
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(strings.TrimSuffix(n, "]"))
	return i, err == nil
}
