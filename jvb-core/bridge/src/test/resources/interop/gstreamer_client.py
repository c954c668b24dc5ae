"""A test-only client: GStreamer's webrtcbin publishes by WHIP and watches by WHEP.

peer_commands.py describes how it is driven. Needs the Debian packages python3-gi, gir1.2-gst-plugins-bad-1.0,
gstreamer1.0-plugins-good, gstreamer1.0-plugins-bad and gstreamer1.0-nice.
"""

import asyncio
import re
import threading
import time
import urllib.parse

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstSdp", "1.0")
gi.require_version("GstWebRTC", "1.0")
from gi.repository import Gst, GstSdp, GstWebRTC  # noqa: E402

from bridge_requests import send  # noqa: E402
from peer_commands import serve  # noqa: E402

LIMIT_S = 15
ENCODERS = {
    "VP8": "vp8enc deadline=1 keyframe-max-dist=15 ! rtpvp8pay pt=96",
    "VP9": "vp9enc deadline=1 cpu-used=8 keyframe-max-dist=15 ! rtpvp9pay pt=96",
    "H264": "openh264enc gop-size=15 ! h264parse ! rtph264pay pt=96 config-interval=-1",
}
DECODERS = {
    "VP8": "rtpvp8depay ! vp8dec",
    "VP9": "rtpvp9depay ! vp9dec",
    "H264": "rtph264depay ! h264parse ! openh264dec",
    "OPUS": "rtpopusdepay ! opusdec",
}


class Client:
    COMMANDS = ("whip", "whep", "watch", "end_session", "leave")

    def __init__(self):
        self.pipeline = None
        self.session = None
        self.counts = {"frames": 0, "audioBuffers": 0}
        self.size = [0, 0]

    def await_state(self, webrtc, name, wanted):
        deadline = time.monotonic() + LIMIT_S
        while webrtc.get_property(name).value_nick != wanted:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{name} is {webrtc.get_property(name).value_nick}: expected {wanted}")
            time.sleep(0.02)

    def connect(self, url, webrtc, is_ready, without=None):
        self.pipeline.set_state(Gst.State.PLAYING)
        if not is_ready.wait(LIMIT_S):
            raise RuntimeError("webrtcbin wants no negotiation")
        promise = Gst.Promise.new()
        webrtc.emit("create-offer", None, promise)
        promise.wait()
        reply = promise.get_reply()  # it owns the offer
        webrtc.emit("set-local-description", reply.get_value("offer"), Gst.Promise.new())
        self.await_state(webrtc, "ice-gathering-state", "complete")
        offer = webrtc.get_property("local-description").sdp.as_text()
        if without:
            offer = re.sub(f"(?m)^{without}.*\r?\n", "", offer)
        status, location, answer = send("POST", url, offer)
        if status != 201:
            raise RuntimeError(f"POST {url}: {status}")
        self.session = urllib.parse.urljoin(url, location)
        _, message = GstSdp.SDPMessage.new_from_text(answer)
        described = GstWebRTC.WebRTCSessionDescription.new(GstWebRTC.WebRTCSDPType.ANSWER, message)
        done = Gst.Promise.new()
        webrtc.emit("set-remote-description", described, done)
        done.wait()
        self.await_state(webrtc, "connection-state", "connected")
        return offer

    def whip(self, url, codec, without=None):
        """Publishes a test picture and a tone, and hides lines that match `without`; the value is the offer."""
        self.pipeline = Gst.parse_launch(
            "webrtcbin name=webrtc bundle-policy=max-bundle "
            "videotestsrc is-live=true pattern=ball ! video/x-raw,width=320,height=240,framerate=15/1 ! videoconvert"
            f" ! {ENCODERS[codec]} ! application/x-rtp,media=video,encoding-name={codec},payload=96 ! webrtc. "
            "audiotestsrc is-live=true ! audioconvert ! audioresample ! opusenc ! rtpopuspay pt=97"
            " ! application/x-rtp,media=audio,encoding-name=OPUS,payload=97 ! webrtc.")
        webrtc = self.pipeline.get_by_name("webrtc")
        is_ready = threading.Event()
        webrtc.connect("on-negotiation-needed", lambda _: is_ready.set())
        return self.connect(url, webrtc, is_ready, without)

    def whep(self, url, codec):
        """Watches and decodes; the value is the offer."""
        self.counts = {"frames": 0, "audioBuffers": 0}
        self.size = [0, 0]
        self.pipeline = Gst.Pipeline.new()
        webrtc = Gst.ElementFactory.make("webrtcbin", "webrtc")
        webrtc.set_property("bundle-policy", GstWebRTC.WebRTCBundlePolicy.MAX_BUNDLE)
        self.pipeline.add(webrtc)
        is_ready = threading.Event()
        webrtc.connect("on-negotiation-needed", lambda _: is_ready.set())
        webrtc.connect("pad-added", self.on_pad)
        for caps in (f"video,encoding-name={codec},clock-rate=90000,payload=96,rtcp-fb-nack-pli=true",
                     "audio,encoding-name=OPUS,clock-rate=48000,encoding-params=(string)2,payload=97"):
            webrtc.emit("add-transceiver", GstWebRTC.WebRTCRTPTransceiverDirection.RECVONLY,
                        Gst.Caps.from_string(f"application/x-rtp,media={caps}"))
        return self.connect(url, webrtc, is_ready)

    def on_pad(self, _, pad):
        if pad.direction != Gst.PadDirection.SRC:
            return
        codec = pad.get_current_caps().get_structure(0).get_string("encoding-name").upper()
        sink = Gst.parse_bin_from_description(f"queue ! {DECODERS[codec]} ! fakesink name=sink sync=false signal-handoffs=true", True)
        count = "audioBuffers" if codec == "OPUS" else "frames"
        sink.get_by_name("sink").connect("handoff", self.on_buffer, count)
        self.pipeline.add(sink)
        sink.sync_state_with_parent()
        pad.link(sink.get_static_pad("sink"))

    def on_buffer(self, _, buffer, pad, count):
        self.counts[count] += 1
        structure = pad.get_current_caps().get_structure(0)
        if count == "frames":
            self.size = [structure.get_value("width"), structure.get_value("height")]

    def watch(self, frames, audio):
        """What was decoded, once there is so much more of it, or after 15 s."""
        wanted = {"frames": self.counts["frames"] + frames, "audioBuffers": self.counts["audioBuffers"] + audio}
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline and any(self.counts[name] < value for name, value in wanted.items()):
            time.sleep(0.05)
        return {**self.counts, "size": self.size, "isEnough": all(self.counts[name] >= value for name, value in wanted.items())}

    def end_session(self):
        """Deletes the session and ends the connection; the value is the status."""
        status = send("DELETE", self.session)[0]
        self.leave()
        return status

    def leave(self):
        if self.pipeline is not None:
            self.pipeline.set_state(Gst.State.NULL)
            self.pipeline = None
        return {}


async def main():
    Gst.init(None)
    client = Client()
    await serve(client)
    client.leave()


if __name__ == "__main__":
    asyncio.run(main())
