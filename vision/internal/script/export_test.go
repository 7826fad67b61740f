package script

// SmallFonts and SmallDigit are exported for tests that read whole boards.
var (
	SmallFonts = smallFonts
	SmallDigit = smallDigit
)
