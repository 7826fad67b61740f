// Each kind of cell drawn.

// crossStamp returns a cross of the cells' size, drawn once: 1,000 strokes of a pen take longer than a frame.
let stamped = {};
function crossStamp() {
  const size = Math.max(1, Math.round(view.z * (devicePixelRatio || 1))), name = size + ink.cross;
  if (stamped.name === name) return stamped.image;
  const image = document.createElement("canvas"), real = pen;
  image.width = image.height = size;
  pen = image.getContext("2d");
  cross(0, 0, size);
  pen = real;
  stamped = { name, image };
  return image;
}

function cross(x, y, z) {
  const d = z * 0.3;
  pen.strokeStyle = ink.cross;
  pen.lineWidth = Math.max(1, z / 12);
  pen.lineCap = "round";
  pen.beginPath();
  pen.moveTo(x + d, y + d); pen.lineTo(x + z - d, y + z - d); pen.moveTo(x + z - d, y + d); pen.lineTo(x + d, y + z - d);
  pen.stroke();
}

function box(x, y, z, colour, round = 0, inset = 0) {
  pen.fillStyle = colour;
  pen.beginPath();
  if (round) pen.roundRect(x + inset, y + inset, z - 2 * inset, z - 2 * inset, round); else pen.rect(x + inset, y + inset, z - 2 * inset, z - 2 * inset);
  pen.fill();
}

function text(t, x, y, size, colour, bold) {
  pen.font = `${bold ? "600 " : ""}${size}px system-ui,sans-serif`;
  pen.fillStyle = colour;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(t, x, y + size * 0.06);
}

const gap = (z) => z > 12 ? 1 : z > 6 ? 0.5 : 0;
const lamp = (name, label) => (x, y, z, l) => {
  box(x, y, z, ink["lamp-off"], z / 5, z / 16);
  pen.fillStyle = ink[name];
  pen.beginPath();
  pen.arc(x + z / 2, y + z / 2, z * 0.33, 0, 7);
  pen.fill();
  if (label ?? l.text) text(label ?? l.text, x + z / 2, y + z / 2, z * 0.36, ink["on-lamp"], true);
};
const card = (ground, ink2) => (x, y, z) => {
  pen.fillStyle = ink[ground];
  pen.beginPath();
  pen.roundRect(x + z * 0.13, y + z * 0.05, z * 0.74, z * 0.9, z * 0.1);
  pen.fill();
  pen.strokeStyle = pen.fillStyle = ink[ink2];
  pen.lineWidth = Math.max(1, z / 22);
  if (ground === "back") { pen.beginPath(); pen.roundRect(x + z * 0.23, y + z * 0.15, z * 0.54, z * 0.7, z * 0.06); pen.stroke(); return; }
  pen.beginPath();
  pen.moveTo(x + z / 2, y + z * 0.28); pen.lineTo(x + z * 0.68, y + z / 2); pen.lineTo(x + z / 2, y + z * 0.72); pen.lineTo(x + z * 0.32, y + z / 2);
  pen.fill();
};

// painters draw a cell by its kind, with its upper left corner at x, y and the side z.
const painters = {
  blank: (x, y, z) => box(x, y, z, game.board.prize ? game.board.prize.paper || ink.cell : game.board.ground || ink.cell),
  filled: (x, y, z) => {
    if (game.over?.tone === "good") return box(x, y, z + 0.5, game.board.prize?.ink || ink.prize);
    painters.blank(x, y, z);
    box(x, y, z, ink.filled, 0, gap(z));
  },
  painted: (x, y, z, l) => {
    const p = game.board.palette[l.colour];
    if (game.over?.tone === "good") return box(x, y, z + 0.5, p.rgb);
    painters.blank(x, y, z);
    box(x, y, z, p.rgb, 0, gap(z));
    if (z >= 15) text(p.letter, x + z / 2, y + z / 2, z * 0.45, p.black ? "#000a" : "#fffb");
  },
  crossed: (x, y, z) => { painters.blank(x, y, z); cross(x, y, z); },
  open: (x, y, z) => { painters.blank(x, y, z); text("?", x + z / 2, y + z / 2, z * 0.5, ink.dim); },
  hole: () => {},
  block: (x, y, z) => box(x, y, z, ink.block, 0, 0.5),
  sum: (x, y, z, l, at) => {
    box(x, y, z, ink.block, 0, 0.5);
    pen.strokeStyle = ink.slash;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(x, y); pen.lineTo(x + z, y + z);
    pen.stroke();
    const met = done.sums.get(at) || {};
    if (l.right) text(l.right, x + z * 0.7, y + z * 0.28, z * 0.34, met.right ? ink.faint : ink.sums);
    if (l.down) text(l.down, x + z * 0.3, y + z * 0.74, z * 0.34, met.down ? ink.faint : ink.sums);
  },
  digit: (x, y, z, l, at) => {
box(x, y, z, ink.rule);
    box(x, y, z, ink[lookOf(at).shaded ? "shaded-white" : "white"], 0, game.board.rule ? 0 : 0.7);
    if (l.text) return text(l.text, x + z / 2, y + z / 2, z * 0.6, ink["on-white"], game.fixed?.has(at));
    const own = game.notes[at] || game.candidates?.[at] || l.notes || 0;
    for (let d = 1; d < 10; d++) if (own >> d & 1) text(d, x + z * (0.2 + 0.3 * ((d - 1) % 3)), y + z * (0.2 + 0.3 * Math.floor((d - 1) / 3)), z * 0.25, ink.noted);
  },
  off: (x, y, z) => {
    box(x, y, z, ink["lamp-off"], z / 5, z / 16);
    pen.strokeStyle = ink["lamp-rim"];
    pen.lineWidth = Math.max(1, z / 20);
    pen.beginPath();
    pen.arc(x + z / 2, y + z / 2, z * 0.3, 0, 7);
    pen.stroke();
  },
  on: (x, y, z, l) => { lamp("lamp-on")(x, y, z, l); if (!l.text) { pen.fillStyle = ink["lamp-glow"]; pen.beginPath(); pen.arc(x + z / 2, y + z / 2, z * 0.17, 0, 7); pen.fill(); } },
  down: card("back", "weave"),
  up: card("face", "pip"),
  clear: (x, y, z) => box(x, y, z, ink.sky, z / 8, z / 28),
  cloudy: (x, y, z) => {
    box(x, y, z, ink.storm, z / 8, z / 28);
    pen.fillStyle = ink.cloud;
    for (const [dx, dy, rad] of [[0.36, 0.56, 0.14], [0.52, 0.46, 0.18], [0.66, 0.57, 0.13]]) { pen.beginPath(); pen.arc(x + z * dx, y + z * dy, z * rad, 0, 7); pen.fill(); }
  },
  orb: (x, y, z) => { pen.strokeStyle = ink["orb-rim"]; pen.lineWidth = Math.max(1.5, z / 16); pen.beginPath(); pen.arc(x + z / 2, y + z / 2, z * 0.28, 0, 7); pen.stroke(); },
  "orb-on": (x, y, z) => { pen.fillStyle = ink.orb; pen.beginPath(); pen.arc(x + z / 2, y + z / 2, z * 0.32, 0, 7); pen.fill(); },
};
for (let i = 2; i < 9; i++) painters["lamp-" + i] = lamp("lamp-" + i, String(i));
