// The board drawn: its cells, lines, marks and clues.

let asked = 0;
function draw() { asked ||= requestAnimationFrame(() => { asked = 0; if (game.board) paint(); }); }

function paint() {
  const b = game.board, dpr = devicePixelRatio || 1, { z, bands } = view;
  pen.setTransform(dpr, 0, 0, dpr, 0, 0);
  pen.fillStyle = ink.paper;
  pen.fillRect(0, 0, view.w + 1, view.h + 1); // its last pixels, too, if its side is no whole number
  const x0 = view.left + bands.left, y0 = view.top + bands.top;
  const r0 = Math.max(0, Math.floor(-view.y / z)), r1 = Math.min(b.rows, Math.ceil((view.h - cellY(0)) / z));
  const c0 = Math.max(0, Math.floor(-view.x / z)), c1 = Math.min(b.cols, Math.ceil((view.w - cellX(0)) / z));
  pen.save();
  pen.beginPath();
  pen.rect(x0 - 1, y0 - 1, view.w - x0 + 1, view.h - y0 + 1);
  pen.clip();
  if (game.board.left && !game.over) ruled(r0, r1, c0, c1); else for (let r = r0; r < r1; r++) for (let c = c0; c < c1; c++) cell(r, c);
  if (lined()) lines(r0, r1, c0, c1);
  overlays(r0, r1, c0, c1);
  pen.restore();
  if (hasBands()) clues(r0, r1, c0, c1); else if (b.rowNames && !game.over && !isSmall()) names(r0, r1, c0, c1);
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

// clues draws the numbers at the edge, those that are certain faint. The line under the hand stands out. Where a
// band is too narrow for all, the numbers nearest to the cells stay.
function clues(r0, r1, c0, c1) {
  const b = game.board, { z, bands } = view, f = bands.font, x0 = view.left + bands.left, y0 = view.top + bands.top;
  pen.fillStyle = ink.paper;
  pen.fillRect(0, 0, view.w, y0 - 1);
  pen.fillRect(0, 0, x0 - 1, view.h);
  const number = (one, sure, x, y) => {
    if (one.colour !== undefined && !sure) {
      const p = b.palette[one.colour];
      pen.fillStyle = p.rgb;
      pen.beginPath();
      pen.roundRect(x - f * (one.n > 9 ? 0.75 : 0.55), y - f * 0.58, f * (one.n > 9 ? 1.5 : 1.1), f * 1.16, f * 0.3);
      pen.fill();
      return text(one.n, x, y, f * 0.92, p.black ? "#000" : "#fff");
    }
    text(one.n, x, y, one.n > 99 ? f * 0.8 : f, sure ? ink.done : ink.text);
  };
  const strip = (here, x, y, w, h) => {
    pen.fillStyle = here ? ink["fresh-cell"] : ink.band;
    pen.beginPath();
    pen.roundRect(x, y, w, h, Math.min(5, z / 4));
    pen.fill();
  };
  const none = [{ n: 0 }], thin = z > 8 ? 1 : 0.3;
  pen.save();
  pen.beginPath();
  pen.rect(0, y0 - 1, x0 - 1, view.h);
  pen.clip();
  for (let r = r0; r < r1; r++) {
    strip(hand.shown && r === hand.row, view.left + 2, cellY(r) + thin, bands.left - 5, z - 2 * thin);
    if (z < 7) continue;
    let x = x0 - 6;
    const clue = b.left[r].length ? b.left[r] : none;
    for (let i = clue.length - 1; i >= 0; i--) {
      const w = f * span(clue[i]);
      if (x - w < view.left && i > 0) { text("…", x - f / 2, cellY(r) + z / 2, f, ink.dim); break; }
      number(clue[i], done.left[r]?.[i] ?? clue === none, x - w / 2, cellY(r) + z / 2);
      x -= w;
    }
  }
  pen.restore();
  pen.save();
  pen.beginPath();
  pen.rect(x0 - 1, 0, view.w, y0 - 1);
  pen.clip();
  for (let c = c0; c < c1; c++) {
    strip(hand.shown && c === hand.col, cellX(c) + thin, view.top + 2, z - 2 * thin, bands.top - 5);
    if (z < 7) continue;
    let y = y0 - 5;
    const clue = b.top[c].length ? b.top[c] : none;
    for (let i = clue.length - 1; i >= 0; i--) {
      if (y - f * 1.25 < view.top && i > 0) { text("…", cellX(c) + z / 2, y - f / 2, f, ink.dim); break; }
      number(clue[i], done.top[c]?.[i] ?? clue === none, cellX(c) + z / 2, y - f * 0.62);
      y -= f * 1.25;
    }
  }
  pen.restore();
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
