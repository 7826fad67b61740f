// The panel: the menu, and what is told.

function showMenu() {
  if (!$("panel").hidden && $("panel").dataset.menu) return hidePanel();
  const help = !game.play?.signs ? "help-press" : game.play.drawn ? "help-mark" : "help-digit", ways = [];
  if (game.play && !game.over) {
    ways.push([say("fit"), () => { fit(true); hidePanel(); }]);
    if (game.play.noted) ways.push([say("show-candidates"), () => { hidePanel(); if (game.candidates) { game.candidates = null; draw(); } else refreshCandidates(true); }]);
    ways.push([say("together"), () => invite(false)], [say("race"), () => invite(true)]);
    if (!link.room) ways.push([say("again"), again]); else ways.splice(-2, 2, [say("invite"), () => invite()]);
    ways.push([say("another"), another]);
    if (game.play.giveUp) ways.push([say("give-up"), giveUp]);
  }
  ways.push([say("today"), () => open("")], [say("theme"), switchTheme]);
  tell("", "", ways, say(help));
  $("panel").dataset.menu = "1";
}
const hideMenu = () => hidePanel();

function switchTheme() {
  const root = document.documentElement, dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("kibitz-theme", root.dataset.theme); } catch { /* it holds for this visit */ }
  inks();
  draw();
  tools();
}

// tell shows a text with what can be done next: buttons as [label, act, strong].
function tell(title, body = "", ways = [], note = "") {
  const box = $("told"), within = $("panel").contains(document.activeElement);
  box.replaceChildren();
  if (title) { const h = box.appendChild(document.createElement("h2")); markdown(h, title); }
  for (const [i, part] of body.split("```").entries()) {
    if (!part.trim()) continue;
    const p = box.appendChild(document.createElement(i % 2 ? "pre" : "p"));
    if (i % 2) { p.textContent = part.trim(); ways = [...ways, discord.frame ? [say("share"), (e) => share(part.trim(), e.target), true] : [say("copy"), (e) => copy(part.trim(), e.target)]]; } else lines2(p, part.trim());
  }
  if (note) lines2(box.appendChild(document.createElement("small")), note);
  $("ways").replaceChildren(...ways.map(([label, act, strong]) => button(label, act, { strong })));
  $("close").hidden = game.over || document.body.classList.contains("bare");
  delete $("panel").dataset.menu;
  $("panel").hidden = false;
  if (within) ($("ways").firstChild || $("close")).focus(); // the button that had the focus is gone
  resize();
}

function hidePanel() {
  if (game.ghost) { game.ghost = null; draw(); }
  if ($("panel").hidden || game.over || document.body.classList.contains("bare")) { if (!game.over) $("panel").hidden = true; return; }
  if ($("panel").contains(document.activeElement)) focusCell();
  $("panel").hidden = true;
  resize();
}

function lines2(box, body) {
  body.split("\n").forEach((one, i) => { if (i) box.append(document.createElement("br")); markdown(box, one); });
}

// markdown puts a line of text into a box, with what is bold or code. All else stays text.
function markdown(box, body) {
  const rules = /\\([\\*_~|<>[\]`@#-])|\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(<?(https:[^)>]+)>?\)|^(?:-#|#+) /g;
  let from = 0;
  for (const m of body.matchAll(rules)) {
    box.append(body.slice(from, m.index));
    from = m.index + m[0].length;
    if (m[1]) box.append(m[1]);
    else if (m[2]) markdown(box.appendChild(document.createElement("b")), m[2]);
    else if (m[3]) box.appendChild(document.createElement("code")).textContent = m[3];
    else if (m[4]) {
      const a = box.appendChild(Object.assign(document.createElement("a"), { href: m[5], target: "_blank", rel: "noopener", textContent: m[4] }));
      a.addEventListener("click", leave);
    }
  }
  box.append(body.slice(from));
}

async function copy(body, from) {
  try { await navigator.clipboard.writeText(body); from.textContent = say("copied"); } catch { getSelection().selectAllChildren(document.querySelector("#told pre")); }
}
