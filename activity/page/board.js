// The board drawn: its cells, lines, marks and clues.

let asked = 0;
function draw() { asked ||= requestAnimationFrame(() => { asked = 0; if (game.board) paint(); }); }

// still is the board without what moves over it. A frame draws anew what has changed on it, and then the hand, the
// others and marks over a copy: all of a board of 50×50 takes longer than a frame.
const still = { image: document.createElement("canvas"), pen: null, looks: [] };

function paint() {
  const b = game.board, dpr = devicePixelRatio || 1, { z, bands } = view, x0 = view.left + bands.left, y0 = view.top + bands.top;
  const r0 = Math.max(0, Math.floor(-view.y / z)), r1 = Math.min(b.rows, Math.ceil((view.h - cellY(0)) / z));
  const c0 = Math.max(0, Math.floor(-view.x / z)), c1 = Math.min(b.cols, Math.ceil((view.w - cellX(0)) / z));
  const real = pen;
  if (still.image.width !== canvas.width || still.image.height !== canvas.height) {
    Object.assign(still.image, { width: canvas.width, height: canvas.height });
    still.pen = still.image.getContext("2d", { alpha: false });
    still.at = "";
  }
  pen = still.pen;
  pen.setTransform(dpr, 0, 0, dpr, 0, 0);
  drawStill(r0, r1, c0, c1);
  pen = real;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(still.image, 0, 0);
  pen.setTransform(dpr, 0, 0, dpr, 0, 0);
  within(x0 - 1, y0 - 1, view.w, view.h, () => overlays(r0, r1, c0, c1));
  if (!hasBands() || !hand.shown) return;
  if (hand.row >= r0 && hand.row < r1) within(0, y0 - 1, x0 - 1, view.h, () => rowClue(hand.row, true));
  if (hand.col >= c0 && hand.col < c1) within(x0 - 1, 0, view.w, y0 - 1, () => colClue(hand.col, true));
}

function within(x, y, w, h, draw) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, w, h);
  pen.clip();
  draw();
  pen.restore();
}

// drawStill draws all of the still, or what has changed on it since: cells in a box around all that have, and clues.
function drawStill(r0, r1, c0, c1) {
  const b = game.board, { z, bands } = view, x0 = view.left + bands.left, y0 = view.top + bands.top;
  const at = [view.x, view.y, z, view.left, view.top, view.w, view.h, devicePixelRatio, x0, y0].join(), box = [r1, r0, c1, c0];
  const all = at !== still.at || b !== still.board || ink !== still.ink || !b.left || game.over;
  for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) {
    const k = r * b.cols + c, look = lookAt(k);
    if (still.looks[k] === look) continue;
    still.looks[k] = look;
    [box[0], box[1], box[2], box[3]] = [Math.min(box[0], r), Math.max(box[1], r + 1), Math.min(box[2], c), Math.max(box[3], c + 1)];
  }
  const cells = (r0, r1, c0, c1) => {
    pen.fillStyle = ink.paper;
    pen.fillRect(0, 0, view.w + 1, view.h + 1); // its last pixels, too, if its side is no whole number
    if (b.left && !game.over) ruled(r0, r1, c0, c1); else for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) cell(r, c);
    if (lined()) lines(r0, r1, c0, c1);
  };
  if (all) {
    pen.fillStyle = ink.paper;
    pen.fillRect(0, 0, view.w + 1, view.h + 1);
    within(x0 - 1, y0 - 1, view.w, view.h, () => cells(r0, r1, c0, c1));
    if (!hasBands() && b.rowNames && !game.over && !isSmall()) names(r0, r1, c0, c1);
  } else if (box[0] < box[1]) { // with a rim of the cells around, for their lines
    const x = Math.max(Math.floor(cellX(box[2]) - 2), x0 - 1), y = Math.max(Math.floor(cellY(box[0]) - 2), y0 - 1);
    within(x, y, Math.ceil(cellX(box[3]) + 2) - x, Math.ceil(cellY(box[1]) + 2) - y, () =>
      cells(Math.max(r0, box[0] - 1), Math.min(r1, box[1] + 1), Math.max(c0, box[2] - 1), Math.min(c1, box[3] + 1)));
  }
  if (hasBands() && (all || done !== still.done)) {
    const changed = (side, i) => all || String(done[side][i]) !== String(still.done[side][i]);
    within(0, y0 - 1, x0 - 1, view.h, () => { for (let r = r0; r < r1; r++) if (changed("left", r)) rowClue(r); });
    within(x0 - 1, 0, view.w, y0 - 1, () => { for (let c = c0; c < c1; c++) if (changed("top", c)) colClue(c); });
  }
  Object.assign(still, { at, board: b, ink, done });
}

