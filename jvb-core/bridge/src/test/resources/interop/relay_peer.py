"""A test-only bridge: the other end of a relay, as a Jitsi Videobridge is by the protocol, on aioice, OpenSSL, libsrtp and aiortc's SCTP.

It plays Jicofo's part, too: it creates the relay at the bridge under test by Colibri2 REST and exchanges the descriptions. Behind it
is one participant with sound and a camera in three encodings. peer_commands.py describes how it is driven.
"""

import asyncio
import json
import urllib.parse

import loopback  # noqa: F401
import websockets
from aiortc import RTCCertificate, RTCDtlsFingerprint, RTCDtlsParameters, RTCDtlsTransport

from bridge_requests import Conference
from descriptions import ABS_SEND_TIME, AUDIO_LEVEL
from peer_commands import serve
from relay_channel import RelayChannel, find
from relay_ice import Ice
from relay_media import NUMBER_ID, OPUS, RTX, SEND_TIME_ID, VP8, RelayMedia
from relay_streams import LEVEL_ID

TRANSPORT_WIDE = "http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01"
PEER, PARTICIPANT = "jvb-b", "77ab01cd"
LIMIT_S = 15


class Peer:
    COMMANDS = ("connect", "attend", "endpoint_says", "endpoint_hears", "expire")

    def __init__(self):
        self.media, self.channel = RelayMedia(), RelayChannel()
        self.clear()

    def clear(self):
        self.media.clear()
        self.channel.clear()
        self.ice = self.dtls = self.endpoint_socket = self.reading = None
        self.endpoint_heard = []

    async def relay(self, relay):
        return (await self.conference.modify(relays=[{"id": PEER, **relay}]))["relays"][0]

    def sources(self):
        video = [{"ssrc": s, "name": f"{PARTICIPANT}-v0", "videoType": "camera"} for o in self.media.video for s in (o.ssrc, o.rtx)]
        groups = [{"semantics": "SIM", "sources": [o.ssrc for o in self.media.video]},
                  *({"semantics": "FID", "sources": [o.ssrc, o.rtx]} for o in self.media.video)]
        return [
            {"type": "audio", "id": f"{PARTICIPANT}-a0", "sources": [{"ssrc": self.media.audio.ssrc, "name": f"{PARTICIPANT}-a0"}]},
            {"type": "video", "id": f"{PARTICIPANT}-v0", "sources": video, "ssrc-groups": groups}]

    async def connect(self, bridge, public, meeting, initiator, sctp):
        """Makes the relay as Jicofo does and connects; initiator: whether the bridge under test has that part.

        The value is what the bridge answered and what was negotiated, with the SSRCs that the peer sends."""
        self.clear()
        self.public, self.conference = public, Conference(bridge, meeting)
        feedback = [{"type": "ccm", "subtype": "fir"}, {"type": "nack"}, {"type": "nack", "subtype": "pli"}, {"type": "transport-cc"}]
        medias = [
            {"type": "audio", "payload-types": [{"id": OPUS, "name": "opus", "clockrate": 48000, "channels": 2,
                                                 "rtcp-fbs": [{"type": "transport-cc"}]}],
             "rtp-hdrexts": [{"id": LEVEL_ID, "uri": AUDIO_LEVEL}, {"id": NUMBER_ID, "uri": TRANSPORT_WIDE}]},
            {"type": "video", "payload-types": [
                {"id": VP8, "name": "VP8", "clockrate": 90000, "rtcp-fbs": feedback},
                {"id": RTX, "name": "rtx", "clockrate": 90000, "parameters": {"apt": str(VP8)}}],
             "rtp-hdrexts": [{"id": SEND_TIME_ID, "uri": ABS_SEND_TIME}, {"id": NUMBER_ID, "uri": TRANSPORT_WIDE}]}]
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
        self.media.receive_from(self.dtls)
        own = {
            "ufrag": self.ice.connection.local_username, "pwd": self.ice.connection.local_password, "rtcp-mux": True,
            "fingerprints": [{"hash": f.algorithm, "fingerprint": f.value, "setup": "active" if initiator else "passive"}
                             for f in certificate.getFingerprints() if f.algorithm == "sha-256"],
            "candidates": [
                {"foundation": c.foundation, "component": str(c.component), "generation": "0", "id": f"c{i}", "network": "0", "ip": c.host,
                 "port": str(c.port), "priority": str(c.priority), "protocol": c.transport, "type": c.type}
                for i, c in enumerate(self.ice.connection.local_candidates)]}
        if not sctp and initiator:
            own["web-sockets"] = [await self.channel.serve(meeting)]
        await self.relay({"transport": {"transport": own}})
        if not sctp and not initiator:
            await self.channel.open_socket(self.reachable(theirs["web-sockets"][0]))

        await self.ice.connect(theirs)
        await asyncio.wait_for(self.dtls.start(RTCDtlsParameters(
            [RTCDtlsFingerprint(f["hash"], f["fingerprint"]) for f in theirs["fingerprints"]])), LIMIT_S)
        if self.dtls.state != "connected":
            raise RuntimeError(f"DTLS is {self.dtls.state}")
        if sctp:
            await self.channel.begin_sctp(self.dtls, client=not initiator)
        await asyncio.wait_for(self.channel.opened.wait(), LIMIT_S)
        self.media.begin()
        return {
            "setup": theirs["fingerprints"][0]["setup"], "sctp": answer["transport"].get("sctp"), "webSockets": theirs.get("web-sockets", []),
            "ports": sorted({int(c["port"]) for c in theirs["candidates"]}), "withheldChecks": self.ice.withheld,
            "profile": self.dtls._ssl.get_selected_srtp_profile().decode(), "channel": self.channel.described,
            "audio": self.media.audio.ssrc, "video": self.media.video[0].ssrc, "rtx": self.media.video[0].rtx}

    def reachable(self, url):
        """The same on this machine: a proxy in front of the bridge does no more."""
        asked = urllib.parse.urlsplit(url)
        return urllib.parse.urlunsplit(("ws", f"127.0.0.1:{self.public}", asked.path, asked.query, ""))

    # A participant of the bridge that has nothing but a channel.

    async def attend(self, endpoint):
        wish = {"id": endpoint, "create": True, "capabilities": ["source-names"], "transport": {"ice-controlling": True}}
        answer = await self.conference.modify(endpoints=[wish])
        self.endpoint_socket = await websockets.connect(
            self.reachable(answer["endpoints"][0]["transport"]["transport"]["web-sockets"][0]), proxy=None)

        async def read():
            try:
                async for text in self.endpoint_socket:
                    self.endpoint_heard.append(json.loads(text))
            except websockets.ConnectionClosed:
                pass

        self.reading = asyncio.create_task(read())
        return {}

    async def endpoint_says(self, message):
        await self.endpoint_socket.send(json.dumps(message))
        return {}

    async def endpoint_hears(self, kind, where=None, limit_s=LIMIT_S):
        return await find(self.endpoint_heard, kind, where or {}, limit_s)

    async def expire(self, limit_s=LIMIT_S):
        """Has the bridge give the relay up; the value is how the WebSocket was closed, null if there is none."""
        await self.relay({"expire": True})
        closed = await self.channel.await_close(limit_s)
        await self.leave()
        return closed

    async def leave(self):
        self.media.end()
        await self.channel.close()
        if self.reading:
            self.reading.cancel()
            await self.endpoint_socket.close()
        await self.dtls.stop()
        await self.ice.connection.close()
        self.clear()


if __name__ == "__main__":
    peer = Peer()
    asyncio.run(serve(peer, peer.media, peer.channel))
