// Which clues are met by the board as it stands.

let done = { left: [], top: [], sums: new Map() };

const line = (down, n) => Array.from({ length: down ? game.board.rows : game.board.cols }, (_, i) => {
  const cellAt = down ? i * game.board.cols + n : n * game.board.cols + i, sign = game.sheet[cellAt];
  if (sign === OPEN) return -1;
  const look = game.looks.get(sign) || game.board.looks[game.board.cells[cellAt]];
  return look.kind === "crossed" ? 0 : 1 + (look.colour ?? 0);
});

// runsDone returns which numbers of a clue are certain: all if the line's runs are the clue, else those that lie
// between an edge and the first open cell.
function runsDone(cells, clue) {
  const same = (n, c, one) => one && one.n === n && (one.colour ?? 0) === c - 1;
  const runs = [];
  for (let i = 0, j; i < cells.length; i = j) {
    for (j = i + 1; j < cells.length && cells[j] === cells[i];) j++;
    if (cells[i] > 0) runs.push([j - i, cells[i]]);
  }
  if (runs.length === clue.length && runs.every(([n, c], i) => same(n, c, clue[i]))) return clue.map(() => true);
  const sure = clue.map(() => false);
  for (const back of [false, true]) {
    const seen = back ? cells.toReversed() : cells;
    for (let i = 0, j, k = 0; i < seen.length && seen[i] >= 0; i = j) {
      for (j = i + 1; j < seen.length && seen[j] === seen[i];) j++;
      if (seen[i] === 0) continue;
      const at = back ? clue.length - 1 - k : k;
      if (seen[j] === -1 || !same(j - i, seen[i], clue[at])) break;
      sure[at] = true;
      k++;
    }
  }
  return sure;
}

// sumCells returns the cells of the sum in a black cell, to its right or below it.
function sumCells(at, down) {
  const { cols, rows } = game.board, step = down ? cols : 1, cells = [];
  for (let i = at + step; i < rows * cols && (down || i % cols); i += step) {
    if (game.board.looks[game.board.cells[i]].kind !== "digit") break;
    cells.push(i);
  }
  return cells;
}

function measureClues() {
  const b = game.board, fresh = { left: [], top: [], sums: new Map() };
  if (game.play.signs) {
    if (b.left) for (let r = 0; r < b.rows; r++) fresh.left.push(runsDone(line(false, r), b.left[r]));
    if (b.top) for (let c = 0; c < b.cols; c++) fresh.top.push(runsDone(line(true, c), b.top[c]));
    b.cells.forEach((i, at) => {
      const l = b.looks[i];
      if (l.kind !== "sum") return;
      const met = (down) => {
        const digits = sumCells(at, down).map((k) => +(game.looks.get(game.sheet[k]) || b.looks[b.cells[k]]).text || 0);
        return digits.every(Boolean) && new Set(digits).size === digits.length && digits.reduce((a, d) => a + d, 0) === (down ? l.down : l.right);
      };
      fresh.sums.set(at, { down: l.down && met(true), right: l.right && met(false) });
    });
  }
  done = fresh;
}

// complete reports whether the board looks finished: every clue at the edge is met, or no cell is open.
function complete() {
  const all = (lines) => lines.every((l) => l.every(Boolean));
  if (game.board.left) return all(done.left) && all(done.top) && game.sheet.some((s) => s !== OPEN && !game.play.signs.find((p) => p.sign === s)?.empty);
  return !game.sheet.includes(OPEN);
}

const filledCells = () => game.sheet.filter((s) => s && s !== OPEN && !game.play.signs.find((p) => p.sign === s).empty).length;
