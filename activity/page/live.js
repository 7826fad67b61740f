// The connection to the others. It lasts as long as the page is in a room, and comes again when it breaks.

const link = { room: "", race: false, socket: null, name: "", tries: 0, timer: 0, heard: 0, secret: "" };

const chance = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => (b % 36).toString(36)).join("");

// suffix is what an address ends in while the page is in a room.
const suffix = () => link.room ? (link.race ? "&race=" : "&together=") + link.room : "";

// invited takes the room out of an address, and enters it. An address without one leaves the room, but inside Discord
// whoever is in one instance paints together.
function invited(path) {
  const found = path.match(/^(.*?)&(together|race)=([\w-]{16,96})$/);
  Object.assign(link, { room: found ? found[3] : roomOfInstance(), race: found?.[2] === "race" });
  return found ? found[1] : path;
}

// connect enters the room of the puzzle on show.
function connect() {
  disconnect();
  if (!link.room) return;
  link.secret ||= chance(24);
  const [kind, rules] = game.path.split("?"), query = new URLSearchParams(rules);
  query.delete("puzzle");
  query.sort();
  const url = new URL("board/live", location.href), tag = hashOf([kind, query, game.puzzleKey].join("\n")).toString(36);
  url.protocol = url.protocol.replace("http", "ws");
  url.search = "?room=" + link.room + "-" + tag;
  url.hash = "";
  const socket = link.socket = new WebSocket(url);
  link.heard = Date.now();
  socket.onopen = () => socket.send(link.secret);
  socket.onmessage = (e) => { if (link.socket === socket) { link.heard = Date.now(); receive(e.data); } };
  socket.onclose = (e) => { if (link.socket === socket) lost(e.code); };
}

function disconnect() {
  clearTimeout(link.timer);
  const old = link.socket;
  Object.assign(link, { socket: null, name: "" });
  outbox.length = 0;
  old?.close(1000);
  showPeople();
}

// lost comes again: at once after a restart, later where the relay has asked for patience.
function lost(code) {
  Object.assign(link, { socket: null, name: "" });
  outbox.length = 0;
  showPeople();
  if (code === 4409) return; // another connection of this page has taken over
  const patient = code === 4429 || code === 4503 || code === 4410;
  if (code === 4503 || code === 4429) tell("", say("full"));
  link.timer = setTimeout(connect, (patient ? 15e3 : Math.min(300 * 2 ** link.tries++, 8e3)) * (1 + Math.random()));
}

// tellAll tells the others, no more at once than the relay takes. What is lost they learn when the page is back.
const outbox = [], pace = { tokens: 80, at: 0, timer: 0 };
function tellAll(message) {
  if (!link.name) return;
  outbox.push(JSON.stringify(message));
  empty();
}

function empty() {
  clearTimeout(pace.timer);
  const now = Date.now();
  pace.tokens = Math.min(80, pace.tokens + (now - pace.at) / 40);
  pace.at = now;
  for (let cost; outbox.length && link.socket?.readyState === 1; pace.tokens -= cost) {
    cost = 1 + outbox[0].length / 900;
    if (cost > pace.tokens) { pace.timer = setTimeout(empty, 100); return; }
    link.socket.send(outbox.shift());
  }
}

// receive reads a frame of the relay: who we are, that somebody has left, or what somebody says.
function receive(frame) {
  if (frame[0] === "-") return gone(frame.slice(1));
  if (frame[0] === "*") {
    const fresh = !link.name;
    Object.assign(link, { name: frame.slice(1), tries: 0 });
    if (fresh) entered();
    return;
  }
  const gap = frame.indexOf(" ");
  let m = null;
  try { m = JSON.parse(frame.slice(gap + 1)); } catch { return; }
  if (m && typeof m === "object") hear(frame.slice(0, gap), m);
}

setInterval(() => {
  if (!link.socket || link.socket.readyState !== 1) return;
  if (Date.now() - link.heard > 8e4) { const dead = link.socket; lost(0); dead.close(); } else greet();
}, 2e4);
