"use strict";
// The page draws a board and turns gestures into moves. It knows no puzzle: which signs a cell takes, or what can
// be pressed, comes with the board. Of clues it knows two kinds: runs at the edge, and sums in black cells.

const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const say = (id, values = {}) => words[id].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const canvas = $("canvas");
let pen = canvas.getContext("2d");

// The game: what the server said last, and what was done since.
const game = {
  path: "", puzzle: "", between: " ", turns: [], undone: [], board: null, play: null,
  base: [], sheet: [], marks: null, framed: [], over: null, begun: 0, seconds: 0, notes: {}, candidates: null,
};
// How it is played just now.
const hand = { tool: 0, pencil: false, row: 0, col: 0, shown: false, picked: -1, degree: 0, busy: false, hold: 420 };
// Where the board lies on the canvas, in CSS pixels: cells of the side z, clues in bands, cells moved by x and y.
const view = { w: 0, h: 0, z: 20, x: 0, y: 0, rest: 0, fit: true, bands: { left: 0, top: 0, font: 12 } };

/* ---------- calls ---------- */

async function call(name, body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ locale: document.documentElement.lang, ...body }) };
  const answer = await fetch("board/" + name, options).catch(() => null);
  if (!answer) return { tone: "failure", lost: true, title: say("offline"), text: "", note: "" };
  if (!answer.ok) return { tone: "failure", title: say("broken"), text: await answer.text(), note: "" };
  return answer.json().catch(() => ({ tone: "failure", title: say("broken"), text: "", note: "" }));
}

// ask sends the game with a turn when the calls before it are answered, and says so if that takes long. Who taps
// for a hint twice gets one.
let answered = Promise.resolve();
function ask(name, turn, more = 0, leg = 0) {
  if (hand.busy && name === "hint") return null;
  return answered = answered.then(() => send(name, turn, more, leg));
}

async function send(name, turn, more, leg) {
  hand.busy = true;
  const late = setTimeout(() => live(say("loading")), 400);
  const r = await call(name, { path: game.path, puzzle: carried(), turn, more, leg, seconds: Math.round(game.seconds) });
  clearTimeout(late);
  hand.busy = false;
  if ($("live").textContent === say("loading")) $("live").textContent = "";
  return r;
}

const carried = () => game.puzzle + (game.turns.length ? "\n" + game.turns.join(game.between) : "");

/* ---------- the sheet ---------- */

const OPEN = "?";
const key = (l) => [l.kind, l.text || "", l.colour ?? ""].join();

// take makes an answer of the server's the game on show.
function take(r) {
  const known = new Map((r.play?.signs || []).map((s) => [key(s.look), s.sign]));
  game.board = r.board;
  game.marks = r.board.cells.map((i) => r.board.looks[i].mark);
  game.framed = r.board.framed || [];
  if (!r.play) { game.over = r; return; }
  Object.assign(game, { play: r.play, puzzle: r.puzzle, turns: r.turns || [], between: r.between || " ", over: null });
  game.fixed = new Set(r.play.fixed || []);
  game.sheet = r.board.cells.map((i, at) => game.fixed.has(at) ? "" : known.get(key(r.board.looks[i])) || OPEN);
  if (r.play.signs) {
    game.looks = new Map(r.play.signs.map((s) => [s.sign, s.look]));
    game.looks.set(OPEN, r.play.open);
  }
  measureClues();
}

// restart has the base of the game be the board as it stands without its turns.
function restart() {
  game.base = game.sheet.slice();
  for (const turn of game.turns) for (const m of movesOf(turn)) m.cells.forEach((at) => { game.base[at] = OPEN; });
}

// movesOf reads the moves of a turn, such as "r3c1-5=# r4c1=x".
function movesOf(turn) {
  return [...turn.matchAll(/r(\d+)(?:-(\d+))?c(\d+)(?:-(\d+))?=(\S+)/g)].map(([, r, r2, c, c2, signs]) => {
    const cells = [];
    for (let y = +r; y <= +(r2 || r); y++) for (let x = +c; x <= +(c2 || c); x++) cells.push((y - 1) * game.board.cols + x - 1);
    return { cells, signs };
  });
}

function replay() {
  game.sheet = game.base.slice();
  for (const turn of game.turns) for (const m of movesOf(turn)) m.cells.forEach((at, i) => { game.sheet[at] = m.signs[i % m.signs.length]; });
}

