package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// Discord's limits on what is uploaded.
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
	Route  string // "POST /interactions/{interaction}/{token}/callback"; "" for one that there is not
	Query  url.Values
	Header http.Header
	Body   json.RawMessage // the JSON, of a multipart body its payload_json; nil for none
	Files  []File
}

// File is an uploaded file.
type File struct {
	Field       string // "files[0]"
	Name        string
	ContentType string // as the bot says
	Data        []byte
}

// Fault is what goes wrong with a request. The zero Fault is nothing.
type Fault struct {
	Delay  time.Duration // wait this long before all else
	Reset  bool          // reset the connection, the request not carried out
	Lose   bool          // carry the request out, and reset the connection instead of answering
	Status int           // answer this instead of carrying the request out
	Header http.Header   // of that answer
	Body   string        // of that answer, JSON
}

func errRateLimited(after time.Duration, global bool) *apiError {
	seconds := after.Seconds()
	e := refuse(429, 0, "You are being rate limited.")
	e.RetryAfter, e.Global = &seconds, &global
	e.header = http.Header{
		"Retry-After":             {strconv.Itoa(int(math.Ceil(seconds)))},
		"X-Ratelimit-Reset-After": {strconv.FormatFloat(seconds, 'f', 3, 64)},
		"X-Ratelimit-Scope":       {"user"},
	}
	if global {
		e.header.Set("X-RateLimit-Global", "true")
		e.header.Set("X-RateLimit-Scope", "global")
	}
	return e
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
	if len(body) == 0 {
		return req, nil
	}
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		req.Body = body
	case "multipart/form-data":
		if err := req.split(body, params["boundary"]); err != nil {
			return req, err
		}
	default:
		return req, refuse(400, 50035, `Expected "Content-Type" header to be one of {'application/json', 'multipart/form-data'}.`)
	}
	if req.Body != nil && !json.Valid(req.Body) {
		return req, errInvalidJSON()
	}
	return req, nil
}

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

// decode reads the body as numbers-kept JSON.
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

// index is n of the field name files[n]; false for another name.
func (f *File) index() (int, bool) {
	n, ok := strings.CutPrefix(f.Field, "files[")
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(strings.TrimSuffix(n, "]"))
	return i, err == nil
}
