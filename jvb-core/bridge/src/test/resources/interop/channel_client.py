"""A test-only client with nothing but the bridge channel: a data channel over aiortc's SCTP.

It joins a conference by Colibri2 REST; peer_commands.py describes how it is driven. One connection at a time.
"""

import asyncio
import json

import loopback  # noqa: F401
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription

from bridge_requests import Conference
from descriptions import data_offer, medias, own_transport
from losses import LossyData
from peer_commands import serve

CONNECT_TIMEOUT_S = 15


class ChannelClient:
    COMMANDS = ("talk", "describe", "echo", "echo_bytes", "greet", "hear", "say", "say_bytes", "reopen", "leave")

    def __init__(self):
        self.pc = None

    async def talk(self, bridge, meeting, endpoint, loss=0, opener=True):
        """Joins; either side opens the channel. The value is what the bridge says of its side of SCTP."""
        self.conference = Conference(bridge, meeting)
        wish = {"id": endpoint, "create": True, "capabilities": ["source-names"], "medias": medias((1, 3), False),
                "transport": {"ice-controlling": True, "sctp": {}}}
        transport = (await self.conference.create(endpoints=[wish]))["endpoints"][0]["transport"]
        self.pc = RTCPeerConnection(RTCConfiguration(iceServers=[]))
        await self.pc.setRemoteDescription(RTCSessionDescription(data_offer(transport["transport"]), "offer"))
        LossyData(self.pc.sctp.transport.transport, loss)
        # Made before the connection is up, as a browser's application makes it.
        opening = self.make_channel() if opener else self.await_channel()
        await self.pc.setLocalDescription(await self.pc.createAnswer())
        own = own_transport(self.pc.localDescription.sdp, "active")
        await self.conference.modify(endpoints=[{"id": endpoint, "transport": own}])
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

    async def leave(self):
        """Closes the connection and ends the conference."""
        if self.pc is not None:
            await self.pc.close()
            self.pc = None
            await self.conference.modify(expire=True)
        return {}


if __name__ == "__main__":
    asyncio.run(serve(ChannelClient()))