// written writes cells that all get a sign as moves, neighbours in a row or a column together.
function written(cells, sign) {
  const cols = game.board.cols, down = cells.length > 1 && cells[1] - cells[0] >= cols, step = down ? cols : 1, moves = [];
  for (let i = 0; i < cells.length; i++) {
    let n = 1;
    while (i + n < cells.length && cells[i + n] === cells[i] + n * step) n++;
    const r = Math.floor(cells[i] / cols) + 1, c = cells[i] % cols + 1, far = (a) => n > 1 ? a + "-" + (a + n - 1) : a;
    moves.push("r" + (down ? far(r) : r) + "c" + (down ? c : far(c)) + "=" + sign);
    i += n - 1;
  }
  return moves.join(" ");
}

// mark gives cells a sign, as one turn.
function mark(cells, sign) {
  if (!cells.length || game.over) return;
  game.turns.push(written(cells, sign));
  game.undone = [];
  cells.forEach((at) => { game.sheet[at] = sign; delete game.notes[at]; });
  changed(cells);
}

function changed() {
  game.marks = game.ghost = null;
  game.framed = [];
  hidePanel();
  measureClues();
  refreshCandidates();
  keep();
  tools();
  draw();
  grid();
  if (game.play.signs && complete()) finish();
}

const lastMove = () => game.turns.findLastIndex((t) => t !== "?");

async function undo() {
  const at = lastMove();
  if (game.over) return;
  if (game.play.pads) return void press(game.play.undo, true);
  if (at < 0) return;
  game.undone.push(...game.turns.splice(at, 1));
  replay();
  changed();
}

function redo() {
  const turn = game.undone.pop();
  if (!turn || game.over) return;
  if (game.play.pads) return void press(turn, false, true);
  game.turns.push(turn);
  replay();
  changed();
}

/* ---------- clues ---------- */

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

/* ---------- what the server does ---------- */

async function finish() {
  const r = await ask("end", game.play.look);
  if (!r || game.over) return;
  if (r.board && !r.play) return end(r);
  if (r.lost) return tell(r.title, r.text, [[say("retry"), finish, true]]);
  tell("", r.text);
}

function end(r) {
  take(r);
  hand.shown = false;
  if (game.play?.pads) $("count").textContent = "";
  keep();
  fit();
  tools();
  grid();
  const ways = [[say("another"), another, true], [say("again"), again]];
  for (const w of r.ways || []) ways.push([w.label, () => open(w.path)]);
  tell(r.title, r.text, ways, r.note);
  glow();
}

async function hint(degree = 0, leg = 0) {
  const r = await ask("hint", "hint", degree, leg);
  if (!r) return;
  if (!r.play) return r.board ? end(r) : tell(r.title, r.text);
  if (game.play.pads) take(r);
  else if (r.turns?.at(-1) === "?" && game.turns.at(-1) !== "?") game.turns.push("?"); // what was painted meanwhile stays
  game.marks = r.board.cells.map((i) => r.board.looks[i].mark);
  game.framed = r.board.framed || [];
  hand.degree = degree;
  game.ghost = leg ? r.board.cells.map((i) => r.board.looks[i]) : null;
  keep();
  tools();
  draw();
  const able = r.play.hinted;
  const ways = [];
  if (able && degree < 2) ways.push([say("more"), () => hint(degree + 1), true]);
  if (able) ways.push([say("carry"), carry, degree === 2 && !r.legs?.length]);
  for (const l of r.legs || []) ways.splice(l.leg > leg ? 0 : ways.length, 0, [l.label, () => hint(2, l.leg), l.leg > leg]);
  for (const l of r.lessons || []) ways.push([l.label, () => lesson(l.path)]);
  if (!able && game.play.check) ways.push([say("mistakes"), check, true]);
  tell("", r.text, ways);
}

// lesson tells of a technique; the board stays as it is.
async function lesson(path) {
  const r = await call("open", { path });
  tell(r.title, r.text);
}

