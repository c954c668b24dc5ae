"""A test-only bridge: the other end of a relay, as a Jitsi Videobridge is by the protocol, on aioice, OpenSSL, libsrtp and aiortc's SCTP.

It plays Jicofo's part, too: it creates the relay at the bridge under test by Colibri2 REST and exchanges the descriptions. Behind it
is one participant with sound and a camera in three encodings. It sends receiver reports, NACK and PLI, and no transport-wide
feedback. Commands and answers are those of aiortc_client.py: a JSON object a line.
"""

import asyncio
import json
import random
import re
import struct
import sys
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

import aioice
import websockets
from aiortc import RTCCertificate, RTCDataChannel, RTCDataChannelParameters, RTCDtlsFingerprint, RTCDtlsParameters
from aiortc import RTCDtlsTransport, RTCSctpCapabilities, RTCSctpTransport
from aiortc.codecs.opus import OpusEncoder
from aiortc.codecs.vpx import Vp8Encoder

import aiortc_client  # pictures with numbers, a tone, and loopback for aioice

OPUS, VP8, RTX = 111, 100, 96  # as Jicofo numbers them
LEVEL_ID, SEND_TIME_ID, NUMBER_ID = 1, 3, 5  # likewise
TRANSPORT_WIDE = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
PEER, PARTICIPANT = "jvb-b", "77ab01cd"
OWN_SSRC = 0x5EED0001  # of feedback
LEVEL = 23  # -dBov
SIZES = ((80, 60), (160, 120), (320, 240))
CHANNEL = {"label": "default", "protocol": "http://jitsi.org/protocols/colibri"}
LIMIT_S = 15


class Ice:
    """What DTLS of aiortc runs on. A bridge on its shared port does not begin: its checks wait for the first one that arrives."""

    def __init__(self, controlling):
        self.role = "controlling" if controlling else "controlled"
        self.connection = aioice.Connection(ice_controlling=controlling, use_ipv6=False)
        self.checked = asyncio.Event()
        self.starts = controlling
        self.withheld = 0

    async def gather(self):
        await self.connection.gather_candidates()
        for protocol in self.connection._protocols:
            self.restrain(protocol)

    def restrain(self, protocol):
        send, receive = protocol.send_stun, protocol.receiver.request_received

        def only_when_checked(message, address):
            if message.message_class == aioice.stun.Class.REQUEST and not self.starts and not self.checked.is_set():
                self.withheld += 1
                return
            send(message, address)

        def note(message, address, by):
            self.checked.set()
            receive(message, address, by)

        protocol.send_stun, protocol.receiver.request_received = only_when_checked, note

    async def connect(self, transport):
        for c in transport["candidates"]:
            await self.connection.add_remote_candidate(aioice.Candidate(
                c["foundation"], int(c["component"]), c["protocol"], int(c["priority"]), c["ip"], int(c["port"]), c["type"]))
        await self.connection.add_remote_candidate(None)
        self.connection.remote_username, self.connection.remote_password = transport["ufrag"], transport["pwd"]
        await asyncio.wait_for(self.connection.connect(), LIMIT_S)

    async def _recv(self):
        return await self.connection.recv()

    async def _send(self, data):
        await self.connection.send(data)


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


