package solvers

// The words for the two sides of a board in the bot's languages, as alternatives of a regular
// expression. RowWords and ColumnWords stand alone; a number may stand before RowCounters and
// ColumnCounters.
const (
	RowWords       = `rows?|left|horizontal(?:ly|s)?`
	ColumnWords    = `columns?|cols?|top|vertical(?:ly|s)?`
	RowCounters    = `가로|행|ヨコ|よこ|横|行`
	ColumnCounters = `세로|열|タテ|たて|縦|列`
)
