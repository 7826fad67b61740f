package rest

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"unicode/utf8"
)

// TestFaultKinds: a body that Discord finds wrong is not sent again as it is, and all else is no
// fault of the body. An error has the code that Discord gave it, and no other.
func TestFaultKinds(t *testing.T) {
	for status, misshapen := range map[int]bool{
		http.StatusBadRequest: true, http.StatusRequestEntityTooLarge: true, http.StatusUnsupportedMediaType: true, http.StatusUnprocessableEntity: true,
		0: false, http.StatusUnauthorized: false, http.StatusNotFound: false, http.StatusTooManyRequests: false, http.StatusInternalServerError: false,
	} {
		if got := (&Fault{Status: status}).Misshapen(); got != misshapen {
			t.Errorf("%d: misshapen %v", status, got)
		}
	}
	if (&Fault{Status: http.StatusBadRequest, Code: AlreadyAcknowledged}).Misshapen() {
		t.Error("an interaction that has its response is no misshapen body")
	}
	err := fmt.Errorf("wrapped: %w", &Fault{Code: UnknownWebhook})
	if !HasCode(err, UnknownWebhook) || HasCode(err, UnknownInteraction) || HasCode(errors.New("another"), 0) {
		t.Error("codes are mistaken")
	}
}

// TestTextIsCut: of a long answer a fault quotes the beginning, and an ellipsis tells of the rest.
func TestTextIsCut(t *testing.T) {
	for n, want := range map[int]int{maxText - 1: maxText - 1, maxText: maxText, maxText + 1: maxText, 10 * maxText: maxText} {
		got := plain(strings.Repeat("é", n))
		if utf8.RuneCountInString(got) != want || strings.HasSuffix(got, "…") != (n > maxText) {
			t.Errorf("%d characters become %d: …%s", n, utf8.RuneCountInString(got), got[len(got)-6:])
		}
	}
}

// TestFileOfTheLargestSize: a file that announces exactly the limit is read whole.
func TestFileOfTheLargestSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		announcing := &reply{status: 200, body: "0123456789"}
		client := New(func() string { return "" }, "", func() http.RoundTripper {
			return announced{inTurn(announcing)}
		}, func(string, string) {})
		if data, err := client.Fetch(t.Context(), fileURL, 10); err != nil || string(data) != "0123456789" {
			t.Errorf("%q %v", data, err)
		}
	})
}

// announced tells the length of each answer in its header.
type announced struct{ http.RoundTripper }

func (a announced) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := a.RoundTripper.RoundTrip(r)
	if err == nil {
		resp.ContentLength = 10
	}
	return resp, err
}
