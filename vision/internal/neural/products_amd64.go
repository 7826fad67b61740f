package neural

import "golang.org/x/sys/cpu"

// fast says that products can be called.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// products does what window.products does, with eight products an instruction. It takes slices by their first numbers
// and checks nothing.
//
//go:noescape
func products(sums *[places * lanes]float32, in, weights, bias *float32, side, run, row, next int, floor float32)
