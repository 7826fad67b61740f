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

// manual returns the text of docs/settings.md.
func manual() string {
	var text strings.Builder
	text.WriteString("# Settings\n\n" +
		"Kibitz reads `config.yaml` in the folder where it starts, or the file that `-config FILE` names. Every setting is optional. An unknown setting or a wrong value is refused, with its line.\n\n" +
		"The bot's token is no setting. It comes from the environment variable `DISCORD_TOKEN`, or from the file that `DISCORD_TOKEN_FILE` names.\n\n" +
		"At SIGHUP the settings and the token are read again. `limits.solve`, `limits.workers`, `limits.queue`, `limits.per_user`, `log.level` and the token change at once, all else at the next start. A file with a mistake in it changes nothing.\n\n" +
		"| setting | default | what it is | what it takes |\n|---|---|---|---|\n")
	for _, section := range sections {
		for _, s := range section.settings {
			fmt.Fprintf(&text, "| `%s.%s` | `%s` | %s | %s |\n", section.name, s.name, s.usual, s.help, s.must.want)
		}
	}
	return text.String()
}

// TestFilesAreTheTable: config.yaml and docs/settings.md say what the table says.
func TestFilesAreTheTable(t *testing.T) {
	for path, want := range map[string]string{"../../config.yaml": yamlFile(), "../../docs/settings.md": manual()} {
		if *update {
			if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(text) != want {
			t.Errorf("%s differs from the table: run this test with -update\n%s", path, text)
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
