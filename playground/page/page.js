// The channel page. What it shows comes as server-sent events from /events;
// what the person does goes out as JSON by POST. Text becomes DOM nodes, never
// markup.

import { launch, openFrame, participants } from "/client.js";

const $ = (id) => document.getElementById(id);
const log = $("log"), input = $("input"), popup = $("popup"), chips = $("options");

/** el makes an element: attributes, then children that are nodes or text. */
function el(name, attributes = {}, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) e.addEventListener(key.slice(2), value);
    else e.setAttribute(key, value === true ? "" : value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

/** post sends JSON, or a file as it is. */
async function post(path, body) {
  const isFile = body instanceof Blob;
  let response;
  try {
    response = await fetch(path, {
      method: "POST", headers: { "Content-Type": isFile ? "application/octet-stream" : "application/json" },
      body: isFile ? body : JSON.stringify(body),
    });
  } catch {
    throw new Error("The playground does not answer.");
  }
  const type = response.headers.get("Content-Type") || "";
  const answer = type.startsWith("application/json") ? await response.json() : { message: await response.text() };
  if (!response.ok) throw Object.assign(new Error(answer.message), answer);
  return answer;
}

// ---- Markdown: the part of Discord's that bots use ----

const inline = [
  [/^\\([^A-Za-z0-9\s])/, (m) => m[1]],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => el("code", {}, m[2].replace(/^ (.+) $/, "$1"))],
  [/^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/, (m) => el("strong", {}, ...spans(m[1]))],
  [/^__((?:\\[\s\S]|[^\\])+?)__(?!_)/, (m) => el("u", {}, ...spans(m[1]))],
  [/^\*(?=\S)((?:\*\*|\\[\s\S]|[^*\\])+?)\*(?!\*)/, (m) => el("em", {}, ...spans(m[1]))],
  [/^_((?:__|\\[\s\S]|[^_\\])+?)_(?![A-Za-z0-9_])/, (m) => el("em", {}, ...spans(m[1]))],
  [/^~~([\s\S]+?)~~/, (m) => el("s", {}, ...spans(m[1]))],
  [/^\|\|([\s\S]+?)\|\|/, (m) => spoiler(spans(m[1]))],
  [/^\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/, (m) => link(m[2], m[1])],
  [/^<@!?(\d+)>/, (m) => el("span", { class: "mention" }, "@" + (bot.people.find((p) => p.id === m[1])?.name ?? "Somebody"))],
  [/^<(https?:\/\/[^\s>]+)>/, (m) => link(m[1], m[1])],
  [/^https?:\/\/[^\s<]*[^\s<.,:;"'\])]/, (m) => link(m[0], m[0])],
];

/** spans turns a text without blocks into nodes. */
function spans(text) {
  const out = [];
  let plain = "";
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const inWord = rest[0] === "_" && /[A-Za-z0-9]$/.test(plain);
    let found = null;
    if (!inWord && /[\\`*_~|[<h]/.test(rest[0])) {
      for (const [pattern, make] of inline) {
        const m = pattern.exec(rest);
        if (m) { found = [m, make]; break; }
      }
    }
    if (!found) { plain += rest[0]; at++; continue; }
    if (plain) out.push(plain);
    plain = "";
    out.push(found[1](found[0]));
    at += found[0][0].length;
  }
  if (plain) out.push(plain);
  return out;
}

function link(address, text) {
  let url;
  try { url = new URL(address); } catch { return text; }
  if (url.protocol !== "https:" && url.protocol !== "http:") return text;
  const act = inFrame(url);
  return el("a", { href: url.href, target: "_blank", rel: "noopener noreferrer", onclick: act && ((e) => { e.preventDefault(); act(); }) }, text);
}

/** inFrame opens a link to the bot's own page, or to its Activity, in a frame; null for other links. */
function inFrame(url) {
  if (url.origin === location.origin && url.pathname === "/board") return () => openFrame(url.href);
  if (url.origin === "https://discord.com" && url.pathname === "/activities/" + bot.app) return () => enter(Object.fromEntries(url.searchParams));
  return null;
}

/** enter opens the Activity for who speaks. */
const enter = (query) => launch({ app: bot.app, guild: bot.guild, channel: bot.channel, person: who(), people: bot.people, post }, query);

function spoiler(children) {
  const hidden = el("span", { "aria-hidden": "true" }, ...children);
  const show = () => {
    box.classList.add("shown");
    hidden.removeAttribute("aria-hidden");
    for (const a of ["role", "tabindex", "aria-label"]) box.removeAttribute(a);
  };
  const box = el("span", {
    class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler: show it", onclick: show,
    onkeydown: (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); show(); } },
  }, hidden);
  return box;
}

const blocks = [
  [/^### (.+)/, (m) => el("h4", {}, ...spans(m[1]))],
  [/^## (.+)/, (m) => el("h3", {}, ...spans(m[1]))],
  [/^# (.+)/, (m) => el("h2", {}, ...spans(m[1]))],
  [/^-# (.+)/, (m) => el("p", {}, el("small", {}, ...spans(m[1])))],
  [/^> (.*)/, (m) => el("blockquote", {}, ...spans(m[1]))],
  [/^\s*[-*] (.+)/, (m) => el("ul", {}, el("li", {}, ...spans(m[1])))],
];

const fence = /(\|\|)?```(?:[a-z0-9_+-]*\n)?([\s\S]+?)\n?```(\|\|)?/gi;

/** markdown turns a whole text into nodes: code blocks, and line by line what is between them. */
function markdown(text) {
  const out = el("div", { class: "text" });
  let at = 0;
  for (const m of text.matchAll(fence)) {
    paragraphs(out, text.slice(at, m.index));
    const code = el("pre", {}, el("code", {}, m[2]));
    out.append(m[1] && m[3] ? spoiler([code]) : code);
    at = m.index + m[0].length;
  }
  paragraphs(out, text.slice(at));
  return out;
}

function paragraphs(out, text) {
  let lines = [];
  const flush = () => {
    if (lines.join("").trim()) out.append(el("p", {}, ...breaks(spans(lines.join("\n")))));
    lines = [];
  };
  for (const line of text.split("\n")) {
    const block = blocks.find(([pattern]) => pattern.test(line));
    if (!block) { lines.push(line); continue; }
    flush();
    out.append(block[1](block[0].exec(line)));
  }
  flush();
}

/** breaks makes line ends visible, inside nested nodes too. */
function breaks(nodes) {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return node.split("\n").flatMap((line, i) => (i ? [el("br"), line] : [line]));
    if (node.tagName !== "CODE") node.replaceChildren(...breaks([...node.childNodes].map((c) => (c.nodeType === Node.TEXT_NODE ? c.data : c))));
    return [node];
  });
}

// ---- Messages ----

const messages = new Map(); // key → view
const pending = new Map(); // message id → custom_id of the control being waited for
const failures = new Map(); // message id → sentence
let bot = { name: "Bot", commands: [], on_message: [], people: [], connected: false, locale: "en-US" };

/** who is the id of the person who speaks. Each sees what is public, and what is theirs alone. */
const who = () => $("who").value;
const sees = (m) => !m.only || !who() || m.only === who();

const keeps = /^https:\/\/(?:cdn\.discordapp\.com(?=\/attachments\/)|images-ext-1\.discordapp\.net)/;
const local = (url) => (keeps.test(url) ? url.replace(keeps, "") : null);

const components = {
  1: (c, m) => el("div", { class: "row" }, ...c.components.map((x) => component(x, m))),
  2: button,
  3: menu, 5: menu, 6: menu, 7: menu, 8: menu,
  9: (c, m) => el("div", { class: "section" }, el("div", {}, ...c.components.map((x) => component(x, m))), component(c.accessory, m)),
  10: (c) => markdown(c.content),
  11: (c) => picture(c),
  12: (c) => el("div", { class: "gallery" }, ...c.items.map(picture)),
  13: (c) => file(c.file.url, c.name),
  14: (c) => el("hr", { class: (c.spacing === 2 ? "wide " : "") + (c.divider ? "" : "bare") }),
  17: container,
};

function component(c, m) {
  const make = components[c.type];
  return make ? make(c, m) : el("p", { class: "quiet" }, `(component type ${c.type})`);
}

function container(c, m) {
  const box = el("div", { class: "container" }, ...c.components.map((x) => component(x, m)));
  if (c.accent_color !== null) box.style.setProperty("--accent", "#" + c.accent_color.toString(16).padStart(6, "0"));
  return box;
}

/** sign shows an emoji; one of the application's own is a picture. */
const sign = (e) => (e.id ? el("img", { class: "emoji", src: `/emojis/${e.id}.png`, alt: `:${e.name}:` }) : el("span", {}, e.name));
/** named is what a button or an option shows: an emoji, a label or both. */
const named = (c) => [c.emoji ? sign(c.emoji) : null, c.label ? el("span", {}, c.label) : null].filter(Boolean);

function button(c, m) {
  const content = named(c);
  if (c.url) {
    const a = link(c.url, "");
    a.className = "control";
    a.append(...content);
    return a;
  }
  const waits = pending.has(m.id);
  return el("button", {
    type: "button", class: "control style-" + c.style + (c.label ? "" : " bare"), "data-custom-id": c.custom_id, disabled: c.disabled || waits || m.forwarded,
    "aria-busy": pending.get(m.id) === c.custom_id ? "true" : null, onclick: () => click(m, c.custom_id),
  }, ...content);
}

function menu(c, m) {
  if (c.min_values !== 1 || c.max_values !== 1) return checklist(c, m);
  const select = el("select", {
    class: "control", "data-custom-id": c.custom_id, "aria-label": c.placeholder || "Choose",
    disabled: c.disabled || pending.has(m.id) || m.forwarded, "aria-busy": pending.get(m.id) === c.custom_id ? "true" : null,
    onchange: () => click(m, c.custom_id, [select.value]),
  });
  if ((c.options || []).some((o) => o.emoji?.id)) select.append(el("button", {}, el("selectedcontent"))); // else the picked one shows no picture
  if (!(c.options || []).some((o) => o.default)) select.append(el("option", { value: "", disabled: true, selected: true }, c.placeholder || "Choose"));
  for (const o of c.options || []) select.append(el("option", { value: o.value, selected: o.default }, ...named(o).flatMap((n, i) => (i ? [" ", n] : [n]))));
  return select;
}

/** checklist is a menu of which several items are picked: what is ticked is sent when it is closed. */
function checklist(c, m) {
  const options = c.options || [];
  const before = options.filter((o) => o.default).map((o) => o.value);
  const boxes = options.map((o) => el("input", { type: "checkbox", value: o.value, checked: o.default }));
  const ticked = () => boxes.filter((b) => b.checked).map((b) => b.value);
  const full = () => boxes.forEach((b) => { b.disabled = !b.checked && ticked().length >= c.max_values; });
  const picked = options.filter((o) => o.default);
  const shown = picked.map((o) => o.label).join(", ") || c.placeholder || "Choose";
  const waits = c.disabled || pending.has(m.id) || m.forwarded;
  const box = el("details", {
    class: "control", "aria-busy": pending.get(m.id) === c.custom_id ? "true" : null, onchange: full,
    ontoggle: () => {
      const now = ticked();
      if (!box.open && now.join("\n") !== before.join("\n") && now.length >= c.min_values) click(m, c.custom_id, now);
    },
    onkeydown: (e) => { if (e.key === "Escape") { box.open = false; box.firstChild.focus(); } },
  }, el("summary", {
    "data-custom-id": c.custom_id, "aria-label": `${c.placeholder || "Choose"}: ${shown}`, "aria-disabled": waits ? "true" : null,
    onclick: (e) => { if (waits) e.preventDefault(); },
  }, ...(picked.length ? picked.flatMap((o, i) => [i ? ", " : "", ...named(o)]) : [shown])),
  ...options.map((o, i) => el("label", {}, boxes[i], ...named(o), o.description ? el("small", {}, o.description) : null)));
  full();
  return box;
}
/** keepTicks leaves a list open, as it is ticked, where its message is drawn anew. */
function keepTicks(old, item) {
  for (const box of old.querySelectorAll("details[open]")) {
    const same = [...item.querySelectorAll("details")].find((d) => d.firstChild.dataset.customId === box.firstChild.dataset.customId);
    if (!same || same.firstChild.getAttribute("aria-disabled")) continue;
    const ticked = new Set([...box.querySelectorAll("input:checked")].map((b) => b.value));
    for (const b of same.querySelectorAll("input")) b.checked = ticked.has(b.value);
    same.open = true;
  }
}
addEventListener("click", (e) => { // one elsewhere closes it, as in Discord
  for (const box of log.querySelectorAll("details[open]")) if (!box.contains(e.target)) box.open = false;
});

function picture(item) {
  const url = local(item.media.url);
  if (!url) return link(item.media.url, item.media.url);
  const alt = item.description || "";
  const shape = { width: item.media.width, height: item.media.height };
  const box = el("button", {
    type: "button", class: "picture" + (item.spoiler ? " veiled" : ""), "aria-label": alt ? alt + " (open full size)" : "Picture without description (open full size)",
    onclick: () => (box.classList.contains("veiled") ? box.classList.remove("veiled") : enlarge(url, alt)),
  }, el("img", { src: url, alt, ...shape }));
  return box;
}

function file(url, name) {
  const here = local(url);
  return here ? el("a", { class: "file", href: here, download: name }, "📎 " + name) : link(url, name);
}

function attachment(a) {
  if (a.width) return picture({ media: a, description: a.description });
  return file(a.url, a.filename);
}

/** embed shows a box of another bot's: its texts, and its picture from where Discord keeps the copy. */
function embed(e) {
  const texts = [e.title && "### " + e.title, e.description, ...(e.fields || []).map((f) => `**${f.name}**\n${f.value}`)];
  const box = el("div", { class: "embed" }, ...texts.filter(Boolean).map(markdown));
  if (e.image) box.append(picture({ media: { ...e.image, url: e.image.proxy_url } }));
  return box;
}

function enlarge(url, alt) {
  const image = $("lightbox").querySelector("img");
  image.src = url;
  image.alt = alt;
  $("lightbox").showModal();
}
$("lightbox").addEventListener("click", (e) => { if (e.target === $("lightbox")) $("lightbox").close(); });

const dismissible = (m) => m.private || m.state === "failed";

/** render makes the list item of a message. */
function render(m) {
  const time = new Date(m.time);
  const item = el("li", { class: "message", "data-key": m.key, "data-message-id": m.id, "data-state": m.state, "data-private": String(m.private) });
  if (m.asked) item.append(el("p", { class: "asked" }, el("span", {}, m.from + " used"), el("code", { title: m.asked }, m.asked)));
  else if (m.about) item.append(el("p", { class: "asked" }, "↩ answers your click"));
  item.append(el("p", { class: "author" }, el("b", {}, m.own ? m.from : bot.name), bot.people.some((p) => p.bot && p.name === (m.own ? m.from : bot.name)) ? el("span", { class: "app" }, "APP") : null,
    el("time", { datetime: time.toISOString() }, time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })),
    m.edited ? el("span", { class: "edited" }, "(edited)") : null));
  item.append(content(m));
  if (m.id && m.state === "done") item.append(el("details", { class: "apps" }, el("summary", {}, "Apps"), ...bot.on_message.map((c) =>
    el("button", { type: "button", onclick: () => apply(m, c) }, "🧩 " + nameOf(c))),
  m.private ? null : el("button", { type: "button", onclick: () => forward(m) }, "↪ Forward")));
  if (failures.has(m.id)) item.append(el("p", { class: "failed", role: "alert" }, failures.get(m.id)));
  if (dismissible(m)) {
    item.append(el("p", { class: "private" }, "👁 Only you can see this • ",
      el("button", { type: "button", class: "dismiss", onclick: () => post("/dismiss", { message: m.key }).catch(() => {}) }, "Dismiss message")));
  }
  return item;
}

function content(m) {
  const body = el("div", { class: "body" });
  switch (m.state) {
    case "failed":
      body.append(el("p", { class: "failed" }, m.failed));
      break;
    case "sending":
      body.append(el("p", { class: "quiet" }, "Sending command…"));
      break;
    case "thinking":
      body.append(el("p", { class: "thinking quiet" }, el("i"), el("i"), el("i"), ` ${bot.name} is thinking…`));
      break;
    default:
      if (m.forwarded) body.append(el("p", { class: "forward" }, "↪ Forwarded"));
      if (m.content) body.append(markdown(m.content));
      if (m.activity) body.append(el("div", { class: "row" }, el("button", { type: "button", class: "control style-3", onclick: () => enter({ instance_id: m.activity }) }, "Join")));
      body.append(...m.attachments.map(attachment), ...m.embeds.map(embed), ...m.components.map((c) => component(c, m)));
  }
  return body;
}

/** show puts a message in its place, without moving focus or the reader. */
function show(m) {
  messages.set(m.key, m);
  if (!sees(m)) return find(m.key)?.remove();
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
  const old = find(m.key);
  const focused = old?.contains(document.activeElement) ? document.activeElement.dataset.customId : undefined;
  const item = render(m);
  if (old) keepTicks(old, item);
  if (old) old.replaceWith(item);
  else log.append(item);
  if (focused) item.querySelector(`[data-custom-id="${CSS.escape(focused)}"]`)?.focus();
  while (log.children.length > 200) { messages.delete(log.firstChild.dataset.key); log.firstChild.remove(); }
  if (atEnd) toEnd();
  for (const image of item.querySelectorAll("img")) image.addEventListener("load", () => { if (atEnd) toEnd(); });
}

/** showAll shows the channel as the person who speaks sees it. */
function showAll() {
  log.replaceChildren();
  messages.forEach(show);
  toEnd();
}
$("who").addEventListener("change", showAll);

const find = (key) => log.querySelector(`[data-key="${CSS.escape(key)}"]`);
const toEnd = () => { log.scrollTop = log.scrollHeight; };

// What is at the end stays there when the log itself changes its height.
let wasAtEnd = true;
log.addEventListener("scroll", () => { wasAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80; });
new ResizeObserver(() => { if (wasAtEnd) toEnd(); }).observe(log);

function redraw(id) {
  for (const m of messages.values()) if (m.id === id) show(m);
}

async function click(m, customID, values) {
  if (pending.has(m.id)) return;
  pending.set(m.id, customID);
  failures.delete(m.id);
  redraw(m.id);
  try {
    const answer = await post("/click", { person: who(), message: m.id, custom_id: customID, values });
    if (answer.modal) openModal(answer.modal);
  } catch (e) {
    failures.set(m.id, e.message);
  }
  pending.delete(m.id);
  redraw(m.id);
  if (document.activeElement === document.body) log.querySelector(`[data-message-id="${m.id}"] [data-custom-id="${CSS.escape(customID)}"]`)?.focus();
}

/** apply uses a command on a message. */
async function apply(m, command) {
  failures.delete(m.id);
  try {
    expect(await post("/apply", { person: who(), message: m.id, text: command.name }));
  } catch (e) {
    failures.set(m.id, sentence(e));
  }
  redraw(m.id);
}

/** forward posts a message once more, as it is now. */
const forward = (m) => post("/type", { person: who(), forward: m.id }).catch((e) => complain(sentence(e)));

// ---- Modals ----

let modal = null;

// A command's modal comes as an event, which may be here before the command's
// key is; pages that did not send the command leave it alone.
const opened = new Map(); // key → modal
const expected = new Set(); // keys of commands sent from here

function expect({ key }) {
  if (opened.has(key)) openModal(opened.get(key));
  else if (key) expected.add(key);
  opened.clear();
}

function openModal(m) {
  modal = m;
  $("modal-title").textContent = m.title;
  $("modal-error").hidden = true;
  $("modal-body").replaceChildren(...m.components.flatMap((c) => {
    if (c.type === 10) return [markdown(c.content)];
    const field = c.type === 1 ? c.components[0] : c.component;
    return modalField(field, c.label || field.label || field.custom_id, c.description);
  }));
  $("modal").showModal();
}

function modalField(f, label, description) {
  const id = "field-" + f.id;
  const common = { id, name: f.custom_id, required: f.required !== false };
  const limits = { minlength: f.min_length, maxlength: f.max_length ?? 4000, placeholder: f.placeholder };
  let control;
  if (f.type === 21 || f.type === 22) {
    const type = f.type === 21 ? "radio" : "checkbox";
    return [el("fieldset", {}, el("legend", {}, label), ...f.options.map((o) => el("label", {},
      el("input", { type, name: f.custom_id, value: o.value, checked: !!o.default, required: f.type === 21 && f.required !== false }), o.label)))];
  }
  if (f.type === 19) control = el("input", { ...common, type: "file", accept: accepted(f.file_types) });
  else if (f.type === 3) control = el("select", { ...common, required: f.min_values !== 0, class: "control" }, ...(f.min_values === 0 ? [el("option", { value: "" }, "–")] : []), ...f.options.map((o) => el("option", { value: o.value }, o.label)));
  else if (f.style === 2) control = el("textarea", { ...common, ...limits, rows: 8 }, f.value || "");
  else control = el("input", { ...common, ...limits, value: f.value || "" });
  return [el("label", { for: id }, label), description ? el("p", { class: "quiet" }, description) : null, control].filter(Boolean);
}

/** accepted are the files that a picker offers: all, without a list. */
const accepted = (types) => (types || []).map((t) => (t.startsWith(".") ? t : t + "/*")).join(",");

$("modal-cancel").addEventListener("click", () => $("modal").close());
$("modal").querySelector("form").addEventListener("submit", async (e) => {
  e.preventDefault();
  try {
    const data = new FormData(e.target);
    const inputs = Object.fromEntries(data);
    for (const box of e.target.querySelectorAll("[type=checkbox]")) inputs[box.name] = data.getAll(box.name).join(" ");
    for (const [name, file] of Object.entries(inputs)) {
      if (!(file instanceof File)) continue;
      inputs[name] = file.name ? (await post("/attach?name=" + encodeURIComponent(file.name), file)).ref : "";
    }
    await post("/submit", { modal: modal.id, inputs });
    $("modal").close();
  } catch (error) {
    $("modal-error").textContent = error.message;
    $("modal-error").hidden = false;
  }
});

// ---- What is being typed ----

const translated = (thing, key) => thing[key + "_localizations"]?.[bot.locale] ?? thing[key];
const nameOf = (thing) => translated(thing, "name");

/** read takes the text before the caret apart, as the server does the whole. */
function read(text, caret) {
  const m = /^\s*\/(\S*)/.exec(text);
  if (!m) return null;
  const state = { name: m[1], inName: caret <= m[0].length, command: null, given: [], places: [], current: null, value: "", from: 0 };
  state.command = bot.commands.find((c) => c.name === m[1] || nameOf(c) === m[1]) || null;
  if (!state.command) return state;
  for (let at = m[0].length; at < text.length; at++) {
    if (!/\s/.test(text[at - 1])) continue;
    const option = (state.command.options || []).find((o) => [o.name, nameOf(o)].some((n) => text.startsWith(n + ":", at)));
    if (!option) continue;
    const from = text.indexOf(":", at) + 1;
    state.given.push(option);
    state.places.push({ at, from });
    if (caret >= from) Object.assign(state, { current: option, from });
  }
  state.value = state.current ? text.slice(state.from, caret).trimStart() : "";
  return state;
}

let suggestions = []; // {label, detail, pick}
let chosen = -1;
let completion = 0; // number of the latest request

function suggest() {
  const caret = input.selectionStart;
  const state = read(input.value, caret);
  showChips(state);
  completion++;
  if (!state) return offer([], -1);
  if (state.inName) return offer(commandSuggestions(state), 0);
  if (!state.command) return offer([], -1);
  const values = valueSuggestions(state);
  if (values) return offer(values, 0);
  if (state.current?.autocomplete) complete(completion);
  offer(optionSuggestions(state, caret), -1);
}

function commandSuggestions(state) {
  const typed = state.name.toLowerCase();
  const rank = (c) => { const at = nameOf(c).indexOf(typed); return at < 0 && c.name.includes(typed) ? 99 : at; };
  return bot.commands.filter((c) => rank(c) >= 0).sort((a, b) => rank(a) - rank(b)).map((c) => ({
    label: "/" + nameOf(c), value: c.name, detail: translated(c, "description"),
    pick: () => replaceAll("/" + nameOf(c) + " " + (c.options?.[0]?.required ? nameOf(c.options[0]) + ":" : "")),
  }));
}

/** valueSuggestions are the choices of the option at the caret; null if it has none or one is complete. */
function valueSuggestions(state) {
  const o = state.current;
  if (o?.type === 11) return state.value ? null : [{ label: "Choose a file…", value: "", detail: "or paste it, or drop it here", pick: () => choose(o) }];
  const choices = o?.type === 5 ? [{ name: "true", value: true }, { name: "false", value: false }] : o?.choices;
  if (!choices?.length) return null;
  const typed = state.value.trimEnd().toLowerCase();
  if (choices.some((c) => [c.name, nameOf(c), String(c.value)].some((n) => n.toLowerCase() === typed))) return null;
  const fitting = choices.filter((c) => nameOf(c).toLowerCase().includes(typed) || String(c.value).toLowerCase().includes(typed));
  return fitting.length ? fitting.map((c) => valueSuggestion(state, c)) : null;
}

function valueSuggestion(state, choice) {
  return {
    label: nameOf(choice), value: String(choice.value), detail: "",
    pick: () => replaceRange(state.from, input.selectionStart, nameOf(choice)),
  };
}

/** optionSuggestions are the options not given yet that the word at the caret may begin; all, right after the command. */
function optionSuggestions(state, caret) {
  const word = /(?:^|\s)(\S*)$/.exec(input.value.slice(0, caret))?.[1] ?? "";
  if (!word && state.given.length || word.includes(":") || word.startsWith("/")) return [];
  return (state.command.options || []).filter((o) => !state.given.includes(o) && nameOf(o).startsWith(word.toLowerCase())).map((o) => ({
    label: nameOf(o) + ":", value: o.name, detail: translated(o, "description"),
    pick: () => replaceRange(caret - word.length, caret, nameOf(o) + ":"),
  }));
}

async function complete(number) {
  await new Promise((r) => setTimeout(r, 200));
  if (number !== completion) return;
  const text = input.value.slice(0, input.selectionStart);
  try {
    const { choices } = await post("/complete", { text });
    const state = read(input.value, input.selectionStart);
    if (number === completion && state?.current) offer(choices.map((c) => valueSuggestion(state, c)), -1);
  } catch { /* no suggestions, then */ }
}

function replaceAll(text) { replaceRange(0, input.value.length, text); }

function replaceRange(from, to, text) {
  input.setRangeText(text, from, to, "end");
  input.focus();
  suggest();
}

function offer(list, first) {
  suggestions = list;
  chosen = list.length ? first : -1;
  popup.replaceChildren(...list.map((s, i) => el("li", {
    role: "option", id: "suggestion-" + i, "data-value": s.value,
    onmousedown: (e) => { e.preventDefault(); s.pick(); },
  }, el("b", {}, s.label), s.detail ? el("span", {}, s.detail) : null)));
  popup.hidden = !list.length;
  input.setAttribute("aria-expanded", String(!popup.hidden));
  mark();
}

function mark() {
  [...popup.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === chosen)));
  if (chosen < 0) return input.removeAttribute("aria-activedescendant");
  input.setAttribute("aria-activedescendant", "suggestion-" + chosen);
  popup.children[chosen].scrollIntoView({ block: "nearest" });
}

/** showChips lists the command's options and explains the one at the caret. */
function showChips(state) {
  const command = state && !state.inName ? state.command : null;
  chips.hidden = !command;
  if (!command) return;
  const about = state.current || command;
  chips.replaceChildren(...(command.options || []).map((o) => {
    const given = state.given.includes(o);
    const kind = o === state.current ? "current" : given ? "given" : o.required ? "missing" : "free";
    return el("button", {
      type: "button", "data-option": o.name, "data-state": kind, disabled: given && o.type !== 11, title: translated(o, "description"),
      onclick: () => (o.type === 11 ? choose(o) : append(nameOf(o) + ":")),
    }, (o.type === 11 ? "📎 " : "") + nameOf(o) + (o.required ? " (required)" : ""));
  }), el("span", { id: "hint" }, translated(about, "description")));
}

const append = (text) => replaceRange(input.value.length, input.value.length, (/\s$/.test(input.value) ? "" : " ") + text);

// ---- Files for an option ----

let choosing = null; // the option

function choose(option) {
  choosing = option;
  $("file").value = ""; // the same file may have changed
  $("file").accept = accepted(option?.file_types);
  $("file").click();
}
$("file").addEventListener("change", () => { if ($("file").files[0]) attach(choosing, $("file").files[0]); });
$("attach").addEventListener("click", () => choose(null));

const attached = []; // what stands for the files of the message that is being written

/** showAttached lists those files. */
function showAttached() {
  $("attached").hidden = !attached.length;
  if (!attached.length) $("embed").checked = false;
  for (const b of $("attached").querySelectorAll("button")) b.remove();
  $("attached").prepend(...attached.map((ref, i) => el("button", { type: "button", title: "Take it away", onclick: () => { attached.splice(i, 1); showAttached(); } }, "📎 " + ref)));
}

/** attach uploads a file and types what stands for it as the option's value; without an option it goes with the message. */
async function attach(option, file) {
  let ref;
  try {
    ({ ref } = await post("/attach?name=" + encodeURIComponent(file.name), file));
  } catch (e) {
    return complain(sentence(e));
  }
  complain("");
  if (!option) {
    attached.push(ref);
    return showAttached();
  }
  const state = read(input.value, input.value.length);
  const i = state?.given.findIndex((o) => o.name === option.name) ?? -1;
  if (i < 0) return append(nameOf(option) + ":" + ref + " ");
  replaceRange(state.places[i].from, state.places[i + 1]?.at ?? input.value.length, ref + " ");
}

/** receive attaches what was pasted or dropped: to the option at the caret, to the first that takes a file, or to the message. */
function receive(file) {
  if (!isCommand()) return attach(null, file);
  const state = read(input.value, input.selectionStart);
  const open = (o) => o.type === 11 && !state.given.includes(o);
  const free = state?.command?.options?.filter(open) ?? [];
  const shows = (o) => file.type.startsWith("image/") && o.name === "image";
  const option = state?.current?.type === 11 ? state.current : free.find(shows) ?? free[0];
  if (!option) return complain("Type a command that takes a file first.");
  attach(option, file);
}

input.addEventListener("paste", (e) => {
  const file = e.clipboardData.files[0];
  if (!file || e.clipboardData.getData("text/plain")) return; // a table's picture comes along with its text
  e.preventDefault();
  receive(file);
});
addEventListener("dragover", (e) => { if (e.dataTransfer.types.includes("Files")) e.preventDefault(); });
addEventListener("drop", (e) => {
  if (!e.dataTransfer.files.length) return;
  e.preventDefault();
  receive(e.dataTransfer.files[0]);
});

// ---- Input ----

const sent = []; // latest last
let recalled = -1;

const complain = (text) => {
  $("error").textContent = text;
  $("error").hidden = !text;
};

async function send() {
  const text = input.value.trim(), files = isCommand() ? [] : [...attached];
  if (!text && !files.length) return;
  input.value = "";
  suggest();
  complain("");
  try {
    expect(await post("/type", { person: who(), text, files, embed: $("embed").checked }));
    if (files.length) attached.length = 0;
    showAttached();
  } catch (e) {
    if (!input.value) input.value = text; // to be mended
    return complain(sentence(e));
  }
  sent.push(text);
  recalled = -1;
  toEnd();
}

const sentences = {
  "unknown command": (e) => `There is no command ${e.detail}.`,
  "missing option": (e) => `${e.option}: this option is required.`,
  "missing value": (e) => `${e.option}: specify a value.`,
  "unknown file": (e) => `${e.option}: choose the file with the button 📎 ${e.option}.`,
  "wrong file type": (e) => `${e.option}: this takes ${e.detail}.`,
  "file too large": (e) => `This file is too large: ${e.detail}.`,
};

const sentence = (e) => sentences[e.code]?.(e) ?? (e.option ? `${e.option}: ${e.code}${e.detail ? " – " + e.detail : ""}.` : e.message);

const keys = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  Tab: (e) => !e.shiftKey && pick(Math.max(chosen, 0)),
  Enter: (e) => {
    if (e.isComposing) return false;
    if (e.shiftKey) breakLine();
    else if (!pick(chosen)) send();
    return true;
  },
  Escape: () => { offer([], -1); complain(""); return true; },
};

/** move goes through the suggestions or, in an empty input, what was sent. */
function move(by) {
  if (suggestions.length) {
    chosen = (chosen + by + suggestions.length + (chosen < 0 && by < 0 ? 1 : 0)) % suggestions.length;
    mark();
    return true;
  }
  if (!sent.length || (input.value && recalled < 0)) return false;
  recalled = recalled < 0 ? sent.length - 1 : Math.min(Math.max(recalled + by, 0), sent.length - 1);
  replaceAll(sent[recalled]);
  offer([], -1);
  return true;
}

function pick(i) {
  if (!suggestions[i]) return false;
  suggestions[i].pick();
  return true;
}

input.addEventListener("keydown", (e) => { if (keys[e.key]?.(e)) e.preventDefault(); });

// A message has lines, by Shift+Enter or pasted; a command is one line, and what
// is pasted into it becomes that, as in Discord's options.
const isCommand = () => /^\s*\//.test(input.value);

function breakLine() {
  if (!isCommand()) replaceRange(input.selectionStart, input.selectionEnd, "\n");
}

input.addEventListener("input", () => {
  if (isCommand() && /[\r\n]/.test(input.value)) {
    const caret = input.selectionStart;
    input.value = input.value.replace(/\r\n|[\r\n]/g, " ");
    input.setSelectionRange(caret, caret);
  }
  recalled = -1;
  complain("");
  suggest();
});
input.addEventListener("beforeinput", (e) => { if (e.inputType === "insertLineBreak") e.preventDefault(); }); // but for breakLine
input.addEventListener("click", suggest);
input.addEventListener("keyup", (e) => { if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(e.key)) suggest(); });
input.addEventListener("blur", () => offer([], -1));
$("composer").addEventListener("submit", (e) => { e.preventDefault(); send(); input.focus(); });

// ---- Events ----

function status(s) {
  bot = s;
  if (!$("who").options.length) $("who").append(...s.people.filter((p) => !p.bot).map((p) => el("option", { value: p.id }, p.name)));
  $("status").dataset.connected = String(s.connected);
  $("status").textContent = s.connected ? `${s.name} is here, ${s.commands.length} commands` : `${s.name} is away`;
}

const events = new EventSource("/events");
const on = (name, act) => events.addEventListener(name, (e) => act(JSON.parse(e.data)));
on("channel", (c) => {
  status(c.status);
  messages.clear();
  c.messages.forEach((m) => messages.set(m.key, m));
  showAll();
  suggest();
});
on("status", (s) => { status(s); suggest(); messages.forEach(show); });
on("message", show);
on("modal", (e) => { if (expected.delete(e.key)) openModal(e.modal); else opened.set(e.key, e.modal); });
on("launch", (e) => { if (e.person === who()) enter({ instance_id: e.instance }); });
on("participants", participants);
on("gone", ({ key }) => { messages.delete(key); find(key)?.remove(); });
events.addEventListener("error", () => {
  $("status").dataset.connected = "false";
  $("status").textContent = "no connection to the playground; trying again…";
});
