// Package settings is config.yaml: what it may say, how it is read and checked, and what a
// change to it means for a process that runs. All settings stand in one table (table.go).
package settings

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// Config is what the operator of a bot may choose. What each setting is for, its default
// and its limits are in the table (sections). The bot's token is not part of it: it comes
// from the environment alone.
type Config struct {
	Discord    Discord    `yaml:"discord"`
	Endpoint   Endpoint   `yaml:"endpoint"`
	Queue      Queue      `yaml:"queue"`
	Clock      Clock      `yaml:"clock"`
	Limits     Limits     `yaml:"limits"`
	Picture    Picture    `yaml:"picture"`
	Daily      Daily      `yaml:"daily"`
	Activity   Activity   `yaml:"activity"`
	HTTP       HTTP       `yaml:"http"`
	Playground Playground `yaml:"playground"`
	About      About      `yaml:"about"`
	Log        Log        `yaml:"log"`
}

// Discord says how interactions come, and whether commands are registered at the start.
type Discord struct {
	Via      string `yaml:"via"` // ViaGateway or ViaEndpoint
	Shards   int    `yaml:"shards"`
	Register bool   `yaml:"register"`
	Guild    string `yaml:"guild"`
}

// The ways that interactions come from Discord.
const (
	ViaGateway  = "gateway"
	ViaEndpoint = "endpoint"
)

// Endpoint is where Discord sends interactions that do not come over the gateway.
type Endpoint struct {
	Addr     string        `yaml:"addr"`
	Key      string        `yaml:"key"` // hex
	Balanced bool          `yaml:"balanced"`
	Linger   time.Duration `yaml:"linger"`
}

// Queue is where requests that outlast Clock.AckAfter wait for any process to answer them.
type Queue struct {
	URL         string `yaml:"url"`
	Credentials string `yaml:"credentials"`
	Replicas    int    `yaml:"replicas"`
	Work        bool   `yaml:"work"`
}

// Clock is the rhythm of an answer.
type Clock struct {
	AckAfter      time.Duration `yaml:"ack_after"`
	ProgressEvery time.Duration `yaml:"progress_every"`
}

// Limits bound what one request, one person and everyone together may take.
type Limits struct {
	Solve   time.Duration `yaml:"solve"`
	Workers int           `yaml:"workers"` // see WorkerCount
	Queue   int           `yaml:"queue"`
	PerUser int           `yaml:"per_user"`
	Puzzle  int           `yaml:"puzzle"`
	Memory  Size          `yaml:"memory"` // 0 for what the system grants
}

// WorkerCount returns Workers, or the number of cores if that is 0.
func (l Limits) WorkerCount() int {
	if l.Workers > 0 {
		return l.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// Picture is how pictures look.
type Picture struct {
	Theme string `yaml:"theme"`
	Tiles bool   `yaml:"tiles"`
}

// Daily is what is posted to webhooks at 00:00 UTC.
type Daily struct {
	Webhooks string `yaml:"webhooks"` // a file's name
	Puzzles  string `yaml:"puzzles"`  // see List
	Locale   string `yaml:"locale"`
}

// List returns the puzzles, each as its kind and its difficulty with a blank between them.
func (d Daily) List() []string { return strings.Split(d.Puzzles, ", ") }

// Activity is the page on which boards are painted.
type Activity struct {
	Address string `yaml:"address"` // of its site, as people reach it; "" for no page
	Addr    string `yaml:"addr"`
	Discord bool   `yaml:"discord"` // the page is an Activity, too
}

// HTTP is the bot's own small HTTP server.
type HTTP struct {
	Addr  string `yaml:"addr"`
	Debug bool   `yaml:"debug"`
}

// Playground is the loopback Discord.
type Playground struct {
	Addr   string `yaml:"addr"`
	Locale string `yaml:"locale"`
}

// About is what /about says beside what the program knows of itself.
type About struct {
	Source string `yaml:"source"`
}

// Log says which records go to the log, and in what format.
type Log struct {
	Level  string `yaml:"level"`
	Format string `yaml:"format"`
}

// Least returns the level that is named, or info.
func (l Log) Least() (level slog.Level) {
	_ = level.UnmarshalText([]byte(l.Level))
	return level
}

// Default returns every setting at its default.
func Default() (cfg Config) {
	var text strings.Builder
	for _, section := range sections {
		fmt.Fprintf(&text, "%s:\n", section.name)
		for _, s := range section.settings {
			fmt.Fprintf(&text, "  %s: %s\n", s.name, s.usual)
		}
	}
	if err := yaml.Unmarshal([]byte(text.String()), &cfg); err != nil {
		panic(err) // the table is wrong
	}
	return cfg
}

// Load reads the file at path; see Parse.
func Load(path string) (Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return Config{}, err
	}
	return Parse(path, text)
}

// Parse reads the YAML text of the file called name. A setting that it leaves out keeps its
// default. The error tells of every mistake, a line each: file, line, setting, and the value
// that is wanted there.
func Parse(name string, text []byte) (Config, error) {
	lines, err := check(name, text)
	if err != nil {
		return Config{}, err
	}
	cfg := Default()
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&cfg); err != nil && err != io.EOF {
		return Config{}, fmt.Errorf("%s: %w", name, err)
	}
	return cfg, cfg.fit(name, lines)
}

// sharedAck is the longest Clock.AckAfter where several processes may see one request: two
// may be lost over it, each after that time, and a third is still in time.
const sharedAck = 800 * time.Millisecond

// fit adjusts the settings to one another, and refuses contradictions. If several processes may
// see one request, with an endpoint or a queue, AckAfter is sharedAck unless the file sets it,
// and must not be longer. Credentials need the URL of a queue. Lines has the line of each setting
// that the file sets, by path.
func (cfg *Config) fit(name string, lines map[string]int) error {
	shared := cfg.Discord.Via == ViaEndpoint || cfg.Queue.URL != ""
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

// NeedsRestart reports whether cfg differs from what the process started with in a setting
// that takes effect at the start alone.
func (cfg Config) NeedsRestart(started Config) bool {
	started.Log.Level = cfg.Log.Level
	now, then := cfg.Limits, &started.Limits
	then.Solve, then.Workers, then.Queue, then.PerUser = now.Solve, now.Workers, now.Queue, now.PerUser
	return cfg != started
}
