// The signs and buttons below the board.

const icons = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3", redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5", menu: "M5 12h.01M12 12h.01M19 12h.01", close: "M6 6l12 12M18 6 6 18",
  pencil: "M4 20l1-5L16 4l4 4L9 19l-5 1M14 6l4 4", erase: "M9 20h11M5 15l9-10 5 5-9 10H8l-3-3z",
  filled: "M5 5h14v14H5z", crossed: "M6 6l12 12M18 6 6 18",
};

function icon(name, solid) {
  const ns = "http://www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg"), path = document.createElementNS(ns, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", icons[name]);
  if (name === "menu") svg.style.strokeWidth = "3.4";
  if (solid) svg.style.fill = "currentColor";
  svg.append(path);
  return svg;
}

function button(label, act, options = {}) {
  const b = document.createElement("button");
  b.type = "button";
  b.addEventListener("click", act);
  if (options.icon) { b.append(icon(options.icon, options.icon === "filled")); b.ariaLabel = b.title = label; b.className = "icon"; } else b.textContent = label;
  if (options.pressed !== undefined) b.ariaPressed = options.pressed;
  if (options.strong) b.classList.add("strong");
  b.disabled = !!options.disabled;
  return b;
}

// tools shows the signs and the buttons of the game as it stands. A button that had the focus keeps it.
function tools() {
  const p = game.play, focused = document.activeElement?.closest?.("footer") ? document.activeElement.ariaLabel || document.activeElement.textContent : "";
  $("signs").ariaLabel = say("moves");
  $("tools").ariaLabel = say("tools");
  $("signs").replaceChildren();
  $("signs").className = p?.signs && !p.drawn ? "digits" : "";
  $("tools").replaceChildren();
  if (!p || game.over) return;
  if (p.signs) {
    $("signs").append(...p.drawn ? drawTools() : digitTools());
    counts();
  } else padTools();
  $("tools").append(
    button(say("undo"), undo, { icon: "undo", disabled: p.signs || ours ? lastMove() < 0 : !game.pressed?.length }),
    button(say("redo"), redo, { icon: "redo", disabled: !game.undone.length }),
    button(say("hint"), () => hint()));
  if (p.check) $("tools").append(button(say("mistakes"), check));
  if (focused) [...document.querySelectorAll("footer button")].find((b) => (b.ariaLabel || b.textContent) === focused)?.focus();
}

function counts() {
  if (game.play.all) $("count").textContent = `${filledCells()} / ${game.play.all}`;
}

function drawTools() {
  return game.play.signs.map((s, i) => {
    const choose = () => { hand.tool = i; tools(); };
    if (s.look.kind === "crossed") return button(say("mark"), choose, { icon: "crossed", pressed: hand.tool === i });
    if (s.look.colour === undefined) return button(s.name || s.look.says, choose, { icon: "filled", pressed: hand.tool === i });
    const p = game.board.palette[s.look.colour], b = button(p.letter, choose, { pressed: hand.tool === i });
    b.ariaLabel = b.title = s.name || p.name;
    b.classList.add("paint");
    b.style.background = p.rgb;
    b.style.color = p.black ? "#000" : "#fff";
    return b;
  });
}

function digitTools() {
  const all = game.play.signs.map((s) => button(s.sign, () => put(s.sign)));
  if (game.play.noted) {
    all.push(button(say("pencil"), () => { hand.pencil = !hand.pencil; tools(); }, { icon: "pencil", pressed: hand.pencil }),
      button(say("erase"), () => put(OPEN), { icon: "erase" }));
  }
  return all;
}

// padTools shows as buttons the pads that lie on no cell, and those among which a touched cell leaves a choice.
function padTools() {
  const loose = game.play.pads.filter((p) => !p.cells?.length), here = hand.picked >= 0 ? padsAt(hand.picked) : [];
  $("signs").append(...[...loose, ...here].map((p) => button(p.name, () => press(p.turn))));
}