async function carry() {
  const sent = game.turns.length, r = await ask("hint", game.play.carry);
  if (!r) return;
  if (game.play.pads && r.board) (game.pressed ||= []).push(game.play.carry); // to undo and redo it
  if (!r.play) return r.board ? end(r) : tell(r.title, r.text);
  const since = game.turns.slice(sent); // painted meanwhile
  take(r);
  if (since.length) { game.turns.push(...since); replay(); measureClues(); }
  game.undone = [];
  if (game.play.pads) $("count").textContent = countOf(r);
  keep();
  tools();
  draw();
  grid();
  if (r.text && game.play.signs) tell("", r.text, [[say("hint"), () => hint(), true]]); else hidePanel();
  if (game.play.signs && complete()) finish();
}

async function check() {
  const r = await ask("check", game.play.check);
  if (!r?.board) return r && tell(r.title, r.text);
  game.marks = r.board.cells.map((i) => r.board.looks[i].mark);
  game.framed = [];
  draw();
  tell("", r.text);
}

// refreshCandidates asks for the digits that the sums leave, once more if the board changes meanwhile.
let refreshing = "";
async function refreshCandidates(turnOn) {
  if (!game.candidates && !turnOn) return;
  const now = carried();
  if (refreshing) { refreshing = "again"; return; }
  refreshing = "once";
  const r = await call("check", { path: game.path, puzzle: now, turn: "candidates", seconds: 0 });
  const again = refreshing === "again";
  refreshing = "";
  if (r.board && (game.candidates || turnOn)) game.candidates = r.board.cells.map((i) => r.board.looks[i].notes || 0);
  draw();
  if (again) refreshCandidates();
}

// press presses a pad; the server says what comes of it.
async function press(turn, back, forth) {
  const r = await ask("move", turn);
  if (!r?.board) return r && tell(r.title, r.text);
  if (back) { if (game.pressed?.length) game.undone.push(game.pressed.pop()); } else {
    (game.pressed ||= []).push(turn);
    if (!forth) game.undone = [];
  }
  hand.picked = -1;
  if (!r.play) return end(r);
  take(r);
  keep();
  tools();
  draw();
  grid();
  hidePanel();
  $("count").textContent = countOf(r);
  if (r.text && (!r.play.pads?.length || !r.play.pads[0].cells || r.play.pads[0].cells.length > 1)) tell("", r.text);
  else live(r.title);
}

function giveUp() {
  hideMenu();
  tell("", say("sure"), [[say("give-up-now"), async () => {
    const r = await ask("end", game.play.giveUp);
    if (r?.board && !r.play) end(r); else if (r) tell(r.title, r.text);
  }, true]]);
}

async function another() {
  const r = await call("open", { path: game.path, puzzle: carried(), turn: "another" });
  if (!r.play) return tell(r.title, r.text);
  begin(pathTo(game.path, orderOf(r) || r.puzzle), r);
}

// orderOf returns the order by which a puzzle was made; "" for none.
const orderOf = (r) => r.puzzle.match(/^\* (.*?)(?: \+\d+)?$/m)?.[1] || "";

// pathTo returns a path with another puzzle.
function pathTo(path, puzzle) {
  const [kind, rules] = path.split("?"), q = new URLSearchParams(rules);
  q.set("puzzle", puzzle);
  return kind + "?" + q;
}

function again() {
  localStorage?.removeItem?.(place());
  open(game.path);
}

/* ---------- beginning, keeping ---------- */

async function open(path) {
  tell(say("loading"));
  const r = await call("open", path ? { path } : {});
  hidePanel();
  if (!r.play) return refuse(r, path);
  const marked = r.puzzle.split("\n").length > 2; // only the path as it is has the marks
  begin(orderOf(r) && !marked ? pathTo(path, orderOf(r)) : path, r); // an order may leave the puzzle to chance
}

function refuse(r, path) {
  document.body.className = "bare";
  $("title").textContent = r.ways?.length ? say("today") : r.title;
  const ways = (r.ways || []).map((w) => [w.label, () => open(w.path)]);
  if (r.lost) ways.push([say("retry"), () => open(path), true]);
  tell(r.ways?.length ? "" : r.title, r.ways?.length ? "" : r.text, ways, "");
}

