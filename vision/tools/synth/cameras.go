package synth

import (
	"math"
	"math/rand/v2"
)

// A Model makes cameras that are alike.
type Model struct {
	Name   string
	Camera func(rng *rand.Rand) Camera
}

// Cameras are those of one half.
func Cameras(split Split) []Model {
	if split == HeldOut {
		return []Model{{"scan", scan}, {"evening", evening}, {"steep", steep}, {"tablet", tablet}, {"screenshot, dense", dense}, {"screenshot, sent on", sentOn}}
	}
	return []Model{{"desk", desk}, {"book", book}, {"monitor", monitor}, {"screenshot", screenshot}, {"screenshot, JPEG", asJPEG}}
}

// digits are as likely 8 to 12 pixels high as 26 to 40.
func digits(rng *rand.Rand, lo, hi float64) float64 {
	return math.Exp(between(rng, math.Log(lo), math.Log(hi)))
}

func either(rng *rand.Rand, p float64, lo, hi float64) float64 {
	if chance(rng, p) {
		return between(rng, lo, hi)
	}
	return 0
}

func sign(rng *rand.Rand, lo, hi float64) float64 {
	v := between(rng, lo, hi)
	if chance(rng, .5) {
		return -v
	}
	return v
}

// desk is a sheet of paper, a telephone held over it.
func desk(rng *rand.Rand) Camera {
	return Camera{
		Digit: digits(rng, 9, 36), Quality: 60 + rng.IntN(36),
		Turn: sign(rng, 0, .09), Tilt: [2]float64{sign(rng, 0, .25), sign(rng, 0, .3)},
		Barrel: between(rng, -.03, .05),
		Light:  between(rng, .6, .95), Cast: [3]float64{1, between(rng, .93, 1), between(rng, .82, 1)},
		Gradient: [2]float64{sign(rng, 0, .35), sign(rng, 0, .35)},
		Shade:    either(rng, .35, .15, .5), Glare: either(rng, .1, .1, .3),
		Through: either(rng, .2, .02, .08), Halftone: either(rng, .3, .1, .5),
		Defocus: either(rng, .7, .2, 1.2), Motion: either(rng, .15, 1, 2.5), Noise: between(rng, 1, 6),
		Background: about(rng, choose(rng, []rgba{grey(40), rgb(0x7a5233), grey(180), rgb(0x304050)})),
	}
}

// book is a page that curves into its gutter.
func book(rng *rand.Rand) Camera {
	c := desk(rng)
	c.Curl, c.Bow, c.CurlRight = between(rng, .03, .25), sign(rng, .005, .06), chance(rng, .5)
	c.Through, c.Halftone = either(rng, .5, .02, .1), either(rng, .5, .1, .6)
	return c
}

// monitor is a photo of a screen.
func monitor(rng *rand.Rand) Camera {
	c := desk(rng)
	c.OfScreen, c.Halftone, c.Through, c.Shade = true, 0, 0, 0
	c.LCD = between(rng, .9, 2.6)
	c.Light, c.Cast = between(rng, .7, 1), [3]float64{between(rng, .9, 1), 1, between(rng, .9, 1.05)}
	c.Defocus = between(rng, .3, 1.3)
	return c
}

// screenshot is one of a board drawn at any size.
func screenshot(rng *rand.Rand) Camera {
	return Camera{OfScreen: true, Screenshot: true, Digit: digits(rng, 8, 30)}
}

func asJPEG(rng *rand.Rand) Camera {
	c := screenshot(rng)
	c.Digit, c.Quality = digits(rng, 9, 30), 70+rng.IntN(26)
	return c
}

// scan is a page on glass.
func scan(rng *rand.Rand) Camera {
	return Camera{
		Digit: digits(rng, 9, 40), Quality: 50 + rng.IntN(46), Turn: sign(rng, 0, .04), Light: between(rng, .92, 1.05),
		Through: either(rng, .6, .03, .12), Halftone: either(rng, .6, .3, .9), Defocus: either(rng, .5, .2, .8), Noise: between(rng, 0, 3),
		Background: grey(250),
	}
}

// evening is a photo with little light.
func evening(rng *rand.Rand) Camera {
	c := desk(rng)
	c.Light, c.Cast = between(rng, .45, .7), [3]float64{1, between(rng, .85, .95), between(rng, .6, .8)}
	c.Noise, c.Motion, c.Shade = between(rng, 5, 10), either(rng, .5, 1, 3), either(rng, .6, .2, .6)
	c.Digit = digits(rng, 11, 36)
	return c
}

// steep is a photo from one side.
func steep(rng *rand.Rand) Camera {
	c := desk(rng)
	c.Tilt = [2]float64{sign(rng, .2, .45), sign(rng, .1, .5)}
	c.Turn = sign(rng, 0, .25)
	c.Digit = digits(rng, 13, 40)
	return c
}

// tablet is a photo of a bright screen with a lamp in it.
func tablet(rng *rand.Rand) Camera {
	c := monitor(rng)
	c.Glare, c.LCD = either(rng, .6, .1, .4), between(rng, .5, 1.2)
	c.Quality = 40 + rng.IntN(50)
	return c
}

// dense is a screenshot of a telephone.
func dense(rng *rand.Rand) Camera {
	c := screenshot(rng)
	c.Digit = digits(rng, 20, 48)
	return c
}

// sentOn is a screenshot that a messenger made smaller.
func sentOn(rng *rand.Rand) Camera {
	c := screenshot(rng)
	c.Digit, c.Quality = digits(rng, 16, 40), 40+rng.IntN(50)
	c.Resample = between(rng, .55, .95)
	return c
}
