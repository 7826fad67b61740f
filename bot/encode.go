package bot

import (
	"bytes"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"kibitz/commands/chat"
)

// callback is m as the first response.
func (m *message) callback() (payload, error) {
	if m.inPlace {
		return m.encode(wireCallback{answerUpdate, m.wire()})
	}
	return m.encode(wireCallback{answerMessage, m.fresh()})
}

// followUp is m as another message, after the first response.
func (m *message) followUp() (payload, error) { return m.encode(m.fresh()) }

// fresh is m as a new message, which can be private; what takes the place of
// another is as that was.
func (m *message) fresh() wireMessage {
	w := m.wire()
	if m.private {
		w.Flags |= flagEphemeral
	}
	return w
}

// edit is m in the place of a deferral, or of what came there since. Whether
// that is private was settled by the deferral.
func (m *message) edit() (payload, error) { return m.encode(m.wire()) }

func (m *message) wire() wireMessage {
	w := wireMessage{
		Flags:       flagComponentsV2,
		Components:  []component{{Type: typeContainer, AccentColor: m.color, Components: m.parts}},
		Attachments: []wireAttachment{},
	}
	for i, f := range m.sent() {
		w.Attachments = append(w.Attachments, wireAttachment{strconv.Itoa(i), f.name, f.alt})
	}
	if m.kept != "" {
		w.Attachments = append(w.Attachments, wireAttachment{ID: m.kept, Filename: chat.PuzzleFile})
	}
	w.AllowedMentions.Parse = []string{} // nothing that a puzzle says may ping anyone
	return w
}

// encode adds the files to a body, which is JSON where there are none.
func (m *message) encode(body any) (payload, error) {
	sent := m.sent()
	if len(sent) == 0 {
		return jsonPayload(body)
	}
	files := make([]*discordgo.File, len(sent))
	for i, f := range sent {
		files[i] = &discordgo.File{Name: f.name, ContentType: f.contentType, Reader: bytes.NewReader(f.data)}
	}
	contentType, data, err := discordgo.MultipartBodyWithJSON(body, files)
	return payload{contentType, data}, err
}
