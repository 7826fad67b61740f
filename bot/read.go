package bot

import (
	"cmp"
	"encoding/json"
	"strconv"
)

// This file finds in messages and forms what the bot wants of them.

// picturesIn returns the pictures that a message shows in galleries.
func picturesIn(components []component) []wireUpload {
	var files []wireUpload
	for _, c := range components {
		for _, item := range c.Items {
			files = append(files, wireUpload{ID: item.Media.Attachment, Filename: "picture", ContentType: cmp.Or(item.Media.ContentType, "image/"), URL: item.Media.URL})
		}
		files = append(files, picturesIn(c.Components)...)
	}
	return files
}

// textsIn returns the texts of a message, in reading order.
func textsIn(components []component) []string {
	var texts []string
	for _, c := range components {
		if c.Type == typeText {
			texts = append(texts, c.Content)
		}
		texts = append(texts, textsIn(c.Components)...)
	}
	return texts
}

// puzzlesIn returns the puzzles that a reply carries: the texts that are a code block and
// nothing else, or else the address that one of its buttons leads to. Package compose lets
// no other text be a code block.
func puzzlesIn(components []component) []string {
	var puzzles []string
	for _, text := range textsIn(components) {
		if p, ok := unfence(text); ok {
			puzzles = append(puzzles, p)
		}
	}
	if url := linkIn(components); puzzles == nil && url != "" {
		return []string{url}
	}
	return puzzles
}

// linkIn returns the address of the first button that leads to one; "" for none.
func linkIn(components []component) string {
	for _, c := range components {
		if url := cmp.Or(c.URL, linkIn(c.Components)); url != "" {
			return url
		}
	}
	return ""
}

// fieldsIn returns the texts of a form that was sent in, by name; nil for none.
func fieldsIn(components []component) map[string]string {
	var fields map[string]string
	for _, c := range components {
		if c.Component != nil && (c.Component.Type == typeInput || c.Component.Type == typeRadio) {
			if fields == nil {
				fields = map[string]string{}
			}
			fields[c.Component.CustomID] = c.Component.Value
		}
	}
	return fields
}

// pathsIn returns the paths of a reply's buttons and menus.
func pathsIn(components []component) []string {
	var paths []string
	for _, c := range components {
		if path, _, ours := parseCustomID(c.CustomID); ours {
			paths = append(paths, path)
		}
		paths = append(paths, pathsIn(c.Components)...)
	}
	return paths
}

// files returns all files of a message. Discord does not list those that it shows in
// components among its attachments.
func (p *posted) files() []wireUpload { return append(p.Attachments, filesIn(p.Components)...) }

// filesIn returns the files that a message shows in components, pictures apart.
func filesIn(components []component) []wireUpload {
	var files []wireUpload
	for _, c := range components {
		if c.Type == typeFile {
			file := cmp.Or(c.File, new(media))
			files = append(files, wireUpload{ID: file.Attachment, Filename: c.Name, ContentType: file.ContentType, Size: c.Size, URL: file.URL})
		}
		files = append(files, filesIn(c.Components)...)
	}
	return files
}

// focus returns the name of the option that is being typed; "" for none.
func focus(list []wireOption) string {
	for _, o := range list {
		if o.Focused {
			return o.Name
		}
	}
	return ""
}

// options returns the values of options by name, as far as they are of a type that a
// command can ask for.
func options(list []wireOption) map[string]any {
	values := make(map[string]any, len(list))
	for _, o := range list {
		if v, ok := o.value(); ok {
			values[o.Name] = v
		}
	}
	return values
}

// value returns the value of a text, a number or a flag; false for any other.
func (o *wireOption) value() (any, bool) {
	switch o.Type {
	case typeString:
		var s string
		err := json.Unmarshal(o.Value, &s)
		return s, err == nil
	case typeInteger:
		i, err := strconv.ParseInt(string(o.Value), 10, 64)
		return i, err == nil
	case typeBoolean:
		b, err := strconv.ParseBool(string(o.Value))
		return b, err == nil
	}
	return nil, false
}
