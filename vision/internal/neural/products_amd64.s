#include "textflag.h"

// Y0 to Y7 hold the sums: two for each place, of eight lanes each. Y8 and Y9 hold the weights of an input, Y10 to Y13
// that input at each place.

// func products(sums *[places * lanes]float32, in, weights, bias *float32, side, run, row, next int, floor float32)
TEXT ·products(SB), NOSPLIT, $0-68
	MOVQ sums+0(FP), DI
	MOVQ in+8(FP), SI
	MOVQ weights+16(FP), BX
	MOVQ bias+24(FP), AX
	MOVQ side+32(FP), R11
	MOVQ run+40(FP), R12
	MOVQ row+48(FP), R13
	MOVQ next+56(FP), DX

	VMOVUPS (AX), Y0
	VMOVUPS 32(AX), Y1
	VMOVAPS Y0, Y2
	VMOVAPS Y1, Y3
	VMOVAPS Y0, Y4
	VMOVAPS Y1, Y5
	VMOVAPS Y0, Y6
	VMOVAPS Y1, Y7

rows:
	LEAQ (SI)(DX*4), R8  // where the row of each place begins
	LEAQ (SI)(DX*8), R9
	LEAQ (R8)(DX*8), R10
	XORQ AX, AX

inputs:
	VMOVUPS      (BX), Y8
	VMOVUPS      32(BX), Y9
	VBROADCASTSS (SI)(AX*4), Y10
	VBROADCASTSS (R8)(AX*4), Y11
	VBROADCASTSS (R9)(AX*4), Y12
	VBROADCASTSS (R10)(AX*4), Y13
	VFMADD231PS  Y8, Y10, Y0
	VFMADD231PS  Y9, Y10, Y1
	VFMADD231PS  Y8, Y11, Y2
	VFMADD231PS  Y9, Y11, Y3
	VFMADD231PS  Y8, Y12, Y4
	VFMADD231PS  Y9, Y12, Y5
	VFMADD231PS  Y8, Y13, Y6
	VFMADD231PS  Y9, Y13, Y7
	ADDQ         $64, BX
	INCQ         AX
	CMPQ         AX, R12
	JLT          inputs

	LEAQ (SI)(R13*4), SI
	DECQ R11
	JNZ  rows

	VBROADCASTSS floor+64(FP), Y8
	VMAXPS       Y8, Y0, Y0
	VMAXPS       Y8, Y1, Y1
	VMAXPS       Y8, Y2, Y2
	VMAXPS       Y8, Y3, Y3
	VMAXPS       Y8, Y4, Y4
	VMAXPS       Y8, Y5, Y5
	VMAXPS       Y8, Y6, Y6
	VMAXPS       Y8, Y7, Y7
	VMOVUPS      Y0, (DI)
	VMOVUPS      Y1, 32(DI)
	VMOVUPS      Y2, 64(DI)
	VMOVUPS      Y3, 96(DI)
	VMOVUPS      Y4, 128(DI)
	VMOVUPS      Y5, 160(DI)
	VMOVUPS      Y6, 192(DI)
	VMOVUPS      Y7, 224(DI)
	VZEROUPPER
	RET
