package synth

import (
	"math"
	"math/rand/v2"
)

// A Model makes cameras of one kind, with random details.
type Model struct {
	Name   string
	Camera func(rng *rand.Rand) Camera
}

// Cameras returns the models of one half.
func Cameras(split Split) []Model {
	if split == HeldOut {
		return []Model{{"scan", scan}, {"evening", evening}, {"steep", steep}, {"tablet", tablet}, {"screenshot, dense", dense}, {"screenshot, sent on", sentOn}}
	}
	return []Model{{"desk", desk}, {"book", book}, {"monitor", monitor}, {"screenshot", screenshot}, {"screenshot, JPEG", asJPEG}}
}

// digits draws the height of digits, in pixels, evenly in its logarithm: 8 to 12 is as likely as 26 to
// 39.
func digits(rng *rand.Rand, lo, hi float64) float64 {
	return math.Exp(between(rng, math.Log(lo), math.Log(hi)))
}

// sometimes returns a number from lo to hi with probability p, else 0.
func sometimes(rng *rand.Rand, p float64, lo, hi float64) float64 {
	if chance(rng, p) {
		return between(rng, lo, hi)
	}
	return 0
}

// eitherSign returns a number from lo to hi, with a random sign.
func eitherSign(rng *rand.Rand, lo, hi float64) float64 {
	v := between(rng, lo, hi)
	if chance(rng, .5) {
		return -v
	}
	return v
}

// desk takes a sheet of paper with a telephone held over it.
func desk(rng *rand.Rand) Camera {
	return Camera{
		Digit: digits(rng, 9, 36), Quality: 60 + rng.IntN(36),
		Turn: eitherSign(rng, 0, .09), Tilt: [2]float64{eitherSign(rng, 0, .25), eitherSign(rng, 0, .3)},
		Barrel: between(rng, -.03, .05),
		Light:  between(rng, .6, .95), Cast: [3]float64{1, between(rng, .93, 1), between(rng, .82, 1)},
		Gradient: [2]float64{eitherSign(rng, 0, .35), eitherSign(rng, 0, .35)},
		Shade:    sometimes(rng, .35, .15, .5), Glare: sometimes(rng, .1, .1, .3),
		Through: sometimes(rng, .2, .02, .08), Halftone: sometimes(rng, .3, .1, .5),
		Defocus: sometimes(rng, .7, .2, 1.2), Motion: sometimes(rng, .15, 1, 2.5), Noise: between(rng, 1, 6),
		Background: about(rng, choose(rng, []rgba{grey(40), rgb(0x7a5233), grey(180), rgb(0x304050)})),
	}
}

// book takes a page that curves into the gutter.
func book(rng *rand.Rand) Camera {
	c := desk(rng)
	c.Curl, c.Bow, c.CurlRight = between(rng, .03, .25), eitherSign(rng, .005, .06), chance(rng, .5)
	c.Through, c.Halftone = sometimes(rng, .5, .02, .1), sometimes(rng, .5, .1, .6)
	return c
}

// monitor takes a photo of a screen.
func monitor(rng *rand.Rand) Camera {
	c := desk(rng)
	c.OfScreen, c.Halftone, c.Through, c.Shade = true, 0, 0, 0
	c.LCD = between(rng, .9, 2.6)
	c.Light, c.Cast = between(rng, .7, 1), [3]float64{between(rng, .9, 1), 1, between(rng, .9, 1.05)}
	c.Defocus = between(rng, .3, 1.3)
	return c
}

// screenshot takes a screenshot with digits 8 to 30 pixels high.
func screenshot(rng *rand.Rand) Camera {
	return Camera{OfScreen: true, Screenshot: true, Digit: digits(rng, 8, 30)}
}

// asJPEG takes a screenshot that is saved as a JPEG.
func asJPEG(rng *rand.Rand) Camera {
	c := screenshot(rng)
	c.Digit, c.Quality = digits(rng, 9, 30), 70+rng.IntN(26)
	return c
}

// scan takes a page on the glass of a scanner.
func scan(rng *rand.Rand) Camera {
	return Camera{
		Digit: digits(rng, 9, 40), Quality: 50 + rng.IntN(46), Turn: eitherSign(rng, 0, .04), Light: between(rng, .92, 1.05),
		Through: sometimes(rng, .6, .03, .12), Halftone: sometimes(rng, .6, .3, .9), Defocus: sometimes(rng, .5, .2, .8), Noise: between(rng, 0, 3),
		Background: grey(250),
	}
}

// evening takes a photo with little light.
func evening(rng *rand.Rand) Camera {
	c := desk(rng)
	c.Light, c.Cast = between(rng, .45, .7), [3]float64{1, between(rng, .85, .95), between(rng, .6, .8)}
	c.Noise, c.Motion, c.Shade = between(rng, 5, 10), sometimes(rng, .5, 1, 3), sometimes(rng, .6, .2, .6)
	c.Digit = digits(rng, 11, 36)
	return c
}

// steep takes a photo from one side.
func steep(rng *rand.Rand) Camera {
	c := desk(rng)
	c.Tilt = [2]float64{eitherSign(rng, .2, .45), eitherSign(rng, .1, .5)}
	c.Turn = eitherSign(rng, 0, .25)
	c.Digit = digits(rng, 13, 40)
	return c
}

// tablet takes a photo of a bright screen that reflects a lamp.
func tablet(rng *rand.Rand) Camera {
	c := monitor(rng)
	c.Glare, c.LCD = sometimes(rng, .6, .1, .4), between(rng, .5, 1.2)
	c.Quality = 40 + rng.IntN(50)
	return c
}

// dense takes a screenshot of a telephone, with many pixels.
func dense(rng *rand.Rand) Camera {
	c := screenshot(rng)
	c.Digit = digits(rng, 20, 48)
	return c
}

// sentOn takes a screenshot that a messenger shrinks.
func sentOn(rng *rand.Rand) Camera {
	c := screenshot(rng)
	c.Digit, c.Quality = digits(rng, 16, 40), 40+rng.IntN(50)
	c.Resample = between(rng, .55, .95)
	return c
}
