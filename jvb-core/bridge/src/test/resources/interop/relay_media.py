"""The media of a relay: sends the sound and the camera of one participant, receives another one's, with RTCP for both.

It sends receiver reports, NACK and PLI, and no transport-wide feedback.
"""

import asyncio
import struct
import time

from aiortc.codecs.opus import OpusEncoder
from aiortc.codecs.vpx import Vp8Encoder

from pictures import NumberedPictures, Tone
from relay_streams import LEVEL_ID, Incoming, Outgoing, Packet, rtp

OPUS, VP8, RTX = 111, 100, 96  # as Jicofo numbers them
SEND_TIME_ID, NUMBER_ID = 3, 5  # likewise
OWN_SSRC = 0x5EED0001  # of feedback
LEVEL = 23  # -dBov
SIZES = ((80, 60), (160, 120), (320, 240))
LIMIT_S = 15


class RelayMedia:
    COMMANDS = ("repeats", "lose", "withhold", "figures", "await_packets", "await_count", "await_quiet", "ask_for_key_frame")

    def __init__(self):
        self.tasks = []
        self.clear()

    def clear(self):
        self.audio = Outgoing(1234567)
        self.video = [Outgoing(2000 + i, 3000 + i) for i in range(len(SIZES))]
        self.incoming, self.extensions, self.payload_types = {}, {}, {}
        self.rtx_of = {}  # RTX SSRC -> SSRC, of the bridge's participant
        self.counts = {name: 0 for name in (
            "nacksReceived", "plisReceived", "transportFeedback", "remb", "senderReports", "receiverReports", "keyFrames", "withheld",
            "askedAgain", "levels", "numbers", "sendTimes")}
        self.lose_every = self.withhold_every = 0
        self.force_key_frame = False

    def receive_from(self, dtls):
        self.dtls = dtls
        dtls._handle_rtp_data, dtls._handle_rtcp_data = self.on_rtp, self.on_rtcp

    def begin(self):
        self.tasks += [asyncio.create_task(task) for task in (self.talk(), self.film(), self.report())]

    def end(self):
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()

    # What is sent.

    async def send(self, stream, pt, timestamp, marker, payload, level=None):
        stream.sequence = stream.sequence + 1 & 0xFFFF
        stream.timestamp = timestamp
        packet = rtp(stream.ssrc, pt, stream.sequence, timestamp, marker, payload, level)
        stream.packets += 1
        stream.octets += len(payload)
        stream.history[stream.sequence] = (timestamp, marker, payload)
        if self.withhold_every and pt == VP8 and stream.packets % self.withhold_every == 0:
            self.counts["withheld"] += 1
            return
        await self.dtls._send_rtp(packet)

    async def send_again(self, stream, sequence):
        if sequence not in stream.history:
            return
        timestamp, marker, payload = stream.history[sequence]
        stream.rtx_sequence += 1
        stream.repeated += 1
        await self.dtls._send_rtp(rtp(stream.rtx, RTX, stream.rtx_sequence, timestamp, marker, struct.pack(">H", sequence) + payload))

    async def talk(self):
        tone, encoder = Tone(700), OpusEncoder()
        while True:
            payloads, timestamp = encoder.encode(await tone.recv())
            for payload in payloads:
                await self.send(self.audio, OPUS, timestamp, 0, payload, LEVEL)

    async def film(self):
        pictures, encoders = NumberedPictures(), [Vp8Encoder() for _ in SIZES]
        while True:
            frame = await pictures.recv()
            key, self.force_key_frame = self.force_key_frame, False
            for stream, encoder, (width, height) in zip(self.video, encoders, SIZES):
                scaled = frame if width == frame.width else frame.reformat(width=width, height=height)
                scaled.pts, scaled.time_base = frame.pts, frame.time_base
                payloads, timestamp = encoder.encode(scaled, force_keyframe=key)
                for i, payload in enumerate(payloads):
                    await self.send(stream, VP8, timestamp, i == len(payloads) - 1, payload)

    async def report(self):
        """Sender and receiver reports, each half a second."""
        while True:
            await asyncio.sleep(0.5)
            ntp = int((time.time() + 2208988800) * 2**32)
            for stream in (self.audio, *self.video):
                if stream.packets:
                    await self.dtls._send_rtp(struct.pack(
                        ">BBHIQIII", 0x80, 200, 6, stream.ssrc, ntp, stream.timestamp & 0xFFFFFFFF, stream.packets, stream.octets))
            blocks = [i.block(ssrc, time.monotonic()) for ssrc, i in self.incoming.items()]
            if blocks:
                await self.dtls._send_rtp(struct.pack(">BBHI", 0x80 | len(blocks), 201, 1 + 6 * len(blocks), OWN_SSRC) + b"".join(blocks))

    # What is received.

    async def on_rtp(self, data, arrival_time_ms):
        packet = Packet(data)
        self.payload_types.setdefault(packet.ssrc, set()).add(packet.pt)
        self.extensions.setdefault(packet.ssrc, set()).update(packet.extensions)
        if LEVEL_ID in packet.extensions and packet.pt == OPUS:
            self.counts["levels"] += 1
        self.counts["numbers"] += NUMBER_ID in packet.extensions
        self.counts["sendTimes"] += SEND_TIME_ID in packet.extensions
        ssrc, sequence, payload = packet.ssrc, packet.sequence, packet.payload
        if packet.pt == RTX:
            if len(payload) < 2 or ssrc not in self.rtx_of:
                return
            ssrc, sequence, payload = self.rtx_of[ssrc], struct.unpack_from(">H", payload)[0], payload[2:]
            stream = self.incoming.get(ssrc)
            if stream and any(n & 0xFFFF == sequence for n in stream.lost):
                stream.recovered += 1
        stream = self.incoming.get(ssrc)
        if stream is None:
            stream = self.incoming[ssrc] = Incoming(sequence)
        if packet.pt == VP8 and self.lose_every and sequence % self.lose_every == 0:
            stream.dropped += 1
            return
        if packet.pt in (VP8, RTX) and payload and payload[0] & 0x17 == 0x10:  # the first partition begins (RFC 7741)
            if payload[self.descriptor_bytes(payload)] & 1 == 0:
                self.counts["keyFrames"] += 1
        missing = stream.add(sequence)
        if missing and packet.pt == VP8:
            self.counts["askedAgain"] += len(missing)
            for number in missing:
                await self.dtls._send_rtp(struct.pack(">BBHIIHH", 0x81, 205, 3, OWN_SSRC, ssrc, number & 0xFFFF, 0))

    @staticmethod
    def descriptor_bytes(payload):
        length = 1
        if payload[0] & 0x80:
            length += 1
            if payload[1] & 0x80:
                length += 2 if payload[2] & 0x80 else 1
            length += bool(payload[1] & 0x40) + bool(payload[1] & 0x30)
        return length

    async def on_rtcp(self, data):
        while len(data) >= 8:
            first, kind, words = struct.unpack_from(">BBH", data)
            message, data = data[: 4 * words + 4], data[4 * words + 4:]
            fmt = first & 31
            if kind == 200:
                self.counts["senderReports"] += 1
                ssrc, ntp = struct.unpack_from(">IQ", message, 4)
                if ssrc in self.incoming:
                    self.incoming[ssrc].report = (ntp >> 16 & 0xFFFFFFFF, time.monotonic())
            elif kind == 201:
                self.counts["receiverReports"] += 1
            elif kind == 205 and fmt == 1:
                await self.on_nack(message)
            elif kind == 205 and fmt == 15:
                self.counts["transportFeedback"] += 1
            elif kind == 206 and fmt in (1, 4):
                self.counts["plisReceived"] += 1
                self.force_key_frame = True
            elif kind == 206 and fmt == 15:
                self.counts["remb"] += 1

    async def on_nack(self, message):
        media = struct.unpack_from(">I", message, 8)[0]
        stream = next((s for s in self.video if s.ssrc == media), None)
        for at in range(12, len(message), 4):
            number, mask = struct.unpack_from(">HH", message, at)
            wanted = [number] + [number + 1 + bit for bit in range(16) if mask >> bit & 1]
            self.counts["nacksReceived"] += len(wanted)
            for sequence in wanted if stream else []:
                await self.send_again(stream, sequence & 0xFFFF)

    async def ask_for_key_frame(self, ssrc, limit_s=LIMIT_S):
        """PLI as often as a bridge sends them, until a key frame has come; the value is how many have."""
        before, deadline = self.counts["keyFrames"], time.monotonic() + limit_s
        while self.counts["keyFrames"] == before and time.monotonic() < deadline:
            await self.dtls._send_rtp(struct.pack(">BBHII", 0x81, 206, 2, OWN_SSRC, ssrc))
            await asyncio.sleep(0.5)
        return self.counts["keyFrames"] - before

    async def repeats(self, rtx, ssrc):
        """Under which SSRC the bridge's participant is sent again."""
        self.rtx_of[rtx] = ssrc
        return {}

    async def lose(self, every):
        """From now on each so manyth packet of video is lost before it is seen, and asked for; 0: none."""
        self.lose_every = every
        return {}

    async def withhold(self, every):
        """From now on each so manyth packet of video is sent only when it is asked for; 0: none."""
        self.withhold_every = every
        return {}

    async def figures(self):
        streams = {
            str(ssrc): {
                "packets": len(s.seen), "missing": len(s.lost), "dropped": s.dropped, "recovered": s.recovered,
                "payloadTypes": sorted(self.payload_types.get(ssrc, ())), "extensions": sorted(self.extensions.get(ssrc, ()))}
            for ssrc, s in self.incoming.items()}
        return {**self.counts, "repeated": sum(s.repeated for s in self.video), "streams": streams}

    async def await_packets(self, ssrc, more, limit_s=LIMIT_S):
        """How many more packets came under an SSRC, at least so many or what came in limit_s."""
        def count():
            return len(self.incoming[ssrc].seen) if ssrc in self.incoming else 0

        before, deadline = count(), time.monotonic() + limit_s
        while count() - before < more and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        return count() - before

    async def await_count(self, name, least, limit_s=LIMIT_S):
        """One of the counts, once it is as high, or what it is after limit_s."""
        deadline = time.monotonic() + limit_s
        while (now := (await self.figures())[name]) < least and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        return now

    async def await_quiet(self, ssrc, quiet_s, limit_s=LIMIT_S):
        """Whether no packet came under an SSRC for so long, within limit_s."""
        deadline = time.monotonic() + limit_s
        while time.monotonic() < deadline:
            if await self.await_packets(ssrc, 1, quiet_s) == 0:
                return True
        return False
