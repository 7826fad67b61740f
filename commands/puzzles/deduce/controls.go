package deduce

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"kibitz/commands/ask"
	"kibitz/commands/chat"
	"kibitz/commands/words"
	"kibitz/render"
)

// This file adds the buttons and menus by which a game is tapped.

// controls adds the buttons of cells, or the menus of lines and below them those of the picked line: of
// its runs, of its cells, or the buttons of digits.
func (s *session) controls(r *ask.Answer) {
	switch {
	case s.hasGrid():
		s.grid(r)
	case s.hasMenus():
		s.menusOfLines(r)
		if s.Digits {
			s.digits(r)
			return
		}
		if s.byCell || !s.menusOfRuns(r) {
			s.menusOfCells(r)
		}
	}
}

// menusOfCells adds a menu with the cells of the picked line for each sign that they can get.
func (s *session) menusOfCells(r *ask.Answer) {
	for _, p := range s.paintsOfLine() {
		s.menuOfCells(r, fillCells+string(p.Sign), p.Sign)
	}
	if s.Paints == nil {
		s.menuOfCells(r, fillCells, s.Signs[0])
	}
	s.menuOfCells(r, crossOut, s.Empty)
}

// howToPlay explains the buttons or menus to a beginner, or how to type moves if the board has
// neither.
func (s *session) howToPlay() string {
	say := s.ask.Say
	switch {
	case s.hasGrid():
		return say.Text(words.If(s.Paints != nil, "tap.cells-colours", "tap.cells"))
	case !s.hasMenus():
		one, some := s.sampleMoves()
		return say.Text(s.phrase(s.ask.Kind.Name, "play"), words.Merge(words.With{"Move": one, "Moves": some}, s.letters()))
	}
	return say.Text(words.If(s.Digits, "tap.digits", "tap.lines"))
}

// grid adds a button for each cell. 25 buttons leave no component for a legend, so only the text for
// screen readers explains the signs.
func (s *session) grid(r *ask.Answer) {
	means := map[string]string{}
	maps.Copy(means, r.Board.Means)
	maps.Copy(means, r.Legend)
	r.Board.Means, r.Legend = means, map[string]string{"empty": "", "new": "", "proof": "", "pick": ""}
	for row := range s.rows {
		var buttons []chat.Button
		for col := range s.cols {
			buttons = append(buttons, s.cellButton(spot{line: row, at: col}))
		}
		r.Grid = append(r.Grid, buttons)
	}
}

// otherTurn names the menu of otherTurns, the turns that it offers in place of buttons.
const otherTurn = "other"

var otherTurns = []string{"check", "undo", giveUp}

// Turns that give up: the first one asks whether that is meant.
const (
	giveUp    = "give-up"
	giveUpNow = "give-up-now"
)

// crowded reports whether the buttons of cells leave no room for a second row of others, which a
// hint would take.
func (s *session) crowded() bool {
	return s.hinted != nil && s.hasGrid() && s.rows*s.cols == gridSide*gridSide
}

// menuOfTurns adds a menu of the turns that have no button on a crowded board. 25 buttons of cells,
// their rows and the picture leave room for six components, and a menu takes two. The hint needs no
// item: it is on show.
func (s *session) menuOfTurns(r *ask.Answer) {
	menu := &chat.Menu{Path: s.ask.Link(s.change(otherTurn)), Mode: chat.EditByOwner, Hint: s.ask.Say.Text("tap.rest")}
	for i, label := range []string{"button.mistakes", "button.undo", "button.give-up"} {
		if otherTurns[i] != "undo" || s.last() >= 0 {
			menu.Items = append(menu.Items, chat.Item{Value: otherTurns[i], Label: s.ask.Say.Text(label)})
		}
	}
	r.Menus = append(r.Menus, menu)
}

// cellButton returns the button of a cell: it shows the cell's sign, or also names the cell if the
// board is read aloud.
func (s *session) cellButton(p spot) chat.Button {
	i := p.cell(s.cols)
	change, state := s.change(tapCell), s.tapState(s.sheet[i])
	change["at"] = p
	b := chat.Button{
		Emoji: state.emoji, Tile: state.tile, Path: s.ask.Link(change), Mode: chat.EditByOwner, Disabled: s.printed[i] != Unmarked,
		Strong: s.look == render.Pick && slices.Contains(s.marked, i),
	}
	if s.ask.Spoken() {
		b.Label, b.Emoji, b.Tile = s.cellName(p), "", render.NoTile
	}
	return b
}

// cellName returns a cell's place and its sign, as they are read aloud.
func (s *session) cellName(p spot) string {
	i := p.cell(s.cols)
	state := s.tapState(s.sheet[i]).name
	return s.ask.Say.Text("board.pad", words.With{"Name": ask.RowColumn(i/s.cols, i%s.cols), "State": state})
}

// A tapState is a cell's sign on a button or in a menu, and read aloud. A colour has no tile.
type tapState struct {
	emoji string
	tile  render.Tile
	name  string
}

// tapState returns the forms of a sign that is no digit.
func (s *session) tapState(sign byte) tapState {
	tile, name := render.FilledTile, "board.filled"
	switch p := s.paint(sign); {
	case p != nil:
		return tapState{p.Emoji, render.NoTile, p.Name(s.ask.Say)}
	case sign == Unmarked:
		tile, name = render.OpenTile, "board.open"
	case sign == s.Empty:
		tile, name = render.CrossedTile, "board.empty"
	}
	return tapState{tile.Emoji(), tile, s.ask.Say.Text(name)}
}

