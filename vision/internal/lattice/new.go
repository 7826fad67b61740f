package lattice

// New returns a lattice without any line seen. at tells where the crossings are, from (0, 0) to (rows, cols).
// It is for boards of tiles and lamps, which are found without lines.
func New(rows, cols int, at func(row, col int) Point) *Lattice {
	l := &Lattice{Rows: rows, Cols: cols, RowRules: make([]float64, rows+1), ColRules: make([]float64, cols+1)}
	l.mesh = newMesh(rows+1, cols+1, 0)
	for r := range rows + 1 {
		for c := range cols + 1 {
			l.mesh.at[r*(cols+1)+c] = at(r, c)
		}
	}
	l.Points = l.mesh.at
	return l
}
