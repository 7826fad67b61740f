package playground_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kibitz/playground"
)

// codes lists all error codes in a refusal with the places they are at, sorted.
func codes(t *testing.T, body string) []string {
	t.Helper()
	var e struct {
		Code   int
		Errors map[string]any
	}
	if err := json.Unmarshal([]byte(body), &e); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	if e.Code != 50035 {
		return []string{fmt.Sprint(e.Code)}
	}
	var out []string
	var visit func(at string, node map[string]any)
	visit = func(at string, node map[string]any) {
		for step, v := range node {
			if step != "_errors" {
				visit(strings.TrimPrefix(at+"."+step, "."), v.(map[string]any))
				continue
			}
			for _, entry := range v.([]any) {
				out = append(out, strings.TrimSpace(at+" "+entry.(map[string]any)["code"].(string)))
			}
		}
	}
	visit("", e.Errors)
	slices.Sort(out)
	return out
}

func long(n int) string { return strings.Repeat("é", n) }

func many(n int, item string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = strings.ReplaceAll(item, "%", fmt.Sprint(i))
	}
	return strings.Join(list, ",")
}

// in wraps components for Components V2.
func in(components string) string { return `{"flags":32768,"components":[` + components + `]}` }

const (
	buttonN = `{"type":2,"style":1,"label":"b","custom_id":"b%"}`
	textN   = `{"type":10,"content":"t"}`
)

func row(buttons string) string { return `{"type":1,"components":[` + buttons + `]}` }

func holding(inner string) string { return `{"type":17,"components":[` + inner + `]}` }

func menu(fields string) string {
	return row(`{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"}]` + fields + `}`)
}