function begin(path, r) {
  document.body.className = "";
  Object.assign(game, { path, over: null, undone: [], pressed: [], notes: {}, candidates: null, seconds: 0 });
  Object.assign(hand, { tool: 0, pencil: false, row: 0, col: 0, picked: -1, shown: false });
  take(r);
  resize();
  restart();
  hand.shown = !!r.play.signs && !r.play.drawn;
  const first = r.play.signs && game.sheet.findIndex((s) => s !== "");
  if (first > 0) Object.assign(hand, { row: Math.floor(first / game.board.cols), col: first % game.board.cols });
  if (decodeURIComponent(location.hash.slice(1)) !== decodeURIComponent(path)) history.replaceState(null, "", "#" + path);
  $("title").textContent = r.play.name[0].toUpperCase() + r.play.name.slice(1);
  document.title = $("title").textContent + " · Kibitz";
  $("count").textContent = countOf(r);
  hidePanel();
  resume(r);
  tools();
  fit();
  grid();
  if (r.play.pads && r.text) tell("", r.text, [], r.note);
}

const countOf = (r) => r.title.includes(": ") ? r.title.slice(r.title.indexOf(": ") + 2) : "";
const place = () => "kibitz " + game.path.split("?")[0] + " " + game.puzzleKey;

// resume brings back what was done on this puzzle before.
function resume(r) {
  game.puzzleKey = r.puzzle.split("\n").slice(0, 2).join(" ");
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(place())); } catch { /* nothing is kept here */ }
  if (!kept) return;
  game.seconds = kept.seconds || 0;
  if (r.play.signs && !game.turns.length) {
    Object.assign(game, { turns: kept.turns || [], notes: kept.notes || {} });
    replay();
    measureClues();
    if (complete()) finish();
  } else if (r.play.pads && kept.puzzle) {
    game.puzzle = kept.puzzle;
    game.pressed = kept.pressed || [];
    ask("check", r.play.look).then((now) => { if (now?.play) { take(now); $("count").textContent = countOf(now); tools(); draw(); grid(); } });
  }
}

// keep keeps the game in the browser, and the 40 latest others.
function keep() {
  try {
    if (game.over) { localStorage.removeItem(place()); return; }
    const now = { seconds: Math.round(game.seconds), notes: game.notes, when: Date.now() };
    Object.assign(now, game.play.signs ? { turns: game.turns } : { puzzle: game.puzzle, pressed: game.pressed });
    localStorage.setItem(place(), JSON.stringify(now));
    const all = Object.keys(localStorage).filter((k) => k.startsWith("kibitz "));
    const when = (k) => JSON.parse(localStorage.getItem(k)).when || 0;
    if (all.length > 40) all.sort((a, b) => when(a) - when(b)).slice(0, -40).forEach((k) => localStorage.removeItem(k));
  } catch { game.unkept ??= (live(say("not-kept")), true); }
}

setInterval(() => { if (!document.hidden && game.play && !game.over) game.seconds++; }, 1000);

/* ---------- drawing ---------- */

let ink = {};
function inks() {
  const style = getComputedStyle(document.documentElement);
  ink = new Proxy({}, { get: (o, name) => (o[name] ??= style.getPropertyValue("--" + name).trim()) });
}

const span = (one) => one.n > 99 ? 2.2 : one.n > 9 ? 1.75 : 1.2; // width of a number, in sizes of its font
const hasBands = () => game.board.left && !(game.over && game.over.tone === "good");

