package solvers

// The words for the two sides of a board in the languages of the house, alternatives of a
// regular expression: those that stand alone, and those that a number may stand before.
const (
	RowWords       = `rows?|horizontal(?:ly|s)?`
	ColumnWords    = `columns?|cols?|vertical(?:ly|s)?`
	RowCounters    = `가로|행|ヨコ|よこ|横|行`
	ColumnCounters = `세로|열|タテ|たて|縦|列`
)
