// Discord's client, where the page runs in a frame of it. All that the page needs works without an answer of it.

const query = new URLSearchParams(location.search);
const discord = { frame: query.get("frame_id"), instance: query.get("instance_id"), here: 0, waiting: new Map() };
const HANDSHAKE = 0, FRAME = 1, CLOSE = 2; // by Discord's numbers; there is also a hello, which says nothing
const CLIENTS = ["", "ptb.", "canary."].flatMap((s) => ["https://" + s + "discord.com", "https://" + s + "discordapp.com"]);

const client = () => parent.opener ?? parent;
const sendClient = (op, body) => client().postMessage([op, body], document.referrer || "*");

// trusted reports whether a message is the client's. A page that lies on this computer has a client here, too.
function trusted(e) {
  const here = (host) => host === "127.0.0.1" || /(^|\.)localhost$/.test(host);
  if (e.source !== client()) return false;
  if (CLIENTS.includes(e.origin)) return true;
  const from = URL.canParse(e.origin) && new URL(e.origin);
  return from && here(from.hostname) && here(location.hostname) && from.port === location.port;
}

// roomOfInstance returns the room of all who are in this instance of the Activity; "" for who is alone there, or
// outside Discord.
const roomOfInstance = () => discord.here > 1 && discord.instance ? "instance" + ["a", "b"].map((s) => hashOf(s + discord.instance).toString(36).padStart(7, "0")).join("") : "";

// shakeHands tells the client who is here. It is ready when it says so.
function shakeHands() {
  discord.ready = new Promise((go) => { discord.go = go; });
  addEventListener("message", (e) => {
    if (!trusted(e) || !Array.isArray(e.data)) return;
    const [op, body] = e.data;
    if (op === FRAME && body) heard(body);
    if (op === CLOSE) discord.waiting.forEach((w) => w.fail(body));
  });
  sendClient(HANDSHAKE, { v: 1, encoding: "json", client_id: document.documentElement.dataset.app || location.hostname.split(".")[0], frame_id: discord.frame });
  const now = (cmd, evt) => discord.ready.then(() => sendCommand(cmd, {}, evt)).catch(() => { /* it stays as large and as lonely as it is */ });
  Object.keys(events).forEach((evt) => now("SUBSCRIBE", evt));
  now("GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS").then((all) => all && company(all));
}

// events tell what the page does when the client says that something has happened.
const events = { ACTIVITY_LAYOUT_MODE_UPDATE: (d) => shrink(d.layout_mode !== 0), ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE: (d) => company(d) };

// company has people paint on one board as soon as they are two.
function company({ participants }) {
  discord.here = participants.length;
  if (discord.here > 1 && game.play && !game.over && !link.room) enter(roomOfInstance(), false);
}

function heard({ cmd, evt, data, nonce }) {
  if (cmd === "DISPATCH") return evt === "READY" ? discord.go() : Object.hasOwn(events, evt) && events[evt](data || {});
  const waits = discord.waiting.get(nonce);
  discord.waiting.delete(nonce);
  waits?.[evt === "ERROR" ? "fail" : "go"](data);
}

// sendCommand has the client do something. It fails if the client does not answer, is not there or does not want to.
async function sendCommand(cmd, args, evt) {
  const late = new Promise((_, fail) => setTimeout(fail, 3000, "late"));
  await Promise.race([discord.ready, late]);
  const nonce = String(Math.random());
  return new Promise((go, fail) => {
    discord.waiting.set(nonce, { go, fail });
    sendClient(FRAME, { cmd, args, evt, nonce });
  });
}

// shrink shows the board alone, as in picture-in-picture, or all again.
function shrink(small) {
  document.body.classList.toggle("small", small);
  requestAnimationFrame(() => fit());
}

// orderID returns what stands for the puzzle in a link to the Activity, and for a room; "" if that has no room for it.
function orderID(room = "") {
  const [kind, rules] = game.path.split("?"), q = new URLSearchParams(rules), order = orderOf(game);
  q.delete("puzzle");
  const id = (!order ? game.path : q.size ? pathTo(game.path, order) : kind + " " + order) + room;
  return id.length <= 64 ? id : "";
}

// orderPath returns the address of what orderID has returned; "" for what it has not.
function orderPath(id) {
  const [, order, room = ""] = id.match(/^(.*?)(&race=[\w-]+)?$/s), at = order.indexOf(" ");
  return at < 0 && !order.includes("?") ? "" : (order.includes("?") ? order : pathTo(order.slice(0, at), order.slice(at + 1))) + room;
}

// share offers lines to the chat, with a link to the same puzzle. Where the client does not take them they are copied.
async function share(lines, from, id = orderID()) {
  try { await sendCommand("SHARE_LINK", { message: lines, custom_id: id || undefined }); } catch { copy(lines, from); }
}

// leave opens a link by the client, which asks before it leaves.
function leave(e) {
  if (!discord.frame) return;
  e.preventDefault();
  sendCommand("OPEN_EXTERNAL_LINK", { url: e.currentTarget.href }).catch(() => {});
}

// arrive opens what the page was opened for: an order, what is kept for its instance, or the puzzles of the day. What
// is kept may come a moment later than the page.
async function arrive() {
  const order = query.get("custom_id");
  if (order) return open(orderPath(order));
  if (await openKept(discord.instance)) return;
  open("");
  for (const wait of [1000, 2000]) {
    await new Promise((go) => setTimeout(go, wait));
    if (game.play || game.over || await openKept(discord.instance)) return;
  }
}

// openKept opens what is kept for the page under an id; false if nothing is.
async function openKept(id) {
  const r = id && await call("open", { kept: id });
  if (!r || r.gone) return false;
  if (id === discord.instance) discord.kept ||= setInterval(() => call("open", { kept: id }), 6e5); // else it is gone after 15 minutes
  link.room = roomOfInstance();
  opened(r.path || "", r);
  return true;
}

// openLink opens the puzzle of an address. One that is too long for it is kept for a while, and then asked for as a file.
async function openLink(path) {
  const [kind, rules] = path.split("?"), q = new URLSearchParams(rules), id = q.get("kept");
  if (!id) return open(path);
  if (await openKept(id)) return;
  q.delete("kept");
  refuse({ title: say("gone"), text: say("gone-file") });
  $("ways").append(button(say("file"), () => pick(kind + "?" + q), { strong: true }), button(say("today"), () => open("")));
}

// pick asks for a file with a puzzle of this kind and these rules.
function pick(path) {
  const input = document.createElement("input");
  input.type = "file";
  input.addEventListener("change", async () => open(pathTo(path, await input.files[0].text())));
  input.click();
}
