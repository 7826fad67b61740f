package render

import "fmt"

// Theme is the paper that a picture is drawn on.
type Theme uint8

const (
	Dark Theme = iota
	Light
	themes
)

// An ink is one colour of a theme, named for what it draws.
type ink uint8

const (
	paper  ink = iota // the ground of the whole picture
	band              // the strip behind a line's clues
	text              // clues, digits
	dim               // coordinates, pencil marks
	done              // clues of a line that is finished
	cell              // an open square
	line              // between two cells
	rule              // every Rule cells, and around the board
	filled            // a filled square
	prize             // a filled square of a finished picture
	onInk             // text on a filled square
	cross             // the cross of an empty square

	white       // a white square
	shadedWhite // a Shaded one
	onWhite     // its digit
	noted       // its pencil marks
	query       // a white square under Differ, pale enough to read on
	block       // a black square
	slash       // its diagonal
	sums        // its sums
	faint       // sums beside the point

	lampOff
	lampRim // the dark bulb
	lampOn
	lampGlow
	onLamp // text on a glowing lamp

	face   // a card's face
	pip    // its pip
	back   // a card's back
	weave  // its pattern
	sky    // clear
	onSky  // text on it
	storm  // cloudy
	cloud  // the cloud
	orbRim // an orb left alone
	orb    // an orb pressed
	shine  // its light

	badge   // Press: the disc
	onBadge // its ring and number
	differ
	tint // ground of a cell under Differ, pale enough to read on
	proof
	pick
	fresh      // New
	freshCell  // a square's ground under New
	freshWhite // a white square's
	freshBlock // a black square's
	halo       // rim of a mark, which stands out on any ground

	lamp2 // a lamp in state 2; the other states follow
	lamp3
	lamp4
	lamp5
	lamp6
	lamp7
	lamp8
	inks
)

// hex is a colour, 0xRRGGBB.
type hex uint32

func (h hex) rgb() (r, g, b int) { return int(h >> 16), int(h >> 8 & 255), int(h & 255) }

var colours = [themes][inks]hex{
	Dark: {
		paper: 0x171a22, band: 0x20242f, text: 0xe9ecf5, dim: 0xa3abc0,
		done: 0x747d94, cell: 0x262b39, line: 0x6b7590, rule: 0x848eaa,
		filled: 0xb9c7f5, prize: 0xf3b53f, onInk: 0x171a22, cross: 0x76809a,
		white: 0xccd2e0, shadedWhite: 0xaab3c9, onWhite: 0x14171f, noted: 0x454d62, query: 0xf0b45c,
		block: 0x11141a, slash: 0x3d4558, sums: 0xd3d9e8, faint: 0x6b7590,
		lampOff: 0x2a303e, lampRim: 0x57617a, lampOn: 0xf3b53f, lampGlow: 0xfff1bd, onLamp: 0x2b1d00,
		face: 0xf4f2ec, pip: 0x3b5bdb, back: 0x33426e, weave: 0x7184c4,
		sky: 0x8ecbf2, onSky: 0x0d2536, storm: 0x3a4254, cloud: 0xaab3c6,
		orbRim: 0x79839c, orb: 0xa98bf5, shine: 0xe6dbff,
		badge: 0x4a57d6, onBadge: 0xffffff,
		differ: 0xf0a43a, tint: 0x6e4d1f, proof: 0xff7171, pick: 0x52d694, fresh: 0x5ccbf5, halo: 0x11141a,
		freshCell: 0x17415a, freshWhite: 0x8fdcff, freshBlock: 0x17415a,
		lamp2: 0xe8803c, lamp3: 0xcf3f3c, lamp4: 0x8b4fc4, lamp5: 0x3f73d9, lamp6: 0x4fb873, lamp7: 0x80583f, lamp8: 0xeceff4,
	},
	Light: {
		paper: 0xf7f4ed, band: 0xebe7dc, text: 0x22252f, dim: 0x5f6475,
		done: 0x7b7e89, cell: 0xffffff, line: 0xcfcbbf, rule: 0x85827a,
		filled: 0x2d3658, prize: 0xd2600a, onInk: 0xffffff, cross: 0x8b8d97,
		white: 0xffffff, shadedWhite: 0xe3e6ee, onWhite: 0x22252f, noted: 0x545969, query: 0xffd996,
		block: 0x343b50, slash: 0x5d6583, sums: 0xf3f4f8, faint: 0x99a2ba,
		lampOff: 0x4a5268, lampRim: 0x8891a9, lampOn: 0xffc44d, lampGlow: 0xfff6d2, onLamp: 0x2b1d00,
		face: 0xffffff, pip: 0x3450cf, back: 0x3a4a78, weave: 0x7f90c4,
		sky: 0x9fd6f7, onSky: 0x0d2536, storm: 0x4a5268, cloud: 0xc5ccda,
		orbRim: 0x858897, orb: 0x6d4bd8, shine: 0xc9b6ff,
		badge: 0x3f4ccc, onBadge: 0xffffff,
		differ: 0xc87400, tint: 0xffd996, proof: 0xc92a3a, pick: 0x12804b, fresh: 0x0a66a4, halo: 0xffffff,
		freshCell: 0xc4e5fb, freshWhite: 0xb5e0fc, freshBlock: 0x0a5284,
		lamp2: 0xe8803c, lamp3: 0xcf3f3c, lamp4: 0x8b4fc4, lamp5: 0x3f73d9, lamp6: 0x4fb873, lamp7: 0x80583f, lamp8: 0xeceff4,
	},
}

// inkNames are the names of inks for those who draw boards themselves.
var inkNames = [inks]string{
	paper: "paper", band: "band", text: "text", dim: "dim", done: "done", cell: "cell", line: "line", rule: "rule",
	filled: "filled", prize: "prize", onInk: "on-ink", cross: "cross",
	white: "white", shadedWhite: "shaded-white", onWhite: "on-white", noted: "noted", block: "block", slash: "slash", sums: "sums", faint: "faint",
	lampOff: "lamp-off", lampRim: "lamp-rim", lampOn: "lamp-on", lampGlow: "lamp-glow", onLamp: "on-lamp",
	face: "face", pip: "pip", back: "back", weave: "weave", sky: "sky", storm: "storm", cloud: "cloud", orbRim: "orb-rim", orb: "orb", shine: "shine",
	badge: "badge", onBadge: "on-badge", differ: "differ", proof: "proof", pick: "pick", fresh: "fresh", freshCell: "fresh-cell",
	lamp2: "lamp-2", lamp3: "lamp-3", lamp4: "lamp-4", lamp5: "lamp-5", lamp6: "lamp-6", lamp7: "lamp-7", lamp8: "lamp-8",
}

// Inks returns the colours of a theme, as CSS writes them, by the names of what they draw.
func Inks(t Theme) map[string]string {
	all := map[string]string{}
	for i, name := range inkNames {
		if name != "" {
			all[name] = fmt.Sprintf("#%06x", uint32(colours[t%themes][i]))
		}
	}
	return all
}
