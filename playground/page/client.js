// Discord's client for Activities: a frame, and the messages between the two. The page in the frame cannot tell it
// from the real one, as far as Discord documents that.

const box = document.getElementById("activity");
let running = null; // {frame, origin, id, app, person, people, post, ready}

/** openFrame shows a page of the bot's own in a frame; with an activity it is one, and has a client here. */
export function openFrame(address, activity) {
  closeFrame();
  const frame = document.createElement("iframe");
  Object.assign(frame, { src: address, title: "Kibitz", allow: "clipboard-write" });
  running = { frame, ...activity };
  box.querySelector("div").replaceChildren(frame);
  box.classList.remove("small");
  box.querySelector("#smaller").hidden = !activity;
  box.show();
  frame.focus();
}

/** launch opens the Activity for a person, as the query says: an instance, and what stands in a link to it. */
export function launch(about, query) {
  const id = crypto.randomUUID(), host = `${about.person}.${about.app}.localhost${location.port && ":" + location.port}`;
  const given = { instance_id: query.instance_id || `i-${Date.now()}-gc-${about.guild}-${about.channel}`, custom_id: query.custom_id, referrer_id: query.referrer_id };
  const all = { ...given, launch_id: Date.now(), location_id: `gc-${about.guild}-${about.channel}`, channel_id: about.channel, guild_id: about.guild, frame_id: id, platform: matchMedia("(pointer: coarse)").matches ? "mobile" : "desktop" };
  const known = Object.entries(all).filter(([, value]) => value !== undefined);
  openFrame(`${location.protocol}//${host}/?${new URLSearchParams(known)}`, { ...about, id, origin: `${location.protocol}//${host}`, instance: given.instance_id, here: [about.person] });
  present("enters");
}

const present = (text) => running.post("/present", { person: running.person, message: running.instance, text }).catch(() => {});

/** participants tells the page who is in its instance by now. */
export function participants({ instance, people }) {
  if (running?.instance !== instance) return;
  running.here = people;
  if (running.ready) dispatch("ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE", { participants: inHere() });
}

const inHere = () => running.people.filter((p) => running.here.includes(p.id)).map((p) => ({ id: p.id, username: p.name.toLowerCase(), global_name: p.name, discriminator: "0", avatar: null, flags: 0, bot: false }));

export function closeFrame() {
  if (running?.instance) present("leaves");
  if (running?.ready) send(2, { code: 1000, message: "closed" });
  running = null;
  box.querySelector("div").replaceChildren();
  box.close();
}

const send = (op, body) => running.frame.contentWindow?.postMessage([op, body], "*"); // a frame of an opaque origin has no name
const dispatch = (evt, data) => send(1, { cmd: "DISPATCH", evt, data, nonce: null });

/** commands do what a page may ask for without an authorization; what they throw is the error. */
const commands = {
  SUBSCRIBE: (_, evt) => ({ evt }),
  UNSUBSCRIBE: (_, evt) => ({ evt }),
  SET_ORIENTATION_LOCK_STATE: () => null,
  OPEN_INVITE_DIALOG: () => null,
  GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS: () => ({ participants: inHere() }),
  OPEN_EXTERNAL_LINK: ({ url }) => {
    if (!/^https?:/.test(url)) throw { code: 4000, message: "Invalid Payload" };
    open(url, "_blank", "noopener");
    return { opened: true };
  },
  SHARE_LINK: async ({ message, custom_id: order, referrer_id: referrer }) => {
    if (typeof message !== "string" || !message || String(order ?? "").length > 64 || String(referrer ?? "").length > 64) throw { code: 4000, message: "Invalid Payload" };
    const link = new URL("https://discord.com/activities/" + running.app);
    if (order) link.searchParams.set("custom_id", order);
    await running.post("/type", { person: running.person, text: message + "\n" + link });
    return { success: true, didCopyLink: false, didSendMessage: true };
  },
};

addEventListener("message", async (e) => {
  if (!running?.origin || e.source !== running.frame.contentWindow || ![running.origin, "null"].includes(e.origin)) return;
  if (!Array.isArray(e.data)) return;
  const [op, body] = e.data;
  if (op === 2) return closeFrame();
  if (op === 0) {
    const right = body?.v === 1 && body.encoding === "json" && body.client_id === running.app && body.frame_id === running.id;
    if (!right) return send(2, { code: 4000, message: "Invalid Client ID" });
    send(3);
    running.ready = true;
    return dispatch("READY", { v: 1, config: { cdn_host: "cdn.discordapp.com", api_endpoint: "//discord.com/api", environment: "production" } });
  }
  if (op !== 1 || !running.ready) return;
  const { cmd, args, evt, nonce } = body;
  const answer = (data, failed = null) => send(1, { cmd, data, evt: failed, nonce });
  if (!Object.hasOwn(commands, cmd)) return answer({ code: 4002, message: "Invalid Command: " + cmd }, "ERROR");
  try { answer(await commands[cmd](args || {}, evt)); } catch (error) { answer({ code: error.code ?? 1000, message: error.message }, "ERROR"); }
});

document.getElementById("smaller").addEventListener("click", () => {
  const small = box.classList.toggle("small");
  if (running?.ready) dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: small ? 1 : 0 });
});
document.getElementById("leave").addEventListener("click", closeFrame);