// bandsOf returns the bands that clues or names take beside cells of side z.
function bandsOf(z) {
  const b = game.board, font = Math.min(Math.max(z * 0.6, 9), 18);
  if (hasBands()) {
    const wide = Math.max(1, ...b.left.map((l) => l.reduce((n, c) => n + span(c), 0)));
    const high = Math.max(1, ...b.top.map((l) => l.length || 1));
    return { font, left: Math.min(wide * font + 10, view.w * 0.4), top: Math.min(high * font * 1.25 + 8, view.h * 0.4) };
  }
  const named = b.rowNames && !game.over;
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

// fit shows the whole board, or, unless all is wanted, as much as can be read.
function fit(all) {
  if (!game.board) return;
  const z = fitting(), least = game.over || all ? 0 : 14;
  Object.assign(view, { z: Math.max(z, least), x: 0, y: 0, fit: z >= least });
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
  view.left = Math.max(0, (width - view.z * b.cols) / 2);
  const free = height - view.z * b.rows, centred = (free + Math.max(0, view.rest - view.h)) / 2;
  view.top = Math.max(0, Math.min(centred, free)); // the panel moves it no more than it must
}

const cellX = (c) => view.left + view.bands.left + view.x + c * view.z;
const cellY = (r) => view.top + view.bands.top + view.y + r * view.z;

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
  if (hasBands()) clues(r0, r1, c0, c1); else if (b.rowNames && !game.over) names(r0, r1, c0, c1);
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

// crossStamp returns a cross of the cells' size, drawn once: 1,000 strokes of a pen take longer than a frame.
let stamped = {};
function crossStamp() {
  const size = Math.max(1, Math.round(view.z * (devicePixelRatio || 1))), name = size + ink.cross;
  if (stamped.name === name) return stamped.image;
  const image = document.createElement("canvas"), real = pen;
  image.width = image.height = size;
  pen = image.getContext("2d");
  cross(0, 0, size);
  pen = real;
  stamped = { name, image };
  return image;
}

function cross(x, y, z) {
  const d = z * 0.3;
  pen.strokeStyle = ink.cross;
  pen.lineWidth = Math.max(1, z / 12);
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(x + d, y + d); pen.lineTo(x + z - d, y + z - d); pen.moveTo(x + z - d, y + d); pen.lineTo(x + d, y + z - d);
  pen.stroke();
}

function box(x, y, z, colour, round = 0, inset = 0) {
  pen.fillStyle = colour;
  pen.beginPath();
  if (round) pen.roundRect(x + inset, y + inset, z - 2 * inset, z - 2 * inset, round); else pen.rect(x + inset, y + inset, z - 2 * inset, z - 2 * inset);
  pen.fill();
}

function text(t, x, y, size, colour, bold) {
  pen.font = `${bold ? "600 " : ""}${size}px system-ui,sans-serif`;
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(t, x, y + size * 0.06);
}

const gap = (z) => z > 12 ? 1 : z > 6 ? 0.5 : 0;
const lamp = (name, label) => (x, y, z, l) => {
  box(x, y, z, ink["lamp-off"], z / 5, z / 16);
  pen.fillStyle = ink[name];
  pen.beginPath();
  pen.arc(x + z / 2, y + z / 2, z * 0.33, 0, 7);
  pen.fill();
  if (label ?? l.text) text(label ?? l.text, x + z / 2, y + z / 2, z * 0.36, ink["on-lamp"], true);
};
const card = (ground, ink2) => (x, y, z) => {
  pen.fillStyle = ink[ground];
  pen.beginPath();
  pen.roundRect(x + z * 0.13, y + z * 0.05, z * 0.74, z * 0.9, z * 0.1);
  pen.fill();
  pen.strokeStyle = pen.fillStyle = ink[ink2];
  pen.lineWidth = Math.max(1, z / 22);
  if (ground === "back") { pen.beginPath(); pen.roundRect(x + z * 0.23, y + z * 0.15, z * 0.54, z * 0.7, z * 0.06); pen.stroke(); return; }
  pen.beginPath();
  pen.moveTo(x + z / 2, y + z * 0.28); pen.lineTo(x + z * 0.68, y + z / 2); pen.lineTo(x + z / 2, y + z * 0.72); pen.lineTo(x + z * 0.32, y + z / 2);
  pen.fill();
};

// painters draw a cell by its kind, with its upper left corner at x, y and the side z.
const painters = {
  blank: (x, y, z) => box(x, y, z, game.board.prize ? game.board.prize.paper || ink.cell : game.board.ground || ink.cell),
  filled: (x, y, z) => {
    if (game.over?.tone === "good") return box(x, y, z + 0.5, game.board.prize?.ink || ink.prize);
    painters.blank(x, y, z);
    box(x, y, z, ink.filled, 0, gap(z));
  },
  painted: (x, y, z, l) => {
    const p = game.board.palette[l.colour];
    if (game.over?.tone === "good") return box(x, y, z + 0.5, p.rgb);
    painters.blank(x, y, z);
    box(x, y, z, p.rgb, 0, gap(z));
    if (z >= 15) text(p.letter, x + z / 2, y + z / 2, z * 0.45, p.black ? "#000a" : "#fffb");
  },
  crossed: (x, y, z) => { painters.blank(x, y, z); cross(x, y, z); },
  open: (x, y, z) => { painters.blank(x, y, z); text("?", x + z / 2, y + z / 2, z * 0.5, ink.dim); },
  hole: () => {},
  block: (x, y, z) => box(x, y, z, ink.block, 0, 0.5),
  sum: (x, y, z, l, at) => {
    box(x, y, z, ink.block, 0, 0.5);
    pen.strokeStyle = ink.slash;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x, y); pen.lineTo(x + z, y + z);
    pen.stroke();
    const met = done.sums.get(at) || {};
    if (l.right) text(l.right, x + z * 0.7, y + z * 0.28, z * 0.34, met.right ? ink.faint : ink.sums);
    if (l.down) text(l.down, x + z * 0.3, y + z * 0.74, z * 0.34, met.down ? ink.faint : ink.sums);
  },
  digit: (x, y, z, l, at) => {
box(x, y, z, ink.rule);
    box(x, y, z, ink[lookOf(at).shaded ? "shaded-white" : "white"], 0, game.board.rule ? 0 : 0.7);
    if (l.text) return text(l.text, x + z / 2, y + z / 2, z * 0.6, ink["on-white"], game.fixed?.has(at));
    const own = game.notes[at] || game.candidates?.[at] || l.notes || 0;
    for (let d = 1; d < 10; d++) if (own >> d & 1) text(d, x + z * (0.2 + 0.3 * ((d - 1) % 3)), y + z * (0.2 + 0.3 * Math.floor((d - 1) / 3)), z * 0.25, ink.noted);
  },
  off: (x, y, z) => {
    box(x, y, z, ink["lamp-off"], z / 5, z / 16);
    pen.strokeStyle = ink["lamp-rim"];
    pen.lineWidth = Math.max(1, z / 20);
    pen.beginPath();
    pen.arc(x + z / 2, y + z / 2, z * 0.3, 0, 7);
    pen.stroke();
  },
  on: (x, y, z, l) => { lamp("lamp-on")(x, y, z, l); if (!l.text) { pen.fillStyle = ink["lamp-glow"]; pen.beginPath(); pen.arc(x + z / 2, y + z / 2, z * 0.17, 0, 7); pen.fill(); } },
  down: card("back", "weave"),
  up: card("face", "pip"),
  clear: (x, y, z) => box(x, y, z, ink.sky, z / 8, z / 28),
  cloudy: (x, y, z) => {
    box(x, y, z, ink.storm, z / 8, z / 28);
    pen.fillStyle = ink.cloud;
    for (const [dx, dy, rad] of [[0.36, 0.56, 0.14], [0.52, 0.46, 0.18], [0.66, 0.57, 0.13]]) { pen.beginPath(); pen.arc(x + z * dx, y + z * dy, z * rad, 0, 7); pen.fill(); }
  },
  orb: (x, y, z) => { pen.strokeStyle = ink["orb-rim"]; pen.lineWidth = Math.max(1.5, z / 16); pen.beginPath(); pen.arc(x + z / 2, y + z / 2, z * 0.28, 0, 7); pen.stroke(); },
  "orb-on": (x, y, z) => { pen.fillStyle = ink.orb; pen.beginPath(); pen.arc(x + z / 2, y + z / 2, z * 0.32, 0, 7); pen.fill(); },
};
for (let i = 2; i < 9; i++) painters["lamp-" + i] = lamp("lamp-" + i, String(i));

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

