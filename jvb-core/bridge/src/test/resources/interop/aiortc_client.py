"""A test-only client: joins a conference by Colibri2 REST and talks WebRTC to the bridge with aiortc.

Reads commands from stdin, a JSON object a line, {"do": name, ...arguments}, and answers each with a line on stdout, {"value": ...} or
{"error": ...}. Ends when stdin does, so that it can not outlive the test. The bridge's description becomes an SDP offer,
aiortc answers it; one peer connection at a time.
"""

import asyncio
import fractions
import json
import math
import random
import re
import struct
import sys
import time
import traceback
import urllib.error
import urllib.parse
import urllib.request

import aioice.ice
import av
from aiortc import RTCConfiguration, RTCPeerConnection, RTCRtpReceiver, RTCRtpSender
from aiortc import RTCSessionDescription, rtcdtlstransport, rtcrtpreceiver
from aiortc.codecs.vpx import Vp8Decoder
from aiortc.mediastreams import MediaStreamError, MediaStreamTrack

OPUS, VP8, RTX = 111, 100, 101
WIDTH, HEIGHT, FPS = 320, 240, 15
BARS = 10  # the upper half of a picture shows its number, a bit a bar
AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level"
ABS_SEND_TIME = "http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time"
REST_TIMEOUT_S = 10
CONNECT_TIMEOUT_S = 15

# aioice never uses loopback by itself.
aioice.ice.get_host_addresses = lambda use_ipv4, use_ipv6: ["127.0.0.1"]

ALL_PROFILES = list(rtcdtlstransport.SRTP_PROFILES)


def force_profiles(names):
    """From here on only the named protection profiles are offered, in that order; none named: all, as aiortc has them."""
    wanted = [p for name in names for p in ALL_PROFILES if p.openssl_profile.decode() == name]
    if len(wanted) != len(names):
        raise ValueError(f"{names}: aiortc has {[p.openssl_profile.decode() for p in ALL_PROFILES]}")
    rtcdtlstransport.SRTP_PROFILES[:] = wanted or ALL_PROFILES


class Counts:
    """What aiortc does and does not say in its statistics."""

    def __init__(self):
        self.frames = 0
        self.key_frames = 0
        self.misread = 0  # pictures whose bars are no number that may follow the one before
        self.last_number = None
        self.audio_frames = 0
        self.audio_peak = 0
        self.audio_levels = 0
        self.send_times = 0
        self.nacks = 0
        self.plis = 0
        self.key_frame_requests = 0
        self.lost = set()
        self.recovered = 0
        self.recovered_by_rtx = 0
        self.asked_to_repeat = 0


counts = Counts()


def counting(owner, method, count):
    """Calls count(arguments) before each call of the method."""
    original = getattr(owner, method)

    def counted(self, *arguments, **named):
        count(*arguments, **named)
        return original(self, *arguments, **named)

    setattr(owner, method, counted)


def add(name, amount=1):
    setattr(counts, name, getattr(counts, name) + amount)


def count_extensions(packet, arrival_time_ms):
    add("audio_levels", packet.extensions.audio_level is not None)
    add("send_times", packet.extensions.abs_send_time is not None)


counting(RTCRtpReceiver, "_send_rtcp_nack", lambda *_: add("nacks"))
counting(RTCRtpReceiver, "_send_rtcp_pli", lambda *_: add("plis"))
counting(RTCRtpReceiver, "_handle_rtp_packet", count_extensions)
counting(Vp8Decoder, "decode", lambda encoded: add("key_frames", encoded.data[0] & 1 == 0))  # RFC 6386 section 9.1
counting(RTCRtpSender, "_send_keyframe", lambda *_: add("key_frame_requests"))
counting(RTCRtpSender, "_retransmit", lambda _: add("asked_to_repeat"))

unwrap_rtx = rtcrtpreceiver.unwrap_rtx


def count_unwrapped(packet, payload_type, ssrc):
    original = unwrap_rtx(packet, payload_type=payload_type, ssrc=ssrc)
    if original.sequence_number in counts.lost:
        counts.lost.discard(original.sequence_number)
        counts.recovered += 1
        counts.recovered_by_rtx += 1
    return original


