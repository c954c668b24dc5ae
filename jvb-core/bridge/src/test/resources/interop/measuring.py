"""Counts what aiortc does and does not say in its statistics. Imported before the first connection is made."""

import struct

from aiortc import RTCRtpReceiver, RTCRtpSender, rtcrtpreceiver
from aiortc.codecs.vpx import Vp8Decoder
from aiortc.mediastreams import MediaStreamError

from pictures import BARS, FPS, HEIGHT, WIDTH, read_number


class Counts:
    """Of one connection at a time."""

    def __init__(self):
        self.clear()

    def clear(self):
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
