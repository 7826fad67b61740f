"""Learns the weights of kibitz/vision/internal/cells from windows on the input; see main.go.

usage: learn.py SEED HELD WINDOWS RATE OUT [FROM]. Each window is learned from about twice: every step takes four
new windows and four older ones. With FROM, weights of such a file, it learns on from those.
"""

import os
import struct
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

CELLS, SIDE, PLACES = 10, 320, 80
CLASSES, KINDS, INKS = 9, 5, 4
TILE, UNKNOWN = 8, 255
BATCH, KEPT = 8, 5000  # windows of a step; of the older windows to choose from


def conv(i, o, k, s=1, p=0):
    """Returns a convolution with its normalisation and a rectifier."""
    return nn.Sequential(nn.Conv2d(i, o, k, s, p, bias=False), nn.BatchNorm2d(o), nn.ReLU(inplace=True))


class Net(nn.Module):
    """The net of kibitz/vision/internal/cells; the comment there says what each layer does."""

    def __init__(self):
        super().__init__()
        self.a1, self.a2 = conv(4, 8, 4, 2, 1), conv(8, 24, 3, 2, 1)
        self.b = conv(24, 24, 3, 1, 1)
        self.c1, self.c2 = conv(24, 32, 3, 2, 1), conv(32, 32, 3, 1, 1)
        self.d = conv(32, 64, 4, 4)
        self.g = nn.Conv2d(128, 32, 1)
        self.e1 = conv(96, 48, 3, 1, 1)
        self.row, self.col = nn.Conv2d(48, 12, 1), nn.Conv2d(48, 12, 1)
        self.e2, self.e3 = conv(72, 48, 3, 1, 1), conv(48, 48, 3, 1, 1)
        self.kind = nn.Conv2d(96, KINDS, 1)
        self.cls = nn.Conv2d(48, CLASSES, 1)
        self.s1, self.s2 = conv(96, 32, 1), nn.Conv2d(32, 2, 1)
        self.l1, self.l2 = conv(112, 16, 1), nn.Conv2d(16, 1, 1)
        self.m1, self.m2, self.m3 = nn.Conv2d(24, 16, 1), nn.Conv2d(48, 16, 1), nn.Conv2d(16, INKS, 1)

    def forward(self, x):
        b = self.b(self.a2(self.a1(x)))
        d = self.d(self.c2(self.c1(b)))
        h, w = d.shape[2:]
        whole = lambda v: torch.cat([v.mean((2, 3), keepdim=True), v.amax((2, 3), keepdim=True)], 1)
        dg = torch.cat([d, F.relu(self.g(whole(d))).expand(-1, -1, h, w)], 1)
        e = self.e1(dg)
        rows = F.relu(self.row(e.mean(3, keepdim=True))).expand(-1, -1, h, w)
        cols = F.relu(self.col(e.mean(2, keepdim=True))).expand(-1, -1, h, w)
        e = self.e3(self.e2(torch.cat([e, rows, cols], 1)))
        up = F.interpolate(self.m2(e), scale_factor=8, mode="nearest")
        ink = self.m3(F.relu(self.m1(b) + up))
        return self.kind(whole(e))[:, :, 0, 0], self.cls(e), self.s2(self.s1(dg)), self.l2(self.l1(torch.cat([e, d], 1))), ink

    def modules_in_order(self):
        """Returns the layers in the order of the file, with their normalisations."""
        return (self.a1, self.a2, self.b, self.c1, self.c2, self.d, self.g, self.e1, self.row, self.col, self.e2, self.e3,
                self.kind, self.cls, self.s1, self.s2, self.l1, self.l2, self.m1, self.m2, self.m3)

    def layers(self):
        """Yields the layers in the order of the file, as weights and biases with normalisations folded in."""
        for m in self.modules_in_order():
            if isinstance(m, nn.Conv2d):
                yield m, m.weight, m.bias
            else:
                c, n = m[0], m[1]
                scale = n.weight / torch.sqrt(n.running_var + n.eps)
                yield c, c.weight * scale[:, None, None, None], n.bias - n.running_mean * scale


