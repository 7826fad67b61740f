// The others who are here: who they are, where they look, and what they say.

const whoIs = (p) => say("player", { no: p.no });

// entered says hello, and takes the first number that is free when the others have said theirs.
function entered() {
  greet();
  if (!own.no) setTimeout(takeNumber, 500);
  showPeople();
}

function takeNumber() {
  const taken = new Set([...people.values()].map((p) => p.no));
  for (own.no = 1; taken.has(own.no); own.no++);
  own.since = Date.now();
  greet();
  showPeople();
}

function greet() {
  tellAll({ t: "hi", no: own.no, a: Date.now() - own.since, d: ours ? ours.digest() : 0, at: own.at, ...link.race && progress() });
}

function gone(id) {
  const p = people.get(id);
  people.delete(id);
  if (!p) return;
  if (link.race && p.state) people.set(id, Object.assign(p, { when: Infinity })); // the result stays
  showPeople();
  draw();
  live(say("left", { who: whoIs(p) }));
}

// known returns who speaks. A newcomer gets a greeting.
function known(id) {
  let p = people.get(id);
  if (!p && people.size >= 40) { // those who have left make room
    const left = [...people].find(([, other]) => other.when === Infinity);
    if (left) people.delete(left[0]);
  }
  if (!p && people.size < 40) {
    people.set(id, p = { no: 0, at: -1, done: 0, seconds: 0, state: 0 });
    setTimeout(greet, 30 + Math.random() * 120);
  }
  if (p && p.when !== Infinity) p.when = Date.now();
  return p;
}

// hear takes in what another says, as far as it makes sense.
function hear(id, m) {
  const p = known(id);
  if (!p) return;
  const cell = (v) => Number.isInteger(v) && v >= -1 && v < game.board.cells.length ? v : -1;
  if (m.t === "hi") hearHello(id, p, m, cell);
  else if (m.t === "c") { p.at = cell(m.at); draw(); }
  else if (m.t === "p" && cell(m.at) >= 0) pointed(p, m.at);
  else if (m.t === "n" && typeof m.path === "string") offerNext(p, m.path);
  else if (m.t === "r" && link.race) hearProgress(p, m);
  else if (ours && m.t === "m") repaintAll(p, [[m.n, m.w, m.x]]);
  else if (ours && m.t === "b" && Array.isArray(m.m)) repaintAll(p, m.m.filter(Array.isArray), m.d);
}

function repaintAll(p, turns, digest) {
  const room = { cells: game.board.cells.length }; // a board names no cell twice
  const cells = turns.flatMap(([n, who, text]) => ours.hear(n, who, text, room));
  if (digest === ours.digest()) { clearTimeout(own.telling); own.telling = 0; } else if (digest !== undefined) tellSoon();
  if (game.play.signs && turns.length === 1 && cells.length) {
    for (const at of cells) fresh.set(at, { no: p.no, until: performance.now() + 900 });
    setTimeout(draw, 950);
  }
  if (cells.length) repaint(cells, p);
}

// hearHello notes who is there. If two have one number, who has it for a shorter time takes another. If their copy is
// not ours, they hear ours.
function hearHello(id, p, m, cell) {
  const newcomer = !p.no;
  Object.assign(p, { no: Number.isInteger(m.no) && m.no >= 0 && m.no < 100 ? m.no : 99, at: cell(m.at) });
  const older = Number.isFinite(m.a) ? m.a - (Date.now() - own.since) : 0;
  if (p.no && p.no === own.no && (older > 300 || older > -300 && id < link.name)) takeNumber();
  if (link.race) hearProgress(p, m);
  showPeople();
  if (newcomer && p.no) live(say("joined", { who: whoIs(p) }));
  if (ours && m.d !== ours.digest()) tellSoon();
}

// tellSoon tells the others the whole board unless one of them does so before, and not again and again while all paint.
function tellSoon() {
  if (!ours.cells.size && !ours.presses.size) return;
  own.telling ||= setTimeout(tellBoard, Math.max(60 + Math.random() * 250, (own.told || 0) + 3000 - Date.now()));
}

function tellBoard() {
  clearTimeout(own.telling);
  own.telling = outbox.length ? setTimeout(tellBoard, 1000) : 0; // the last one has not gone out
  if (!ours || own.telling) return;
  own.told = Date.now();
  let part = [], size = 0;
  const d = ours.digest(), all = ours.turns();
  all.forEach((turn, i) => {
    part.push(turn);
    size += turn[2].length + 24;
    if (size < 9000 && i < all.length - 1) return;
    tellAll({ t: "b", m: part, ...i === all.length - 1 && { d } });
    [part, size] = [[], 0];
  });
}

