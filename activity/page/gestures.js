// Fingers, mouse and wheel.

let stroke = null; // of one finger: from where, which sign, and what it would do
const fingers = new Map();
let pinch = null;

function cellUnder(x, y) {
  const c = Math.floor((x - cellX(0)) / view.z), r = Math.floor((y - cellY(0)) / view.z);
  const inside = x >= view.left + view.bands.left && y >= view.top + view.bands.top;
  return inside && r >= 0 && c >= 0 && r < game.board.rows && c < game.board.cols ? [r, c] : null;
}

const at = (e) => { const box = canvas.getBoundingClientRect(); return [e.clientX - box.left, e.clientY - box.top]; };

// signFor returns the sign that a tool gives to a cell that has one: none if it has that sign, or is marked empty.
function signFor(now, tool) {
  const s = game.play.signs[tool];
  return now === s.sign || now !== OPEN && game.looks.get(now).kind === "crossed" ? OPEN : s.sign;
}

const emptyTool = () => game.play.signs.findIndex((s) => s.empty);

canvas.addEventListener("pointerdown", (e) => {
  if (!game.board || game.over || !game.play) return;
  canvas.setPointerCapture(e.pointerId);
  fingers.set(e.pointerId, at(e));
  if (fingers.size === 2) { dropStroke(); startPinch(); return; }
  if (fingers.size > 2) return;
  if (e.button === 1) { pinch = { pan: at(e), x: view.x, y: view.y }; e.preventDefault(); return; }
  const spot = cellUnder(...at(e));
  if (!spot) return touchClue(...at(e));
  go(...spot, e.pointerType === "mouse");
  const cellAt = spot[0] * game.board.cols + spot[1];
  pointing = setTimeout(() => { if (stroke && !stroke.moved) point(cellAt); }, 3 * hand.hold);
  if (game.play.pads) { stroke = { pad: cellAt }; return; }
  if (!game.play.drawn || game.fixed.has(cellAt)) { stroke = { pick: cellAt }; touchSum(cellAt); return; }
  const cross = e.button === 2 && emptyTool() >= 0;
  beginStroke(spot, cross ? emptyTool() : hand.tool, e);
  if (e.pointerType !== "mouse") stroke.press = setTimeout(longPress, hand.hold);
});

function beginStroke(spot, tool, e) {
  const from = game.sheet[spot[0] * game.board.cols + spot[1]];
  stroke = { spot, from, tool, sign: signFor(from, tool), preview: new Map(), touch: e?.pointerType !== "mouse" };
  extend(spot);
}

// longPress turns a stroke that has not moved into one of the sign for empty.
function longPress() {
  const tool = emptyTool();
  if (!stroke?.spot || tool < 0 || stroke.moved) return;
  const normal = stroke.tool === tool ? 0 : tool;
  navigator.vibrate?.(12);
  Object.assign(stroke, { tool: normal, sign: signFor(stroke.from, normal) });
  extend(stroke.spot);
}

// extend has a stroke reach from its first cell straight to a spot. It leaves out what is already decided,
// unless the stroke began on such a cell: then it changes those with the first one's sign.
function extend([r, c]) {
  const [r0, c0] = stroke.spot, down = Math.abs(r - r0) > Math.abs(c - c0), n = down ? r - r0 : c - c0;
  stroke.preview = new Map();
  stroke.cells = [];
  for (let i = 0; i <= Math.abs(n); i++) {
    const k = i * Math.sign(n), cellAt = (r0 + (down ? k : 0)) * game.board.cols + c0 + (down ? 0 : k);
    if (!game.fixed.has(cellAt) && game.sheet[cellAt] === stroke.from && game.sheet[cellAt] !== stroke.sign) { stroke.cells.push(cellAt); stroke.preview.set(cellAt, stroke.sign); }
  }
  stroke.end = down ? [r, c0] : [r0, c];
  if (n) stroke.moved = true;
  stroke.length = runThrough(stroke.end, down);
  draw();
}

// runThrough returns the length of the run of equal cells through a spot, the stroke counted.
function runThrough([r, c], down) {
  const { rows, cols } = game.board, sign = (y, x) => stroke.preview.get(y * cols + x) ?? game.sheet[y * cols + x];
  const own = sign(r, c);
  let n = 1;
  for (const way of [-1, 1]) {
    for (let y = r + (down ? way : 0), x = c + (down ? 0 : way); y >= 0 && x >= 0 && y < rows && x < cols && sign(y, x) === own; y += down ? way : 0, x += down ? 0 : way) n++;
  }
  return n;
}

