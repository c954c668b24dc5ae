"""The channel of a relay: a WebSocket that either side opens, or a data channel over aiortc's SCTP."""

import asyncio
import json
import time
import urllib.parse

import websockets
from aiortc import RTCDataChannel, RTCDataChannelParameters, RTCSctpCapabilities, RTCSctpTransport

CHANNEL = {"label": "default", "protocol": "http://jitsi.org/protocols/colibri"}
LIMIT_S = 15


async def find(heard, kind, where, limit_s):
    """The first message of a class whose fields are these, among all that came; null after limit_s."""
    deadline = time.monotonic() + limit_s
    while time.monotonic() < deadline:
        for message in heard:
            if message["colibriClass"] == kind and where.items() <= message.items():
                return message
        await asyncio.sleep(0.02)
    return None


class RelayChannel:
    COMMANDS = ("say", "hear")

    def __init__(self):
        self.clear()

    def clear(self):
        self.socket = self.server = self.sctp = self.reading = self.closed = None
        self.heard = []
        self.opened = asyncio.Event()

    def on_message(self, text):
        self.heard.append(json.loads(text))

    async def begin_sctp(self, dtls, client):
        self.sctp = RTCSctpTransport(dtls)
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
        async def accept(socket):
            self.described = {"path": socket.request.path}
            await socket.send(json.dumps({"colibriClass": "ServerHello", "version": "2.3-other"}))
            await self.use_socket(socket)

        self.server = await websockets.serve(accept, "127.0.0.1", 0)
        port = self.server.sockets[0].getsockname()[1]
        return f"ws://127.0.0.1:{port}/colibri-relay-ws/default-id/{meeting}/jvb-a?pwd=secret"

    async def open_socket(self, url):
        socket = await websockets.connect(url, proxy=None)
        self.described = {"path": urllib.parse.urlsplit(url).path}
        self.reading = asyncio.create_task(self.use_socket(socket))

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
        return await find(self.heard, kind, where or {}, limit_s)

    async def await_close(self, limit_s):
        """How the WebSocket was closed, null if there is none."""
        deadline = time.monotonic() + limit_s
        while self.socket and self.closed is None and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        return self.closed

    async def close(self):
        if self.reading:
            self.reading.cancel()
        if self.socket:
            await self.socket.close()
        if self.server:
            self.server.close()
        if self.sctp:
            await self.sctp.stop()
