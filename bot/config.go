package bot

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// Config is what the operator of a bot may choose. The bot's token is not part
// of it: it comes from the environment alone.
type Config struct {
	Discord    Discord    `yaml:"discord"`
	Endpoint   Endpoint   `yaml:"endpoint"`
	Queue      Queue      `yaml:"queue"`
	Clock      Clock      `yaml:"clock"`
	Limits     Limits     `yaml:"limits"`
	Picture    Picture    `yaml:"picture"`
	HTTP       HTTP       `yaml:"http"`
	Playground Playground `yaml:"playground"`
	About      About      `yaml:"about"`
	Log        Log        `yaml:"log"`
}

// Discord says how interactions come, and what is told to Discord at the start.
type Discord struct {
	Via      string `yaml:"via"`      // "gateway" or "endpoint"
	Shards   int    `yaml:"shards"`   // of the gateway, all in this process; 0 for what Discord recommends
	Register bool   `yaml:"register"` // register the commands if they changed
	Guild    string `yaml:"guild"`    // for one server only; "" for all
}

// Endpoint is where Discord sends interactions that do not come over the gateway.
type Endpoint struct {
	Addr   string        `yaml:"addr"`   // to listen at
	Key    string        `yaml:"key"`    // Discord's public key for the bot, hex; "" to ask Discord
	Linger time.Duration `yaml:"linger"` // at the end, how long requests still come in: until load balancers know
}

// Queue is where requests wait that outlast Clock.AckAfter, for any process to answer.
type Queue struct {
	URL         string `yaml:"url"`         // of NATS; "" for none: they are answered where they came in
	Credentials string `yaml:"credentials"` // file for NATS; "" for none
	Replicas    int    `yaml:"replicas"`    // servers that keep each request
	Work        bool   `yaml:"work"`        // answer requests of the queue, too
}

// Clock is the rhythm of an answer.
type Clock struct {
	AckAfter      time.Duration `yaml:"ack_after"`      // from arrival to the deferral
	ProgressEvery time.Duration `yaml:"progress_every"` // between two progress edits
}

// Limits bound what one request, one person and everyone together may take.
type Limits struct {
	Solve   time.Duration `yaml:"solve"`    // budget of one request, from its turn at a worker
	Workers int           `yaml:"workers"`  // requests handled at once; 0 for one a core
	Queue   int           `yaml:"queue"`    // requests waiting for a worker
	PerUser int           `yaml:"per_user"` // requests of one person, running or waiting
	Puzzle  int           `yaml:"puzzle"`   // characters of a puzzle's text
	Memory  Size          `yaml:"memory"`   // of the process; 0 for what the system grants it
}

// WorkerCount is Workers, or the number of cores where that is 0.
func (l Limits) WorkerCount() int {
	if l.Workers > 0 {
		return l.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Picture is how pictures look.
type Picture struct {
	Theme string `yaml:"theme"` // "dark" or "light"
}

// HTTP is the bot's own small HTTP server.
type HTTP struct {
	Addr  string `yaml:"addr"`  // of /livez, /readyz, /metrics and /version; "" for none
	Debug bool   `yaml:"debug"` // and of /debug/pprof/
}

// Playground is the loopback Discord.
type Playground struct {
	Addr   string `yaml:"addr"`
	Locale string `yaml:"locale"` // of who types there
}

// About is what /about says beside what the program knows of itself.
type About struct {
	Source string `yaml:"source"` // address of the source code; "" for none
}

// Log is what is written to the log, and how.
type Log struct {
	Level  string `yaml:"level"`  // "debug", "info", "warn" or "error"
	Format string `yaml:"format"` // "text" or "json"
}

// Logger returns the logger that l describes, writing to w what is of the level or above.
func (l Log) Logger(w io.Writer, level slog.Leveler) *slog.Logger {
	opts := &slog.HandlerOptions{Level: level}
	if l.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}

// Least is the level that is named, or info.
func (l Log) Least() (level slog.Level) {
	_ = level.UnmarshalText([]byte(l.Level))
	return level
}

// DefaultConfig is every setting at its default.
func DefaultConfig() Config {
	return Config{
		Discord:    Discord{Via: viaGateway, Shards: 1, Register: true},
		Endpoint:   Endpoint{Addr: ":8081", Linger: 5 * time.Second},
		Queue:      Queue{Replicas: 1, Work: true},
		Clock:      Clock{AckAfter: 1500 * time.Millisecond, ProgressEvery: 3 * time.Second},
		Limits:     Limits{Solve: time.Minute, Queue: 64, PerUser: 2, Puzzle: 6000},
		Picture:    Picture{Theme: "dark"},
		HTTP:       HTTP{Addr: "127.0.0.1:8080"},
		Playground: Playground{Addr: "127.0.0.1:8090", Locale: "en-US"},
		Log:        Log{Level: "info", Format: "text"},
	}
}

// LoadConfig reads the file at path; see ParseConfig.
func LoadConfig(path string) (Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, err
	}
	return ParseConfig(path, text)
}

// ParseConfig reads the YAML text of the file called name. What it leaves out
// keeps its default. The error tells of everything that is wrong, a line each:
// file, line, setting, and what was expected there.
func ParseConfig(name string, text []byte) (Config, error) {
	root, err := parseYAML(name, text)
	if err != nil {
		return Config{}, err
	}
	c := configCheck{name: name, lines: map[string]int{}}
	c.section("", root)
	if err := errors.Join(c.errs...); err != nil {
		return Config{}, err
	}
	cfg := DefaultConfig()
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&cfg); err != nil && err != io.EOF {
		return Config{}, fmt.Errorf("%s: %w", name, err)
	}
	return cfg, cfg.fit(name, c.lines)
}

