// The keyboard.

let keyboard = false;

function go(r, c, shown = true) {
  const b = game.board;
  hand.row = Math.min(Math.max(r, 0), b.rows - 1);
  hand.col = Math.min(Math.max(c, 0), b.cols - 1);
  hand.shown = shown || !game.play?.drawn;
  look();
  draw();
}

// reveal moves the board so that a cell is in sight. For NaN any row or column will do.
function reveal(row, col) {
  const x = cellX(col), y = cellY(row), { z, bands } = view;
  if (x < view.left + bands.left) view.x += view.left + bands.left - x;
  if (x + z > view.w) view.x -= x + z - view.w + 4;
  if (y < view.top + bands.top) view.y += view.top + bands.top - y;
  if (y + z > view.h) view.y -= y + z - view.h + 4;
  settle();
}

// revealMarked moves the board to what is marked on it first, or to what is framed.
function revealMarked() {
  const { rows, cols } = game.board, at = game.marks.findIndex(Boolean), f = game.framed[0];
  if (at >= 0) reveal(Math.floor(at / cols), at % cols);
  else if (f) reveal(f.Rows < rows ? f.Row : NaN, f.Cols < cols ? f.Col : NaN);
  draw();
  grid();
}

const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

function onKey(e) {
  if (!game.play || e.target.closest?.("button") && (e.key === " " || e.key === "Enter")) return;
  const ctrl = e.ctrlKey || e.metaKey, k = e.key.length === 1 ? e.key.toLowerCase() : e.key;
  if (k === "Escape") { hidePanel(); hand.picked = -1; draw(); return; }
  if (game.over || e.altKey) return;
  if (ctrl && k === "z") { e.preventDefault(); return e.shiftKey ? redo() : undo(); }
  if (ctrl && k === "y") { e.preventDefault(); return redo(); }
  if (ctrl) return;
  const act = keyAct(k, e);
  if (!act) return;
  e.preventDefault();
  keyboard = true;
  act();
}

// keyAct returns what a key does; nothing for a key without a meaning.
function keyAct(k, e) {
  const cellAt = hand.row * game.board.cols + hand.col, signs = game.play.signs;
  if (steps[k]) return () => walk(steps[k], e.shiftKey && game.play.drawn);
  if (k === "z") return undo;
  if (k === "y") return redo;
  if (k === "h") return () => hint();
  if (k === ".") return () => point(cellAt);
  if (k === "+" || k === "-") return () => zoom(view.z * (k === "+" ? 1.25 : 0.8), view.w / 2, view.h / 2);
  if (!signs) return k === " " || k === "Enter" ? () => choose(cellAt, cellAt) : null;
  if (k === "p" && game.play.noted) return () => { hand.pencil = !hand.pencil; tools(); };
  if (k === "Backspace" || k === "Delete" || k === "0") return () => put(OPEN);
  if (!game.play.drawn) return signs.some((s) => s.sign === k) ? () => put(k) : null;
  if (k >= "1" && k <= "9" && signs[k - 1]) return () => { hand.tool = k - 1; tools(); };
  const tool = k === "x" ? emptyTool() : k === " " || k === "Enter" ? hand.tool : -1;
  return tool < 0 || game.fixed.has(cellAt) ? null : () => { const sign = signFor(game.sheet[cellAt], tool); if (sign !== game.sheet[cellAt]) mark([cellAt], sign); };
}

// walk moves the hand a cell on. With drawing it takes along the sign of the cell that it leaves, and paints
// only what is open.
function walk([dr, dc], drawing) {
  const sign = game.sheet[hand.row * game.board.cols + hand.col];
  go(hand.row + dr, hand.col + dc);
  reveal(hand.row, hand.col);
  const cellAt = hand.row * game.board.cols + hand.col;
  if (drawing && sign !== OPEN && game.sheet[cellAt] === OPEN) mark([cellAt], sign);
  focusCell();
}

document.addEventListener("keydown", onKey);
