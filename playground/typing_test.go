package playground

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestCommands are what the bots of these tests register.
const TestCommands = `[{"name":"solve","description":"Solve it","options":[
	{"type":3,"name":"puzzle","description":"the puzzle","required":true,"max_length":20},
	{"type":3,"name":"do","description":"what to do","choices":[{"name":"Check it","value":"check"},{"name":"hint","value":"hint"}]},
	{"type":4,"name":"limit","description":"a number","min_value":1,"max_value":9},
	{"type":5,"name":"private","description":"only for you"},
	{"type":10,"name":"ratio","description":"a ratio"},
	{"type":3,"name":"theme","description":"completes","autocomplete":true},
	{"type":11,"name":"file","description":"a file"}]},
	{"name":"about","description":"About"}]`

func testSet(t *testing.T) []Command {
	t.Helper()
	r := Request{Body: json.RawMessage(TestCommands)}
	f := &form{}
	commands := readCommands(f, r.decode().([]any))
	if err := f.err(); err != nil {
		t.Fatal(err)
	}
	commands[0].Options[1].NameLocalizations = map[string]string{"ko": "할일"}
	commands[0].Options[1].Choices[0].NameLocalizations = map[string]string{"ko": "검사"}
	return commands
}

func TestParseTyped(t *testing.T) {
	t.Parallel()
	commands := testSet(t)
	for text, want := range map[string]string{
		"/about":                             "",
		"  /about  ":                         "",
		"/solve puzzle:abc":                  "puzzle=abc",
		"/solve puzzle: a b ":                "puzzle=a b",
		"/solve puzzle:a:b do:hint":          "puzzle=a:b do=hint",
		"/solve puzzle:xdo:hint":             "puzzle=xdo:hint",
		"/solve puzzle:a other:b":            "puzzle=a other:b",
		"/solve do:Check it puzzle:a":        "do=check puzzle=a",
		"/solve do:check\npuzzle:a\r\nb\tc":  "do=check puzzle=a b c",
		"/solve puzzle:a limit:9":            "puzzle=a limit=9",
		"/solve puzzle:a private:FALSE":      "puzzle=a private=false",
		"/solve puzzle:a ratio:-1.5e1":       "puzzle=a ratio=-15",
		"/solve puzzle:12345678901234567890": "puzzle=12345678901234567890",
		"/solve puzzle:a 할일:검사":              "puzzle=a do=check",
		"/solve puzzle:a\u3000do:hint":       "puzzle=a do=hint",
		"/solve puzzle:𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙": "puzzle=𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙",

		"about":                               "not a command",
		"":                                    "not a command",
		"/":                                   "unknown command",
		"/About":                              "unknown command",
		"/aboutx":                             "unknown command",
		"/about x:1":                          "unknown option x",
		"/solve":                              "missing option puzzle",
		"/solve do:check":                     "missing option puzzle",
		"/solve abc":                          "unknown option abc",
		"/solve puzle:abc":                    "unknown option puzle",
		"/solve puzzle:a do:CHECK":            "puzzle=a do=check",
		"/solve puzzle:":                      "missing value puzzle",
		"/solve puzzle:a do:":                 "missing value do",
		"/solve puzzle:a puzzle:b":            "repeated option puzzle",
		"/solve puzzle:a do:nothing":          "not a choice do",
		"/solve puzzle:123456789012345678901": "too long puzzle",
		"/solve puzzle:a limit:0":             "out of range limit",
		"/solve puzzle:a limit:10":            "out of range limit",
		"/solve puzzle:a limit:1.5":           "wrong type limit",
		"/solve puzzle:a limit:99999999999999999999": "wrong type limit",
		"/solve puzzle:a private:yes":                "wrong type private",
		"/solve puzzle:a ratio:NaN":                  "wrong type ratio",
		"/solve puzzle:a file:":                      "missing value file",
		"/solve puzzle:a file:/etc/passwd":           "unknown file file",
	} {
		got := describe(parseAll(text, commands))
		if got != want {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
}

func parseAll(text string, commands []Command) ([]object, error) {
	p, err := parseTyped(text, commands, "ko")
	if err != nil {
		return nil, err
	}
	return p.options("ko")
}

func describe(options []object, err error) string {
	if e := new(InputError); errors.As(err, &e) {
		return strings.TrimSpace(string(e.Code) + " " + e.Option)
	}
	var words []string
	for _, o := range options {
		words = append(words, fmt.Sprintf("%v=%v", o["name"], o["value"]))
	}
	return strings.Join(words, " ")
}

func FuzzTyped(f *testing.F) {
	f.Add("/solve puzzle:a do:check limit:3")
	f.Add("/solve do:\u3000 puzzle::")
	f.Fuzz(func(t *testing.T, text string) {
		options, err := parseAll(text, testSet(t))
		if e := new(InputError); err != nil && !errors.As(err, &e) {
			t.Fatalf("%v is no InputError", err)
		}
		if err == nil && len(options) > 7 {
			t.Fatalf("%d options", len(options))
		}
	})
}
