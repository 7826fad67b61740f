package tests

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"kibitz/commands/photo"
)

// TestPageTakesPhotos: a picture that is dropped on the page while a command is typed is read
// and solved: here one that the bot has drawn, of a puzzle that nobody has told it.
func TestPageTakesPhotos(t *testing.T) {
	t.Parallel()
	h := open(t, func(p *plan) { p.settings.Eyes = photo.Eyes{} }) // those that it has in earnest
	posted, err := h.say(t, "/nonogram puzzle:10x10 easy 3 do:blank")
	if err != nil || len(posted.Attachments) == 0 {
		t.Fatalf("%v, %v", posted, err)
	}
	p := visit(t, h.URL(), 700, 1100)
	p.answered(1)
	p.keys("/nonogram do:check ")
	p.drop("photo.png", "image/png", posted.Attachments[0].Data)
	p.until(`document.querySelector('#input').value.trim() == '/nonogram do:check image:photo.png'`)
	p.keys(kb.Enter)
	p.answered(2)
	p.contains("Nonogram 10×10: exactly one solution", "Read from your picture.")
	p.until(`!!document.querySelector('a[href$="nonogram/10/10/1j32i25i33i8j71i27i6j3j3j5j41i63i7j6j6j3j31i6j14i"]')`)
	p.shot("photo")
}

// drop drops a file on the page, as from the desktop.
func (p *page) drop(name, mime string, data []byte) {
	p.text(fmt.Sprintf(`(() => { const bytes = Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)); const data = new DataTransfer();
		data.items.add(new File([bytes], %q, { type: %q }));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); return ''; })()`,
		base64.StdEncoding.EncodeToString(data), name, mime))
}
