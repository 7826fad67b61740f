"use strict";
// The page draws a board and turns gestures into moves. It knows no puzzle: which signs a cell takes, or what can
// be pressed, comes with the board. Of clues it knows two kinds: runs at the edge, and sums in black cells.

const $ = (id) => document.getElementById(id);
const words = JSON.parse($("words").textContent);
const say = (id, values = {}) => words[id].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const canvas = $("canvas");
let pen = canvas.getContext("2d", { alpha: false });

// The game: what the server said last, and what was done since.
const game = {
  path: "", puzzle: "", between: " ", turns: [], undone: [], board: null, play: null,
  base: [], sheet: [], marks: null, means: {}, framed: [], over: null, begun: 0, seconds: 0, notes: {}, candidates: null,
};
// How it is played just now.
const hand = { tool: 0, pencil: false, row: 0, col: 0, shown: false, picked: -1, degree: 0, busy: false, hold: 420 };
// Where the board lies on the canvas, in CSS pixels: cells of the side z, clues in bands, cells moved by x and y.
const view = { w: 0, h: 0, z: 20, x: 0, y: 0, rest: 0, fit: true, all: false, bands: { left: 0, top: 0, font: 12 } };

/* ---------- calls ---------- */

async function call(name, body) {
  const options = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ locale: document.documentElement.lang, ...body }) };
  const answer = await fetch("board/" + name, options).catch(() => null);
  if (!answer) return { tone: "failure", lost: true, title: say("offline"), text: "", note: "" };
  if (!answer.ok) return { tone: "failure", gone: answer.status === 404, title: say("broken"), text: await answer.text(), note: "" };
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
  ask.sheet = game.sheet;
  const late = setTimeout(() => live(say("loading")), 400);
  const r = await call(name, { path: game.path, puzzle: carried(), turn, more, leg, seconds: Math.round(game.seconds) });
  clearTimeout(late);
  hand.busy = false;
  if ($("live").textContent === say("loading")) $("live").textContent = "";
  return r;
}

function carried() {
  if (ours && game.play.signs) game.turns = turnsNow();
  return game.puzzle + (game.turns.length ? "\n" + game.turns.join(game.between) : "");
}

/* ---------- the sheet ---------- */

const OPEN = "?";
const key = (l) => [l.kind, l.text || "", l.colour ?? ""].join();

// sheetOf returns the sign of each cell of an answer's board; "" for a cell that takes none.
function sheetOf(r) {
  const known = new Map(r.play.signs?.map((s) => [key(s.look), s.sign])), fixed = new Set(r.play.fixed);
  return r.board.cells.map((i, at) => fixed.has(at) ? "" : known.get(key(r.board.looks[i])) || OPEN);
}

// marksOf returns the mark of each cell of an answer's board, and notes what it means.
function marksOf(r) {
  for (const l of r.board.looks) game.means[l.mark] = l.marked;
  return r.board.cells.map((i) => r.board.looks[i].mark);
}

// take makes an answer of the server's the game on show.
function take(r) {
  game.board = r.board;
  game.marks = marksOf(r);
  game.framed = r.board.framed || [];
  if (!r.play) { game.over = r; return; }
  Object.assign(game, { play: r.play, puzzle: r.puzzle, turns: r.turns || [], between: r.between || " ", over: null });
  game.fixed = new Set(r.play.fixed || []);
  game.sheet = sheetOf(r);
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
    while (i + n < cells.length && cells[i + n] === cells[i] + n * step && (down || cells[i + n] % cols)) n++; // within a row
    const r = Math.floor(cells[i] / cols) + 1, c = cells[i] % cols + 1, far = (a) => n > 1 ? a + "-" + (a + n - 1) : a;
    moves.push("r" + (down ? far(r) : r) + "c" + (down ? c : far(c)) + "=" + sign);
    i += n - 1;
  }
  return moves.join(" ");
}

// mark gives cells a sign, as one turn.
function mark(cells, sign) {
  if (!cells.length || game.over) return;
  if (ours) { own.undone = []; return paintTogether(written(cells, sign)); }
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
  run();
  if (game.play.signs && complete()) finish();
}

const lastMove = () => ours ? own.turns.length - 1 : game.turns.findLastIndex((t) => t !== "?");

async function undo() {
  const at = lastMove();
  if (game.over) return;
  if (ours) return takeBack(true);
  if (game.play.pads) return void press(game.play.undo, true);
  if (at < 0) return;
  game.undone.push(...game.turns.splice(at, 1));
  replay();
  changed();
}

function redo() {
  if (ours && !game.over) return takeBack(false);
  const turn = game.undone.pop();
  if (!turn || game.over) return;
  if (game.play.pads) return void press(turn, false, true);
  game.turns.push(turn);
  replay();
  changed();
}
