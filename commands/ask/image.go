package ask

import (
	"errors"
	"slices"
	"strings"

	"kibitz/commands/chat"
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

// ForeignFormat returns the name of the format if a file is a photo of a format that telephones write
// and that is not read, or else "". It goes by the brand at the file's start: ISO/IEC 23008-12.
func ForeignFormat(data []byte) string {
	if len(data) < 12 || string(data[4:8]) != "ftyp" {
		return ""
	}
	switch string(data[8:12]) {
	case "avif", "avis":
		return "AVIF"
	case "heic", "heix", "hevc", "heim", "heis", "mif1", "msf1":
		return "HEIC"
	}
	return ""
}

// takePicture moves a picture that came as the text file to where images are expected, and reports
// whether it did.
func (o Options) takePicture() bool {
	f, ok := o.File("file")
	if _, two := o.File(chat.ImageOption); !ok || two || !isPicture(f) {
		return false
	}
	delete(o, "file")
	o[chat.ImageOption] = f
	return true
}

// isPicture reports whether a file is a picture, by its content or, before that is there, by its
// type. A bitmap that is written as text is none.
func isPicture(f chat.Upload) bool {
	if f.Data == nil {
		kind, format, _ := strings.Cut(f.Type, "/")
		return kind == "image" && slices.Contains([]string{"png", "jpeg", "gif", "webp", "heic", "heif", "avif"}, format)
	}
	_, err := photo.Memory(f.Data)
	return !errors.Is(err, photo.ErrImage) && !errors.Is(err, photo.ErrBytes) || ForeignFormat(f.Data) != ""
}
