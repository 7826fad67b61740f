package script

// SmallFonts and SmallDigit are for tests that read whole boards.
var (
	SmallFonts = smallFonts
	SmallDigit = smallDigit
)
