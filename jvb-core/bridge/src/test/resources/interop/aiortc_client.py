"""A test-only client: joins a conference by Colibri2 REST, or publishes and watches by WHIP and WHEP, with aiortc.

peer_commands.py describes how it is driven. In a conference the bridge's description becomes an SDP offer, and aiortc answers it.
One peer connection at a time.
"""

import asyncio
import re
import time
import urllib.parse

import loopback  # noqa: F401
import recorded_files
from aiortc import RTCConfiguration, RTCPeerConnection, RTCRtpSender, RTCSessionDescription, rtcdtlstransport

from bridge_requests import Conference, send
from descriptions import first, medias, offer, own_transport
from losses import Lossy
from measuring import consume, counts
from peer_commands import serve
from pictures import NumberedPictures, Tone

CONNECT_TIMEOUT_S = 15

ALL_PROFILES = list(rtcdtlstransport.SRTP_PROFILES)


def force_profiles(names):
    """From here on only the named protection profiles are offered, in that order; none named: all, as aiortc has them."""
    wanted = [p for name in names for p in ALL_PROFILES if p.openssl_profile.decode() == name]
    if len(wanted) != len(names):
        raise ValueError(f"{names}: aiortc has {[p.openssl_profile.decode() for p in ALL_PROFILES]}")
    rtcdtlstransport.SRTP_PROFILES[:] = wanted or ALL_PROFILES


class Client:
    COMMANDS = ("publish", "play", "whip", "whep", "sent", "end_session", "figures", "watch", "lose", "lose_sent",
                "ask_for_key_frame", "vanish", "leave")

    def __init__(self):
        self.pc = None
        self.lossy = None
        self.tasks = []

    async def join(self, bridge, meeting, endpoint, create, extensions, rtx):
        self.conference, self.endpoint = Conference(bridge, meeting), endpoint
        wish = {"id": endpoint, "create": True, "capabilities": ["source-names"], "medias": medias(extensions, rtx),
                "transport": {"ice-controlling": True}}
        ask = self.conference.create if create else self.conference.modify
        return (await ask(endpoints=[wish]))["endpoints"][0]["transport"]["transport"]

    async def connect(self, transport, remote, setup, extensions, profiles, tracks, rtx, sizes_vary=False):
        counts.clear()
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
        await self.conference.modify(endpoints=[{"id": self.endpoint, "transport": own_transport(sdp, setup), "sources": sources}])
        await self.connected()
        repeating = {"rtx": s["sources"][1]["ssrc"] for s in sources if len(s["sources"]) > 1}
        return {s["type"]: s["sources"][0]["ssrc"] for s in sources} | repeating

    async def connected(self):
        deadline = time.monotonic() + CONNECT_TIMEOUT_S
        while self.pc.connectionState != "connected":
            if time.monotonic() > deadline or self.pc.connectionState in ("failed", "closed"):
                raise RuntimeError(f"{self.pc.connectionState}, ICE {self.pc.iceConnectionState}, DTLS {self.dtls().state}")
            await asyncio.sleep(0.02)

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

    async def offer_to(self, url, direction, tracks, codec=None, without=None):
        """Offers what is aiortc's own habit, or video only in the named codec, and connects by what the server answers.

        The server does not see lines that match the expression `without`.

        The value is the answer."""
        counts.clear()
        force_profiles(())
        self.pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        self.pc.on("track", lambda track: self.tasks.append(asyncio.create_task(consume(track))))
        for track in tracks:
            transceiver = self.pc.addTransceiver(track, direction=direction)
            if codec and transceiver.kind == "video":
                known = RTCRtpSender.getCapabilities("video").codecs
                transceiver.setCodecPreferences([c for c in known if c.mimeType in (f"video/{codec}", "video/rtx")])
        await self.pc.setLocalDescription(await self.pc.createOffer())
        offer = self.pc.localDescription.sdp
        if without:
            offer = re.sub(f"(?m)^{without}.*\r?\n", "", offer)
        status, location, answer = await asyncio.to_thread(send, "POST", url, offer)
        if status != 201:
            raise RuntimeError(f"POST {url}: {status}")
        self.session = urllib.parse.urljoin(url, location)
        await self.pc.setRemoteDescription(RTCSessionDescription(answer, "answer"))
        await self.connected()
        return answer

    async def whip(self, url, codec=None, hertz=500, without=None):
        """Publishes by WHIP."""
        return await self.offer_to(url, "sendonly", [Tone(hertz), NumberedPictures()], codec, without)

    async def vanish(self):
        """Sends nothing any more, not even that it ends: the process or the network is gone."""
        for sender in self.pc.getSenders():
            await sender.stop()
        await self.dtls().transport._connection.close()
        return {}

    async def sent(self):
        """The SSRCs under which it sends, by kind."""
        return {sender.track.kind: sender._ssrc for sender in self.pc.getSenders() if sender.track}

    async def whep(self, url):
        """Watches by WHEP."""
        return await self.offer_to(url, "recvonly", ["audio", "video"])

    async def end_session(self):
        """Deletes the resource of the session; the connection stays as it is. The value is the status."""
        return (await asyncio.to_thread(send, "DELETE", self.session))[0]

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
            await self.conference.modify(expire=True)
        return {}


if __name__ == "__main__":
    asyncio.run(serve(Client(), recorded_files))
