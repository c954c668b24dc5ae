"""A bridge's side of ICE, on aioice."""

import asyncio

import aioice

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
