package ask

import (
	"errors"

	"kibitz/commands/words"
	"kibitz/vision/photo"
)

// Undecoded returns the refusal of a file that package photo could not decode, by its error.
func Undecoded(err error) *Refusal {
	switch {
	case errors.Is(err, photo.ErrPixels):
		return &Refusal{ID: "image.pixels", Data: words.With{"Max": photo.MaxPixels / 1_000_000}}
	case errors.Is(err, photo.ErrProgressive):
		return &Refusal{ID: "image.progressive", Data: words.With{"Max": photo.MaxProgressive / 1_000_000}}
	case errors.Is(err, photo.ErrBroken):
		return &Refusal{ID: "image.broken"}
	}
	return &Refusal{ID: "image.unreadable"}
}
