package photo

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"

	"kibitz/vision/photo/imagetest"
)

func encodedBy(t *testing.T, encode func(*bytes.Buffer, image.Image) error, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// No decoder takes more memory than Memory says, for any kind of image. For images whose head tells all,
// Memory says not much more than they take.
func TestMemory(t *testing.T) {
	const w, h = 1500, 1000
	asJPEG := func(b *bytes.Buffer, img image.Image) error { return jpeg.Encode(b, img, nil) }
	asPNG := func(b *bytes.Buffer, img image.Image) error { return png.Encode(b, img) }
	bounds := image.Rect(0, 0, w, h)
	for name, file := range map[string][]byte{
		"JPEG, colours":              encodedBy(t, asJPEG, image.NewYCbCr(bounds, image.YCbCrSubsampleRatio420)),
		"JPEG, grey":                 encodedBy(t, asJPEG, image.NewGray(bounds)),
		"JPEG, red, green and blue":  imagetest.BaselineJPEG(w, h, 3),
		"JPEG, four inks":            imagetest.BaselineJPEG(w, h, 4),
		"progressive JPEG, grey":     imagetest.ProgressiveJPEG(w, h, 1),
		"progressive JPEG, colours":  imagetest.ProgressiveJPEG(w, h, 3),
		"progressive JPEG, inks":     imagetest.ProgressiveJPEG(w, h, 4),
		"PNG, 1 bit":                 imagetest.BlankPNG(w, h, 1, 0),
		"PNG, grey":                  imagetest.BlankPNG(w, h, 8, 0),
		"PNG, grey, one transparent": imagetest.BlankPNG(w, h, 8, 0, imagetest.PNGChunk("tRNS", []byte{0, 0})),
		"PNG, grey, 16 bits, one":    imagetest.BlankPNG(w, h, 16, 0, imagetest.PNGChunk("tRNS", []byte{0, 0})),
		"PNG, grey, alpha":           imagetest.BlankPNG(w, h, 8, 4),
		"PNG, colours":               imagetest.BlankPNG(w, h, 8, 2),
		"PNG, colours, 16 bits":      imagetest.BlankPNG(w, h, 16, 2),
		"PNG, alpha, 16 bits":        imagetest.BlankPNG(w, h, 16, 6),
		"PNG, one line":              imagetest.BlankPNG(w*h, 1, 16, 6),
		"PNG, palette":               imagetest.BlankPNG(w, h, 8, 3, imagetest.PNGChunk("PLTE", make([]byte, 6))),
		"PNG, as usual":              encodedBy(t, asPNG, image.NewNRGBA(bounds)),
		"PNG, much beside":           imagetest.BlankPNG(w, h, 8, 6, imagetest.PNGChunk("kiBz", make([]byte, 5<<20))),
		"GIF":                        encodedBy(t, func(b *bytes.Buffer, img image.Image) error { return gif.Encode(b, img, nil) }, image.NewPaletted(bounds, color.Palette{color.Black, color.White})),
		"WebP, lossless":             imagetest.LosslessWebP(w, h),
		"WebP, lossy":                imagetest.LossyWebP(w, h),
	} {
		most, err := Memory(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Read(file); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		runtime.ReadMemStats(&after)
		if took := int64(after.TotalAlloc - before.TotalAlloc); took > most || most > 6*took+1<<21 {
			t.Errorf("%s took %d bytes, said are %d", name, took, most)
		}
	}
}

// An image that is too large is refused from its head.
func TestMemoryRefuses(t *testing.T) {
	strange := imagetest.ProgressiveJPEG(4000, 2500, 1)
	strange = append([]byte{0xff, 0xd8, 0xff}, strange[2:]...) // the decoder skips a fill byte
	for name, c := range map[string]struct {
		file []byte
		want error
	}{
		"a progressive JPEG":   {imagetest.ProgressiveJPEG(4000, 2500, 1), ErrProgressive},
		"a JPEG that may be":   {strange, ErrProgressive},
		"a PNG":                {imagetest.ClaimedPNG(5001, 5000), ErrPixels},
		"a PNG, just not":      {imagetest.ClaimedPNG(5000, 5000), nil},
		"a GIF":                {imagetest.BlankGIF(65535, 65535, 1), ErrPixels},
		"a PNG with no pixels": {imagetest.ClaimedPNG(0, 5), ErrImage},
		"a text":               {[]byte("hello"), ErrImage},
		"a large file":         {imagetest.BlankPNG(10, 10, 8, 0, imagetest.PNGChunk("kiBz", make([]byte, MaxBytes))), ErrBytes},
	} {
		if _, err := Memory(c.file); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