// sharedAck is Clock.AckAfter at the most where several processes may see one request: two
// may be lost over it, each after that time, and a third is still in time.
const sharedAck = 800 * time.Millisecond

// fit is what settings have to do with one another; lines are those that are set.
func (cfg *Config) fit(name string, lines map[string]int) error {
	shared := cfg.Discord.Via == viaEndpoint || cfg.Queue.URL != ""
	line, set := lines["clock.ack_after"]
	switch {
	case shared && !set:
		cfg.Clock.AckAfter = sharedAck
	case shared && cfg.Clock.AckAfter > sharedAck:
		return fmt.Errorf("%s:%d: clock.ack_after: %v: want at most %v with an endpoint or a queue: another process must have time to answer", name, line, cfg.Clock.AckAfter, sharedAck)
	case cfg.Queue.URL == "" && cfg.Queue.Credentials != "":
		return fmt.Errorf("%s:%d: queue.credentials: want queue.url, too", name, lines["queue.credentials"])
	}
	return nil
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line ([0-9]+): )?`)

// parseYAML returns the root of the one document in text.
func parseYAML(name string, text []byte) (*yaml.Node, error) {
	var doc, more yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(text))
	err := dec.Decode(&doc)
	if err == io.EOF { // nothing but comments
		return &yaml.Node{Kind: yaml.MappingNode}, nil
	}
	if err == nil {
		if err = dec.Decode(&more); err == io.EOF {
			return doc.Content[0], nil
		}
		if err == nil {
			return nil, fmt.Errorf("%s:%d: a second document: want one", name, more.Line)
		}
	}
	said := err.Error()
	place := yamlLine.FindStringSubmatch(said)
	if place == nil || place[1] == "" {
		return nil, fmt.Errorf("%s: not YAML: %s", name, strings.TrimPrefix(said, "yaml: "))
	}
	return nil, fmt.Errorf("%s:%s: not YAML: %s", name, place[1], said[len(place[0]):])
}

// configCheck walks the file's tree and notes what is wrong with it.
type configCheck struct {
	name  string
	errs  []error
	lines map[string]int // of settings
}

func (c *configCheck) fail(n *yaml.Node, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s:%d: %s", c.name, n.Line, fmt.Sprintf(format, args...)))
}

// section checks the mapping n; prefix is its path with a dot, or "".
func (c *configCheck) section(prefix string, n *yaml.Node) {
	if n.Tag == "!!null" { // a heading with nothing under it
		return
	}
	if n.Kind != yaml.MappingNode {
		c.fail(n, "%s: want settings, as in \"name: value\"", section(prefix))
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if line, twice := seen[key.Value]; twice {
			c.fail(key, "%s%s: set already in line %d", prefix, key.Value, line)
			continue
		}
		seen[key.Value] = key.Line
		c.entry(prefix+key.Value, key, value)
	}
}

func (c *configCheck) entry(path string, key, value *yaml.Node) {
	if strings.HasSuffix("."+strings.ToLower(path), "token") {
		c.fail(key, "%s: no secrets in this file: set the environment variable DISCORD_TOKEN", path)
		return
	}
	if len(below(path+".")) > 0 {
		c.section(path+".", value)
		return
	}
	i := slices.IndexFunc(settings, func(s setting) bool { return s.path == path })
	if i < 0 {
		parent := path[:strings.LastIndexByte(path, '.')+1]
		c.fail(key, "%s: no such setting: want one of %s", path, strings.Join(below(parent), ", "))
		return
	}
	c.lines[path] = key.Line
	if value.Kind != yaml.ScalarNode || !settings[i].fits(value) {
		c.fail(value, "%s: %s: want %s", path, shown(value), settings[i].want)
	}
}

// section is how a section is called in an error.
func section(prefix string) string {
	if prefix == "" {
		return "the file"
	}
	return strings.TrimSuffix(prefix, ".")
}

// below lists the names that may stand right under a section.
func below(prefix string) []string {
	var names []string
	for _, s := range settings {
		rest, ok := strings.CutPrefix(s.path, prefix)
		name, _, _ := strings.Cut(rest, ".")
		if ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// shown is a value as an error quotes it.
func shown(n *yaml.Node) string {
	switch {
	case n.Kind != yaml.ScalarNode:
		return "not a single value"
	case n.Tag == "!!null":
		return "no value"
	case strings.Contains(n.Value, "@"): // of an address, after a password
		return "…" + strconv.Quote(cut(n.Value[strings.LastIndex(n.Value, "@"):], 40))
	}
	return strconv.Quote(cut(n.Value, 40))
}
