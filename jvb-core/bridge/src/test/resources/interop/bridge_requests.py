"""HTTP requests to the bridge under test."""

import asyncio
import json
import urllib.error
import urllib.request

LIMIT_S = 15


def send(method, url, body=None, kind="application/sdp"):
    """The value is status, Location and text of the answer. Never through a proxy: the bridge is on this machine."""
    request = urllib.request.Request(url, body and body.encode(), {"Content-Type": kind}, method=method)
    try:
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=LIMIT_S) as answer:
            return answer.status, answer.headers.get("Location"), answer.read().decode()
    except urllib.error.HTTPError as e:
        raise RuntimeError(f"{method} {url}: {e.code} {e.read().decode()}") from e


class Conference:
    """A conference at the bridge by Colibri2 over REST."""

    def __init__(self, bridge, meeting):
        self.all, self.meeting = f"{bridge}/colibri/v2/conferences", meeting

    async def create(self, **body):
        return await self.send("POST", self.all, {"meeting-id": self.meeting, "create": True, **body})

    async def modify(self, **body):
        return await self.send("PATCH", f"{self.all}/{self.meeting}", body)

    async def send(self, method, url, body):
        _, _, text = await asyncio.to_thread(send, method, url, json.dumps(body), "application/json")
        return json.loads(text)
