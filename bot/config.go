package bot

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"gopkg.in/yaml.v3"
)

// Config is what the operator of a bot may choose. The bot's token is not part
// of it: it comes from the environment alone.
type Config struct {
	Discord    Discord    `yaml:"discord"`
	Clock      Clock      `yaml:"clock"`
	Limits     Limits     `yaml:"limits"`
	Picture    Picture    `yaml:"picture"`
	HTTP       HTTP       `yaml:"http"`
	Playground Playground `yaml:"playground"`
	About      About      `yaml:"about"`
	Log        Log        `yaml:"log"`
}

// Discord says what is told to Discord at the start.
type Discord struct {
	Register bool   `yaml:"register"` // register the commands if they changed
	Guild    string `yaml:"guild"`    // for one server only; "" for all
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
	Addr string `yaml:"addr"` // of /healthz; "" for none
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

// Logger returns the logger that l describes, writing to w.
func (l Log) Logger(w io.Writer) *slog.Logger {
	var level slog.Level // info, should the name be unknown
	_ = level.UnmarshalText([]byte(l.Level))
	opts := &slog.HandlerOptions{Level: level}
	if l.Format == "json" {
		return slog.New(slog.NewJSONHandler(w, opts))
	}
	return slog.New(slog.NewTextHandler(w, opts))
}

// DefaultConfig is every setting at its default.
func DefaultConfig() Config {
	return Config{
		Discord:    Discord{Register: true},
		Clock:      Clock{AckAfter: 1500 * time.Millisecond, ProgressEvery: 3 * time.Second},
		Limits:     Limits{Solve: time.Minute, Queue: 64, PerUser: 2, Puzzle: 6000},
		Picture:    Picture{Theme: "dark"},
		HTTP:       HTTP{Addr: "127.0.0.1:8080"},
		Playground: Playground{Addr: "127.0.0.1:8090", Locale: "en-US"},
		Log:        Log{Level: "info", Format: "text"},
	}
}

// A setting is one leaf of the file: where it is, what it must be (read after
// "want"), and whether a value is that.
type setting struct {
	path string
	want string
	fits func(*yaml.Node) bool
}

var settings = []setting{
	{"discord.register", "true or false", isFlag},
	{"discord.guild", `a server's id (17 to 20 digits) or ""`, isGuild},
	{"clock.ack_after", "a duration from 100ms to 2.5s: Discord waits 3s for the first answer", isSpan(100*time.Millisecond, 2500*time.Millisecond)},
	{"clock.progress_every", "a duration from 1s to 1m: each step is a request to Discord", isSpan(time.Second, time.Minute)},
	{"limits.solve", "a duration from 1s to 14m: Discord takes an answer for 15m", isSpan(time.Second, 14*time.Minute)},
	{"limits.workers", "a whole number from 0 to 256; 0 is one for each core", isCount(0, 256)},
	{"limits.queue", "a whole number from 0 to 10000", isCount(0, 10_000)},
	{"limits.per_user", "a whole number from 1 to 100", isCount(1, 100)},
	{"limits.puzzle", "a whole number from 1 to 6000: nobody can type more into Discord", isCount(1, 6000)},
	{"picture.theme", "dark or light", isOneOf("dark", "light")},
	{"http.addr", `an address such as "127.0.0.1:8080", or ""`, isAddr},
	{"playground.addr", `an address on this computer, such as "127.0.0.1:8090"`, isLoopback},
	{"playground.locale", "en-US, ko or ja", isOneOf("en-US", "ko", "ja")},
	{"about.source", `an address such as "https://example.org/kibitz", or ""`, isPage},
	{"log.level", "debug, info, warn or error", isOneOf("debug", "info", "warn", "error")},
	{"log.format", "text or json", isOneOf("text", "json")},
}

func isPage(n *yaml.Node) bool {
	u, err := url.Parse(n.Value)
	return n.Tag == "!!str" && (n.Value == "" || err == nil && u.Scheme == "https" && u.Host != "" && len(n.Value) <= maxURL)
}

func isFlag(n *yaml.Node) bool { return n.Tag == "!!bool" }

func isSpan(lo, hi time.Duration) func(*yaml.Node) bool {
	return func(n *yaml.Node) bool {
		d, err := time.ParseDuration(n.Value)
		return err == nil && n.Tag == "!!str" && lo <= d && d <= hi
	}
}

func isCount(lo, hi int) func(*yaml.Node) bool {
	return func(n *yaml.Node) bool {
		var i int
		return n.Tag == "!!int" && n.Decode(&i) == nil && lo <= i && i <= hi
	}
}

func isOneOf(words ...string) func(*yaml.Node) bool {
	return func(n *yaml.Node) bool { return slices.Contains(words, n.Value) }
}

var guildID = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{17,20})?$`) })

func isGuild(n *yaml.Node) bool { return n.Tag != "!!null" && guildID().MatchString(n.Value) }

func isAddr(n *yaml.Node) bool {
	if n.Value == "" {
		return n.Tag == "!!str"
	}
	_, port, err := net.SplitHostPort(n.Value)
	if err != nil {
		return false
	}
	_, err = strconv.ParseUint(port, 10, 16)
	return err == nil
}

// The playground lets whoever reaches it speak for any user.
func isLoopback(n *yaml.Node) bool {
	host, _, err := net.SplitHostPort(n.Value)
	if err != nil || !isAddr(n) {
		return false
	}
	return host == "localhost" || net.ParseIP(host).IsLoopback()
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
	c := configCheck{name: name}
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
	return cfg, nil
}

var yamlLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^yaml: (?:line ([0-9]+): )?`) })

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
	place := yamlLine().FindStringSubmatch(said)
	if place == nil || place[1] == "" {
		return nil, fmt.Errorf("%s: not YAML: %s", name, strings.TrimPrefix(said, "yaml: "))
	}
	return nil, fmt.Errorf("%s:%s: not YAML: %s", name, place[1], said[len(place[0]):])
}

// configCheck walks the file's tree and notes what is wrong with it.
type configCheck struct {
	name string
	errs []error
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
	}
	return strconv.Quote(cut(n.Value, 40))
}
