// What a touch of a pad, a digit or a clue does.

const padsAt = (cellAt) => (game.play.pads || []).filter((p) => p.cells?.includes(cellAt));

// choose presses what a touch names: the only pad of a cell, or the one that lies just between two cells.
function choose(from, to) {
  const between = (a, b) => game.play.pads.find((p) => p.cells && p.cells[0] === Math.min(a, b) && p.cells.at(-1) === Math.max(a, b));
  const first = hand.picked >= 0 && from === to ? hand.picked : from;
  const all = padsAt(to), named = first !== to ? between(first, to) : all.length === 1 ? all[0] : null;
  if (named) return void press(named.turn);
  hand.picked = all.length && hand.picked !== to ? to : -1;
  draw();
  tools();
}

function put(sign) {
  const cellAt = hand.row * game.board.cols + hand.col;
  if (game.over || game.fixed.has(cellAt)) return;
  if (hand.pencil && game.play.noted && sign !== OPEN) {
    if (game.sheet[cellAt] !== OPEN) return;
    game.notes[cellAt] = (game.notes[cellAt] || 0) ^ 1 << sign;
    keep();
    draw();
    grid();
    return;
  }
  if (sign === OPEN && game.notes[cellAt]) { delete game.notes[cellAt]; keep(); }
  if (game.sheet[cellAt] !== sign) mark([cellAt], sign); else if (sign !== OPEN) mark([cellAt], OPEN); else draw();
}

// combinations tells the sets of different digits that make a sum.
function combinations(sum, n, from = 1) {
  if (n === 1) return sum >= from && sum < 10 ? [String(sum)] : [];
  const all = [];
  for (let d = from; d < 10 && d * n <= sum; d++) for (const rest of combinations(sum - d, n - 1, d + 1)) all.push(d + rest);
  return all;
}

function touchSum(cellAt) {
  const l = lookAt(cellAt);
  if (l.kind !== "sum") return;
  const told = [];
  for (const [down, sum] of [[false, l.right], [true, l.down]]) {
    const n = sumCells(cellAt, down).length;
    if (sum) told.push(`${down ? "↓" : "→"} **${sum}** = ${combinations(sum, n).map((s) => [...s].join("+")).join(" · ")}`);
  }
  tell("", told.join("\n"));
}

function touchClue(x, y) {
  const r = Math.floor((y - cellY(0)) / view.z), c = Math.floor((x - cellX(0)) / view.z), b = game.board;
  if (!b.left) return;
  const left = x < view.left + view.bands.left, clue = left ? b.left[r] : b.top[c];
  if (!clue || left === y < view.top + view.bands.top) return;
  go(left ? r : hand.row, left ? hand.col : c, true);
  tell("", say(left ? "row" : "column", { n: (left ? r : c) + 1, clue: clueText(clue) }));
}

const clueText = (clue) => clue.map((c) => c.n + (c.colour === undefined ? "" : game.board.palette[c.colour].letter)).join(" ") || "0";
