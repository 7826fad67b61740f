// Turns that the server answers: hints, checks, pads, the end of a game and the next one.

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
  if (game.play?.pads) $("count").textContent = ""; else if (r.tone === "good" && game.play?.all) $("count").textContent = `${game.play.all} / ${game.play.all}`;
  keep();
  fit();
  tools();
  grid();
  const ways = [[say("another"), another, true]];
  if (!link.room) ways.push([say("again"), again]);
  for (const w of r.ways || []) ways.push([w.label, () => open(w.path)]);
  tell(r.title, r.text, ways, r.note);
  if (link.race) raceTable();
  run();
  glow();
}

async function hint(degree = 0, leg = 0) {
  const r = await ask("hint", "hint", degree, leg);
  if (!r) return;
  if (!r.play) return r.board ? end(r) : tell(r.title, r.text);
  if (ours) hintTogether();
  else if (game.play.pads) take(r);
  else if (r.turns?.at(-1) === "?" && game.turns.at(-1) !== "?") game.turns.push("?"); // what was painted meanwhile stays
  game.marks = marksOf(r);
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
  revealMarked();
}

// lesson tells of a technique; the board stays as it is.
async function lesson(path) {
  const r = await call("open", { path });
  tell(r.title, r.text);
}

async function carry() {
  if (ours) return carryTogether();
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
  game.marks = marksOf(r);
  game.framed = [];
  tell("", r.text);
  revealMarked();
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
  if (ours) { own.undone = []; return pressTogether(turn); }
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
  run();
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
  const path = pathTo(game.path, orderOf(r) || r.puzzle);
  tellAll({ t: "n", path });
  begin(path, r);
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
  try { localStorage.removeItem(place()); } catch { /* nothing is kept here */ }
  open(game.path);
}
