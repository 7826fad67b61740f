// Painting together: who is here and where they look, and turns that go to all. The board is a Copy; in a race
// each has their own board, and tells how far it is.

const colours = ["#0072b2", "#d55e00", "#007a5a", "#b0508a", "#8a6d00", "#3f7fb5", "#7a4fbf", "#5f6b76"];
const colourOf = (no) => colours[(no - 1) % colours.length];
const people = new Map(); // the others by their ids
const own = { no: 0, since: 0, tag: chance(8), turns: [], undone: [], hints: 0, first: [], sheet: [], at: -1 };
let ours = null; // the Copy of what is painted together

// meet enters the room of the address, if it has one, with what is on the board.
function meet(r) {
  const kept = link.room && !link.race && own.kept;
  Object.assign(own, { turns: [], undone: [], hints: 0, hinted: false, first: r.turns || [], kept: null, start: r, shown: null });
  people.clear();
  chain.length = 0;
  ours = null;
  if (link.room && !link.race) {
    ours = new Copy();
    own.sheet = game.play.signs ? sheetOf(r) : [];
    own.puzzle = r.puzzle;
    for (const [n, who, text] of kept?.all || []) ours.hear(n, who, text);
    adopt();
  }
  connect();
}

// adopt makes turns of this page's own of what was done alone.
function adopt() {
  const alone = game.play.signs ? game.turns.slice(own.first.length) : game.pressed || [];
  for (const turn of alone) if (turn === "?") own.hints++; else ours.hear(ours.clock + 1, own.tag, turn);
  game.pressed = [];
  if (ours.cells.size || ours.presses.size) repaint([]);
}

// enter goes into a room with this board.
function enter(room, race) {
  Object.assign(link, { room, race });
  history.replaceState(null, "", "#" + game.path + suffix());
  own.kept = null;
  meet(own.start);
  keep();
}

// invite makes a room for this board and shows the way there. Inside Discord the client invites into the instance,
// and a race is shared.
function invite(race = link.race) {
  if (discord.frame && !race) return void sendCommand("OPEN_INVITE_DIALOG", {}).catch(() => {});
  if (!link.room) enter(chance(20), race);
  const id = discord.frame && orderID(suffix());
  if (discord.frame) return tell("", say("invited-race"), [...id ? [[say("share"), (e) => share($("title").textContent, e.target, id), true]] : [], [say("leave"), part]]);
  tell("", say(link.race ? "invited-race" : "invited") + "\n```" + location.href + "```", [[say("leave"), part]]);
}

// part leaves the room. The board stays.
function part() {
  link.room = "";
  if (ours && game.play?.signs) game.turns = turnsNow();
  if (ours && game.play?.pads) game.pressed = ours.order().map(([, turn]) => turn);
  ours = null;
  disconnect();
  history.replaceState(null, "", "#" + game.path);
  hidePanel();
  keep();
  tools();
}

/* ---------- turns ---------- */

const turnsNow = () => [...own.first, ...ours.turns().map((t) => t[2]), ...Array(own.hints).fill("?")];

// paintTogether makes a turn of this page's own, which can be taken back unless it takes one back itself.
function paintTogether(text, takesBack) {
  const n = ours.clock + 1, before = game.sheet, cells = cellsOf(text);
  ours.hear(n, own.tag, text);
  if (!takesBack) own.turns.push({ n, text, before: cells.map(([at]) => [at, before[at]]) });
  for (const x of pieces(text)) tellAll({ t: "m", n, w: own.tag, x });
  game.sheet = ours.sheet(own.sheet);
  for (const [at] of cells) delete game.notes[at];
  own.hinted = false;
  game.undone = own.undone;
  changed();
}

// takeBack puts back what was in the cells of this page's last turn that nobody has painted since, or takes back its
// last press. Else it does again what was taken back last.
function takeBack(back) {
  const turn = (back ? own.turns : own.undone).pop();
  if (!turn) return tools();
  if (!back) return game.play.pads ? pressTogether(turn.text) : paintTogether(turn.text);
  if (game.play.pads) {
    own.undone.push(turn);
    ours.hear(turn.n, own.tag, "");
    tellAll({ t: "m", n: turn.n, w: own.tag, x: "" });
    return replayPads();
  }
  const mine = turn.before.filter(([at]) => { const c = ours.cells.get(at); return c?.n === turn.n && c.who === own.tag; });
  if (!mine.length) return takeBack(true);
  own.undone.push(turn);
  paintTogether([...new Set(mine.map(([, sign]) => sign))].map((s) => written(mine.filter(([, sign]) => sign === s).map(([at]) => at), s)).join(" "), true);
}

