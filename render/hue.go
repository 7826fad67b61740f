package render

import (
	"image/color"
	"math"
)

// This file compares colours as people see them: how far apart two look, to which eyes, and which
// text can be read on which ground.

// light is a colour's red, green and blue light, 0 to 1.
type light [3]float64

// light returns the light of a colour of sRGB.
func (h hex) light() (l light) {
	r, g, b := h.rgb()
	for i, v := range [...]int{r, g, b} {
		if s := float64(v) / 255; s <= .04045 {
			l[i] = s / 12.92
		} else {
			l[i] = math.Pow((s+.055)/1.055, 2.4)
		}
	}
	return l
}

// luminance returns how bright the light is, 0 to 1.
func (l light) luminance() float64 { return .2126*l[0] + .7152*l[1] + .0722*l[2] }

// contrastOf returns WCAG's ratio of two colours, 1 to 21.
func contrastOf(a, b hex) float64 {
	x, y := a.light().luminance(), b.light().luminance()
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// An eye is a person's way to see light: a matrix on its red, green and blue.
type eye [3][3]float64

// eyes are the usual eye and those without one kind of cone, by Machado, Oliveira and Fernandes: A
// Physiologically-based Model for Simulation of Color Vision Deficiency (2009), severity 1.
var eyes = [...]eye{
	{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	{{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	{{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
	{{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
}

// sees returns the light that looks to the usual eye as l looks to this eye.
func (e *eye) sees(l light) (seen light) {
	for i, row := range e {
		seen[i] = min(max(row[0]*l[0]+row[1]*l[1]+row[2]*l[2], 0), 1)
	}
	return seen
}

// A lab is a colour in CIELAB: lightness, green to red, blue to yellow.
type lab [3]float64

// lab returns the colour of a light in CIELAB, which it takes as sRGB under its own white, D65.
func (l light) lab() lab {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((.4124564*l[0] + .3575761*l[1] + .1804375*l[2]) / .95047)
	y := f(.2126729*l[0] + .7151522*l[1] + .0721750*l[2])
	z := f((.0193339*l[0] + .1191920*l[1] + .9503041*l[2]) / 1.08883)
	return lab{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

// distance returns ΔE of CIE 1976, for colours that are far apart.
func (a lab) distance(b lab) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

// difference returns ΔE2000, for colours that are near each other: 1 can just be seen. After
// Sharma, Wu, Dalal: The CIEDE2000 Color-Difference Formula (2005).
func (a lab) difference(b lab) float64 {
	const full = 2 * math.Pi
	pow7 := func(c float64) float64 { return math.Sqrt(math.Pow(c, 7) / (math.Pow(c, 7) + math.Pow(25, 7))) }
	g := .5 * (1 - pow7((math.Hypot(a[1], a[2])+math.Hypot(b[1], b[2]))/2))
	polar := func(l lab) (chroma, hue float64) {
		x := (1 + g) * l[1]
		if hue = math.Atan2(l[2], x); hue < 0 {
			hue += full
		}
		return math.Hypot(x, l[2]), hue
	}
	c1, h1 := polar(a)
	c2, h2 := polar(b)
	turn, middle := h2-h1, (h1+h2)/2
	switch {
	case c1*c2 == 0:
		turn, middle = 0, h1+h2
	case turn > math.Pi:
		turn, middle = turn-full, middle+math.Pi
	case turn < -math.Pi:
		turn, middle = turn+full, middle+math.Pi
	}
	degrees := math.Pi / 180
	t := 1 - .17*math.Cos(middle-30*degrees) + .24*math.Cos(2*middle) + .32*math.Cos(3*middle+6*degrees) - .20*math.Cos(4*middle-63*degrees)
	lightness, chroma := (a[0]+b[0])/2, (c1+c2)/2
	away := (math.Mod(middle, full)/degrees - 275) / 25
	rotation := -2 * pow7(chroma) * math.Sin(60*degrees*math.Exp(-away*away))
	l50 := (lightness - 50) * (lightness - 50)
	dl := (b[0] - a[0]) / (1 + .015*l50/math.Sqrt(20+l50))
	dc := (c2 - c1) / (1 + .045*chroma)
	dh := 2 * math.Sqrt(c1*c2) * math.Sin(turn/2) / (1 + .015*chroma*t)
	return math.Sqrt(dl*dl + dc*dc + dh*dh + rotation*dc*dh)
}

// Apart returns how unlike two colours look: ΔE2000, 0 for the same colour and 100 for black and white.
func Apart(a, b color.RGBA) float64 { return hexOf(a).light().lab().difference(hexOf(b).light().lab()) }

// apart returns the least ΔE2000 of two of these colours to any eye, with all cones or without one
// kind. It is infinite for fewer than two colours.
func apart(all []hex) float64 {
	least := math.Inf(1)
	for e := range eyes {
		var seen []lab
		for _, h := range all {
			l := eyes[e].sees(h.light()).lab()
			for _, other := range seen {
				least = min(least, l.difference(other))
			}
			seen = append(seen, l)
		}
	}
	return least
}