// Messages as a first response: those of no want are accepted.
var messageLimits = []struct {
	name, data string
	want       string // codes, joined with "; "
}{
	{"content", `{"content":"` + long(2000) + `"}`, ""},
	{"content too long", `{"content":"` + long(2001) + `"}`, "data.content BASE_TYPE_MAX_LENGTH"},
	{"content of another type", `{"content":5}`, "data.content STRING_TYPE_CONVERT"},
	{"nothing", `{}`, "50006"},
	{"blank", `{"content":"  "}`, "50006"},
	{"embeds", `{"content":"x","embeds":[` + many(11, `{"title":"x"}`) + `]}`, "data.embeds BASE_TYPE_MAX_LENGTH"},
	{"mentions", `{"content":"x","allowed_mentions":{"parse":[]}}`, ""},
	{"mention of what is not", `{"content":"x","allowed_mentions":{"parse":["me"]}}`, "data.allowed_mentions.parse.0 BASE_TYPE_CHOICES"},

	{"content beside V2", `{"content":"x","flags":32768,"components":[` + textN + `]}`, "data.content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
	{"embeds beside V2", `{"embeds":[{"title":"x"}],"flags":32768,"components":[` + textN + `]}`, "data.embeds MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"},
	{"V2 without the flag", `{"components":[` + textN + `]}`, "data.components.0 UNION_TYPE_CHOICES"},
	{"40 components", in(many(40, textN)), ""},
	{"41 components", in(holding(many(40, textN))), "data.components COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"},
	{"5×5 buttons, 4 buttons and a text are 37", in(holding(row(many(5, `{"type":2,"style":1,"label":"b","custom_id":"a%"}`)) + "," + row(many(5, `{"type":2,"style":1,"label":"b","custom_id":"b%"}`)) + "," + row(many(5, `{"type":2,"style":1,"label":"b","custom_id":"c%"}`)) + "," + row(many(5, `{"type":2,"style":1,"label":"b","custom_id":"d%"}`)) + "," + row(many(5, `{"type":2,"style":1,"label":"b","custom_id":"e%"}`)) + "," + row(many(4, `{"type":2,"style":1,"label":"b","custom_id":"f%"}`)) + "," + textN)), ""},
	{"text of 4,000", in(`{"type":10,"content":"` + long(4000) + `"}`), ""},
	{"text of 4,001", in(`{"type":10,"content":"` + long(4001) + `"}`), "data.components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED; data.components.0.content BASE_TYPE_BAD_LENGTH"},
	{"texts of 4,001", in(`{"type":10,"content":"` + long(2000) + `"},` + holding(`{"type":10,"content":"`+long(2001)+`"}`)), "data.components COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED"},
	{"empty text", in(`{"type":10,"content":""}`), "data.components.0.content BASE_TYPE_REQUIRED"},
	{"no text", in(`{"type":10}`), "data.components.0.content BASE_TYPE_REQUIRED"},
	{"button outside a row", in(`{"type":2,"style":1,"label":"b","custom_id":"b"}`), "data.components.0 UNION_TYPE_CHOICES"},
	{"container in a container", in(holding(holding(textN))), "data.components.0.components.0 UNION_TYPE_CHOICES"},
	{"empty container", in(holding("")), "data.components.0.components BASE_TYPE_REQUIRED"},
	{"colour", in(`{"type":17,"accent_color":16777216,"components":[` + textN + `]}`), "data.components.0.accent_color NUMBER_TYPE_MAX"},
	{"no component", in(`5`), "data.components.0 DICT_TYPE_CONVERT"},
	{"unknown type", in(`{"type":99}`), "data.components.0 UNION_TYPE_CHOICES"},
	{"separator", in(`{"type":14,"spacing":3}`), "data.components.0.spacing BASE_TYPE_CHOICES"},
	{"same id", in(`{"type":10,"id":7,"content":"x"},{"type":10,"id":7,"content":"x"}`), "data.components COMPONENT_ID_DUPLICATED"},

	{"5 rows", `{"components":[` + many(5, row(`{"type":2,"style":1,"label":"b","custom_id":"b%"}`)) + `]}`, ""},
	{"6 rows", `{"components":[` + many(6, row(`{"type":2,"style":1,"label":"b","custom_id":"b%"}`)) + `]}`, "data.components BASE_TYPE_MAX_LENGTH"},
	{"6 buttons", in(row(many(6, buttonN))), "data.components.0.components BASE_TYPE_BAD_LENGTH"},
	{"same custom_id", in(row(buttonN + "," + buttonN)), "data.components.0.components.1.custom_id COMPONENT_CUSTOM_ID_DUPLICATED"},
	{"custom_id of 100", in(row(`{"type":2,"style":1,"label":"b","custom_id":"` + long(100) + `"}`)), ""},
	{"custom_id of 101", in(row(`{"type":2,"style":1,"label":"b","custom_id":"` + long(101) + `"}`)), "data.components.0.components.0.custom_id BASE_TYPE_BAD_LENGTH"},
	{"no custom_id", in(row(`{"type":2,"style":1,"label":"b"}`)), "data.components.0.components.0.custom_id BASE_TYPE_REQUIRED"},
	{"label of 80", in(row(`{"type":2,"style":1,"custom_id":"b","label":"` + long(80) + `"}`)), ""},
	{"label of 81", in(row(`{"type":2,"style":1,"custom_id":"b","label":"` + long(81) + `"}`)), "data.components.0.components.0.label BASE_TYPE_MAX_LENGTH"},
	{"no label", in(row(`{"type":2,"style":1,"custom_id":"b"}`)), "data.components.0.components.0 BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"},
	{"style", in(row(`{"type":2,"style":9,"custom_id":"b","label":"b"}`)), "data.components.0.components.0.style BASE_TYPE_CHOICES"},
	{"link", in(row(`{"type":2,"style":5,"url":"javascript:alert(1)","label":"b"}`)), "data.components.0.components.0.url URL_TYPE_INVALID_SCHEME"},
	{"link with custom_id", in(row(`{"type":2,"style":5,"url":"https://example.org","custom_id":"b","label":"b"}`)), "data.components.0.components.0.custom_id BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE"},
	{"menu", in(menu(``)), ""},
	{"menu beside a button", in(row(buttonN + `,{"type":3,"custom_id":"m","options":[{"label":"a","value":"a"}]}`)), "data.components.0.components.1 COMPONENT_LAYOUT_WIDTH_EXCEEDED"},
	{"26 menu options", in(row(`{"type":3,"custom_id":"m","options":[` + many(26, `{"label":"a","value":"%"}`) + `]}`)), "data.components.0.components.0.options BASE_TYPE_BAD_LENGTH"},
	{"same menu value", in(row(`{"type":3,"custom_id":"m","options":[` + many(2, `{"label":"a","value":"a"}`) + `]}`)), "data.components.0.components.0.options.1.value SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"},
	{"placeholder", in(menu(`,"placeholder":"` + long(151) + `"`)), "data.components.0.components.0.placeholder BASE_TYPE_MAX_LENGTH"},

	{"alt text of 1,025", in(`{"type":12,"items":[{"media":{"url":"https://example.org/x.png"},"description":"` + long(1025) + `"}]}`), "data.components.0.items.0.description BASE_TYPE_BAD_LENGTH"},
	{"11 pictures", in(`{"type":12,"items":[` + many(11, `{"media":{"url":"https://example.org/x.png"}}`) + `]}`), "data.components.0.items BASE_TYPE_BAD_LENGTH"},
	{"no such attachment", in(`{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}`), "data.components.0.items.0.media.url UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"},
	{"file from elsewhere", in(`{"type":13,"file":{"url":"https://example.org/x"}}`), "data.components.0.file.url URL_TYPE_INVALID_SCHEME"},
	{"attachment without a file", `{"content":"x","attachments":[{"id":0}]}`, "data.attachments.0.id ATTACHMENT_NOT_FOUND"},
	{"section without accessory", in(`{"type":9,"components":[` + textN + `]}`), "data.components.0.accessory BASE_TYPE_REQUIRED"},
	{"section of 4 texts", in(`{"type":9,"components":[` + many(4, textN) + `],"accessory":` + buttonN + `}`), "data.components.0.components BASE_TYPE_BAD_LENGTH"},
}

func TestMessageLimits(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	for _, test := range messageLimits {
		reply := b.typed("/about")
		e := b.next()
		status, body := b.do("POST", e.callback(), answer(4, test.data))
		got := ""
		if status != 204 {
			got = strings.Join(codes(t, body), "; ")
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
		if status != 204 { // a refused answer does not count
			b.must(204, "POST", e.callback(), answer(4, `{"content":"x"}`))
		}
		<-reply
	}
}

func TestCallbackTypes(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	for _, kind := range []int{0, 1, 2, 3, 6, 7, 8, 99} {
		if got, body := b.do("POST", e.callback(), answer(kind, `{"content":"x"}`)); got != 400 || codes(t, body)[0] != "type BASE_TYPE_CHOICES" {
			t.Errorf("type %d for a command: %d %s", kind, got, body)
		}
	}
	for body, want := range map[string]string{
		`{"type":4}`:            "data BASE_TYPE_REQUIRED",
		`{}`:                    "type BASE_TYPE_REQUIRED",
		`[]`:                    "DICT_TYPE_CONVERT; type BASE_TYPE_REQUIRED",
		`{"type":4,"data":[]}`:  "data DICT_TYPE_CONVERT; data BASE_TYPE_REQUIRED",
		`{"type":4`:             "50109",
		`{"type":5,"data":"x"}`: "data DICT_TYPE_CONVERT",
	} {
		_, text := b.do("POST", e.callback(), body)
		if got := strings.Join(codes(t, text), "; "); got != want && got != "data BASE_TYPE_REQUIRED; data DICT_TYPE_CONVERT" {
			t.Errorf("%s: %s; want %s", body, got, want)
		}
	}
	b.must(204, "POST", e.callback(), `{"type":5}`)
	b.must(204, "DELETE", e.original(), "")
	<-reply
}

func TestEditLimits(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), `{"type":5,"data":{"flags":32768}}`)
	edits := 0
	edit := func() string { // the path, and its rate is not what is tested
		if edits++; edits%playground.WebhookRequests == 0 {
			b.server.ForgetRates()
		}
		return e.original()
	}
	refused := func(name, body, want string) {
		t.Helper()
		if status, text := b.do("PATCH", edit(), body); status != 400 || strings.Join(codes(t, text), "; ") != want {
			t.Errorf("%s: %d %s; want %s", name, status, text, want)
		}
	}
	refused("the flag of a deferral does not count", `{"components":[`+textN+`]}`, "components.0 UNION_TYPE_CHOICES")
	b.must(200, "PATCH", edit(), `{"content":"plain"}`)
	(<-reply).ok(t)
	refused("V2 over content", in(textN), "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2")
	m := b.must(200, "PATCH", edit(), `{"content":null,"flags":32768,"components":[{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}]}`, playground.File{Name: "a.png", Data: picture(1, 1)})
	refused("V2 taken back", `{"flags":0,"content":"x"}`, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2; flags MESSAGE_FLAGS_COMPONENTS_V2_CANNOT_BE_REMOVED")
	refused("V2 with the flag left out", `{"components":[`+textN+`]}`, "components.0 UNION_TYPE_CHOICES")

	id := m["components"].([]any)[0].(object)["items"].([]any)[0].(object)["media"].(object)["attachment_id"].(string)
	keep := in(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}},{"media":{"url":"attachment://b.png"}}]}`)
	keep = strings.TrimSuffix(keep, "}") + `,"attachments":[{"id":"` + id + `"},{"id":0}]}`
	b.must(200, "PATCH", edit(), keep, playground.File{Name: "b.png", Data: picture(1, 1)})
	b.must(200, "PATCH", edit(), strings.TrimSuffix(in(textN), "}")+`,"attachments":[]}`)
	if m := b.server.Messages()[0]; len(m.Attachments) != 0 || m.Text() != "t" {
		t.Errorf("attachments dropped: %+v", m)
	}
	refused("attachment of the past", `{"attachments":[{"id":"`+id+`"}]}`, "attachments.0.id ATTACHMENT_NOT_FOUND")
}

func TestFileLimits(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	big := make([]byte, playground.MaxFile+1)
	one := playground.File{Name: "x.bin", Data: []byte("x")}
	for name, test := range map[string]struct {
		files []playground.File
		want  string
	}{
		"a file over 10 MiB":      {[]playground.File{{Name: "x", Data: big}}, "40005"},
		"a request over 25 MiB":   {[]playground.File{{Name: "a", Data: big[1:]}, {Name: "b", Data: big[1:]}, {Name: "c", Data: big[1:]}}, "40005"},
		"11 files":                {slices.Repeat([]playground.File{one}, 11), "data.attachments BASE_TYPE_MAX_LENGTH"},
		"alt text of 1,025 chars": {[]playground.File{one}, "data.attachments.0.description BASE_TYPE_MAX_LENGTH"},
	} {
		data := `{"content":"x"}`
		if len(test.files) == 1 {
			data = `{"content":"x","attachments":[{"id":0,"description":"` + long(1025) + `"}]}`
		}
		status, body := b.do("POST", e.callback(), answer(4, data), test.files...)
		if got := strings.Join(codes(t, body), "; "); got != test.want {
			t.Errorf("%s: %d %s; want %s", name, status, got, test.want)
		}
	}
	b.must(204, "POST", e.callback(), answer(4, `{"content":"x"}`), playground.File{Name: "x", Data: big[1:]})
	(<-reply).ok(t)
}

func TestCommandLimits(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	path := "/applications/" + b.server.ApplicationID() + "/commands"
	command := func(fields string) string { return `[{"name":"x","description":"d"` + fields + `}]` }
	option := func(fields string) string {
		return command(`,"options":[{"type":3,"name":"o","description":"d"` + fields + `}]`)
	}
	for _, test := range []struct{ name, body, want string }{
		{"plain", command(``), ""},
		{"none", `[]`, ""},
		{"not a list", `{}`, "LIST_TYPE_CONVERT"},
		{"name", `[{"name":"Upper","description":"d"}]`, "0.name APPLICATION_COMMAND_INVALID_NAME"},
		{"name with a blank", `[{"name":"a b","description":"d"}]`, "0.name APPLICATION_COMMAND_INVALID_NAME"},
		{"Korean name", `[{"name":"노노그램","description":"d"}]`, ""},
		{"localized name", command(`,"name_localizations":{"ko":"x y"}`), "0.name_localizations.ko APPLICATION_COMMAND_INVALID_NAME"},
		{"locale", command(`,"name_localizations":{"xx":"x"}`), "0.name_localizations.xx BASE_TYPE_CHOICES"},
		{"no description", `[{"name":"x"}]`, "0.description BASE_TYPE_REQUIRED"},
		{"description", `[{"name":"x","description":"` + long(101) + `"}]`, "0.description BASE_TYPE_BAD_LENGTH"},
		{"message command", `[{"name":"Solve this","type":3}]`, ""},
		{"same name", `[{"name":"x","description":"d"},{"name":"x","description":"d"}]`, "1.name APPLICATION_COMMANDS_DUPLICATE_NAME"},
		{"100 commands", `[` + many(100, `{"name":"x%","description":"d"}`) + `]`, ""},
		{"101 commands", `[` + many(101, `{"name":"x%","description":"d"}`) + `]`, "30032"},
		{"26 options", command(`,"options":[` + many(26, `{"type":3,"name":"o%","description":"d"}`) + `]`), "0.options BASE_TYPE_MAX_LENGTH"},
		{"25 choices", option(`,"choices":[` + many(25, `{"name":"n%","value":"v%"}`) + `]`), ""},
		{"26 choices", option(`,"choices":[` + many(26, `{"name":"n%","value":"v%"}`) + `]`), "0.options.0.choices BASE_TYPE_MAX_LENGTH"},
		{"choice name", option(`,"choices":[{"name":"` + long(101) + `","value":"v"}]`), "0.options.0.choices.0.name BASE_TYPE_BAD_LENGTH"},
		{"same choice", option(`,"choices":[{"name":"n","value":"v"},{"name":"n","value":"w"}]`), "0.options.0.choices.1.name APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"},
		{"choices and autocomplete", option(`,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`), "0.options.0.autocomplete APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_WITH_CHOICES"},
		{"option length", option(`,"max_length":6001`), "0.options.0.max_length NUMBER_TYPE_MAX"},
		{"bound of another type", option(`,"max_value":5`), "0.options.0.max_value APPLICATION_COMMAND_OPTIONS_TYPE_MISMATCH"},
		{"required last", command(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"b","description":"d","required":true}]`), "0.options.1 APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"},
		{"same option", command(`,"options":[{"type":3,"name":"a","description":"d"},{"type":3,"name":"a","description":"d"}]`), "0.options.1.name APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"},
		{"file types", command(`,"options":[{"type":11,"name":"o","description":"d","file_types":[".png","image",".jpg"]}]`), ""},
		{"11 file types", command(`,"options":[{"type":11,"name":"o","description":"d","file_types":[` + many(11, `".a%"`) + `]}]`), "0.options.0.file_types BASE_TYPE_BAD_LENGTH"},
		{"no file type", command(`,"options":[{"type":11,"name":"o","description":"d","file_types":["png"]}]`), "0.options.0.file_types.0 BASE_TYPE_CHOICES"},
		{"file types of a text", option(`,"file_types":[".png"]`), "0.options.0.file_types APPLICATION_COMMAND_OPTIONS_TYPE_MISMATCH"},
		{"context", command(`,"contexts":[0,1,2],"integration_types":[0,1]`), ""},
		{"context of none", command(`,"contexts":[3]`), "0.contexts BASE_TYPE_CHOICES"},
		{"too large", command(`,"options":[` + many(25, `{"type":3,"name":"o%","description":"`+long(100)+`","choices":[`+many(25, `{"name":"n%`+long(9)+`","value":"v"}`)+`]}`) + `]`), "0 APPLICATION_COMMAND_TOO_LARGE"},
		{"too large in its longest language", command(`,"options":[` + many(25, `{"type":3,"name":"o%","description":"d","description_localizations":{"ko":"`+long(100)+`","ja":"x"},"choices":[`+many(25, `{"name":"n%","name_localizations":{"ja":"`+long(9)+`"},"value":"v"}`)+`]}`) + `]`), "0 APPLICATION_COMMAND_TOO_LARGE"},
	} {
		status, body := b.do("PUT", path, strings.ReplaceAll(test.body, "n0n", "n"))
		got := ""
		if status != 200 {
			got = strings.Join(codes(t, body), "; ")
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestCommandsAreEchoed(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	path := "/applications/" + b.server.ApplicationID() + "/commands"
	put := func(body string) []playground.Command {
		t.Helper()
		status, text := b.do("PUT", path, body)
		var list []playground.Command
		if err := json.Unmarshal([]byte(text), &list); status != 200 || err != nil {
			t.Fatalf("%d %s", status, text)
		}
		return list
	}
	first := put(`[{"name":"x","description":"d","description_localizations":{"ko":"디"},"options":[{"type":3,"name":"o","description":"d","required":false,"choices":[]}]}]`)
	again := put(`[{"name":"x","description":"d","description_localizations":{"ko":"디"},"options":[{"type":3,"name":"o","description":"d"}]}]`)
	other := put(`[{"name":"x","description":"e"}]`)
	if first[0].ID != again[0].ID || first[0].Version != again[0].Version {
		t.Error("an unchanged command has a new id or version")
	}
	if first[0].ID != other[0].ID || first[0].Version == other[0].Version {
		t.Error("a changed command has a new id or the old version")
	}
	put(`[{"name":"x","description":"d","description_localizations":{"ko":"디"}}]`)
	if _, text := b.do("GET", path, ""); strings.Contains(text, "디") || !strings.Contains(text, `"default_member_permissions":null`) {
		t.Errorf("plain list: %s", text)
	}
	if _, text := b.do("GET", path+"?with_localizations=true", ""); !strings.Contains(text, "디") {
		t.Errorf("localized list: %s", text)
	}
	guild := "/applications/" + b.server.ApplicationID() + "/guilds/" + b.server.GuildID() + "/commands"
	b.must(200, "PUT", guild, `[{"name":"x","description":"of the guild"}]`)
	if got := b.server.Commands(); len(got) != 1 || got[0].Description != "of the guild" {
		t.Errorf("commands: %+v", got)
	}
	wantCode(t, b, 403, 50001, "PUT", "/applications/"+b.server.ApplicationID()+"/guilds/1/commands", `[]`)
	wantCode(t, b, 403, 20012, "GET", "/applications/1/commands", "")
}

func TestRates(t *testing.T) {
	t.Parallel()
	b := connect(t, start(t, playground.Options{}))
	reply := b.typed("/about")
	e := b.next()
	b.must(204, "POST", e.callback(), answer(4, `{"content":"x"}`))
	(<-reply).ok(t)
	for range playground.WebhookRequests {
		b.must(200, "GET", e.original(), "")
	}
	if status, text := b.do("GET", e.original(), ""); status != 429 || !strings.Contains(text, `"global":false`) || !strings.Contains(text, `"retry_after":`) {
		t.Errorf("%d %s", status, text)
	}
	limited := false
	for range 2 * playground.GlobalRequests {
		status, text := b.do("GET", "/users/@me", "")
		limited = limited || status == 429 && strings.Contains(text, `"global":true`)
	}
	if !limited {
		t.Error("no global limit")
	}
}
