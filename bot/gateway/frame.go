package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"time"
)

// Opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// fatalCodes are the close codes that another try would only meet again, with the remedy for each.
var fatalCodes = map[int]string{
	4004: "Discord does not know this token: take a new one from the Bot page of discord.com/developers and set DISCORD_TOKEN to it",
	4010: "Discord calls the shard invalid: set discord.shards to 0",
	4011: "the bot is in more servers than its shards may serve: set discord.shards to 0; where it is 0, start Kibitz again",
	4012: "Discord no longer speaks this version of its gateway: take a newer Kibitz",
	4013: "Discord calls the intents invalid: this is a mistake in Kibitz, which asks for none",
	4014: "Discord disallows the intents: this is a mistake in Kibitz, which asks for none",
}

// endsSession are the close codes after which a session cannot be resumed.
var endsSession = map[int]bool{4007: true, 4009: true}

// closed is the code with which Discord closed. Its reason stays out of logs: it may hold anything.
type closed int

func (c closed) Error() string { return fmt.Sprintf("closed with code %d", int(c)) }

// invalidSession is Discord's op 9.
type invalidSession struct{ resumable bool }

func (e invalidSession) Error() string {
	if e.resumable {
		return "op 9: the session is invalid on this connection"
	}
	return "op 9: the session is invalid"
}

var errReconnect = errors.New("op 7: a reconnect is asked for")

// A frame is a message over the gateway, in either direction.
type frame struct {
	Op   *int            `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s,omitempty"`
	Type string          `json:"t,omitempty"`
}

// decode decodes any bytes. Its errors quote none of them.
func decode(raw []byte) (frame, error) {
	var f frame
	if json.Unmarshal(raw, &f) != nil || f.Op == nil {
		return frame{}, fmt.Errorf("a frame of %d bytes is no event of the gateway", len(raw))
	}
	return f, nil
}

// encode encodes values that always have a JSON form.
func encode(op int, data any) []byte {
	d, _ := json.Marshal(data)
	raw, _ := json.Marshal(frame{Op: &op, Data: d})
	return raw
}

const minHeartbeat, maxHeartbeat = time.Second, 10 * time.Minute

// heartbeat returns the interval in a HELLO.
func (f frame) heartbeat() (time.Duration, error) {
	var hello struct {
		Interval float64 `json:"heartbeat_interval"` // milliseconds
	}
	if *f.Op != opHello || json.Unmarshal(f.Data, &hello) != nil {
		return 0, fmt.Errorf("op %d in place of HELLO", *f.Op)
	}
	if ms := hello.Interval; ms < float64(minHeartbeat.Milliseconds()) || ms > float64(maxHeartbeat.Milliseconds()) {
		return 0, fmt.Errorf("HELLO wants a heartbeat each %g ms, expected %v to %v", ms, minHeartbeat, maxHeartbeat)
	}
	return time.Duration(hello.Interval * float64(time.Millisecond)), nil
}

// invalid returns the value of op 9. Anything except true counts as false.
func (f frame) invalid() invalidSession {
	var resumable bool
	_ = json.Unmarshal(f.Data, &resumable)
	return invalidSession{resumable}
}

// identify begins a session. discordgo's Identify would always send a presence, and properties
// under names that Discord no longer documents.
type identify struct {
	Token      string     `json:"token"`
	Intents    int        `json:"intents"` // 0: interactions need none
	Shard      *[2]int    `json:"shard,omitempty"`
	Properties properties `json:"properties"`
}

type properties struct {
	OS      string `json:"os"`
	Browser string `json:"browser"`
	Device  string `json:"device"`
}

var itself = properties{OS: runtime.GOOS, Browser: "kibitz", Device: "kibitz"}

// resume continues a session.
type resume struct {
	Token   string `json:"token"`
	Session string `json:"session_id"`
	Seq     int64  `json:"seq"`
}

// ready holds the needed fields of READY.
type ready struct {
	Session     string `json:"session_id"`
	ResumeURL   string `json:"resume_gateway_url"`
	Application struct {
		ID string `json:"id"`
	} `json:"application"`
}

// address returns a gateway's URL with the version and the encoding that this package
// speaks.
func address(base string) (*url.URL, error) {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "wss" && u.Scheme != "ws" || u.Hostname() == "" {
		return nil, errors.New("the gateway's address is none, expected wss://HOST")
	}
	if u.Path == "" {
		u.Path = "/"
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawQuery: "v=10&encoding=json"}, nil
}

// resumeAddress returns the address where READY says to resume. It returns base instead of an
// invalid address, or of one that would send the token unencrypted while base would not.
func resumeAddress(told, base string) string {
	to, err := address(told)
	if err != nil {
		return base
	}
	if from, err := address(base); err == nil && from.Scheme == "wss" && to.Scheme != "wss" {
		return base
	}
	return told
}