let pointing = 0; // a finger that stays on a cell shows it to all
function dropStroke() {
  clearTimeout(pointing);
  clearTimeout(stroke?.press);
  stroke = null;
  $("bubble").hidden = true;
  draw();
}

canvas.addEventListener("pointermove", (e) => {
  if (!game.board || !game.play || game.over) return;
  if (fingers.has(e.pointerId)) fingers.set(e.pointerId, at(e));
  if (pinch) return movePinch(e);
  const [x, y] = at(e);
  if (!stroke) {
    const spot = cellUnder(x, y);
    if (e.pointerType === "mouse" && spot) go(...spot, true);
    return;
  }
  if (!stroke.spot) return;
  follow(x, y);
});

function follow(x, y) {
  const b = game.board, clamp = (v, n) => Math.min(Math.max(v, 0), n - 1);
  const spot = [clamp(Math.floor((y - cellY(0)) / view.z), b.rows), clamp(Math.floor((x - cellX(0)) / view.z), b.cols)];
  if (spot[0] !== stroke.end[0] || spot[1] !== stroke.end[1]) { extend(spot); go(...stroke.end, hand.shown); }
  const bubble = $("bubble");
  bubble.hidden = stroke.length < 2;
  bubble.textContent = stroke.length;
  const [br, bc] = stroke.end;
  bubble.style.left = Math.min(Math.max(cellX(bc) + view.z / 2, 20), view.w - 20) + "px";
  bubble.style.top = Math.max(cellY(br) - (stroke.touch ? 34 : 6), 26) + "px";
  edge(x, y);
}

// edge moves the board while a stroke is held at the stage's edge.
let edging = 0;
function edge(x, y) {
  cancelAnimationFrame(edging);
  const push = (v, low, high) => v < low ? Math.min(low - v, 24) / 3 : v > high ? -Math.min(v - high, 24) / 3 : 0;
  const dx = push(x, view.left + view.bands.left, view.w - 14), dy = push(y, view.top + view.bands.top, view.h - 14);
  if (!dx && !dy) return;
  edging = requestAnimationFrame(() => {
    if (!stroke?.spot) return;
    const before = [view.x, view.y];
    view.x += dx; view.y += dy;
    settle();
    if (before[0] !== view.x || before[1] !== view.y) { draw(); follow(x, y); }
  });
}

function lift(e) {
  const was = fingers.get(e.pointerId);
  fingers.delete(e.pointerId);
  if (pinch) { if (!fingers.size) pinch = null; return; }
  if (!stroke || !was) return;
  const s = stroke;
  const cancelled = e.type === "pointercancel";
  dropStroke();
  if (cancelled) return;
  if (s.spot) return mark(s.cells, s.sign);
  const spot = cellUnder(...at(e));
  if (s.pad !== undefined && spot) choose(s.pad, spot[0] * game.board.cols + spot[1]);
}
canvas.addEventListener("pointerup", lift);
canvas.addEventListener("pointercancel", lift);
canvas.addEventListener("pointerleave", () => { if (!stroke && game.play?.drawn && !keyboard) { hand.shown = false; draw(); } });
canvas.addEventListener("contextmenu", (e) => e.preventDefault());

function startPinch() {
  const [a, b] = [...fingers.values()];
  pinch = { span: Math.hypot(a[0] - b[0], a[1] - b[1]), middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], z: view.z };
}

function movePinch(e) {
  if (pinch.pan) {
    const [x, y] = at(e);
    view.x = pinch.x + x - pinch.pan[0]; view.y = pinch.y + y - pinch.pan[1];
  } else if (fingers.size === 2) {
    const [a, b] = [...fingers.values()], middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    view.x += middle[0] - pinch.middle[0]; view.y += middle[1] - pinch.middle[1];
    pinch.middle = middle;
    zoom(pinch.z * Math.hypot(a[0] - b[0], a[1] - b[1]) / pinch.span, ...middle);
  }
  settle();
  draw();
}

// zoom gives cells another side and keeps what is under a point there.
function zoom(z, x, y) {
  z = Math.min(Math.max(z, Math.min(fitting(), 14)), 72);
  const u = (x - cellX(0)) / view.z, v = (y - cellY(0)) / view.z;
  view.z = z;
  settle();
  view.x += x - (cellX(0) + u * z); view.y += y - (cellY(0) + v * z);
  view.fit = false;
  settle();
  draw();
}

canvas.addEventListener("wheel", (e) => {
  if (!game.board) return;
  e.preventDefault();
  if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) { view.x -= e.deltaX || e.deltaY; view.y -= e.deltaX ? e.deltaY : 0; settle(); draw(); return; }
  zoom(view.z * Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), ...at(e));
}, { passive: false });