class Peer:
    def __init__(self):
        self.tasks = []
        self.clear()

    def clear(self):
        self.ice = self.dtls = self.sctp = self.socket = self.server = self.endpoint_socket = None
        self.heard, self.endpoint_heard = [], []
        self.closed = None
        self.incoming, self.extensions, self.payload_types = {}, {}, {}
        self.rtx_of = {}  # RTX SSRC -> SSRC, of the bridge's participant
        self.counts = {name: 0 for name in (
            "nacksReceived", "plisReceived", "transportFeedback", "remb", "senderReports", "receiverReports", "keyFrames", "withheld",
            "askedAgain", "levels", "numbers", "sendTimes")}
        self.lose_every = self.withhold_every = 0
        self.force_key_frame = False

    async def colibri(self, method, path, body):
        def request():
            wanted = urllib.request.Request(
                self.bridge + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method)
            try:
                opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
                with opener.open(wanted, timeout=LIMIT_S) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as e:
                raise RuntimeError(f"{method} {path}: {e.code} {e.read().decode()}") from e

        return await asyncio.to_thread(request)

    async def relay(self, relay):
        return (await self.colibri("PATCH", self.path, {"relays": [{"id": PEER, **relay}]}))["relays"][0]

    def sources(self):
        video = [{"ssrc": s, "name": f"{PARTICIPANT}-v0", "videoType": "camera"} for o in self.video for s in (o.ssrc, o.rtx)]
        groups = [{"semantics": "SIM", "sources": [o.ssrc for o in self.video]},
                  *({"semantics": "FID", "sources": [o.ssrc, o.rtx]} for o in self.video)]
        return [
            {"type": "audio", "id": f"{PARTICIPANT}-a0", "sources": [{"ssrc": self.audio.ssrc, "name": f"{PARTICIPANT}-a0"}]},
            {"type": "video", "id": f"{PARTICIPANT}-v0", "sources": video, "ssrc-groups": groups}]

    async def connect(self, bridge, public, meeting, initiator, sctp):
        """Makes the relay as Jicofo does and connects; initiator: whether the bridge under test has that part.

        The value is what the bridge answered and what was negotiated, with the SSRCs that the peer sends."""
        self.clear()
        self.bridge, self.public, self.path = bridge, public, f"/colibri/v2/conferences/{meeting}"
        self.audio = Outgoing(1234567)
        self.video = [Outgoing(2000 + i, 3000 + i) for i in range(len(SIZES))]
        feedback = [{"type": "ccm", "subtype": "fir"}, {"type": "nack"}, {"type": "nack", "subtype": "pli"}, {"type": "transport-cc"}]
        medias = [
            {"type": "audio", "payload-types": [{"id": OPUS, "name": "opus", "clockrate": 48000, "channels": 2,
                                                 "rtcp-fbs": [{"type": "transport-cc"}]}],
             "rtp-hdrexts": [{"id": LEVEL_ID, "uri": aiortc_client.AUDIO_LEVEL}, {"id": NUMBER_ID, "uri": TRANSPORT_WIDE}]},
            {"type": "video", "payload-types": [
                {"id": VP8, "name": "VP8", "clockrate": 90000, "rtcp-fbs": feedback},
                {"id": RTX, "name": "rtx", "clockrate": 90000, "parameters": {"apt": str(VP8)}}],
             "rtp-hdrexts": [{"id": SEND_TIME_ID, "uri": aiortc_client.ABS_SEND_TIME}, {"id": NUMBER_ID, "uri": TRANSPORT_WIDE}]}]
        transport = {"ice-controlling": initiator, "use-unique-port": initiator}
        if sctp:
            transport["sctp"] = {"role": "client" if initiator else "server"}
        answer = await self.relay({
            "create": True, "mesh-id": "0", "medias": medias, "transport": transport,
            "endpoints": [{"id": PARTICIPANT, "create": True, "stats-id": "Bob-q2", "capabilities": ["source-names"], "sources": self.sources()}]})
        theirs = answer["transport"]["transport"]

        self.ice = Ice(controlling=not initiator)
        await self.ice.gather()
        certificate = RTCCertificate.generateCertificate()
        self.dtls = RTCDtlsTransport(self.ice, [certificate])
        self.dtls._set_role("client" if initiator else "server")
        self.dtls._handle_rtp_data, self.dtls._handle_rtcp_data = self.on_rtp, self.on_rtcp
        own = {
            "ufrag": self.ice.connection.local_username, "pwd": self.ice.connection.local_password, "rtcp-mux": True,
            "fingerprints": [{"hash": f.algorithm, "fingerprint": f.value, "setup": "active" if initiator else "passive"}
                             for f in certificate.getFingerprints() if f.algorithm == "sha-256"],
            "candidates": [
                {"foundation": c.foundation, "component": str(c.component), "generation": "0", "id": f"c{i}", "network": "0", "ip": c.host,
                 "port": str(c.port), "priority": str(c.priority), "protocol": c.transport, "type": c.type}
                for i, c in enumerate(self.ice.connection.local_candidates)]}
        if not sctp and initiator:
            own["web-sockets"] = [await self.serve(meeting)]
        await self.relay({"transport": {"transport": own}})
        if not sctp and not initiator:
            await self.open_socket(theirs["web-sockets"][0])

        await self.ice.connect(theirs)
        await asyncio.wait_for(self.dtls.start(RTCDtlsParameters(
            [RTCDtlsFingerprint(f["hash"], f["fingerprint"]) for f in theirs["fingerprints"]])), LIMIT_S)
        if self.dtls.state != "connected":
            raise RuntimeError(f"DTLS is {self.dtls.state}")
        if sctp:
            await self.begin_sctp(client=not initiator)
        await asyncio.wait_for(self.opened.wait(), LIMIT_S)
        self.tasks += [asyncio.create_task(t) for t in (self.talk(), self.film(), self.report())]
        return {
            "setup": theirs["fingerprints"][0]["setup"], "sctp": answer["transport"].get("sctp"), "webSockets": theirs.get("web-sockets", []),
            "ports": sorted({int(c["port"]) for c in theirs["candidates"]}), "withheldChecks": self.ice.withheld,
            "profile": self.dtls._ssl.get_selected_srtp_profile().decode(), "channel": self.described,
            "audio": self.audio.ssrc, "video": self.video[0].ssrc, "rtx": self.video[0].rtx}

    # The channel.

    def on_message(self, text):
        self.heard.append(json.loads(text))

    async def begin_sctp(self, client):
        self.opened = asyncio.Event()
        self.sctp = RTCSctpTransport(self.dtls)
        if not client:  # aiortc would begin, too
            async def nothing():
                pass

            self.sctp._init = nothing
        self.sctp.on("datachannel", self.use_channel)
        await self.sctp.start(RTCSctpCapabilities(maxMessageSize=262144), 5000)
        if client:
            self.use_channel(RTCDataChannel(self.sctp, RTCDataChannelParameters(id=0, **CHANNEL)))

    def use_channel(self, channel):
        self.channel = channel
        self.described = {"id": channel.id, "label": channel.label, "protocol": channel.protocol}
        channel.on("message", self.on_message)
        if channel.readyState == "open":
            self.opened.set()
        else:
            channel.on("open", self.opened.set)

    async def serve(self, meeting):
        """The bridge is to open the channel; the value is the URL."""
        self.opened = asyncio.Event()

        async def accept(socket):
            self.described = {"path": socket.request.path}
            await socket.send(json.dumps({"colibriClass": "ServerHello", "version": "2.3-other"}))
            await self.use_socket(socket)

        self.server = await websockets.serve(accept, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        return f"ws://127.0.0.1:{port}/colibri-relay-ws/default-id/{meeting}/jvb-a?pwd=secret"

    def reachable(self, url):
        """The same on this machine: a proxy in front of the bridge does no more."""
        asked = urllib.parse.urlsplit(url)
        return urllib.parse.urlunsplit(("ws", f"127.0.0.1:{self.public}", asked.path, asked.query, ""))

    async def open_socket(self, url):
        self.opened = asyncio.Event()
        socket = await websockets.connect(self.reachable(url), proxy=None)
        self.described = {"path": urllib.parse.urlsplit(url).path}
        self.tasks.append(asyncio.create_task(self.use_socket(socket)))

    async def use_socket(self, socket):
        self.socket = socket
        self.opened.set()
        try:
            async for text in socket:
                self.on_message(text)
        except websockets.ConnectionClosed:
            pass
        self.closed = {"code": socket.close_code, "reason": socket.close_reason}

    async def say(self, message):
        text = json.dumps(message)
        if self.socket:
            await self.socket.send(text)
        else:
            self.channel.send(text)
        return {}

    async def hear(self, kind, where=None, limit_s=LIMIT_S):
        """The first message of a class whose fields are these, among all that came; null after limit_s."""
        return await self.find(self.heard, kind, where or {}, limit_s)

    async def find(self, heard, kind, where, limit_s):
        deadline = time.monotonic() + limit_s
        while time.monotonic() < deadline:
            for message in heard:
                if message["colibriClass"] == kind and where.items() <= message.items():
                    return message
            await asyncio.sleep(0.02)
        return None

    async def forget(self):
        """Messages that came so far are not found any more."""
        self.heard.clear()
        return {}

    # A participant of the bridge that has nothing but a channel.

    async def attend(self, endpoint):
        wish = {"id": endpoint, "create": True, "capabilities": ["source-names"], "transport": {"ice-controlling": True}}
        answer = await self.colibri("PATCH", self.path, {"endpoints": [wish]})
        self.endpoint_socket = await websockets.connect(
            self.reachable(answer["endpoints"][0]["transport"]["transport"]["web-sockets"][0]), proxy=None)

        async def read():
            try:
                async for text in self.endpoint_socket:
                    self.endpoint_heard.append(json.loads(text))
            except websockets.ConnectionClosed:
                pass

        self.tasks.append(asyncio.create_task(read()))
        return {}

    async def endpoint_says(self, message):
        await self.endpoint_socket.send(json.dumps(message))
        return {}

    async def endpoint_hears(self, kind, where=None, limit_s=LIMIT_S):
        return await self.find(self.endpoint_heard, kind, where or {}, limit_s)

    # What the peer sends.

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
        tone, encoder = aiortc_client.Tone(700), OpusEncoder()
        while True:
            payloads, timestamp = encoder.encode(await tone.recv())
            for payload in payloads:
                await self.send(self.audio, OPUS, timestamp, 0, payload, LEVEL)

    async def film(self):
        pictures, encoders = aiortc_client.NumberedPictures(), [Vp8Encoder() for _ in SIZES]
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

    # What the peer receives.

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
        return {**self.counts, "repeated": sum(s.repeated for s in self.video), "streams": streams, "closed": self.closed}

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

    async def expire(self, limit_s=LIMIT_S):
        """Has the bridge give the relay up; the value is how the WebSocket was closed, null if there is none."""
        await self.relay({"expire": True})
        deadline = time.monotonic() + limit_s
        while self.socket and self.closed is None and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        closed = self.closed
        await self.leave()
        return closed

    async def leave(self):
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()
        for closing in (self.endpoint_socket, self.socket):
            if closing:
                await closing.close()
        if self.server:
            self.server.close()
        if self.sctp:
            await self.sctp.stop()
        if self.dtls:
            await self.dtls.stop()
        if self.ice:
            await self.ice.connection.close()
        self.clear()
        return {}


async def main():
    peer = Peer()
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            arguments = json.loads(line)
            command = arguments.pop("do")
            if not re.fullmatch("[a-z][a-z_]*", command):
                raise ValueError(f"{command}: expected a command")
            answer = {"value": await getattr(peer, command)(**arguments)}
        except Exception as e:
            traceback.print_exc()
            answer = {"error": f"{type(e).__name__}: {e}"}
        print(json.dumps(answer), flush=True)


asyncio.run(main())
