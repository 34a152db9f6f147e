#!/usr/bin/env python3
"""Wires with latency between pairs of network interfaces. Every frame that arrives at one end leaves at the other after a delay. Not every kernel has
`tc netem`, so this program does the same with packet sockets.

Usage: wires LEFT,RIGHT,MILLISECONDS…
A line `cut N` on standard input makes wire N drop every frame, and `join N` makes it work again.
"""

import collections
import selectors
import socket
import sys
import time

ALL_PROTOCOLS = 3
SOL_PACKET, PACKET_VNET_HDR, PACKET_OUTGOING = 263, 15, 4
# Frames of a virtual interface can be longer than those of a real one: the system splits them only at a network card.
MAX_FRAME = 70_000


class Wire:
    def __init__(self, left, right, milliseconds):
        self.delay, self.is_cut = float(milliseconds) / 1000, False
        self.ends = [self.end(left), self.end(right)]
        # The frames on their way to each end, with the time of their arrival.
        self.frames = [collections.deque(), collections.deque()]

    @staticmethod
    def end(interface):
        end = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        # Passes on checksums that the sender left to its card.
        end.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
        end.bind((interface, ALL_PROTOCOLS))
        end.setblocking(False)
        return end

    def receive(self, side):
        while True:
            try:
                frame, address = self.ends[side].recvfrom(MAX_FRAME)
            except BlockingIOError:
                return
            if address[2] != PACKET_OUTGOING and not self.is_cut:
                self.frames[1 - side].append((time.monotonic() + self.delay, frame))

    def deliver(self):
        """Sends the frames that are due. Returns the time at which the next one is."""
        for end, frames in zip(self.ends, self.frames):
            while frames and frames[0][0] <= time.monotonic():
                _, frame = frames.popleft()
                if not self.is_cut:
                    try:
                        end.send(frame)
                    except OSError:
                        # Like a full queue: the sender sends the frame again.
                        pass
        return min((frames[0][0] for frames in self.frames if frames), default=None)


def main():
    wires = [Wire(*wire.split(",")) for wire in sys.argv[1:]]
    selector = selectors.DefaultSelector()
    for wire in wires:
        for side, end in enumerate(wire.ends):
            selector.register(end, selectors.EVENT_READ, (wire, side))
    selector.register(sys.stdin, selectors.EVENT_READ)
    while True:
        due = min((due for wire in wires if (due := wire.deliver()) is not None), default=None)
        timeout = None if due is None else max(0, due - time.monotonic())
        for key, _ in selector.select(timeout):
            if key.data:
                wire, side = key.data
                wire.receive(side)
                continue
            command = sys.stdin.readline().split()
            if not command:
                return
            wires[int(command[1])].is_cut = command[0] == "cut"


if __name__ == "__main__":
    main()