setInterval(() => { for (const [id, p] of people) if (Date.now() - p.when > 7e4) gone(id); }, 1e4);

/* ---------- looking and pointing ---------- */

const fresh = new Map(); // cells that others have just painted
let looking = 0;

// look tells the others where the hand is, ten times a second at most.
function look() {
  const at = hand.row * game.board.cols + hand.col;
  if (!link.name || link.race || at === own.at) return;
  own.at = at;
  looking ||= setTimeout(() => { looking = 0; tellAll({ t: "c", at: own.at }); }, 100);
}

// point shows all a cell.
function point(at) {
  if (!link.name || link.race) return;
  dropStroke();
  tellAll({ t: "p", at });
  pulse(at, own.no);
}

function pointed(p, at) {
  pulse(at, p.no);
  live(say("points", { who: whoIs(p), what: cellText(at) }));
}

let pulsing = null;
function pulse(at, no) {
  clearTimeout(pulsing?.timer);
  pulsing = { at, no, since: performance.now(), timer: setTimeout(() => { pulsing = null; draw(); }, 2500) };
  draw();
}

// others draws where the others look, what they have just painted and what is pointed at.
function others() {
  const { z } = view, cols = game.board.cols, spot = (at) => [cellX(at % cols), cellY(Math.floor(at / cols))], now = performance.now();
  for (const [at, f] of fresh) {
    if (now > f.until) { fresh.delete(at); continue; }
    const [x, y] = spot(at);
    ring(x + 1.5, y + 1.5, z - 3, z - 3, colourOf(f.no), 2);
  }
  for (const p of people.values()) {
    if (p.at < 0 || link.race || game.over) continue;
    const [x, y] = spot(p.at), s = Math.max(5, Math.min(8, z / 3));
    ring(x + 1, y + 1, z - 2, z - 2, colourOf(p.no), 2.5);
    if (z < 18) continue; // the number has no room
    pen.fillStyle = colourOf(p.no);
    pen.beginPath();
    pen.arc(x + z - s, y + s, s, 0, 7);
    pen.fill();
    text(p.no, x + z - s, y + s, s * 1.5, "#fff", true);
  }
  if (!pulsing) return;
  const [x, y] = spot(pulsing.at), wave = calm.matches ? 0.5 : (now - pulsing.since) / 700 % 1, far = z * (0.3 + 0.7 * wave);
  ring(x - far, y - far, z + 2 * far, z + 2 * far, colourOf(pulsing.no), 4);
  ring(x, y, z, z, colourOf(pulsing.no), 4);
  if (!calm.matches) draw();
}

// announce says what others do, one sentence in two seconds at most.
let saying = null;
function announce(p, what, n) {
  if (!p) return;
  if (saying) { saying.n += n; Object.assign(saying, { p, what }); return; }
  saying = { p, what, n };
  setTimeout(() => {
    const s = saying;
    saying = null;
    live(say(s.n > 1 ? "moved-more" : "moved", { who: whoIs(s.p), what: s.what, n: s.n - 1 }));
  }, 2000);
}

/* ---------- the page's own part of it ---------- */

// showPeople shows who is here, each as a number and a colour.
function showPeople() {
  const box = $("people"), most = view.w < 360 ? 3 : 5, all = [{ no: own.no || 1, me: true }, ...people.values()].filter((p) => p.no).sort((a, b) => a.no - b.no);
  box.hidden = !link.room;
  box.className = link.name ? "" : "away";
  box.replaceChildren(...link.room ? all.slice(0, most).map((p, i) => {
    const dot = document.createElement("b");
    dot.textContent = all.length > most && i === most - 1 ? "+" + (all.length - i) : p.no;
    dot.style.background = colourOf(p.no);
    if (p.me) dot.className = "me";
    return dot;
  }) : []);
  box.ariaLabel = box.title = all.map((p) => p.me ? say("you", { no: p.no }) : whoIs(p)).join(", ");
  showRace();
}

$("people").addEventListener("click", () => invite(link.race));

// offerNext tells that another goes on to another puzzle, and offers to go along.
function offerNext(p, path) {
  tell("", say("goes-on", { who: whoIs(p) }), [[say("along"), () => open(path.slice(0, 6000) + suffix()), true]]);
}

