// The board in words, for screen readers.

// grid keeps a grid of cells in words: all of a small board, else the rows around the hand.
let told = { first: -1, rows: [] };
function grid() {
  const b = game.board, box = $("grid");
  if (!b) return;
  const all = b.rows * b.cols <= 1600, first = all ? 0 : Math.max(0, hand.row - 1), last = all ? b.rows : Math.min(b.rows, hand.row + 2);
  if (told.board !== b.rows + "x" + b.cols || told.first !== first || told.path !== game.path) {
    box.replaceChildren();
    box.ariaLabel = $("title").textContent;
    box.ariaRowCount = b.rows;
    box.ariaColCount = b.cols;
    told = { board: b.rows + "x" + b.cols, path: game.path, first, cells: new Map() };
    for (let r = first; r < last; r++) {
      const row = box.appendChild(document.createElement("div"));
      row.role = "row";
      row.ariaRowIndex = r + 1;
      for (let c = 0; c < b.cols; c++) {
        const one = row.appendChild(document.createElement("div"));
        one.role = "gridcell";
        one.ariaColIndex = c + 1;
        one.tabIndex = r === hand.row && c === hand.col ? 0 : -1;
        one.addEventListener("focus", () => { go(r, c); keyboard = true; });
        one.addEventListener("click", () => { go(r, c); keyAct(" ", {})?.(); });
        told.cells.set(r * b.cols + c, one);
      }
    }
  }
  for (const [cellAt, one] of told.cells) {
    const says = cellText(cellAt);
    if (one.ariaLabel !== says) one.ariaLabel = says;
  }
}

function cellText(cellAt) {
  const b = game.board, l = lookAt(cellAt), r = Math.floor(cellAt / b.cols), c = cellAt % b.cols;
  const sign = game.play?.signs?.find((s) => s.sign === game.sheet[cellAt]);
  const sums = [l.right && "→ " + l.right, l.down && "↓ " + l.down].filter(Boolean).join(", ");
  const state = sums || l.text || sign?.name || (l.kind === "blank" && game.play?.signs ? say("open") : l.says);
  const notes = game.notes[cellAt] ? " " + [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((d) => game.notes[cellAt] >> d & 1).join("") : "";
  const mark = game.marks?.[cellAt] ? ", " + game.means[game.marks[cellAt]] : "";
  return say("cell", { row: r + 1, col: c + 1, state: state + notes + mark });
}

// sumsOf tells the sums of the white cell under the hand.
function sumsOf() {
  const { cols } = game.board, at = hand.row * cols + hand.col, told = [];
  for (const [step, from, sign, name] of [[1, hand.col, "→", "right"], [cols, hand.row, "↓", "down"]]) {
    let i = 0;
    while (i < from && lookOf(at - i * step).kind === "digit") i++;
    const sum = lookOf(at).kind === "digit" && lookOf(at - i * step)[name];
    if (sum) told.push(sign + " " + sum);
  }
  return told.join("; ");
}

// focusCell gives the cell under the hand the focus, and says the clues of a line that it comes to.
let lastLine = "";
function focusCell() {
  grid();
  const b = game.board, one = told.cells.get(hand.row * b.cols + hand.col);
  for (const other of $("grid").querySelectorAll('[tabindex="0"]')) other.tabIndex = -1;
  if (!one) return;
  one.tabIndex = 0;
  one.focus({ preventScroll: true });
  if (!b.left) { one.ariaDescription = sumsOf(); return; }
  const here = [say("row", { n: hand.row + 1, clue: clueText(b.left[hand.row]) }), say("column", { n: hand.col + 1, clue: clueText(b.top[hand.col]) })];
  one.ariaDescription = here.join("; ");
}

const live = (t) => { $("live").textContent = t; };