/* ---------- gestures ---------- */

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

function dropStroke() {
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

/* ---------- pads, digits, sums ---------- */

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

/* ---------- keyboard ---------- */

let keyboard = false;

function go(r, c, shown = true) {
  const b = game.board;
  hand.row = Math.min(Math.max(r, 0), b.rows - 1);
  hand.col = Math.min(Math.max(c, 0), b.cols - 1);
  hand.shown = shown || !game.play?.drawn;
  draw();
}

// reveal moves the board so that the cell under the hand is in sight.
function reveal() {
  const x = cellX(hand.col), y = cellY(hand.row), { z, bands } = view;
  if (x < view.left + bands.left) view.x += view.left + bands.left - x;
  if (x + z > view.w) view.x -= x + z - view.w + 4;
  if (y < view.top + bands.top) view.y += view.top + bands.top - y;
  if (y + z > view.h) view.y -= y + z - view.h + 4;
  settle();
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
  reveal();
  const cellAt = hand.row * game.board.cols + hand.col;
  if (drawing && sign !== OPEN && game.sheet[cellAt] === OPEN) mark([cellAt], sign);
  focusCell();
}

document.addEventListener("keydown", onKey);

/* ---------- the board for screen readers ---------- */

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
  return say("cell", { row: r + 1, col: c + 1, state: state + notes });
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
  if (!b.left) return;
  const here = [say("row", { n: hand.row + 1, clue: clueText(b.left[hand.row]) }), say("column", { n: hand.col + 1, clue: clueText(b.top[hand.col]) })];
  one.ariaDescription = here.join("; ");
}

