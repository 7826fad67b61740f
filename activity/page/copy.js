// A Copy is one page's copy of a board that several paint. Each cell is a register: the turn of the highest number
// wins, and of two with one number that of the later painter. Presses are not registers: they are all kept, in the
// order of number and painter, but those that were taken back. So copies that have heard the same turns are equal, in
// whatever order and however often they have heard them.

const FAR = 2 ** 32; // turns that nobody makes while somebody else is away

class Copy {
  constructor() {
    this.clock = 0; // highest number heard
    this.cells = new Map(); // by place: number, painter and sign
    this.presses = new Map(); // by number and painter: the pad's turn, "" if it was taken back
  }

  // hear takes in a turn, and returns the cells that it has changed, or whether a press was new. It leaves out what
  // the board does not have.
  hear(n, who, text) {
    if (!Number.isSafeInteger(n) || n < 1 || n > this.clock + FAR || typeof text !== "string" || !/^\w{1,16}$/.test(who)) return [];
    if (!game.play.signs) return this.press(n, who, text);
    const changed = [];
    for (const [at, sign] of cellsOf(text)) {
      const old = this.cells.get(at), later = !old || n - old.n || (who > old.who) - (who < old.who) || (sign > old.sign) - (sign < old.sign);
      if (later === true || later > 0) { this.cells.set(at, { n, who, sign }); changed.push(at); }
    }
    this.clock = Math.max(this.clock, n);
    return changed;
  }

  press(n, who, text) {
    const name = n + " " + who, old = this.presses.get(name);
    if (!/^[\w.:-]{0,32}$/.test(text) || old === text || old === "" || old === undefined && this.presses.size > 1999) return [];
    this.clock = Math.max(this.clock, n);
    this.presses.set(name, text);
    return [name];
  }

  // order returns the presses that count, as [name, turn].
  order() {
    const parts = (name) => { const [n, who] = name.split(" "); return [+n, who]; };
    const before = (a, b) => a[0] - b[0] || (a[1] > b[1]) - (a[1] < b[1]);
    return [...this.presses].filter(([, turn]) => turn).sort(([a], [b]) => before(parts(a), parts(b)));
  }

  // turns returns all that a newcomer must hear, as [number, painter, text], the earlier first.
  turns() {
    if (!game.play.signs) return [...this.presses].map(([name, turn]) => { const [n, who] = name.split(" "); return [+n, who, turn]; });
    const groups = new Map();
    for (const [at, c] of this.cells) {
      const name = [c.n, c.who, c.sign].join(" ");
      if (!groups.has(name)) groups.set(name, { ...c, cells: [] });
      groups.get(name).cells.push(at);
    }
    const all = [...groups.values()].sort((a, b) => a.n - b.n || (a.who > b.who) - (a.who < b.who));
    return all.flatMap((g) => pieces(written(g.cells.sort((a, b) => a - b), g.sign)).map((text) => [g.n, g.who, text]));
  }

  // sheet returns a board with what is painted on it.
  sheet(base) {
    const sheet = base.slice();
    for (const [at, c] of this.cells) sheet[at] = c.sign;
    return sheet;
  }

  // digest is a number that equal copies have alike.
  digest() {
    let sum = 0;
    for (const [at, c] of this.cells) sum = sum + hashOf(at + " " + c.n + " " + c.who + " " + c.sign) >>> 0;
    for (const [name, turn] of this.presses) sum = sum + hashOf(name + " " + turn) >>> 0;
    return sum;
  }
}

// hashOf returns the FNV-1a hash of a text.
function hashOf(text) {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
}

// pieces returns a turn as turns that fit a frame.
function pieces(text) {
  const all = [""];
  for (const move of text.split(" ")) if (all.at(-1).length > 6000) all.push(move); else all.push([all.pop(), move].filter(Boolean).join(" "));
  return all;
}

// cellsOf returns the cells and signs of a turn that somebody else has written, as far as the board has them.
function cellsOf(text) {
  const { rows, cols } = game.board, all = [];
  for (const [, r, r2 = r, c, c2 = c, sign] of text.matchAll(/r(\d{1,3})(?:-(\d{1,3}))?c(\d{1,3})(?:-(\d{1,3}))?=(\S)(?!\S)/g)) {
    if (!game.looks.has(sign)) continue;
    for (let y = Math.max(+r, 1); y <= Math.min(+r2, rows); y++) for (let x = Math.max(+c, 1); x <= Math.min(+c2, cols); x++) {
      const at = (y - 1) * cols + x - 1;
      if (!game.fixed.has(at)) all.push([at, sign]);
    }
  }
  return all;
}
