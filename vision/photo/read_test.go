package photo

import (
	"bytes"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"kibitz/vision/photo/imagetest"
)

// split returns an image of 20 × 10 pixels, the left half black.
func split() *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, 20, 10))
	draw.Draw(img, img.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(img, image.Rect(0, 0, 10, 10), image.Black, image.Point{}, draw.Src)
	return img
}

func TestRead(t *testing.T) {
	for name, encode := range map[string]func(*bytes.Buffer) error{
		"png":  func(b *bytes.Buffer) error { return png.Encode(b, split()) },
		"jpeg": func(b *bytes.Buffer) error { return jpeg.Encode(b, split(), nil) },
		"gif":  func(b *bytes.Buffer) error { return gif.Encode(b, split(), nil) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		p, err := Read(b.Bytes())
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if p.Turned || p.Camera {
			t.Errorf("%s: turned or of a camera", name)
		}
		if got := seen(p.Bounds(), 5, func(x, y int) uint8 { return p.Luma().GrayAt(x, y).Y }); got != "##..\n##..\n" {
			t.Errorf("%s:\n%s", name, got)
		}
		if _, err := Read(b.Bytes()[:b.Len()/2]); err == nil && name != "jpeg" {
			t.Errorf("%s: half a file was read", name)
		}
	}
	// One pixel, lossless.
	webp, _ := base64.StdEncoding.DecodeString("UklGRh4AAABXRUJQVlA4TBEAAAAvAAAAAAfQ//73v/+BiOh/AAA=")
	if got, err := Read(webp); err != nil || got.Bounds() != image.Rect(0, 0, 1, 1) {
		t.Errorf("webp: %v", err)
	}
	first, second := imagetest.LosslessWebP(30, 20), imagetest.LosslessWebP(30, 20)
	if got, err := Read(imagetest.AnimatedWebP(30, 20, first[12:], second[12:])); err != nil || got.Bounds() != image.Rect(0, 0, 30, 20) {
		t.Errorf("animated webp: %v", err)
	}
	if _, err := Read(imagetest.AnimatedWebP(30, 20)); !errors.Is(err, ErrBroken) {
		t.Errorf("animated webp without frames: %v", err)
	}
	if _, err := Read([]byte("hello")); !errors.Is(err, ErrImage) {
		t.Errorf("a text: %v", err)
	}
	if _, err := Read(imagetest.ClaimedPNG(60000, 60000)); !errors.Is(err, ErrPixels) {
		t.Errorf("a vast image: %v", err)
	}
}

// In whatever form its pixels are stored, an image has the lightness of its colours over white.
func TestPixels(t *testing.T) {
	const w, h = 7, 5
	colours := []color.Color{color.White, color.Black, color.NRGBA{200, 10, 60, 255}, color.NRGBA{0, 0, 0, 128}, color.Transparent, color.NRGBA{10, 250, 90, 40}}
	for name, img := range map[string]draw.Image{
		"grey":              image.NewGray(image.Rect(0, 0, w, h)),
		"grey, 16 bits":     image.NewGray16(image.Rect(0, 0, w, h)),
		"grey, elsewhere":   image.NewGray(image.Rect(-3, 4, w-3, h+4)),
		"colours":           image.NewRGBA(image.Rect(0, 0, w, h)),
		"alpha":             image.NewNRGBA(image.Rect(2, 3, w+2, h+3)),
		"alpha, 16 bits":    image.NewNRGBA64(image.Rect(0, 0, w, h)),
		"inks":              image.NewCMYK(image.Rect(0, 0, w, h)),
		"palette":           image.NewPaletted(image.Rect(1, 1, w+1, h+1), colours),
		"palette, one only": image.NewPaletted(image.Rect(0, 0, w, h), colours[3:4]),
	} {
		b := img.Bounds()
		for i := range w * h {
			img.Set(b.Min.X+i%w, b.Min.Y+i/w, colours[i*i%len(colours)])
		}
		for o := range 9 {
			p := &Photo{Image: upright(img, o)}
			over := image.NewRGBA(image.Rect(0, 0, p.Bounds().Dx(), p.Bounds().Dy()))
			draw.Draw(over, over.Rect, image.White, image.Point{}, draw.Src)
			draw.Draw(over, over.Rect, p, p.Bounds().Min, draw.Over)
			l, pixel := p.Luma(), p.Pixels()
			if l.Rect != over.Rect {
				t.Fatalf("%s, %d: %v, want %v", name, o, l.Rect, over.Rect)
			}
			for y := range over.Rect.Dy() {
				for x := range over.Rect.Dx() {
					want := over.RGBAAt(x, y)
					r, g, b := pixel(x, y)
					near := func(a, b uint8) bool { return max(a, b)-min(a, b) <= 1 }
					if !near(r, want.R) || !near(g, want.G) || !near(b, want.B) || !near(l.GrayAt(x, y).Y, color.GrayModel.Convert(want).(color.Gray).Y) {
						t.Fatalf("%s, %d: (%d, %d) is %v, light %v, want %v", name, o, x, y, []uint8{r, g, b}, l.GrayAt(x, y), want)
					}
				}
			}
		}
	}
}

// A JPEG's lightness is that of the file, whichever part of it is shown.
func TestLumaOfJPEG(t *testing.T) {
	for _, ratio := range []image.YCbCrSubsampleRatio{image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio420} {
		img := image.NewYCbCr(image.Rect(0, 0, 33, 17), ratio)
		for i := range img.Y {
			img.Y[i] = uint8(i * 7)
		}
		for i := range img.Cb {
			img.Cb[i], img.Cr[i] = 128, 128
		}
		part := img.SubImage(image.Rect(5, 3, 30, 17)).(*image.YCbCr)
		for o := range 9 {
			p := &Photo{Image: upright(part, o)}
			l, pixel, b := p.Luma(), p.Pixels(), p.Bounds()
			for y := range b.Dy() {
				for x := range b.Dx() {
					want := color.GrayModel.Convert(p.At(b.Min.X+x, b.Min.Y+y)).(color.Gray)
					if r, _, _ := pixel(x, y); l.GrayAt(x, y) != want || r != want.Y {
						t.Fatalf("orientation %d: (%d, %d) is %v, want %v", o, x, y, l.GrayAt(x, y), want)
					}
				}
			}
		}
	}
}

func TestPyramid(t *testing.T) {
	g := image.NewGray(image.Rect(0, 0, 5, 4))
	copy(g.Pix, []uint8{
		0, 4, 8, 8, 99,
		4, 8, 8, 8, 99,
		1, 1, 0, 0, 99,
		1, 2, 255, 255, 99,
	})
	all := Pyramid(g, 4)
	if len(all) != 2 || !bytes.Equal(all[1].Pix, []uint8{4, 8, 1, 128}) || all[1].Rect != image.Rect(0, 0, 2, 2) {
		t.Errorf("%v", all)
	}
	if all := Pyramid(image.NewGray(image.Rect(0, 0, 60000, 1)), 10); len(all) != 1 {
		t.Errorf("a line has %d halves", len(all)-1)
	}
}

// A file that takes more memory than there is is refused, and an image that would stay large is halved.
func TestReadWithin(t *testing.T) {
	var b bytes.Buffer
	if err := png.Encode(&b, split()); err != nil { // 20 × 10 pixels of 4 bytes
		t.Fatal(err)
	}
	f, err := Open(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadWithin(t.Context(), f.Memory-1); !errors.Is(err, ErrPixels) {
		t.Errorf("of one byte too few: %v", err)
	}
	p, err := f.ReadWithin(t.Context(), f.Memory)
	if err != nil || p.Halved || p.Bounds() != image.Rect(0, 0, 20, 10) {
		t.Errorf("%v, %v", p, err)
	}
	for o, want := range map[int]string{1: "#.", 2: ".#", 3: ".#", 6: "#\n.", 8: ".\n#"} {
		p := &Photo{Image: upright(split(), o)}
		p.halve()
		light := p.Luma()
		if got := strings.TrimSpace(seen(light.Rect, 5, func(x, y int) uint8 { return light.GrayAt(x, y).Y })); !p.Halved || got != want {
			t.Errorf("orientation %d: %v, %q, want %q", o, p.Bounds(), got, want)
		}
	}
}

// Any bytes give an error, or an image with pixels that can all be read.
func FuzzRead(f *testing.F) {
	var b bytes.Buffer
	_ = gif.Encode(&b, split(), nil)
	f.Add(b.Bytes())
	f.Add(imagetest.ClaimedPNG(3, 3))
	f.Add(imagetest.ClaimedPNG(60000, 60000))
	f.Add(imagetest.BlankPNG(9, 7, 16, 6))
	f.Add(imagetest.BaselineJPEG(9, 7, 4))
	f.Add(imagetest.ProgressiveJPEG(9, 7, 3))
	f.Add(imagetest.LosslessWebP(9, 7))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<12 {
			return
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(data))
		if err == nil && config.Width*config.Height > 1<<16 {
			return // slow, not wrong
		}
		p, err := Read(data)
		if err != nil {
			return
		}
		l, pixel := p.Luma(), p.Pixels()
		pixel(l.Rect.Max.X-1, l.Rect.Max.Y-1)
		if l.Rect.Size() != p.Bounds().Size() || l.Rect.Min != (image.Point{}) {
			t.Fatalf("%v of %v", l.Rect, p.Bounds())
		}
	})
}
