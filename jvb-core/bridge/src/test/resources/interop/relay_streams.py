"""RTP and RTCP of one SSRC, as a bridge sends and receives them over a relay (RFC 3550, RFC 4585)."""

import random
import struct

LEVEL_ID = 1  # of the only header extension that is sent: the audio level


def rtp(ssrc, pt, sequence, timestamp, marker, payload, level=None):
    header = struct.pack(">BBHII", 0x90 if level is not None else 0x80, pt | marker << 7, sequence & 0xFFFF, timestamp & 0xFFFFFFFF, ssrc)
    extension = struct.pack(">HHBBH", 0xBEDE, 1, LEVEL_ID << 4, 0x80 | level, 0) if level is not None else b""
    return header + extension + payload


class Packet:
    """An RTP packet that was received: its header extensions are one-byte ones, all of them."""

    def __init__(self, data):
        first, second, self.sequence, self.timestamp, self.ssrc = struct.unpack_from(">BBHII", data)
        self.pt, self.marker = second & 0x7F, second >> 7
        at = 12 + 4 * (first & 15)
        self.extensions = {}
        if first & 0x10:
            profile, words = struct.unpack_from(">HH", data, at)
            block, at = data[at + 4: at + 4 + 4 * words], at + 4 + 4 * words
            while block and profile == 0xBEDE:
                if block[0] == 0:
                    block = block[1:]
                    continue
                length = (block[0] & 15) + 1
                self.extensions[block[0] >> 4] = block[1: 1 + length]
                block = block[1 + length:]
        end = len(data) - data[-1] if first & 0x20 else len(data)
        self.payload = data[at:end]


class Outgoing:
    """One SSRC that the peer sends, with what is needed to send a packet again."""

    def __init__(self, ssrc, rtx=None):
        self.ssrc, self.rtx = ssrc, rtx
        self.sequence, self.rtx_sequence = random.randrange(0x8000), random.randrange(0x8000)
        self.packets = self.octets = self.repeated = 0
        self.history = {}
        self.timestamp = 0


class Incoming:
    """One SSRC that the peer receives."""

    def __init__(self, first):
        self.first = self.highest = first
        self.seen = set()
        self.lost = set()
        self.dropped = self.recovered = 0
        self.report = (0, 0.0)  # of the last sender report: the middle of its time, and when it came
        self.before = (0, 0)

    def add(self, sequence):
        extended = self.highest + ((sequence - self.highest + 0x8000) & 0xFFFF) - 0x8000
        new = [n for n in range(self.highest + 1, extended)]
        self.highest = max(self.highest, extended)
        self.lost.discard(extended)
        self.seen.add(extended)
        self.lost.update(new)
        return new

    def block(self, ssrc, now):
        expected, received = self.highest - self.first + 1, len(self.seen)
        step, got = expected - self.before[0], received - self.before[1]
        self.before = (expected, received)
        fraction = max(0, min(255, (step - got) * 256 // step)) if step else 0
        since = int((now - self.report[1]) * 65536) if self.report[0] else 0
        lost = max(0, expected - received) & 0xFFFFFF
        return struct.pack(">IIIIII", ssrc, fraction << 24 | lost, self.highest & 0xFFFFFFFF, 0, self.report[0], since)
