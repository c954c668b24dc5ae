"""Loses packets between the network and aiortc, both ways."""

import random
import struct

from descriptions import VP8
from measuring import counts


class Lossy:
    """Between the network and SRTP, both ways: forgets the first transmission of some video packets."""

    def __init__(self, ice):
        self.receive = ice._recv
        self.send = ice._send
        self.every = 0
        self.every_sent = 0
        self.packets = 0
        self.packets_sent = 0
        self.lost_sent = set()
        ice._recv = self.next
        ice._send = self.forward

    async def forward(self, data):
        if len(data) >= 12 and data[0] >> 6 == 2 and data[1] & 0x7F == VP8:
            sequence = struct.unpack_from(">H", data, 2)[0]
            self.packets_sent += 1
            if sequence in self.lost_sent:
                self.lost_sent.discard(sequence)
            elif self.every_sent and self.packets_sent % self.every_sent == 0:
                self.lost_sent.add(sequence)
                return
        await self.send(data)

    async def next(self):
        while True:
            data = await self.receive()
            if not (len(data) >= 12 and data[0] >> 6 == 2 and data[1] & 0x7F == VP8):
                return data
            sequence = struct.unpack_from(">H", data, 2)[0]
            self.packets += 1
            if sequence in counts.lost:
                counts.recovered += 1
                counts.lost.discard(sequence)
            elif self.every and self.packets % self.every == 0:
                counts.lost.add(sequence)
                continue
            return data


class LossyData:
    """Loses packets of data channels, both ways, by dice with a seed."""

    def __init__(self, ice, share):
        self.receive, self.send = ice._recv, ice._send
        self.random = random.Random(1)
        self.share = share
        ice._recv, ice._send = self.next, self.forward

    def loses(self, data):
        return data[0] == 23 and self.random.random() < self.share  # DTLS application data

    async def forward(self, data):
        if not self.loses(data):
            await self.send(data)

    async def next(self):
        while self.loses(data := await self.receive()):
            pass
        return data
