"""Learns the weights of the numbers' net of kibitz/vision/internal/digits from the files that numbers.go writes.

usage: learn.py SEED NUMBERS EPOCHS OUT
"""

import os
import struct
import sys
import time

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, HEIGHT, CLASSES = 48, 24, 12
DEPTHS, HIDDEN = (1, 12, 24, 48), 96
BATCH, RATE = 128, 0.003


class Net(nn.Module):
    """The net; the comment in digits/number.go says what each layer does."""

    def __init__(self):
        super().__init__()
        self.convs = nn.ModuleList(nn.Conv2d(i, o, 3, 1, 1) for i, o in zip(DEPTHS, DEPTHS[1:]))
        self.d, self.e = nn.Linear(DEPTHS[-1] * 18, HIDDEN), nn.Linear(HIDDEN, 2 * CLASSES)
        for c in self.convs:
            nn.init.kaiming_normal_(c.weight)
            nn.init.zeros_(c.bias)

    def forward(self, x):
        for c in self.convs:
            x = F.relu(F.max_pool2d(c(x), 2))
        return self.e(F.relu(self.d(x.permute(0, 2, 3, 1).flatten(1))))

    def layers(self):
        """Yields weights and biases in the order of the file."""
        for c in self.convs:
            yield c.weight.permute(0, 2, 3, 1).reshape(len(c.weight), -1), c.bias
        for m in (self.d, self.e):
            yield m.weight, m.bias


def read(name):
    """Returns the pixels and the digits of a file's numbers."""
    rows = np.fromfile(name, np.uint8).reshape(-1, 2 + WIDTH * HEIGHT)
    return torch.from_numpy(rows[:, 2:].reshape(-1, 1, HEIGHT, WIDTH)), torch.from_numpy(rows[:, :2].astype(np.int64))


def loss(out, want):
    return F.cross_entropy(out[:, :CLASSES], want[:, 0]) + F.cross_entropy(out[:, CLASSES:], want[:, 1])


def measure(net, pixels, want):
    """Returns the share of numbers that are read right, and the temperature at which they are likeliest."""
    net.eval()
    with torch.no_grad():
        out = torch.cat([net(x.float() / 255) for x in pixels.split(1000)])
        right = ((out[:, :CLASSES].argmax(1) == want[:, 0]) & (out[:, CLASSES:].argmax(1) == want[:, 1])).float().mean().item()
        temperature = min(np.arange(0.5, 3, 0.02), key=lambda t: loss(out / t, want).item())
    net.train()
    return right, temperature


def export(net, temperature, name):
    """Writes the weights as bytes: the temperature; for each answer of each layer its scale, its bias and its weights."""
    out = struct.pack("<f", temperature)
    with torch.no_grad():
        for w, bias in net.layers():
            for row, b in zip(w.numpy(), bias.numpy()):
                scale = max(float(np.abs(row).max()), 1e-9) / 127
                out += struct.pack("<ff", scale, float(b)) + np.round(row / scale).astype(np.int8).tobytes()
    with open(name + ".part", "wb") as f:
        f.write(out)
    os.rename(name + ".part", name)


def main():
    seed, numbers, epochs, out = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), sys.argv[4]
    torch.manual_seed(seed)
    torch.set_num_threads(2)
    pixels, want = read(numbers)
    held = read(numbers + ".held")
    net, start = Net().to(memory_format=torch.channels_last), time.time()
    steps = epochs * (len(pixels) // BATCH)
    adam = torch.optim.AdamW(net.parameters(), RATE, weight_decay=0.01)
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, RATE, steps)
    for epoch in range(epochs):
        total = 0.0
        for some in torch.randperm(len(pixels))[: len(pixels) // BATCH * BATCH].view(-1, BATCH):
            adam.zero_grad()
            l = loss(net((pixels[some].float() / 255).to(memory_format=torch.channels_last)), want[some])
            l.backward()
            adam.step()
            plan.step()
            total += l.item()
        right, temperature = measure(net, *held)
        print(f"epoch {epoch + 1}: loss {total / (len(pixels) // BATCH):.4f}, held out {100 * right:.2f} %, temperature {temperature:.2f}, {time.time() - start:.0f} s", flush=True)
        export(net, temperature, out)


main()