const lined = () => !(game.over?.board.prize) && (game.board.left || game.board.rule);

// lookOf returns how a cell of the board looks that the server said last.
const lookOf = (at) => game.board.looks[game.board.cells[at]];

// lookAt returns how a cell looks now.
function lookAt(at) {
  const sign = !game.over && game.play?.signs && (stroke?.preview?.get(at) ?? game.sheet[at]); // "" for a cell that takes none
  return sign && game.looks.get(sign) || lookOf(at);
}

function cell(r, c) {
  const at = r * game.board.cols + c, l = lookAt(at), x = cellX(c), y = cellY(r), z = view.z;
  (painters[l.kind] || painters.blank)(x, y, z, l, at);
}

// ruled draws the cells of a board with clues at its edge, alike cells together: 10,000 of them in one frame.
function ruled(r0, r1, c0, c1) {
  const { z } = view, g = gap(z), cols = game.board.cols, stamp = crossStamp(), dots = [];
  pen.fillStyle = game.board.ground || ink.cell;
  pen.fillRect(cellX(c0), cellY(r0), (c1 - c0) * z, (r1 - r0) * z);
  pen.fillStyle = ink.filled;
  for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) {
    const l = lookAt(r * cols + c);
    if (l.kind === "filled") pen.fillRect(cellX(c) + g, cellY(r) + g, z - 2 * g, z - 2 * g);
    else if (l.kind === "crossed" && z < 7) dots.push(cellX(c), cellY(r));
    else if (l.kind === "crossed") pen.drawImage(stamp, cellX(c), cellY(r), z, z);
    else if (l.kind !== "blank") { cell(r, c); pen.fillStyle = ink.filled; }
  }
  pen.fillStyle = ink.cross;
  for (let i = 0; i < dots.length; i += 2) pen.fillRect(dots[i] + z * 0.35, dots[i + 1] + z * 0.35, z * 0.3, z * 0.3);
}

function lines(r0, r1, c0, c1) {
  const b = game.board, { z } = view, rule = b.rule || 1000, rowRule = b.rowRule || 1000;
  if (z < 4) return;
  const right = cellX(b.cols), bottom = cellY(b.rows);
  for (const heavy of [false, true]) {
    pen.strokeStyle = heavy ? ink.rule : ink.line;
    pen.lineWidth = heavy ? 1.5 : z < 9 ? 0.4 : 0.7;
    pen.beginPath();
    for (let c = c0; c <= c1; c++) if ((c % rule === 0 || c === b.cols) === heavy) { pen.moveTo(cellX(c), cellY(0)); pen.lineTo(cellX(c), bottom); }
    for (let r = r0; r <= r1; r++) if ((r % rowRule === 0 || r === b.rows) === heavy) { pen.moveTo(cellX(0), cellY(r)); pen.lineTo(right, cellY(r)); }
    pen.stroke();
  }
}

function ring(x, y, w, h, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  pen.roundRect(x, y, w, h, 3);
  pen.stroke();
}

const markInk = { press: "badge", differs: "differ", proof: "proof", pick: "pick", new: "fresh" };

function overlays(r0, r1, c0, c1) {
  const { z } = view, cols = game.board.cols;
  if (link.room) others();
  if (!game.over) handOn(cols);
  if (game.ghost) {
    pen.globalAlpha = 0.45;
    for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) {
      const at = r * cols + c, l = game.ghost[at];
      if (game.sheet[at] === OPEN && key(l) !== key(game.play.open)) painters[l.kind](cellX(c), cellY(r), z, l, at);
    }
    pen.globalAlpha = 1;
  }
  if (game.marks) for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) {
    const m = game.marks[r * cols + c];
    if (m === "proof") { pen.globalAlpha = 0.4; box(cellX(c), cellY(r), z, ink.proof); pen.globalAlpha = 1; }
    if (m) ring(cellX(c) + 1.5, cellY(r) + 1.5, z - 3, z - 3, ink[markInk[m]], Math.max(2, z / 12));
  }
  for (const f of game.framed) ring(cellX(f.Col), cellY(f.Row), f.Cols * z, f.Rows * z, ink.pick, 3);
}

