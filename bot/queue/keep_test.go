package queue

import (
	"strings"
	"testing"
	"time"

	"kibitz/bot/queue/queuetest"
)

// TestKept: what one process keeps for a page another one has, for as long as jobs live; subjects do not tell the id.
func TestKept(t *testing.T) {
	inBubble(t, func(t *testing.T, s *queuetest.Server) {
		o := roomy(s.Dial)
		o.Pages = true
		here, there := open(t, o), open(t, o)
		if err := here.Keep(t.Context(), "i-1-gc-2-3", "nonogram?puzzle=1|1"); err != nil {
			t.Fatal(err)
		}
		text, ok, err := there.Kept(t.Context(), "i-1-gc-2-3")
		expect(t, "kept", []any{text, ok, err}, []any{"nonogram?puzzle=1|1", true, nil})
		text, ok, err = there.Kept(t.Context(), "i-2")
		expect(t, "never kept", []any{text, ok, err}, []any{"", false, nil})
		if err := here.Keep(t.Context(), "large", strings.Repeat("x", mostOfOne+1)); err == nil {
			t.Error("more is kept than may be")
		}
		time.Sleep(15*time.Minute + 10*time.Second)
		text, ok, err = there.Kept(t.Context(), "i-1-gc-2-3")
		expect(t, "kept too long", []any{text, ok, err}, []any{"", false, nil})
		if err := open(t, roomy(s.Dial)).Keep(t.Context(), "i-1", "x"); err == nil {
			t.Error("it is kept where no pages are")
		}
		s.Stop()
		time.Sleep(10 * time.Second)
		if err := here.Keep(t.Context(), "i-1", "x"); err == nil {
			t.Error("it is kept without a server")
		}
		if _, _, err := here.Kept(t.Context(), "i-1"); err == nil {
			t.Error("it is had without a server")
		}
	})
}