const live = (t) => { $("live").textContent = t; };

/* ---------- words and buttons ---------- */

const icons = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3", redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", menu: "M5 12h.01M12 12h.01M19 12h.01", close: "M6 6l12 12M18 6 6 18",
  pencil: "M4 20l1-5L16 4l4 4L9 19l-5 1M14 6l4 4", erase: "M9 20h11M5 15l9-10 5 5-9 10H8l-3-3z",
  filled: "M5 5h14v14H5z", crossed: "M6 6l12 12M18 6 6 18",
};

function icon(name, solid) {
  const ns = "http://www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg"), path = document.createElementNS(ns, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", icons[name]);
  if (name === "menu") svg.style.strokeWidth = "3.4";
  if (solid) svg.style.fill = "currentColor";
  svg.append(path);
  return svg;
}

function button(label, act, options = {}) {
  const b = document.createElement("button");
  b.type = "button";
  b.addEventListener("click", act);
  if (options.icon) { b.append(icon(options.icon, options.icon === "filled")); b.ariaLabel = b.title = label; b.className = "icon"; } else b.textContent = label;
  if (options.pressed !== undefined) b.ariaPressed = options.pressed;
  if (options.strong) b.classList.add("strong");
  b.disabled = !!options.disabled;
  return b;
}

// tools shows the signs and the buttons of the game as it stands. A button that had the focus keeps it.
function tools() {
  const p = game.play, focused = document.activeElement?.closest?.("footer") ? document.activeElement.ariaLabel || document.activeElement.textContent : "";
  $("signs").ariaLabel = say("moves");
  $("tools").ariaLabel = say("tools");
  $("signs").replaceChildren();
  $("signs").className = p?.signs && !p.drawn ? "digits" : "";
  $("tools").replaceChildren();
  if (!p || game.over) return;
  if (p.signs) {
    $("signs").append(...p.drawn ? drawTools() : digitTools());
    if (p.all) $("count").textContent = `${filledCells()} / ${p.all}`;
  } else padTools();
  $("tools").append(
    button(say("undo"), undo, { icon: "undo", disabled: p.signs ? lastMove() < 0 : !game.pressed?.length }),
    button(say("redo"), redo, { icon: "redo", disabled: !game.undone.length }),
    button(say("hint"), () => hint()));
  if (p.check) $("tools").append(button(say("mistakes"), check));
  if (focused) [...document.querySelectorAll("footer button")].find((b) => (b.ariaLabel || b.textContent) === focused)?.focus();
}

function drawTools() {
  return game.play.signs.map((s, i) => {
    const choose = () => { hand.tool = i; tools(); };
    if (s.look.kind === "crossed") return button(say("mark"), choose, { icon: "crossed", pressed: hand.tool === i });
    if (s.look.colour === undefined) return button(s.name || s.look.says, choose, { icon: "filled", pressed: hand.tool === i });
    const p = game.board.palette[s.look.colour], b = button(p.letter, choose, { pressed: hand.tool === i });
    b.ariaLabel = b.title = s.name || p.name;
    b.classList.add("paint");
    b.style.background = p.rgb;
    b.style.color = p.black ? "#000" : "#fff";
    return b;
  });
}

function digitTools() {
  const all = game.play.signs.map((s) => button(s.sign, () => put(s.sign)));
  if (game.play.noted) {
    all.push(button(say("pencil"), () => { hand.pencil = !hand.pencil; tools(); }, { icon: "pencil", pressed: hand.pencil }),
      button(say("erase"), () => put(OPEN), { icon: "erase" }));
  }
  return all;
}

// padTools shows as buttons the pads that lie on no cell, and those among which a touched cell leaves a choice.
function padTools() {
  const loose = game.play.pads.filter((p) => !p.cells?.length), here = hand.picked >= 0 ? padsAt(hand.picked) : [];
  $("signs").append(...[...loose, ...here].map((p) => button(p.name, () => press(p.turn))));
}