def export(net, name):
    """Writes the weights as bytes: for each answer of each layer its scale, its bias, and its weights by row,
    column and input."""
    out = b""
    with torch.no_grad():
        for _, w, bias in net.layers():
            w = w.permute(0, 2, 3, 1).reshape(len(w), -1).numpy()
            for row, b in zip(w, bias.numpy()):
                scale = max(float(np.abs(row).max()), 1e-9) / 127
                out += struct.pack("<ff", scale, float(b)) + np.round(row / scale).astype(np.int8).tobytes()
    with open(name + ".part", "wb") as f:
        f.write(out)
    os.rename(name + ".part", name)


def load(net, name, some):
    """Reads the weights of a file. It sets each normalisation so that it changes nothing on some windows: the file
    has them folded in."""
    data, at, norms = open(name, "rb").read(), 0, {}
    with torch.no_grad():
        for m in net.modules_in_order():
            c = m if isinstance(m, nn.Conv2d) else m[0]
            o, i, k, _ = c.weight.shape
            rows = np.frombuffer(data, np.uint8, o * (8 + i * k * k), at).reshape(o, -1)
            at += rows.size
            scale, bias = rows[:, :8].copy().view("<f4").T
            w = rows[:, 8:].view(np.int8).astype(np.float32) * scale[:, None]
            c.weight.copy_(torch.from_numpy(w.reshape(o, k, k, i)).permute(0, 3, 1, 2))
            bias = torch.from_numpy(bias.copy())
            if c is m:
                c.bias.copy_(bias)
                continue
            m[1].running_mean.zero_()
            m[1].running_var.fill_(1 - m[1].eps)
            m[1].bias.copy_(bias)
            c.register_forward_hook(lambda _, __, out, n=m[1]: norms.setdefault(n, []).append((out.mean((0, 2, 3)), out.var((0, 2, 3)))))
        net.eval()
        for i in range(0, len(some), BATCH):
            net(batch(some[i:i + BATCH])[0])
        for n, seen in norms.items():
            mean, var = (torch.stack(v).mean(0) for v in zip(*seen))
            n.bias += mean
            n.weight.copy_(torch.sqrt(var + n.eps))
            n.running_mean.copy_(mean)
            n.running_var.copy_(var)
        for m in net.modules_in_order():
            if not isinstance(m, nn.Conv2d):
                m[0]._forward_hooks.clear()
    net.train()


def windows(n):
    """Yields n windows off the input."""
    parts = (1, SIDE * SIDE * 4, CELLS * CELLS, CELLS * CELLS, CELLS * CELLS, PLACES * PLACES)
    for _ in range(n):
        data = sys.stdin.buffer.read(sum(parts))
        if len(data) < sum(parts):
            raise EOFError("the input ends too early")
        at, out = 0, []
        for size in parts:
            out.append(np.frombuffer(data, np.uint8, size, at))
            at += size
        yield out


def batch(some, rng=None):
    """Returns windows as tensors. With rng it exchanges colours and changes the light."""
    x = np.stack([w[1].reshape(SIDE, SIDE, 4) for w in some]).astype(np.float32) / 255
    if rng is not None:
        for v in x:
            v[..., :3] = v[..., rng.permutation(3)] * rng.uniform(.8, 1.1) + rng.uniform(-.05, .1)
    x[..., :3] = (x[..., :3] - .5) * (1 - x[..., 3:])
    x = torch.from_numpy(np.ascontiguousarray(x.transpose(0, 3, 1, 2)))
    grid = lambda k, n: torch.from_numpy(np.stack([w[k].reshape(n, n) for w in some]).astype(np.int64))
    kind = torch.from_numpy(np.array([w[0][0] for w in some], np.int64))
    return x, kind, grid(2, CELLS), grid(3, CELLS), grid(4, CELLS).float(), grid(5, PLACES)


WEIGHTS = torch.tensor([.6, 1, 1.2, 1, 1, 1, 1, 1, 1])
INK_WEIGHTS = torch.tensor([1., 3, 3, 2])


