package settings

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestKeepsDefaultsForWhatIsLeftOut(t *testing.T) {
	for _, text := range []string{"", "# nothing\n", "limits:\n", "---\n"} {
		if cfg, err := Parse("c.yaml", []byte(text)); err != nil || cfg != Default() {
			t.Errorf("%q: %+v, %v", text, cfg, err)
		}
	}
	cfg, err := Parse("c.yaml", []byte("limits:\n  solve: 90s\ndiscord: {guild: 123456789012345678}\n"))
	want := Default()
	want.Limits.Solve = 90 * time.Second
	want.Discord.Guild = "123456789012345678"
	if err != nil || cfg != want {
		t.Errorf("%+v, %v", cfg, err)
	}
}

func TestErrorsSayWhereAndWhat(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"limits:\n  solve: 90m\n", `c.yaml:2: limits.solve: "90m": want a duration from 1s to 14m`},
		{"limits:\n  solve: 90 minutes\n", `c.yaml:2: limits.solve: "90 minutes": want a duration`},
		{"limits:\n  solve: 60\n", `c.yaml:2: limits.solve: "60": want a duration`},
		{"clock: {ack_after: 3s}\n", `c.yaml:1: clock.ack_after: "3s": want a duration from 100ms to 2.5s`},
		{"clock:\n  progress_every: 10ms\n", `c.yaml:2: clock.progress_every: "10ms": want`},
		{"limits:\n  workers: many\n", `c.yaml:2: limits.workers: "many": want a whole number from 0 to 256`},
		{"limits:\n  queue: -1\n", `c.yaml:2: limits.queue: "-1": want`},
		{"limits:\n  queue: 99999999999999999999\n", `c.yaml:2: limits.queue`},
		{"limits:\n  per_user: 1.5\n", `c.yaml:2: limits.per_user: "1.5": want`},
		{"limits:\n  puzzle:\n", `c.yaml:2: limits.puzzle: no value: want`},
		{"limits:\n  puzzle: [1]\n", `c.yaml:2: limits.puzzle: not a single value: want`},
		{"\n\nlimts:\n  solve: 1s\n", `c.yaml:3: limts: no such setting: want one of discord, endpoint, queue, clock, limits`},
		{"limits:\n  solv: 1s\n", `c.yaml:2: limits.solv: no such setting: want one of solve, workers, queue, per_user, puzzle`},
		{"limits:\n  solve: 1s\n  queue: 1\n  solve: 2s\n", `c.yaml:4: limits.solve: set already in line 2`},
		{"limits: 3\n", `c.yaml:1: limits: want settings`},
		{"- a\n", `c.yaml:1: the file: want settings`},
		{"discord:\n  register: \"yes\"\n", `c.yaml:2: discord.register: "yes": want true or false`},
		{"discord:\n  guild: my server\n", `c.yaml:2: discord.guild: "my server": want a server's id`},
		{"discord:\n  token: abc.def\n", `c.yaml:2: discord.token: no secrets in this file: set the environment variable DISCORD_TOKEN`},
		{"TOKEN: abc.def\n", `c.yaml:1: TOKEN: no secrets in this file`},
		{"discord_token: abc.def\n", `c.yaml:1: discord_token: no secrets in this file`},
		{"picture:\n  theme: pink\n", `c.yaml:2: picture.theme: "pink": want dark or light`},
		{"http:\n  addr: 8080\n", `c.yaml:2: http.addr: "8080": want an address`},
		{"http:\n  addr: \"a:99999\"\n", `c.yaml:2: http.addr`},
		{"playground:\n  addr: \"0.0.0.0:8090\"\n", `c.yaml:2: playground.addr: "0.0.0.0:8090": want an address on this computer`},
		{"playground:\n  addr: \"\"\n", `c.yaml:2: playground.addr`},
		{"playground:\n  locale: xx\n", `c.yaml:2: playground.locale: "xx": want en-US, ko or ja`},
		{"daily:\n  puzzles: chess easy\n", `c.yaml:2: daily.puzzles: "chess easy": want up to ten puzzles such as`},
		{"daily:\n  puzzles: nonogram easy kakuro hard\n", `c.yaml:2: daily.puzzles`},
		{"daily: {webhooks: [https://discord.com/api/webhooks/1/abc.def]}\n", `c.yaml:1: daily.webhooks: not a single value: want a file's name`},
		{"log:\n  level: loud\n", `c.yaml:2: log.level: "loud": want debug, info, warn or error`},
		{"log:\n\tlevel: info\n", `c.yaml:2: not YAML`},
		{"a: b: c\n", `c.yaml: not YAML`},
		{"log: {}\n---\nlog: {}\n", `c.yaml:2: a second document`},
		{"log: &x {level: info}\nhttp: *x\n", `c.yaml:2: http: want settings`},
	} {
		_, err := Parse("c.yaml", []byte(test.text))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q:\n got %v\nwant %s…", test.text, err, test.want)
		}
		if err != nil && strings.Contains(err.Error(), "abc.def") {
			t.Errorf("the error repeats a secret: %v", err)
		}
	}
}

func TestTellsAllErrorsAtOnce(t *testing.T) {
	_, err := Parse("c.yaml", []byte("log:\n  level: loud\nlimits:\n  queue: x\n"))
	if err == nil || len(strings.Split(err.Error(), "\n")) != 2 {
		t.Errorf("got %v", err)
	}
}

// A password is no part of an error about the settings.
func TestPasswordInAnError(t *testing.T) {
	_, err := Parse("config.yaml", []byte("queue:\n  url: nat://kibitz:hunter2@queue:4222\n"))
	if err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("limits:\n  solve: 90s\n")
	f.Add("a: &a [*a]\n")
	f.Add("log: {level: debug}\n---\n")
	f.Fuzz(func(t *testing.T, text string) {
		cfg, err := Parse("c.yaml", []byte(text))
		if err != nil {
			return
		}
		if cfg.Limits.Solve < time.Second || cfg.Limits.PerUser < 1 || cfg.Clock.AckAfter > 2500*time.Millisecond {
			t.Errorf("accepted %q as %+v", text, cfg)
		}
	})
}

func ExampleParse() {
	_, err := Parse("config.yaml", []byte("limits:\n  solve: 1h\n"))
	fmt.Println(err)
	// Output: config.yaml:2: limits.solve: "1h": want a duration from 1s to 14m: Discord takes an answer for 15m
}