// mostPaints is the largest number of colours that have a menu each. With four menus of lines, five
// and the one for empty cells take 20 of a message's 40 components.
const mostPaints = 5

// paintsOfLine returns the colours in the clue of the picked line, mostPaints at most.
func (s *session) paintsOfLine() (all []Paint) {
	clue := s.Clue(s.at.column, s.at.line)
	for _, p := range s.Paints {
		if strings.IndexByte(clue, p.Sign) >= 0 && len(all) < mostPaints {
			all = append(all, p)
		}
	}
	return all
}

// menusOfLines adds the menus in which a line is picked: one menu of all lines if they have room in it,
// else one or more of the rows and one or more of the columns.
func (s *session) menusOfLines(r *ask.Answer) {
	chunks := s.lineChunks()
	for i, parts := range chunks {
		hint := words.If(parts[0].column, "tap.columns", "tap.rows")
		if len(chunks) == 1 {
			hint = "tap.any-line"
		}
		menu := &chat.Menu{Path: s.ask.Link(s.change(fmt.Sprint(pickSpot, i))), Mode: chat.EditByOwner, Hint: s.ask.Say.Text(hint)}
		for _, p := range parts {
			label := s.lineName(p)
			if s.Met(s.sheet, p.column, p.line) {
				label += " ✓"
			}
			value := p
			if free := s.spots(p); s.Digits {
				value = free[max(slices.IndexFunc(free, s.isOpen), 0)]
			}
			menu.Items = append(menu.Items, chat.Item{Value: value.String(), Label: label, Picked: p == s.at.part()})
		}
		r.Menus = append(r.Menus, menu)
	}
}

// lineName returns the name of a part of a line, with the line's clue.
func (s *session) lineName(p spot) string {
	clue := s.Clue(p.column, p.line)
	if length := words.If(p.column, s.rows, s.cols); length > mostItems {
		from := p.part().at + 1
		clue += fmt.Sprintf(" (%s%d–%d)", words.If(p.column, "r", "c"), from, min(from+mostItems-1, length))
	}
	return s.ask.Say.Text(words.If(p.column, "tap.column", "tap.row"), words.With{"Number": p.line + 1, "Clue": clue})
}

// menuOfCells adds a menu of the line's cells as they are now, with those picked that have the sign.
func (s *session) menuOfCells(r *ask.Answer, turn string, sign byte) {
	menu := &chat.Menu{
		Path: s.ask.Link(s.change(turn)), Mode: chat.EditByOwner, Most: mostItems,
		Hint: s.ask.Say.Text(words.If(turn == crossOut, "tap.cross", "tap.fill")),
	}
	if p := s.paint(sign); p != nil {
		menu.Hint = s.ask.Say.Text("tap.fill-colour", words.With{"Colour": ask.Join(" ", p.Emoji, string(sign), p.Name(s.ask.Say))})
	}
	for _, p := range s.spots(s.at) {
		now := s.sheet[p.cell(s.cols)]
		item := chat.Item{Value: p.String(), Label: s.cellName(p), Picked: now == sign}
		if !s.ask.Spoken() {
			state := s.tapState(now)
			item.Label, item.Emoji, item.Tile = fmt.Sprint(words.If(p.column, "r", "c"), p.at+1), state.emoji, state.tile
			if s.paint(now) != nil {
				item.Label += " (" + string(now) + ")"
			}
		}
		menu.Items = append(menu.Items, item)
	}
	r.Menus = append(r.Menus, menu)
}

// digits adds a menu of the line's cells, and for the picked cell a button for each digit.
func (s *session) digits(r *ask.Answer) {
	menu := &chat.Menu{Path: s.ask.Link(s.change(pickSpot + "-cell")), Mode: chat.EditByOwner, Hint: s.ask.Say.Text("tap.cell-of-line")}
	for _, p := range s.spots(s.at) {
		i := p.cell(s.cols)
		item := chat.Item{Value: p.String(), Label: ask.RowColumn(i/s.cols, i%s.cols), Picked: p == s.at}
		now := s.sheet[i]
		switch {
		case s.ask.Spoken() && now != Unmarked:
			item.Label += " = " + string(now)
		case !s.ask.Spoken():
			item.Tile = digitTile(now)
			item.Emoji = item.Tile.Emoji()
		}
		menu.Items = append(menu.Items, item)
	}
	r.Menus = append(r.Menus, menu)
	if len(s.marked) == 0 && s.leg() == 0 && !s.looksAbout() {
		r.Board.Cells[s.at.cell(s.cols)].Mark, r.Legend["pick"] = render.Pick, "legend.cursor"
	}
	for i, digit := range s.Signs {
		b := chat.Button{Label: string(digit), Path: s.ask.Link(s.change(words.If(s.inPencil, noteDigit, putDigit) + string(digit))), Mode: chat.EditByOwner, NewRow: i == 0}
		switch {
		case s.inPencil:
			b.Label = s.ask.Say.Text("tap.note", words.With{"Digit": b.Label})
		case !s.ask.Spoken():
			b.Tile = digitTile(byte(digit))
		}
		r.Offer(b)
	}
	empty := s.button("button.clear", clearCell)
	empty.Disabled = s.isOpen(s.at)
	r.Offer(empty)
}

// digitTile returns the tile of a white cell with this sign.
func digitTile(sign byte) render.Tile {
	if sign == Unmarked {
		return render.WhiteTile
	}
	return render.DigitTile(int(sign - '0'))
}
