package clues

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// usualColour is a colour that people call by its initial or by its word in the languages of the
// bot, or show by a square, a circle or a heart.
type usualColour struct {
	letter byte
	name   string // also its name in CSS
	signs  string
	words  string
}

var usual = [...]usualColour{
	{'r', "red", "🟥🔴❤", "빨강 빨간색 빨간 빨 적색 赤 赤色 あか"},
	{'g', "green", "🟩🟢💚", "초록 초록색 녹색 초 녹 緑 緑色 みどり"},
	{'b', "blue", "🟦🔵💙", "파랑 파란색 파란 파 청색 青 青色 あお"},
	{'y', "yellow", "🟨🟡💛", "노랑 노란색 노란 노 황색 黄 黄色 きいろ"},
	{'o', "orange", "🟧🟠🧡", "주황 주황색 주 橙 橙色 オレンジ"},
	{'p', "purple", "🟪🟣💜", "보라 보라색 보 紫 紫色 むらさき"},
	{'w', "white", "⬜⚪🤍◻□", "하양 흰색 하얀색 흰 白 白色 しろ"},
	{'k', "black", "⬛⚫🖤◼■█", "검정 검은색 검정색 검은 검 흑 黒 黒色 くろ"},
	{'n', "brown", "🟫🟤🤎", "갈색 갈 茶 茶色 ちゃいろ"},
	{'c', "cyan", "🩵", "하늘색 하늘 청록 水色 水 みずいろ"},
	{'m', "magenta", "🩷", "자홍 자홍색 분홍 분홍색 핑크 桃 桃色 ピンク"},
}

// safe are the colours given to keys whose colour the text does not tell.
var safe = [...]string{
	"crimson", "forestgreen", "royalblue", "gold", "darkorange", "teal", "deeppink", "saddlebrown",
	"gray", "skyblue", "olive", "navy", "salmon", "limegreen", "orchid", "turquoise", "maroon", "tan",
	"slateblue", "khaki", "darkcyan", "hotpink", "chocolate", "indigo", "yellowgreen", "steelblue",
	"plum", "tomato", "darkseagreen", "purple", "black",
}

// usualIndex returns the index of the usual colour with a letter, word or sign, or -1.
func usualIndex(key string) int {
	key = strings.ToLower(key)
	for i, u := range usual {
		if key == u.name || len(key) == 1 && key[0] == u.letter || len(key) > 1 && (strings.Contains(u.signs, key) || strings.Contains(" "+u.words+" ", " "+key+" ")) {
			return i
		}
	}
	return -1
}

// SignAt returns the usual colour whose square, circle or heart a text begins with, and the size of
// that sign in bytes.
func SignAt(text string) (name string, size int, ok bool) {
	for _, u := range usual {
		for _, sign := range u.signs {
			if strings.HasPrefix(text, string(sign)) {
				return u.name, len(string(sign)), true
			}
		}
	}
	return "", 0, false
}

// ReadRGB reads a colour: #rgb, #rrggbb, a name of CSS in any case and with blanks, '-' or '_'
// between its words, or a word for a usual colour.
func ReadRGB(text string) (rgb color.RGBA, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if digits, ok := strings.CutPrefix(text, "#"); ok {
		return ReadHex(digits)
	}
	if rgb, ok = colornames.Map[strings.NewReplacer(" ", "", "-", "", "_", "").Replace(text)]; ok {
		return rgb, true
	}
	if i := usualIndex(text); i >= 0 && len(text) > 1 {
		return colornames.Map[usual[i].name], true
	}
	return rgb, false
}

// ReadHex reads three or six hexadecimal digits.
func ReadHex(digits string) (rgb color.RGBA, ok bool) {
	n, err := strconv.ParseUint(digits, 16, 32)
	switch {
	case err != nil:
	case len(digits) == 3:
		return color.RGBA{uint8(n>>8&15) * 17, uint8(n>>4&15) * 17, uint8(n&15) * 17, 255}, true
	case len(digits) == 6:
		return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, true
	}
	return rgb, false
}

// Hex returns a colour as #rgb if that is exact, otherwise as #rrggbb.
func Hex(c color.RGBA) string {
	if c.R%17 == 0 && c.G%17 == 0 && c.B%17 == 0 {
		return fmt.Sprintf("#%x%x%x", c.R/17, c.G/17, c.B/17)
	}
	return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
}

// White is the background of a text that declares none.
var White = color.RGBA{255, 255, 255, 255}

// nearest returns the usual colour that looks most like a colour, by the weighted distance of
// Thiadmer Riemersma ("Colour metric", compuphase.com).
func nearest(c color.RGBA) usualColour {
	best, least := usual[0], 1<<62
	for _, u := range usual {
		of := colornames.Map[u.name]
		mean := (int(c.R) + int(of.R)) / 2
		r, g, b := int(c.R)-int(of.R), int(c.G)-int(of.G), int(c.B)-int(of.B)
		if far := (512+mean)*r*r + 1024*g*g + (767-mean)*b*b; far < least {
			best, least = u, far
		}
	}
	return best
}
