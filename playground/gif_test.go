package playground_test

import (
	"bytes"
	"image/gif"
	"runtime"
	"testing"

	"kibitz/playground"
)

// bomb is a GIF of 12,000 × 12,000 pixels in one frame, all of it 30 bytes:
// decoded it takes 144 MB.
func bomb() []byte {
	const side0, side1 = 12000 & 0xff, 12000 >> 8
	return []byte{
		'G', 'I', 'F', '8', '9', 'a', side0, side1, side0, side1, 0, 0, 0,
		playground.GIFImage, 0, 0, 0, 0, side0, side1, side0, side1, 0, 2, 2, 0x44, 0x01, 0, playground.GIFTrailer,
	}
}

func TestGIFFrames(t *testing.T) {
	for _, n := range []int{1, 2, 7} {
		film := animation(8, 6, n)
		if got := playground.GIFFrames(film); got != n {
			t.Errorf("%d frames counted, want %d", got, n)
		}
		for end := range film { // broken off anywhere it is no film
			if got := playground.GIFFrames(film[:end]); got != 0 {
				t.Errorf("the first %d bytes of %d: %d frames", end, len(film), got)
			}
		}
	}
	if got := playground.GIFFrames(picture(3, 3)); got != 0 {
		t.Errorf("a PNG has %d frames", got)
	}
	junk := animation(8, 6, 2)
	junk[len(junk)-1] = 0x99 // no block begins so
	if got := playground.GIFFrames(junk); got != 0 {
		t.Errorf("a film with an unknown block has %d frames", got)
	}
}

// A GIF costs no memory for the size that it claims.
func TestGIFBomb(t *testing.T) {
	s := start(t, playground.Options{})
	data := bomb()
	if n := testing.AllocsPerRun(100, func() {
		if got := playground.GIFFrames(data); got != 1 {
			t.Fatalf("%d frames", got)
		}
	}); n > 0 {
		t.Errorf("%v allocations", n)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	ref, err := s.Attach("bomb.gif", data)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes allocated to attach a file of %d", n, len(data))
	}
	if a := s.Upload(ref); a == nil || a.Width != 12000 || a.Height != 12000 {
		t.Errorf("attached: %+v", a)
	}
}

// Where image/gif reads a file too, both count the same.
func FuzzGIFFrames(f *testing.F) {
	f.Add(animation(8, 6, 3))
	f.Add(animation(1, 1, 1))
	f.Add(bomb())
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00abcdef!\xf9\x04\x00\x00\x00\x00\x00!\xfe\x02hi\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"))
	f.Fuzz(func(t *testing.T, data []byte) {
		n := playground.GIFFrames(data)
		config, err := gif.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width*config.Height > 1<<16 {
			return
		}
		if film, err := gif.DecodeAll(bytes.NewReader(data)); err == nil && n > 0 && n != len(film.Image) {
			t.Errorf("%d frames, image/gif reads %d", n, len(film.Image))
		}
	})
}