function showMenu() {
  if (!$("panel").hidden && $("panel").dataset.menu) return hidePanel();
  const help = !game.play?.signs ? "help-press" : game.play.drawn ? "help-mark" : "help-digit", ways = [];
  if (game.play && !game.over) {
    ways.push([say("fit"), () => { fit(true); hidePanel(); }]);
    if (game.play.noted) ways.push([say("show-candidates"), () => { hidePanel(); if (game.candidates) { game.candidates = null; draw(); } else refreshCandidates(true); }]);
    ways.push([say("again"), again], [say("another"), another]);
    if (game.play.giveUp) ways.push([say("give-up"), giveUp]);
  }
  ways.push([say("today"), () => open("")], [say("theme"), switchTheme]);
  tell("", "", ways, say(help));
  $("panel").dataset.menu = "1";
}
const hideMenu = () => hidePanel();

function switchTheme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("kibitz-theme", root.dataset.theme); } catch { /* it holds for this visit */ }
  inks();
  draw();
  tools();
}

// tell shows a text with what can be done next: buttons as [label, act, strong].
function tell(title, body = "", ways = [], note = "") {
  const box = $("told");
  box.replaceChildren();
  if (title) { const h = box.appendChild(document.createElement("h2")); markdown(h, title); }
  for (const [i, part] of body.split("```").entries()) {
    if (!part.trim()) continue;
    const p = box.appendChild(document.createElement(i % 2 ? "pre" : "p"));
    if (i % 2) { p.textContent = part.trim(); ways = [...ways, [say("copy"), (e) => copy(part.trim(), e.target)]]; } else lines2(p, part.trim());
  }
  if (note) lines2(box.appendChild(document.createElement("small")), note);
  $("ways").replaceChildren(...ways.map(([label, act, strong]) => button(label, act, { strong })));
  $("close").hidden = game.over || document.body.className === "bare";
  delete $("panel").dataset.menu;
  $("panel").hidden = false;
  resize();
}

function hidePanel() {
  if (game.ghost) { game.ghost = null; draw(); }
  if ($("panel").hidden || game.over || document.body.className === "bare") { if (!game.over) $("panel").hidden = true; return; }
  $("panel").hidden = true;
  resize();
}

function lines2(box, body) {
  body.split("\n").forEach((one, i) => { if (i) box.append(document.createElement("br")); markdown(box, one); });
}

// markdown puts a line of text into a box, with what is bold or code. All else stays text.
function markdown(box, body) {
  const rules = /\\([\\*_~|<>[\]`@#-])|\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(<?(https:[^)>]+)>?\)|^(?:-#|#+) /g;
  let from = 0;
  for (const m of body.matchAll(rules)) {
    box.append(body.slice(from, m.index));
    from = m.index + m[0].length;
    if (m[1]) box.append(m[1]);
    else if (m[2]) markdown(box.appendChild(document.createElement("b")), m[2]);
    else if (m[3]) box.appendChild(document.createElement("code")).textContent = m[3];
    else if (m[4]) box.append(m[4]);
  }
  box.append(body.slice(from));
}

async function copy(body, from) {
  try { await navigator.clipboard.writeText(body); from.textContent = say("copied"); } catch { getSelection().selectAllChildren(document.querySelector("#told pre")); }
}

/* ---------- the page ---------- */

function resize() {
  const box = $("stage").getBoundingClientRect(), dpr = devicePixelRatio || 1;
  if (box.width === view.w && box.height === view.h && canvas.width === Math.round(box.width * dpr)) return;
  Object.assign(view, { w: box.width, h: box.height });
  if ($("panel").hidden) view.rest = view.h;
  canvas.width = Math.round(box.width * dpr);
  canvas.height = Math.round(box.height * dpr);
  if (!game.board) return;
  if (view.fit || game.over) fit(view.fit && view.z < 14); else settle();
  if (game.board) paint();
}

try { const kept = localStorage.getItem("kibitz-theme"); if (kept) document.documentElement.dataset.theme = kept; } catch { /* the system's theme */ }
$("menu").append(icon("menu"));
$("close").append(icon("close"));
$("close").ariaLabel = $("close").title = say("close");
$("close").addEventListener("click", () => { hidePanel(); focusCell(); });
$("menu").ariaLabel = $("menu").title = say("menu");
$("menu").addEventListener("click", showMenu);
new ResizeObserver(resize).observe($("stage"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { inks(); draw(); });
addEventListener("hashchange", () => { if (location.hash.slice(1) !== game.path) open(location.hash.slice(1)); });
inks();
resize();
open(location.hash.slice(1));
