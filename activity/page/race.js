// A race: each has their own board, and tells the others how far it is.

// progress is how far this page's board is: the share that is done, seconds, and whether it is over.
function progress() {
  const p = game.play, done = game.over ? 1 : p.signs ? p.all ? filledCells() / p.all : 1 - game.sheet.filter((s) => s === OPEN).length / game.base.filter((s) => s !== "").length : 0;
  return { f: Math.min(1, Math.round(done * 100) / 100), n: p.signs ? 0 : game.pressed?.length || 0, s: Math.round(game.seconds), e: game.over ? game.over.tone === "good" ? 1 : 2 : 0 };
}

let running = 0;
function run() {
  if (!link.race || !link.room) return;
  showRace();
  running ||= setTimeout(() => { running = 0; if (game.play) tellAll({ t: "r", ...progress() }); }, 500);
}

function hearProgress(p, m) {
  const number = (v, most) => Number.isFinite(v) && v > 0 ? Math.min(v, most) : 0;
  const before = p.state;
  Object.assign(p, { done: number(m.f, 1), presses: Math.floor(number(m.n, 999)), seconds: Math.floor(number(m.s, 359999)), state: [1, 2].includes(m.e) ? m.e : 0 });
  showRace();
  if (p.state && !before && game.over) raceTable();
  if (p.state && !before) live(raceLine(p));
}

const clockOf = (s) => Math.floor(s / 60) + ":" + String(s % 60).padStart(2, "0");
const raceLine = (p) => `${p.me ? say("you", { no: p.no }) : whoIs(p)} · ${p.state === 1 ? clockOf(p.seconds) : p.state ? say("unsolved") : "…"}`;

function racers() {
  const mine = progress(), me = { no: own.no || 1, me: true, done: mine.f, presses: mine.n, seconds: mine.s, state: mine.e };
  const rank = (p) => p.state === 1 ? p.seconds : p.state ? 1e9 : 1e6 - p.done;
  return [me, ...people.values()].filter((p) => p.no).sort((a, b) => rank(a) - rank(b));
}

// showRace shows how far each is.
function showRace() {
  const box = $("race");
  box.hidden = !link.race || !link.room || !game.play;
  if (box.hidden) return;
  box.replaceChildren(...racers().sort((a, b) => a.no - b.no).slice(0, 8).map((p) => {
    const row = document.createElement("div"), dot = row.appendChild(document.createElement("b")), bar = row.appendChild(document.createElement("progress"));
    dot.textContent = p.no;
    dot.style.background = colourOf(p.no);
    if (p.me) dot.className = "me";
    bar.value = p.done;
    bar.style.accentColor = colourOf(p.no);
    bar.ariaLabel = raceLine(p);
    row.append(p.state === 1 ? clockOf(p.seconds) : p.state ? "–" : p.presses || Math.round(p.done * 100) + "%");
    return row;
  }));
}

// raceTable puts a line for each racer under the end of a race.
function raceTable() {
  $("told").querySelector(".table")?.remove();
  const pre = document.createElement("pre");
  pre.className = "table";
  pre.textContent = racers().map((p, i) => `${i + 1}. ${raceLine(p)}`).join("\n");
  $("told").append(pre);
  const ways = $("ways");
  if (!ways.querySelector(".table")) {
    const b = button(say("copy-table"), (e) => copy($("told").querySelector(".table").textContent, e.target));
    b.classList.add("table");
    ways.append(b);
  }
  resize();
}