// hintTogether counts a hint, as the first one after a turn.
function hintTogether() {
  if (game.play.signs && !own.hinted) own.hints++;
  own.hinted = true;
}

// carryTogether makes turns of what a hint has done to the board that it was asked for.
async function carryTogether() {
  const r = await ask("hint", game.play.carry);
  if (!r?.board) return r && tell(r.title, r.text);
  if (game.play.pads) {
    const last = r.puzzle.split(/\s/).at(-1);
    return pressTogether(game.play.pads.some((p) => p.turn === last) ? last : game.play.carry);
  }
  const now = r.play ? sheetOf(r) : [], signs = new Set(now);
  const turns = [...signs].map((s) => written(now.flatMap((sign, at) => sign === s && sign !== ask.sheet[at] ? [at] : []), s)).filter(Boolean);
  if (turns.length) paintTogether(turns.join(" ")); else hidePanel();
  if (r.text && r.play) tell("", r.text, [[say("hint"), () => hint(), true]]);
}

// repaint shows what others have done to some cells.
function repaint(cells, who) {
  if (game.play.pads) return void replayPads();
  if (game.over) return;
  game.sheet = ours.sheet(own.sheet);
  for (const at of cells) { delete game.notes[at]; if (game.marks) game.marks[at] = ""; }
  measureClues();
  refreshCandidates();
  keepSoon();
  counts();
  draw();
  gridSoon();
  if (cells.length) announce(who, cellText(cells[0]), cells.length);
  if (complete()) ending ||= finish().finally(() => { ending = null; });
}

let gridding = 0, keeping = 0, ending = null;
const gridSoon = () => { gridding ||= setTimeout(() => { gridding = 0; grid(); }, 250); };
const keepSoon = () => { keeping ||= setTimeout(() => { keeping = 0; if (game.play) keep(); }, 500); };
addEventListener("pagehide", () => { if (keeping) keep(); });

/* ---------- presses ---------- */

// chain holds what the server said after each press in their order.
const chain = [];
let replaying = false;

function pressTogether(turn) {
  const n = ours.clock + 1;
  ours.hear(n, own.tag, turn);
  own.turns.push({ n, text: turn });
  tellAll({ t: "m", n, w: own.tag, x: turn });
  return replayPads();
}

// replayPads asks the server for each press that comes after the first change, and shows what comes of all. A press
// that is not possible any more, after another's, changes nothing. One that is possible waits for a busy server.
async function replayPads() {
  if (replaying) return;
  replaying = true;
  const at = ours;
  for (let tries = 0; at === ours;) {
    const order = ours.order(), first = order.findIndex(([name], k) => chain[k]?.name !== name);
    chain.length = first < 0 ? order.length : first;
    const last = chain.at(-1), puzzle = last?.puzzle ?? own.puzzle, now = last?.r ?? own.start;
    if (first < 0 || !now.play) break;
    const [name, turn] = order[first], pad = now.play.pads.some((p) => p.turn === turn);
    if (!pad && turn !== now.play.carry) { chain.push({ name, puzzle, r: now }); continue; }
    const r = await call("move", { path: game.path, puzzle, turn, seconds: Math.round(game.seconds) });
    if (at !== ours) break;
    if (r.board) chain.push({ name, puzzle: r.puzzle, r });
    else if (pad || tries < 5) await new Promise((go) => setTimeout(go, Math.min(400 * ++tries, 8000))); // the server is busy, or away
    else chain.push({ name, puzzle, r: now });
    if (chain.at(-1)?.name === name) tries = 0;
  }
  replaying = false;
  if (at === ours && ours) showPads(chain.at(-1)?.r ?? own.start);
  else if (ours && game.play?.pads) replayPads(); // of the board that has come meanwhile
}

function showPads(r) {
  if (r === own.shown) return tools();
  own.shown = r;
  hand.picked = -1;
  if (!r.play) return end(r);
  take(r);
  hidePanel();
  game.pressed = own.turns.map((t) => t.text);
  game.undone = own.undone;
  keepSoon();
  tools();
  draw();
  grid();
  $("count").textContent = countOf(r);
  live(r.title);
}

