package cells

import (
	_ "embed"
	"sync"

	"kibitz/vision/internal/neural"
)

//go:embed weights.bin
var weights []byte

// load returns the net of weights.bin, which kibitz/vision/tools/cells makes. It decodes it once.
var load = sync.OnceValues(func() (net, error) { return neural.Decode(weights, shapes[:]) })

// The layers, in the order of the file.
const (
	a1 = iota
	a2
	b1
	c1
	c2
	d1
	whole
	e1
	rowMeans
	colMeans
	e2
	e3
	kindOf
	classOf
	s1
	s2
	l1
	l2
	m1
	m2
	m3
	layers
)

// shapes holds for each layer its answers, the side of its window, and the answers of the layer before.
var shapes = [layers]neural.Shape{
	a1:       neural.NewShape(8, 4, 4),
	a2:       neural.NewShape(24, 3, 8),
	b1:       neural.NewShape(24, 3, 24),
	c1:       neural.NewShape(32, 3, 24),
	c2:       neural.NewShape(32, 3, 32),
	d1:       neural.NewShape(64, 4, 32),
	whole:    neural.NewShape(32, 1, 128),
	e1:       neural.NewShape(48, 3, 96),
	rowMeans: neural.NewShape(12, 1, 48),
	colMeans: neural.NewShape(12, 1, 48),
	e2:       neural.NewShape(48, 3, 72),
	e3:       neural.NewShape(48, 3, 48),
	kindOf:   neural.NewShape(kinds, 1, 96),
	classOf:  neural.NewShape(classes, 1, 48),
	s1:       neural.NewShape(32, 1, 96),
	s2:       neural.NewShape(2, 1, 32),
	l1:       neural.NewShape(16, 1, 112),
	l2:       neural.NewShape(1, 1, 16),
	m1:       neural.NewShape(16, 1, 24),
	m2:       neural.NewShape(16, 1, 48),
	m3:       neural.NewShape(inks, 1, 16),
}

// A net is the trained network; see the package comment.
type net []neural.Layer
