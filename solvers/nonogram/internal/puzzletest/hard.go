package puzzletest

import (
	"math/rand/v2"
	"slices"

	"kibitz/solvers/nonogram/internal/puzzle"
)

// Hard is a picture of noise that was changed in a few cells until no other picture has the same clues.
// The engine needs thousands of conflicts to prove that. TestMakeHardPictures in package engine makes
// more such pictures.
type Hard struct {
	Side   int
	Number uint64 // of the noise, as a seed
	Flips  []int  // cells that changed, row-major
}

// Picture returns the picture: half of its cells are filled by chance, and then the flips change.
func (h Hard) Picture() []puzzle.Cell {
	random := rand.New(rand.NewPCG(h.Number, uint64(h.Side)))
	picture := slices.Repeat([]puzzle.Cell{puzzle.Empty}, h.Side*h.Side)
	for c := range picture {
		if random.Float64() < .5 {
			picture[c] = puzzle.Filled
		}
	}
	for _, c := range h.Flips {
		picture[c] = puzzle.Opposite(picture[c])
	}
	return picture
}

// Puzzle returns the puzzle of the picture, without the picture.
func (h Hard) Puzzle() *puzzle.Puzzle {
	p := puzzle.FromPicture(h.Picture(), h.Side)
	p.Picture = nil
	return p
}

// HardPictures were printed by TestMakeHardPictures, which follows the solutions that the engine of
// the day finds: a later engine may flip other cells. The engine was tuned on numbers below 26 of
// side 50, not on the others.
var HardPictures = []Hard{
	{50, 3, []int{166, 191, 210, 212, 227, 328, 417, 468, 697, 772, 907}},
	{50, 5, []int{525, 586, 1048, 1176, 1458, 1582, 2000}},
	{50, 6, []int{176, 231, 274, 278, 288, 360, 372, 438, 524, 735, 740, 874, 922, 974, 981, 1078, 1089, 1128, 1174, 1747, 1968, 1999, 2096, 2170}},
	{50, 7, []int{83, 180, 849, 939, 996, 1450, 1515, 1626, 1910, 1977}},
	{50, 8, []int{95, 337, 338, 818, 1159, 1718, 1750, 1887, 2321, 2498}},
	{50, 9, []int{2, 104, 130, 226, 786, 840, 1250, 1269, 1565, 1590}},
	{50, 10, []int{59, 997, 1066, 1335, 1402, 1746, 1829, 1835, 2128, 2177, 2280, 2339}},
	{50, 11, []int{0, 16, 191, 559, 579, 632, 915, 1020, 1417, 1580, 1627}},
	{50, 14, []int{287, 325, 733, 960, 1034, 1061, 1762, 2277}},
	{50, 15, []int{120, 600, 782, 1163, 1201, 1265, 1307, 1389, 1407, 1408, 1461, 1464, 1507, 1611, 1710, 1711, 1714, 1771, 1819, 1821, 1908, 2074, 2158, 2218, 2409, 2471}},
	{50, 16, []int{1, 102, 202, 1028, 1035, 1038, 1189, 1228, 2285, 2384, 2426, 2436, 2489, 2490, 2491}},
	{50, 17, []int{217, 409, 910, 1056, 1074, 1104, 1106, 1174, 1207, 1218, 1355, 1455, 1461, 1597, 2231, 2484}},
	{50, 26, []int{2378, 309, 2230, 257, 57, 680, 461, 2470, 804, 1048, 2159, 2059, 1361}},
	{50, 31, []int{1177, 471, 2097, 2416, 585, 2422, 22, 1100, 633, 2, 890, 1113, 2199, 1514, 1963, 1912, 1909, 1510, 2318}},
	{50, 32, []int{561, 1547, 2054, 1797, 353, 435, 1400, 1934, 980, 529, 380, 581, 2013, 2477, 2376}},
	{50, 33, []int{2138, 60, 1002, 75, 178, 1994, 602, 130, 101, 177, 174, 708, 704, 779, 1034, 2004, 2317, 2264, 1845, 1946}},
	{50, 34, []int{128, 281, 582, 1541, 654, 1554}},
	{50, 35, []int{268, 36, 85, 372, 1428, 1478, 172, 649, 1011, 2206, 2086}},
	{50, 38, []int{1993, 18, 2447, 19, 1870, 171, 640, 2273, 2017, 169, 771, 672, 1423, 1919, 2175, 524}},
	{50, 39, []int{2089, 2387, 347, 301, 2036, 2487, 1851, 2426, 53, 287, 299, 1021, 2391, 2442, 2186, 2384}},
	{50, 40, []int{49, 1266, 2440, 105, 2163, 1145, 1178, 1281, 306}},
	{50, 43, []int{1259, 2341, 548, 787, 199, 449, 722, 1451}},
	{50, 44, []int{1606, 225, 1982, 670, 1464, 1563, 2181, 2334, 2199, 2196}},
	{55, 1, []int{27, 258, 934, 1262, 2678, 1923, 828, 1053, 1196, 526, 363, 366, 365}},
}
