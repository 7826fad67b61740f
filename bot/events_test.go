package bot

import (
	"bytes"
	"fmt"
	"strings"
	"time"
)

const interactionSecret = "interaction-secret"

// command returns the JSON of a slash command of a user.
func command(user string, options ...string) []byte {
	return fmt.Appendf(nil, `{"id":"1","application_id":"2","type":2,"token":%q,"locale":"en-US","user":{"id":%q},"data":{"type":1,"name":"test","options":[%s]}}`,
		interactionSecret, user, strings.Join(options, ","))
}

const privately = `{"name":"private","type":5,"value":true}`

// withFile returns the JSON of a command with a file in its option named file, which Discord
// describes by about.
func withFile(about string) []byte {
	raw := command("5", `{"name":"file","type":11,"value":"77"}`)
	return bytes.Replace(raw, []byte(`"options"`), []byte(`"resolved":{"attachments":{"77":`+about+`}},"options"`), 1)
}

const fileURL = "https://cdn.discordapp.com/ephemeral-attachments/2/77/a.txt?ex=1&is=2&hm=signature"

// about returns Discord's description of a file.
func about(size int, url string) string {
	return fmt.Sprintf(`{"id":"77","filename":"a.txt","size":%d,"url":%q,"content_type":"text/plain"}`, size, url)
}

// typing returns the JSON of an autocompletion: what a user has typed so far.
func typing(user, text string) []byte {
	raw := command(user, `{"name":"do","type":3,"value":"solve"}`, `{"name":"puzzle","type":3,"focused":true,"value":"`+text+`"}`)
	return bytes.Replace(raw, []byte(`"type":2,`), []byte(`"type":4,`), 1)
}

// click returns the JSON of a click on a button with a custom_id.
func click(customID string) []byte {
	return fmt.Appendf(nil, `{"id":"1","application_id":"2","type":3,"token":%q,"locale":"en-US","user":{"id":"5"},"data":{"custom_id":%q},"message":{"components":[]}}`,
		interactionSecret, customID)
}

// numbered returns an interaction with an id of its own.
func numbered(raw []byte, id int) []byte {
	return bytes.Replace(raw, []byte(`{"id":"1"`), fmt.Appendf(nil, `{"id":"%d"`, id), 1)
}

// on returns a click on a message that owner asked for.
func on(owner string, click []byte) []byte {
	return bytes.Replace(click, []byte(`"components":[]`), []byte(`"components":[],"interaction_metadata":{"user":{"id":"`+owner+`"}}`), 1)
}

func taking(user string, seconds int) []byte {
	return command(user, fmt.Sprintf(`{"name":"takes","type":4,"value":%d}`, seconds))
}

// today sleeps until interactions can have been born: a bubble's clock begins before
// Discord's does.
func today() { time.Sleep(26 * 365 * 24 * time.Hour) }

// aged returns an interaction of that age.
func aged(raw []byte, age time.Duration, n int) []byte {
	id := uint64(time.Now().Add(-age).UnixMilli()-discordsEpoch)<<22 + uint64(n)
	return numbered(raw, int(id))
}

// inPlaceClick returns a click of the owner's on a message with a puzzle.
func inPlaceClick(id int, puzzle string) []byte {
	raw := strings.Replace(string(on("5", click("k1t/x"))), `"components":[]`, fmt.Sprintf(`"id":"99","components":[{"type":10,"content":%q}]`, "```\n"+puzzle+"\n```"), 1)
	return numbered([]byte(raw), id)
}
