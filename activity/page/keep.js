// How a game begins, and how it is kept in the browser.

async function open(address) {
  const path = invited(address);
  tell(say("loading"));
  opened(path, await call("open", path ? { path } : {}), address);
}

// opened begins the game of an answer, or shows what there is in its place. An address that has failed is tried again.
function opened(path, r, address = path) {
  hidePanel();
  if (!r.play) return refuse(r, address);
  const marked = r.puzzle.split("\n").length > 2; // only the path as it is has the marks
  begin(orderOf(r) && !marked ? pathTo(path, orderOf(r)) : path, r); // an order may leave the puzzle to chance
}

function refuse(r, path) {
  disconnect();
  document.body.classList.add("bare");
  $("title").textContent = r.ways?.length ? say("today") : r.title;
  const ways = (r.ways || []).map((w) => [w.label, () => open(w.path)]);
  if (r.lost) ways.push([say("retry"), () => open(path), true]);
  tell(r.ways?.length ? "" : r.title, r.ways?.length ? "" : r.text, ways, "");
}

function begin(path, r) {
  document.body.classList.remove("bare");
  Object.assign(game, { path, over: null, undone: [], pressed: [], notes: {}, candidates: null, seconds: 0 });
  Object.assign(hand, { tool: 0, pencil: false, row: 0, col: 0, picked: -1, shown: false });
  take(r);
  resize();
  restart();
  hand.shown = !!r.play.signs && !r.play.drawn;
  const first = r.play.signs && game.sheet.findIndex((s) => s !== "");
  if (first > 0) Object.assign(hand, { row: Math.floor(first / game.board.cols), col: first % game.board.cols });
  if (decodeURIComponent(location.hash.slice(1)) !== decodeURIComponent(path + suffix())) history.replaceState(null, "", "#" + path + suffix());
  const name = r.play.name.replace(/ ?[(（].*/, ""); // "4×6 (rows × columns)" is plain to see
  $("title").textContent = name[0].toUpperCase() + name.slice(1);
  document.title = $("title").textContent + " · Kibitz";
  $("count").textContent = countOf(r);
  hidePanel();
  resume(r);
  meet(r);
  tools();
  fit();
  grid();
  if (r.play.pads && r.text) tell("", r.text, [], r.note);
}

const countOf = (r) => r.title.includes(": ") ? r.title.slice(r.title.indexOf(": ") + 2) : "";
const place = () => ["kibitz", game.path.split("?")[0], game.puzzleKey, link.room].join(" ");

// resume brings back what was done on this puzzle before.
function resume(r) {
  game.puzzleKey = r.puzzle.split("\n").slice(0, 2).join(" ");
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(place())); } catch { /* nothing is kept here */ }
  if (!kept) return;
  game.seconds = kept.seconds || 0;
  own.kept = kept;
  if (kept.all) { game.notes = kept.notes || {}; return; }
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
    Object.assign(now, ours ? { all: ours.turns() } : game.play.signs ? { turns: game.turns } : { puzzle: game.puzzle, pressed: game.pressed });
    localStorage.setItem(place(), JSON.stringify(now));
    const all = Object.keys(localStorage).filter((k) => k.startsWith("kibitz "));
    const when = (k) => JSON.parse(localStorage.getItem(k)).when || 0;
    if (all.length > 40) all.sort((a, b) => when(a) - when(b)).slice(0, -40).forEach((k) => localStorage.removeItem(k));
  } catch { game.unkept ??= (live(say("not-kept")), true); }
}

setInterval(() => { if (!document.hidden && game.play && !game.over) game.seconds++; }, 1000);
