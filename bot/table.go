package bot

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"math/rand/v2"
	"strings"
	"time"

	"kibitz/bot/compose"
	"kibitz/bot/sleep"
	"kibitz/bot/wire"
	"kibitz/commands/chat"
)

// This file puts a line into a message that a person clicked on earlier, such as a result into the table of
// a day. The bot need not be where the message is: the token of that click can edit it for 15 minutes, as
// the click was answered by a deferred edit and a message apart. That other message carries the token,
// sealed, as a client can read what its buttons carry: with a token one could speak in the bot's name.
//
// An edit has no condition, so two at once need care. In one process a line is read, added and written
// under the message's lock. Another process may write between the two; therefore each looks again, at
// moments of its own, and adds its line once more if it was lost.

const (
	entryWithin = 10 * time.Second               // for reading and writing a message
	originLife  = 15*time.Minute - 2*entryWithin // from the click, as of its token
)

// looksAgain are the pauses before each look at a line that was written. A pause is up to twice as long.
var looksAgain = []time.Duration{2 * time.Second, 5 * time.Second, 15 * time.Second}

// origin returns what another request needs to edit the message that was clicked on, sealed for this bot
// and its replicas; "" for a process without the bot's token.
func (b *bot) origin(in *interaction) string {
	seal, key := b.seal()
	if seal == nil {
		return ""
	}
	plain := []byte(in.message + " " + in.id + " " + in.token)
	mac := hmac.New(sha256.New, key)
	mac.Write(plain)
	nonce := mac.Sum(nil)[:seal.NonceSize()] // the same text for the same click, and no other
	return base64.RawURLEncoding.EncodeToString(seal.Seal(nonce, nonce, plain, []byte(in.app)))
}

// opened returns the click that origin was called with, as far as an edit needs it; nil for any other text.
func (b *bot) opened(origin, app string) *interaction {
	seal, _ := b.seal()
	sealed, err := base64.RawURLEncoding.DecodeString(origin)
	if seal == nil || err != nil || len(sealed) < seal.NonceSize() {
		return nil
	}
	plain, err := seal.Open(nil, sealed[:seal.NonceSize()], sealed[seal.NonceSize():], []byte(app))
	parts := strings.Split(string(plain), " ")
	if err != nil || len(parts) != 3 {
		return nil
	}
	return &interaction{app: app, message: parts[0], id: parts[1], token: parts[2]}
}

// StreakKey returns the key that signs streaks, made of the bot's token; nil for no token.
func StreakKey(token string) []byte { return keyFor("kibitz: streaks", token) }

// keyFor returns a key for one use, made of the bot's token; nil for no token.
func keyFor(use, token string) []byte {
	token, err := cleanToken(token)
	if err != nil {
		return nil
	}
	mac := hmac.New(sha256.New, []byte(token))
	mac.Write([]byte(use))
	return mac.Sum(nil)
}

// seal returns the cipher for origins and its key; nil without a token.
func (b *bot) seal() (cipher.AEAD, []byte) {
	key := keyFor("kibitz: origins of entries", b.currentToken())
	if key == nil {
		return nil, nil
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err) // the key has this length
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return seal, key
}

// entered puts the line of an answer into the message that it is for, and returns the answer to that. If
// the message cannot have the line, or the answer has none, entered returns the answer itself.
func (b *bot) entered(ctx context.Context, in *interaction, m *compose.Message) *compose.Message {
	e := m.Entry
	if e == nil {
		return m
	}
	click := b.opened(e.Origin, in.app)
	if click == nil || between(click.id, in.id) > originLife {
		return m
	}
	if err := b.enter(ctx, click, e); err != nil {
		b.log.Info("a line is posted, as its message does not take it", in.asked(), "err", err)
		return m
	}
	b.goRespond(in, func() {
		for _, pause := range looksAgain {
			if !sleep.For(b.working, pause+rand.N(pause)) {
				return
			}
			if err := b.enter(b.sending, click, e); err != nil {
				b.log.Debug("a line was not looked at again", in.asked(), "err", err)
			}
		}
	})
	return b.compose(in, e.Done)
}

// enter reads the message of a click, and writes it with the line of an entry, unless it has that line.
func (b *bot) enter(ctx context.Context, click *interaction, e *chat.Entry) error {
	ctx, cancel := context.WithTimeout(ctx, entryWithin)
	defer cancel()
	at := b.boards.find(click.message)
	defer b.boards.depart(at)
	select {
	case at.lock <- struct{}{}:
		defer func() { <-at.lock }()
	case <-ctx.Done():
		return ctx.Err()
	}
	now, err := b.calls.original(ctx, click)
	if err != nil {
		return err
	}
	edit, err := compose.Rewritten(&now.Posted, e.Add)
	if err != nil || edit == nil {
		return err
	}
	p, err := wire.JSON(edit)
	if err != nil {
		return err
	}
	// If it was edited, here or elsewhere, entered looks again.
	return b.calls.edit(ctx, click, p, func(at *stand) bool { return !at.Edited.Equal(now.Edited) })
}
