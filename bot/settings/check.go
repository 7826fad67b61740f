package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"kibitz/bot/wire"
)

// check holds the YAML text of the file called name against the table. It returns the
// line of each setting that the text sets, by its path. The error has all mistakes.
func check(name string, text []byte) (lines map[string]int, err error) {
	root, err := parseYAML(name, text)
	if err != nil {
		return nil, err
	}
	c := checker{name: name, lines: map[string]int{}}
	c.file(root)
	return c.lines, errors.Join(c.errs...)
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

// A checker walks the file's tree and notes its mistakes.
type checker struct {
	name  string // of the file
	errs  []error
	lines map[string]int // of settings, by path
}

func (c *checker) fail(n *yaml.Node, format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf("%s:%d: %s", c.name, n.Line, fmt.Sprintf(format, args...)))
}

// file checks the root.
func (c *checker) file(root *yaml.Node) {
	var names []string
	for _, s := range sections {
		names = append(names, s.name)
	}
	c.mapping("", root, names, func(_, value *yaml.Node, i int) { c.section(sections[i], value) })
}

// section checks the settings of one section, and notes their lines.
func (c *checker) section(of section, n *yaml.Node) {
	var names []string
	for _, s := range of.settings {
		names = append(names, s.name)
	}
	c.mapping(of.name, n, names, func(key, value *yaml.Node, i int) {
		path, must := of.name+"."+key.Value, of.settings[i].must
		c.lines[path] = key.Line
		if value.Kind != yaml.ScalarNode || !must.fits(value) {
			c.fail(value, "%s: %s: want %s", path, shown(value), must.want)
		}
	})
}

// mapping checks that n is a mapping of some of names, each at most once, and gives each
// entry to take, with the index of its name. Section is the name of the section that n is;
// "" for the root.
func (c *checker) mapping(section string, n *yaml.Node, names []string, take func(key, value *yaml.Node, name int)) {
	if n.Tag == "!!null" { // a heading with nothing under it
		return
	}
	called, prefix := "the file", ""
	if section != "" {
		called, prefix = section, section+"."
	}
	if n.Kind != yaml.MappingNode {
		c.fail(n, "%s: want settings, as in \"name: value\"", called)
		return
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		path, name := prefix+key.Value, slices.Index(names, key.Value)
		line, twice := seen[key.Value]
		switch {
		case twice:
			c.fail(key, "%s: set already in line %d", path, line)
			continue
		case strings.HasSuffix("."+strings.ToLower(path), "token"):
			c.fail(key, "%s: no secrets in this file: set the environment variable DISCORD_TOKEN", path)
		case name < 0:
			c.fail(key, "%s: no such setting: want one of %s", path, strings.Join(names, ", "))
		default:
			take(key, value, name)
		}
		seen[key.Value] = key.Line
	}
}

// shown returns a value as an error quotes it: no more than 40 characters, and of an
// address only what follows a password.
func shown(n *yaml.Node) string {
	switch {
	case n.Kind != yaml.ScalarNode:
		return "not a single value"
	case n.Tag == "!!null":
		return "no value"
	case strings.Contains(n.Value, "@"):
		return "…" + strconv.Quote(wire.Cut(n.Value[strings.LastIndex(n.Value, "@"):], 40))
	}
	return strconv.Quote(wire.Cut(n.Value, 40))
}
