package settings

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write config.yaml and docs/settings.md from the table")

// yamlFile returns the text of config.yaml: every setting at its default, with its help.
func yamlFile() string {
	var text strings.Builder
	text.WriteString("# Kibitz. Every setting is here, at its default; what is left out keeps it.\n" +
		"# The bot's token is no setting: it is read from the environment, DISCORD_TOKEN, or from the\n" +
		"# file that DISCORD_TOKEN_FILE names. On SIGHUP this file and that one are read again: limits,\n" +
		"# the log's level and the token change at once, all else at the next start.\n")
	for _, section := range sections {
		heading := section.name + ":"
		if section.help != "" {
			heading += " # " + section.help
		}
		fmt.Fprintf(&text, "\n%s\n", heading)
		for _, s := range section.settings {
			fmt.Fprintf(&text, "  %s: %s # %s\n", s.name, s.usual, s.help)
		}
	}
	return text.String()
}

// manual returns the text of docs/settings.md with its table made anew. The words around the
// table are the page's own.
func manual(text string) string {
	const heading = "| setting | default | what it is | what it takes |\n|---|---|---|---|\n"
	before, rest, _ := strings.Cut(text, heading)
	for strings.HasPrefix(rest, "|") {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	var rows strings.Builder
	for _, section := range sections {
		for _, s := range section.settings {
			fmt.Fprintf(&rows, "| `%s.%s` | `%s` | %s | %s |\n", section.name, s.name, s.usual, s.help, s.must.want)
		}
	}
	return before + heading + rows.String() + rest
}

// TestFilesAreTheTable: config.yaml and docs/settings.md say what the table says.
func TestFilesAreTheTable(t *testing.T) {
	for path, remade := range map[string]func(string) string{
		"../../config.yaml":      func(string) string { return yamlFile() },
		"../../docs/settings.md": manual,
	} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := remade(string(text))
		if string(text) == want {
			continue
		}
		if !*update {
			t.Errorf("%s differs from the table: run this test with -update\n%s", path, text)
		} else if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Error(err)
		}
	}
}

// TestFieldsAreTheTable: the fields of Config are the settings of the table, in its order,
// and each default is a value that the checks let pass.
func TestFieldsAreTheTable(t *testing.T) {
	var fields, settings []string
	for f := range reflect.TypeFor[Config]().Fields() {
		for under := range f.Type.Fields() {
			fields = append(fields, f.Tag.Get("yaml")+"."+under.Tag.Get("yaml"))
		}
	}
	for _, section := range sections {
		for _, s := range section.settings {
			settings = append(settings, section.name+"."+s.name)
		}
	}
	if !slices.Equal(fields, settings) {
		t.Errorf("fields   %v\nsettings %v", fields, settings)
	}
	if cfg, err := Parse("config.yaml", []byte(yamlFile())); err != nil || cfg != Default() {
		t.Errorf("%+v, %v; the defaults are\n%+v", cfg, err, Default())
	}
}
