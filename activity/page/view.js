// Where the board lies on the canvas.

let ink = {};
function inks() {
  const style = getComputedStyle(document.documentElement);
  ink = new Proxy({}, { get: (o, name) => (o[name] ??= style.getPropertyValue("--" + name).trim()) });
}

const span = (one) => one.n > 99 ? 2.2 : one.n > 9 ? 1.75 : 1.2; // width of a number, in sizes of its font
const isSmall = () => document.body.classList.contains("small"); // the board alone
const hasBands = () => game.board.left && !isSmall() && !(game.over && game.over.tone === "good");

// bandsOf returns the bands that clues or names take beside cells of side z.
function bandsOf(z) {
  const b = game.board, font = Math.min(Math.max(z * 0.6, 9), 18);
  if (hasBands()) {
    const wide = Math.max(1, ...b.left.map((l) => l.reduce((n, c) => n + span(c), 0)));
    const high = Math.max(1, ...b.top.map((l) => l.length || 1));
    return { font, left: Math.round(Math.min(wide * font + 10, view.w * 0.4)), top: Math.round(Math.min(high * font * 1.25 + 8, view.h * 0.4)) };
  }
  const named = b.rowNames && !game.over && !isSmall();
  return { font: Math.min(font, 13), left: named ? 24 : 6, top: named ? 22 : 6 };
}

function fitting() {
  let low = 1, high = 64;
  while (high - low > 0.25) {
    const z = (low + high) / 2, n = bandsOf(z);
    if (n.left + z * game.board.cols + 8 <= view.w && n.top + z * game.board.rows + 8 <= view.h) low = z; else high = z;
  }
  return Math.max(low > 4 ? Math.floor(low) : low, 1.5);
}

// fit shows the whole board, or, unless all is wanted, as much as can be read. The board stays so when the stage
// changes its size, until it is zoomed.
function fit(all = false) {
  if (!game.board) return;
  Object.assign(view, { x: 0, y: 0, fit: true, all });
  refit();
}

function refit() {
  view.z = Math.max(fitting(), game.over || view.all || isSmall() ? 0 : 14);
  settle();
  draw();
}

// settle keeps the cells in sight, and centres a board that is smaller than the stage.
function settle() {
  const b = game.board;
  view.bands = bandsOf(view.z);
  const width = view.w - view.bands.left - 4, height = view.h - view.bands.top - 4;
  const over = (side, room) => Math.min(0, room - side);
  view.x = Math.min(0, Math.max(view.x, over(view.z * b.cols, width)));
  view.y = Math.min(0, Math.max(view.y, over(view.z * b.rows, height)));
  view.left = Math.round(Math.max(0, (width - view.z * b.cols) / 2)); // whole pixels, so that edges are sharp
  const free = height - view.z * b.rows, centred = (free + Math.max(0, view.rest - view.h)) / 2;
  view.top = Math.round(Math.max(0, Math.min(centred, free))); // the panel moves it no more than it must
}

const cellX = (c) => view.left + view.bands.left + view.x + c * view.z;
const cellY = (r) => view.top + view.bands.top + view.y + r * view.z;