rtcrtpreceiver.unwrap_rtx = count_unwrapped


class Pace:
    def __init__(self, interval_s):
        self.interval_s = interval_s
        self.start = None
        self.ticks = 0

    async def next(self):
        if self.start is None:
            self.start = time.monotonic()
        await asyncio.sleep(self.start + self.ticks * self.interval_s - time.monotonic())
        self.ticks += 1
        return self.ticks - 1


class NumberedPictures(MediaStreamTrack):
    """Above the picture's number as bars, below noise, so that a picture takes several packets."""

    kind = "video"

    def __init__(self):
        super().__init__()
        self.pace = Pace(1 / FPS)
        noise = random.Random(1)
        self.noise = [noise.randbytes(WIDTH * HEIGHT // 2) for _ in range(8)]
        self.grey = bytes([128]) * (WIDTH * HEIGHT // 4)

    async def recv(self):
        number = await self.pace.next()
        bar = WIDTH // BARS
        row = b"".join(bytes([235 if number >> bit & 1 else 16]) * bar for bit in range(BARS))
        frame = av.VideoFrame(WIDTH, HEIGHT, "yuv420p")
        frame.planes[0].update(row * (HEIGHT // 2) + self.noise[number % len(self.noise)])
        frame.planes[1].update(self.grey)
        frame.planes[2].update(self.grey)
        frame.pts = number * 90000 // FPS
        frame.time_base = fractions.Fraction(1, 90000)
        return frame


class Tone(MediaStreamTrack):
    """A tone of a multiple of 50 Hz, 20 ms a frame."""

    kind = "audio"

    def __init__(self, hertz=500):
        super().__init__()
        self.pace = Pace(0.02)
        self.samples = b"".join(struct.pack("<h", int(8000 * math.sin(math.tau * hertz * i / 48000))) for i in range(960))

    async def recv(self):
        number = await self.pace.next()
        frame = av.AudioFrame(format="s16", layout="mono", samples=960)
        frame.planes[0].update(self.samples)
        frame.sample_rate = 48000
        frame.pts = number * 960
        frame.time_base = fractions.Fraction(1, 48000)
        return frame


def read_number(frame):
    plane = frame.planes[0]
    luma = memoryview(plane)
    middle = HEIGHT // 4 * plane.line_size + WIDTH // BARS // 2
    return sum((luma[middle + bit * (WIDTH // BARS)] > 128) << bit for bit in range(BARS))


async def consume(track, sizes_vary=False):
    """Counts what comes; where sizes may vary, only pictures of the size that shows their number."""
    try:
        while True:
            frame = await track.recv()
            if sizes_vary and track.kind == "video" and (frame.width, frame.height) != (WIDTH, HEIGHT):
                counts.last_number = None
                continue
            if track.kind == "audio":
                counts.audio_frames += 1
                samples = bytes(frame.planes[0])[: frame.samples * 4]  # two channels
                counts.audio_peak = max(counts.audio_peak, *(abs(s) for (s,) in struct.iter_unpack("<h", samples)))
            else:
                number = read_number(frame)
                last = counts.last_number
                if (frame.width, frame.height) != (WIDTH, HEIGHT) or (
                    last is not None and not 0 < (number - last) % (1 << BARS) < 20 * FPS
                ):
                    counts.misread += 1
                counts.last_number = number
                counts.frames += 1
    except MediaStreamError:
        pass


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


def offer(transport, remote, setup, extensions, rtx):
    """The bridge's side; remote is {"audio": ssrc, "video": ssrc, "rtx": ssrc} of what it sends, or None if it only receives."""
    fingerprint = transport["fingerprints"][0]

    def section(mid, lines):
        yield from lines
        yield from ["c=IN IP4 0.0.0.0", "a=rtcp-mux", f"a=mid:{mid}"]
        yield from [f"a=ice-ufrag:{transport['ufrag']}", f"a=ice-pwd:{transport['pwd']}"]
        yield f"a=fingerprint:{fingerprint['hash']} {fingerprint['fingerprint']}"
        yield f"a=setup:{setup}"
        for c in transport["candidates"]:
            yield (f"a=candidate:{c['foundation']} {c['component']} {c['protocol']} {c['priority']} {c['ip']} {c['port']}"
                   f" typ {c['type']}")
        yield "a=sendonly" if remote else "a=recvonly"
        if remote:
            yield f"a=msid:remote {mid}-track"
            yield f"a=ssrc:{remote[mid]} cname:remote"
            if rtx and mid == "video":
                yield f"a=ssrc-group:FID {remote['video']} {remote['rtx']}"
                yield f"a=ssrc:{remote['rtx']} cname:remote"

    audio = [f"m=audio 9 UDP/TLS/RTP/SAVPF {OPUS}", f"a=rtpmap:{OPUS} opus/48000/2", f"a=extmap:{extensions[0]} {AUDIO_LEVEL}"]
    video = [f"m=video 9 UDP/TLS/RTP/SAVPF {VP8}" + (f" {RTX}" if rtx else ""), f"a=rtpmap:{VP8} VP8/90000", f"a=rtcp-fb:{VP8} nack",
             f"a=rtcp-fb:{VP8} nack pli", f"a=rtcp-fb:{VP8} goog-remb", f"a=extmap:{extensions[1]} {ABS_SEND_TIME}"]
    if rtx:
        video += [f"a=rtpmap:{RTX} rtx/90000", f"a=fmtp:{RTX} apt={VP8}"]
    return "\r\n".join(["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE audio video",
                        *section("audio", audio), *section("video", video), ""])


def data_offer(transport):
    """The bridge's side of a connection with nothing but data channels; the client is the DTLS client."""
    fingerprint = transport["fingerprints"][0]
    lines = ["v=0", "o=- 1 1 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE data",
             "m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0", "a=mid:data",
             f"a=ice-ufrag:{transport['ufrag']}", f"a=ice-pwd:{transport['pwd']}",
             f"a=fingerprint:{fingerprint['hash']} {fingerprint['fingerprint']}", "a=setup:passive",
             "a=sctp-port:5000", "a=max-message-size:262144"]
    lines += [f"a=candidate:{c['foundation']} {c['component']} {c['protocol']} {c['priority']} {c['ip']} {c['port']}"
              f" typ {c['type']}" for c in transport["candidates"]]
    return "\r\n".join([*lines, ""])


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


def medias(extensions, rtx):
    feedback = [{"type": "nack"}, {"type": "nack", "subtype": "pli"}, {"type": "goog-remb"}]
    repeats = [{"id": RTX, "name": "rtx", "clockrate": 90000, "parameters": {"apt": str(VP8)}}] if rtx else []
    return [
        {"type": "audio", "payload-types": [{"id": OPUS, "name": "opus", "clockrate": 48000, "channels": 2}],
         "rtp-hdrexts": [{"id": extensions[0], "uri": AUDIO_LEVEL}]},
        {"type": "video", "payload-types": [{"id": VP8, "name": "VP8", "clockrate": 90000, "rtcp-fbs": feedback}, *repeats],
         "rtp-hdrexts": [{"id": extensions[1], "uri": ABS_SEND_TIME}]}]


def first(pattern, text):
    match = re.search(pattern, text, re.MULTILINE)
    return match.group(1).strip() if match else ""


class Client:
    def __init__(self):
        self.pc = None
        self.lossy = None
        self.tasks = []

    async def colibri(self, method, path, body):
        def request():
            wanted = urllib.request.Request(
                self.bridge + path, json.dumps(body).encode(), {"Content-Type": "application/json"}, method=method)
            try:
                # Never through a proxy: the bridge is on this machine.
                opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
                with opener.open(wanted, timeout=REST_TIMEOUT_S) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as e:
                raise RuntimeError(f"{method} {path}: {e.code} {e.read().decode()}") from e

        return await asyncio.to_thread(request)

    async def join(self, bridge, meeting, endpoint, create, extensions, rtx):
        self.bridge, self.endpoint = bridge, endpoint
        self.path = f"/colibri/v2/conferences/{meeting}"
        wish = {"id": endpoint, "create": True, "capabilities": ["source-names"], "medias": medias(extensions, rtx),
                "transport": {"ice-controlling": True}}
        if create:
            body = {"meeting-id": meeting, "create": True, "endpoints": [wish]}
            answer = await self.colibri("POST", "/colibri/v2/conferences", body)
        else:
            answer = await self.colibri("PATCH", self.path, {"endpoints": [wish]})
        return answer["endpoints"][0]["transport"]["transport"]

    async def connect(self, transport, remote, setup, extensions, profiles, tracks, rtx, sizes_vary=False):
        global counts
        counts = Counts()
        force_profiles(profiles)
        self.pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.pc.on("track", lambda track: self.tasks.append(asyncio.create_task(consume(track, sizes_vary))))
        for track in tracks:
            self.pc.addTrack(track)
        # The bridge leaves the role to its peer; aiortc always answers actpass with active, so the offer names the role.
        theirs = "passive" if setup == "active" else "active"
        await self.pc.setRemoteDescription(RTCSessionDescription(offer(transport, remote, theirs, extensions, rtx), "offer"))
        self.lossy = Lossy(self.dtls().transport)
        await self.pc.setLocalDescription(await self.pc.createAnswer())
        sdp = self.pc.localDescription.sdp
        if first(r"^a=setup:(.*)$", sdp) != setup:
            raise RuntimeError(f"wanted setup:{setup}, aiortc answers {sdp}")
        sources = []
        for part in re.split(r"^m=", sdp, flags=re.MULTILINE)[1:]:
            kind, ssrc = part[:5], first(r"^a=ssrc:(\d+)", part)
            if tracks:
                name = f"{self.endpoint}-{kind[0]}0"
                source = {"type": kind, "id": name, "sources": [{"ssrc": int(ssrc), "name": name}]}
                group = first(r"^a=ssrc-group:FID (.*)$", part)
                if rtx and group:
                    pair = [int(number) for number in group.split()]
                    source["sources"] = [{"ssrc": number, "name": name} for number in pair]
                    source["ssrc-groups"] = [{"semantics": "FID", "sources": pair}]
                sources.append(source)
        description = {
            "ufrag": first(r"^a=ice-ufrag:(.*)$", sdp), "pwd": first(r"^a=ice-pwd:(.*)$", sdp), "rtcp-mux": True,
            "fingerprints": [{"hash": "sha-256", "fingerprint": first(r"^a=fingerprint:sha-256 (.*)$", sdp), "setup": setup}]}
        await self.colibri("PATCH", self.path, {"endpoints": [
            {"id": self.endpoint, "transport": {"transport": description}, "sources": sources}]})
        deadline = time.monotonic() + CONNECT_TIMEOUT_S
        while self.pc.connectionState != "connected":
            if time.monotonic() > deadline or self.pc.connectionState in ("failed", "closed"):
                raise RuntimeError(f"{self.pc.connectionState}, ICE {self.pc.iceConnectionState}, DTLS {self.dtls().state}")
            await asyncio.sleep(0.02)
        repeating = {"rtx": s["sources"][1]["ssrc"] for s in sources if len(s["sources"]) > 1}
        return {s["type"]: s["sources"][0]["ssrc"] for s in sources} | repeating

    async def talk(self, bridge, meeting, endpoint, loss=0, opener=True):
        """Joins with SCTP only, either side opens the channel; the value is what the bridge says of its side of SCTP."""
        self.bridge, self.endpoint, self.path = bridge, endpoint, f"/colibri/v2/conferences/{meeting}"
        wish = {"id": endpoint, "create": True, "capabilities": ["source-names"], "medias": medias((1, 3), False),
                "transport": {"ice-controlling": True, "sctp": {}}}
        body = {"meeting-id": meeting, "create": True, "endpoints": [wish]}
        answer = await self.colibri("POST", "/colibri/v2/conferences", body)
        transport = answer["endpoints"][0]["transport"]
        self.pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        await self.pc.setRemoteDescription(RTCSessionDescription(data_offer(transport["transport"]), "offer"))
        self.lossy = LossyData(self.pc.sctp.transport.transport, loss)
        # Made before the connection is up, as a browser's application makes it.
        opening = self.make_channel() if opener else self.await_channel()
        await self.pc.setLocalDescription(await self.pc.createAnswer())
        sdp = self.pc.localDescription.sdp
        description = {
            "ufrag": first(r"^a=ice-ufrag:(.*)$", sdp), "pwd": first(r"^a=ice-pwd:(.*)$", sdp), "rtcp-mux": True,
            "fingerprints": [{"hash": "sha-256", "fingerprint": first(r"^a=fingerprint:sha-256 (.*)$", sdp), "setup": "active"}]}
        await self.colibri("PATCH", self.path, {"endpoints": [{"id": endpoint, "transport": {"transport": description}}]})
        await asyncio.wait_for(opening.wait(), CONNECT_TIMEOUT_S)
        return transport["sctp"]

    def make_channel(self):
        opened = asyncio.Event()
        self.use(self.pc.createDataChannel("JVB data channel", protocol="http://jitsi.org/protocols/colibri"))
        self.channel.on("open", opened.set)
        return opened

    def await_channel(self):
        opened = asyncio.Event()

        @self.pc.on("datachannel")
        def take(channel):
            self.use(channel)
            opened.set()

        return opened

    def use(self, channel):
        self.messages = asyncio.Queue()
        self.channel = channel
        channel.on("message", self.messages.put_nowait)

    async def describe(self):
        return {"label": self.channel.label, "protocol": self.channel.protocol, "ordered": self.channel.ordered}

    async def echo(self, lengths, limit_s):
        """Says texts of these lengths, all at once; the value is how many came back as they were, in their order."""
        said = [chr(ord("a") + i) * length for i, length in enumerate(lengths)]
        return await self.answers(said, said, limit_s)

    async def echo_bytes(self, lengths, expected, limit_s):
        """Sends bytes, all at once; the value is how often that was answered with this text."""
        return await self.answers([bytes(length) for length in lengths], [expected] * len(lengths), limit_s)

    async def answers(self, said, expected, limit_s):
        for message in said:
            self.channel.send(message)
        heard = [await asyncio.wait_for(self.messages.get(), limit_s) for _ in said]
        return sum(a == b for a, b in zip(heard, expected))

    async def greet(self, lengths, limit_s):
        """Sends greetings of these lengths one after another; the value is how many were answered."""
        answered = 0
        for length in lengths:
            greeting = json.dumps({"colibriClass": "ClientHello", "padding": ""})
            self.channel.send(greeting.replace('""', '"' + "x" * max(0, length - len(greeting)) + '"'))
            try:
                await self.hear("ServerHello", limit_s)
                answered += 1
            except asyncio.TimeoutError:
                break
        return answered

    async def hear(self, kind, limit_s):
        """Waits for a message of this class, drops others; the value is the message."""
        async def next():
            while (message := json.loads(await self.messages.get()))["colibriClass"] != kind:
                pass
            return message

        return await asyncio.wait_for(next(), limit_s)

    async def say(self, text):
        self.channel.send(text)
        return {}

    async def say_bytes(self, length):
        self.channel.send(bytes(length))
        return {}

    async def reopen(self, limit_s):
        """Closes the channel and opens another; the value is the two channels' stream ids."""
        old = self.channel
        closed = asyncio.Event()
        old.on("close", closed.set)
        old.close()
        await asyncio.wait_for(closed.wait(), limit_s)
        await asyncio.wait_for(self.make_channel().wait(), limit_s)
        return [old.id, self.channel.id]

    def dtls(self):
        return self.pc.getTransceivers()[0].receiver.transport

    async def publish(self, bridge, meeting, endpoint, setup, profiles=(), extensions=(1, 3), rtx=False):
        """Creates the conference and sends; the value is {"audio": ssrc, "video": ssrc}, and "rtx" if it has one."""
        transport = await self.join(bridge, meeting, endpoint, True, extensions, rtx)
        return await self.connect(transport, None, setup, extensions, profiles, [Tone(), NumberedPictures()], rtx)

    async def play(self, bridge, meeting, endpoint, setup, remote, profiles=(), extensions=(5, 2), rtx=False, strict=False):
        """Joins and decodes what is sent under the given SSRCs.

        With strict, others come, too, which aiortc would take for these, and pictures of several sizes."""
        transport = await self.join(bridge, meeting, endpoint, False, extensions, rtx)
        await self.connect(transport, remote, setup, extensions, profiles, [], rtx, sizes_vary=strict)
        if strict:
            router = self.dtls()._rtp_router
            route = router.route_rtp
            router.route_rtp = lambda packet: route(packet) if packet.ssrc in remote.values() else None
        return {}

    async def http(self, method, url, body=None):
        def request():
            wanted = urllib.request.Request(url, body and body.encode(), {"Content-Type": "application/sdp"}, method=method)
            try:
                opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
                with opener.open(wanted, timeout=REST_TIMEOUT_S) as answer:
                    return answer.status, answer.headers.get("Location"), answer.read().decode()
            except urllib.error.HTTPError as e:
                raise RuntimeError(f"{method} {url}: {e.code} {e.read().decode()}") from e

        return await asyncio.to_thread(request)

    async def offer_to(self, url, direction, tracks, codec=None):
        """Offers what is aiortc's own habit, or video only in the named codec, and connects by what the server answers.

        The value is the answer."""
        global counts
        counts = Counts()
        force_profiles(())
        self.pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.pc.on("track", lambda track: self.tasks.append(asyncio.create_task(consume(track))))
        for track in tracks:
            transceiver = self.pc.addTransceiver(track, direction=direction)
            if codec and transceiver.kind == "video":
                known = RTCRtpSender.getCapabilities("video").codecs
                transceiver.setCodecPreferences([c for c in known if c.mimeType in (f"video/{codec}", "video/rtx")])
        await self.pc.setLocalDescription(await self.pc.createOffer())
        status, location, answer = await self.http("POST", url, self.pc.localDescription.sdp)
        if status != 201:
            raise RuntimeError(f"POST {url}: {status}")
        self.session = urllib.parse.urljoin(url, location)
        await self.pc.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        deadline = time.monotonic() + CONNECT_TIMEOUT_S
        while self.pc.connectionState != "connected":
            if time.monotonic() > deadline or self.pc.connectionState in ("failed", "closed"):
                raise RuntimeError(f"{self.pc.connectionState}, ICE {self.pc.iceConnectionState}, DTLS {self.dtls().state}")
            await asyncio.sleep(0.02)
        return answer

    async def whip(self, url, codec=None, hertz=500):
        """Publishes by WHIP."""
        return await self.offer_to(url, "sendonly", [Tone(hertz), NumberedPictures()], codec)

    async def sent(self):
        """The SSRCs under which it sends, by kind."""
        return {sender.track.kind: sender._ssrc for sender in self.pc.getSenders() if sender.track}

    async def read_file(self, path):
        """Decodes a recorded file of one track: what it is, and whether times and numbered pictures follow each other."""
        with av.open(path) as file:
            stream = file.streams[0]
            times, numbers = [], []
            for frame in file.decode(stream):
                times.append(frame.time)
                if stream.type == "video":
                    numbers.append(read_number(frame))
            steps = [(b - a) % (1 << BARS) for a, b in zip(numbers, numbers[1:])]
            return {"format": file.format.name, "codec": stream.codec_context.name, "frames": len(times),
                    "duration": file.duration, "first": times[0], "last": times[-1],
                    "ordered": all(a < b for a, b in zip(times, times[1:])),
                    "missing": sum(step - 1 for step in steps)}

    async def read_tones(self, path, hertz):
        """Decodes a file of sound; the value is the amplitude of each frequency in it (Goertzel), 1 is full scale."""
        with av.open(path) as file:
            resampler = av.AudioResampler(format="s16", layout="mono", rate=48000)
            data = b"".join(bytes(part.planes[0])[: part.samples * 2] for frame in file.decode(file.streams[0])
                            for part in resampler.resample(frame))
        samples = [s / 32768 for (s,) in struct.iter_unpack("<h", data)]
        amplitudes = {}
        for each in hertz:
            turn = 2 * math.cos(math.tau * each / 48000)
            one = two = 0.0
            for sample in samples:
                one, two = sample + turn * one - two, one
            amplitudes[str(each)] = 2 * math.sqrt(max(0.0, one * one + two * two - turn * one * two)) / max(1, len(samples))
        return {"seconds": len(samples) / 48000, "amplitudes": amplitudes}

    async def whep(self, url):
        """Watches by WHEP."""
        return await self.offer_to(url, "recvonly", ["audio", "video"])

    async def end_session(self):
        """Deletes the resource of the session; the connection stays as it is. The value is the status."""
        return (await self.http("DELETE", self.session))[0]

    async def figures(self):
        reports = [report for report in (await self.pc.getStats()).values()]

        def total(kind, name):
            return sum(getattr(report, name) or 0 for report in reports if report.type == kind)

        return {
            "framesDecoded": counts.frames, "keyFrames": counts.key_frames, "misread": counts.misread,
            "audioFrames": counts.audio_frames, "audioPeak": counts.audio_peak,
            "audioLevels": counts.audio_levels, "sendTimes": counts.send_times,
            "nacks": counts.nacks, "plis": counts.plis, "keyFrameRequests": counts.key_frame_requests,
            "missing": len(counts.lost), "recovered": counts.recovered, "recoveredByRtx": counts.recovered_by_rtx,
            "askedToRepeat": counts.asked_to_repeat,
            "packetsLost": total("inbound-rtp", "packetsLost"),
            "senderReports": sum(report.type == "remote-outbound-rtp" for report in reports),
            "receiverReports": sum(report.type == "remote-inbound-rtp" for report in reports),
            "reportedLost": total("remote-inbound-rtp", "packetsLost"),
            "profile": (self.dtls()._ssl.get_selected_srtp_profile() or b"").decode(),
            "role": self.dtls()._role, "dtlsVersion": self.dtls()._ssl.get_protocol_version_name()}

    async def watch(self, limit_s, growth, least):
        """The figures, once those named in growth have grown by what it says and those in least are it, or after limit_s."""
        before = now = await self.figures()
        wanted = {**least, **{name: before[name] + more for name, more in growth.items()}}
        deadline = time.monotonic() + limit_s
        while time.monotonic() < deadline and any(now[name] < value for name, value in wanted.items()):
            await asyncio.sleep(0.05)
            now = await self.figures()
        return {"now": now, "wanted": wanted}

    async def lose(self, every):
        """From now on each so manyth video packet is lost before it is decrypted, its repeats are not; 0: none."""
        self.lossy.every = every
        return {}

    async def lose_sent(self, every):
        """From now on each so manyth video packet is lost when it is sent first, its repeats are not; 0: none."""
        self.lossy.every_sent = every
        return {}

    async def ask_for_key_frame(self, ssrc, limit_s):
        """Asks as often as receivers do until a key frame has come; the value is how many have, 0 after limit_s."""
        video = next(t for t in self.pc.getTransceivers() if t.kind == "video")
        before, deadline = counts.key_frames, time.monotonic() + limit_s
        while counts.key_frames == before and time.monotonic() < deadline:
            await video.receiver._send_rtcp_pli(ssrc)
            await asyncio.sleep(0.5)
        return counts.key_frames - before

    async def leave(self, end=False):
        """Closes the connection; with end, the conference, too."""
        if self.pc is None:
            return {}
        await self.pc.close()
        self.pc = None
        for task in self.tasks:
            task.cancel()
        self.tasks.clear()
        if end:
            await self.colibri("PATCH", self.path, {"expire": True})
        return {}


COMMANDS = ("publish", "play", "whip", "whep", "sent", "read_file", "read_tones", "end_session", "figures", "watch", "lose",
            "lose_sent", "ask_for_key_frame", "leave",
            "talk", "greet", "hear", "say", "say_bytes", "reopen", "describe", "echo", "echo_bytes")


async def main():
    client = Client()
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            arguments = json.loads(line)
            command = arguments.pop("do")
            if command not in COMMANDS:
                raise ValueError(f"{command}: expected one of {COMMANDS}")
            answer = {"value": await getattr(client, command)(**arguments)}
        except Exception as e:
            traceback.print_exc()
            answer = {"error": f"{type(e).__name__}: {e}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