// handOn shows what is chosen: cells of pads, the lines and the cell under the hand.
function handOn(cols) {
  const { z } = view;
  if (hand.picked >= 0) for (const p of padsAt(hand.picked)) for (const at of p.cells) ring(cellX(at % cols) + 2, cellY(Math.floor(at / cols)) + 2, z - 4, z - 4, ink.fresh, 2);
  if (!hand.shown) return;
  if (game.board.left && z >= 5) {
    pen.fillStyle = ink.text;
    pen.globalAlpha = 0.07;
    pen.fillRect(cellX(0), cellY(hand.row), cols * z, z);
    pen.fillRect(cellX(hand.col), cellY(0), z, game.board.rows * z);
    pen.globalAlpha = 1;
  }
  ring(cellX(hand.col) + 1, cellY(hand.row) + 1, z - 2, z - 2, ink.badge, 2.5);
}

// strip is what the numbers of a line stand on. The line under the hand stands out.
function strip(here, x, y, w, h) {
  pen.fillStyle = here ? ink["fresh-cell"] : ink.band;
  pen.beginPath();
  pen.roundRect(x, y, w, h, Math.min(5, view.z / 4));
  pen.fill();
}

// number draws a number of a clue, faint if it is certain.
function number(one, sure, x, y) {
  const f = view.bands.font;
  if (one.colour === undefined || sure) return text(one.n, x, y, one.n > 99 ? f * 0.8 : f, sure ? ink.done : ink.text);
  const p = game.board.palette[one.colour];
  pen.fillStyle = p.rgb;
  pen.beginPath();
  pen.roundRect(x - f * (one.n > 9 ? 0.75 : 0.55), y - f * 0.58, f * (one.n > 9 ? 1.5 : 1.1), f * 1.16, f * 0.3);
  pen.fill();
  text(one.n, x, y, f * 0.92, p.black ? "#000" : "#fff");
}

const none = [{ n: 0 }], thin = () => view.z > 8 ? 1 : 0.3;

// rowClue and colClue draw the clue of a line. Where the band is too narrow for all of it, the numbers nearest to the
// cells stay.
function rowClue(r, here) {
  const { z, bands } = view, f = bands.font, x0 = view.left + bands.left, clue = game.board.left[r].length ? game.board.left[r] : none;
  strip(here, view.left + 2, cellY(r) + thin(), bands.left - 5, z - 2 * thin());
  if (z < 7) return;
  let x = x0 - 6;
  for (let i = clue.length - 1; i >= 0; i--) {
    const w = f * span(clue[i]);
    if (x - w < view.left && i > 0) return text("…", x - f / 2, cellY(r) + z / 2, f, ink.dim);
    number(clue[i], done.left[r]?.[i] ?? clue === none, x - w / 2, cellY(r) + z / 2);
    x -= w;
  }
}

function colClue(c, here) {
  const { z, bands } = view, f = bands.font, clue = game.board.top[c].length ? game.board.top[c] : none;
  strip(here, cellX(c) + thin(), view.top + 2, z - 2 * thin(), bands.top - 5);
  if (z < 7) return;
  let y = view.top + bands.top - 5;
  for (let i = clue.length - 1; i >= 0; i--) {
    if (y - f * 1.25 < view.top && i > 0) return text("…", cellX(c) + z / 2, y - f / 2, f, ink.dim);
    number(clue[i], done.top[c]?.[i] ?? clue === none, cellX(c) + z / 2, y - f * 0.62);
    y -= f * 1.25;
  }
}

function names(r0, r1, c0, c1) {
  const b = game.board, { z, bands } = view;
  if (z < 12) return;
  for (let r = r0; r < r1; r++) if (b.rowNames[r]) text(b.rowNames[r], view.left + 12, cellY(r) + z / 2, bands.font, ink.dim);
  for (let c = c0; c < c1; c++) if (b.colNames?.[c]) text(b.colNames[c], cellX(c) + z / 2, view.top + 11, bands.font, ink.dim);
}

// glow lets a finished picture appear.
function glow() {
  if (calm.matches || game.over?.tone !== "good") return;
  canvas.animate([{ opacity: 0.2, transform: "scale(.97)" }, { opacity: 1, transform: "none" }], { duration: 500, easing: "ease-out" });
}
