// A Copy is one page's copy of a board that several paint. Each cell is a register: the turn of the highest number
// wins, and of two with one number that of the later painter. Presses are not registers: they are all kept, in the
// order of number and painter, but those that were taken back. So copies that have heard the same turns are equal, in
// whatever order and however often they have heard them. No turn is proved to be its painter's: who has the invitation
// may paint over all the same.

const FAR = 2 ** 20; // turns that nobody makes while somebody else is away
const MOST = 2000; // presses that are kept, the first ones

class Copy {
  constructor() {
    this.clock = 0; // highest number heard
    this.cells = new Map(); // by place: number, painter and sign
    this.presses = new Map(); // by number and painter: the pad's turn, "" if it was taken back
  }

  // hear takes in a turn, and returns the cells that it has changed, or the press if it is new. It leaves out what the
  // board does not have, and what is beyond room, the number of cells that the turn may still name. A number that is
  // far ahead moves the clock by FAR alone: so nobody ends all painting with one turn, and whoever hears it again and
  // again comes to it.
  hear(n, who, text, room = { cells: game.board.cells.length }) {
    if (!Number.isSafeInteger(n) || n < 1 || typeof text !== "string" || typeof who !== "string" || !/^\w{1,16}$/.test(who)) return [];
    if (n > this.clock + FAR) { this.clock += FAR; return []; }
    if (!game.play.signs) return this.press(n, who, text);
    const changed = [];
    for (const [at, sign] of cellsOf(text, room)) {
      const old = this.cells.get(at), later = !old || n - old.n || (who > old.who) - (who < old.who) || (sign > old.sign) - (sign < old.sign);
      if (later === true || later > 0) { this.cells.set(at, { n, who, sign }); changed.push(at); }
    }
    this.clock = Math.max(this.clock, n);
    return changed;
  }

  // press takes in a press. Of two with one name that was taken back wins, and else the later text.
  press(n, who, text) {
    const name = n + " " + who, old = this.presses.get(name);
    if (!/^[\w.:-]{0,32}$/.test(text) || old === "" || text && text <= old) return [];
    this.clock = Math.max(this.clock, n);
    this.presses.set(name, text);
    if (this.presses.size > MOST) {
      const last = [...this.presses.keys()].reduce((a, b) => before(a, b) < 0 ? b : a);
      this.presses.delete(last);
      if (last === name) return [];
    }
    return [name];
  }

  // order returns the presses that count, as [name, turn].
  order() {
    return [...this.presses].filter(([, turn]) => turn).sort(([a], [b]) => before(a, b));
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

// before is below 0 if a press with the first name comes before one with the second.
function before(a, b) {
  const [n, who] = a.split(" "), [m, other] = b.split(" ");
  return n - m || (who > other) - (who < other);
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

// cellsOf returns the cells and signs of a turn that somebody else has written, as far as the board has them, and no
// more than there is room for: a turn of the page's own names no cell twice.
function cellsOf(text, room = { cells: game.board.cells.length }) {
  const { rows, cols } = game.board, all = [];
  for (const [, r, r2 = r, c, c2 = c, sign] of text.matchAll(/r(\d{1,3})(?:-(\d{1,3}))?c(\d{1,3})(?:-(\d{1,3}))?=(\S)(?!\S)/g)) {
    if (!game.looks.has(sign)) continue;
    for (let y = Math.max(+r, 1); y <= Math.min(+r2, rows); y++) for (let x = Math.max(+c, 1); x <= Math.min(+c2, cols); x++) {
      if (room.cells-- <= 0) return all;
      const at = (y - 1) * cols + x - 1;
      if (!game.fixed.has(at)) all.push([at, sign]);
    }
  }
  return all;
}
