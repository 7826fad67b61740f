package compose

import (
	"bytes"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// Callback returns m as the first response.
func (m *Message) Callback() (wire.Payload, error) {
	if m.InPlace {
		return m.encode(wire.Callback{Type: wire.AnswerUpdate, Data: m.wire()})
	}
	return m.encode(wire.Callback{Type: wire.AnswerMessage, Data: m.fresh()})
}

// FollowUp returns m as another message, after the first response.
func (m *Message) FollowUp() (wire.Payload, error) { return m.encode(m.fresh()) }

// fresh returns m as a new message, which can be private. One that takes the place of another
// is as private as that was.
func (m *Message) fresh() wire.Message {
	w := m.wire()
	if m.Private {
		w.Flags |= wire.FlagEphemeral
	}
	return w
}

// Edit returns m as an edit of a deferral, or of the message that came there since. The
// deferral has settled whether it is private.
func (m *Message) Edit() (wire.Payload, error) { return m.encode(m.wire()) }

// wire returns m as Discord's JSON has it: one container with all parts, and a list of the
// files that are sent (an index is their id) or kept. By an edit Discord removes the
// attachments that the list does not name.
func (m *Message) wire() wire.Message {
	w := wire.Message{
		Flags:       wire.FlagComponentsV2,
		Components:  []wire.Component{{Type: wire.TypeContainer, AccentColor: m.color, Components: m.Parts}},
		Attachments: []wire.Attachment{},
	}
	for i, f := range m.sent() {
		w.Attachments = append(w.Attachments, wire.Attachment{ID: strconv.Itoa(i), Filename: f.name, Description: f.alt})
	}
	if m.Kept != "" {
		w.Attachments = append(w.Attachments, wire.Attachment{ID: m.Kept, Filename: chat.PuzzleFile})
	}
	w.AllowedMentions.Parse = []string{} // nothing that a puzzle says may ping anyone
	return w
}

// encode adds the files to a body. Without files it is JSON.
func (m *Message) encode(body any) (wire.Payload, error) {
	sent := m.sent()
	if len(sent) == 0 {
		return wire.JSON(body)
	}
	files := make([]*discordgo.File, len(sent))
	for i, f := range sent {
		files[i] = &discordgo.File{Name: f.name, ContentType: f.contentType, Reader: bytes.NewReader(f.data)}
	}
	contentType, data, err := discordgo.MultipartBodyWithJSON(body, files)
	return wire.Payload{ContentType: contentType, Body: data}, err
}