def loss(net, b):
    """Returns the loss of a batch and the net's answers. States of tiles count either way round, since nobody
    can tell lit from unlit on every board."""
    x, kind, cls, sums, lit, ink = b
    out = k, c, s, l, m = net(x)
    total = .3 * F.cross_entropy(k, kind)
    total = total + F.cross_entropy(c, cls, WEIGHTS, ignore_index=UNKNOWN, label_smoothing=.01)
    want = torch.stack([sums & 1, sums >> 1], 1).float()
    weight = ((kind == 1)[:, None, None] * .95 + .05) * (1 - .7 * (cls == 0).float())
    total = total + 2 * (F.binary_cross_entropy_with_logits(s, want, reduction="none") * weight[:, None]).mean()
    tile = (cls == TILE).float()
    n = tile.sum((1, 2))
    each = lambda want: (F.binary_cross_entropy_with_logits(l[:, 0], want, reduction="none") * tile).sum((1, 2)) / n.clamp(min=1)
    states = torch.minimum(each(lit), each(1 - lit))
    total = total + .5 * (states * (n > 0)).sum() / max((n > 0).sum().item(), 1)
    return total + .5 * F.cross_entropy(m, ink, INK_WEIGHTS), out


def measure(net, held):
    """Prints how much of the windows held out is right."""
    net.eval()
    right, seen, kinds, whole, sums, blocks, ls, ln = np.zeros(CLASSES), np.zeros(CLASSES), 0, 0, 0, 0, 0., 0
    with torch.no_grad():
        for i in range(0, len(held), 20):
            b = batch(held[i:i + 20])
            _, (k, c, s, l, _) = loss(net, b)
            kinds += (k.argmax(1) == b[1]).sum().item()
            known, got = b[2] != UNKNOWN, c.argmax(1)
            for n in range(CLASSES):
                seen[n] += (b[2] == n).sum().item()
                right[n] += ((b[2] == n) & (got == n)).sum().item()
            want = torch.stack([b[3] & 1, b[3] >> 1], 1)
            summed = ((b[2] == 1) | (b[2] == 2)) & (b[1] == 1)[:, None, None]
            sums += (((s > 0).long() == want).all(1) & summed).sum().item()
            blocks += summed.sum().item()
            whole += ((got == b[2]) | ~known).flatten(1).all(1).sum().item()
            tile = b[2] == TILE
            same = ((l[:, 0] > 0) == (b[4] > .5)) & tile
            a, n = same.sum((1, 2)), tile.sum((1, 2))
            ls += torch.maximum(a, n - a).sum().item()
            ln += n.sum().item()
    net.train()
    print(f"held out: kinds {kinds / len(held):.4f}, cells {right.sum() / seen.sum():.4f}, sums {sums / max(blocks, 1):.4f}, "
          f"states {ls / max(ln, 1):.4f}, whole windows {whole / len(held):.4f}; by class "
          + " ".join(f"{a / max(b, 1):.3f}" for a, b in zip(right, seen)), flush=True)


def main():
    seed, n_held, n, rate, out = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), sys.argv[5]
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rng = np.random.default_rng(seed)
    net = Net()
    print(sum(p.numel() for p in net.parameters()), "weights", flush=True)
    source = windows(n_held + n)
    held = [next(source) for _ in range(n_held)]
    old = []
    if len(sys.argv) > 6:
        old = [next(source) for _ in range(min(200, n // 2))]
        n -= len(old)
        load(net, sys.argv[6], old)
        measure(net, held)
    optimiser = torch.optim.AdamW(net.parameters(), rate, weight_decay=1e-3)
    steps, running, began = n // (BATCH // 2), 0., time.time()
    for step in range(steps):
        new = [next(source) for _ in range(BATCH // 2)]
        some = new + [old[i] for i in rng.integers(0, len(old), BATCH // 2)] if old else new
        old += new
        del old[:max(0, len(old) - KEPT)]
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1, (step + 1) / 100) * (1 + np.cos(np.pi * step / steps)) / 2 + 1e-5
        value, _ = loss(net, batch(some, rng))
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        running = .98 * running + .02 * value.item()
        if (step + 1) % 50 == 0:
            print(f"step {step + 1} of {steps}: loss {running / (1 - .98 ** (step + 1)):.4f}, {time.time() - began:.0f} s", flush=True)
        if (step + 1) % 250 == 0 or step + 1 == steps:
            measure(net, held)
            export(net, out)


main()
