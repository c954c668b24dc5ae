"""A test-only publisher: FFmpeg's WHIP muxer (FFmpeg 8, in PyAV) sends numbered H.264 pictures and a tone.

peer_commands.py describes how it is driven.
"""

import asyncio
import math
import struct
import threading
import time
import traceback
from fractions import Fraction

import av

from peer_commands import serve
from pictures import FPS, HEIGHT, WIDTH, bars

RATE, SAMPLES = 48000, 960


def picture(number):
    """A grey picture with its number in black and white bars, as pictures.py reads it."""
    frame = av.VideoFrame(WIDTH, HEIGHT, "yuv420p")
    line = bars(number)
    luma = frame.planes[0]
    rows = [line if row < HEIGHT // 2 else bytes([128]) * WIDTH for row in range(HEIGHT)]
    luma.update(b"".join(row.ljust(luma.line_size, b"\x80") for row in rows))
    for plane in frame.planes[1:]:
        plane.update(bytes([128]) * plane.buffer_size)
    frame.pts, frame.time_base = number, Fraction(1, FPS)
    return frame


def tone(start):
    frame = av.AudioFrame("s16", "stereo", SAMPLES)
    samples = (int(6000 * math.sin(2 * math.pi * 440 * (start + i) / RATE)) for i in range(SAMPLES))
    frame.planes[0].update(b"".join(struct.pack("<hh", value, value) for value in samples))
    frame.sample_rate, frame.pts, frame.time_base = RATE, start, Fraction(1, RATE)
    return frame


class Publisher:
    COMMANDS = ("publish", "end")

    def __init__(self):
        self.thread = None
        self.is_over = threading.Event()
        self.failure = None

    def publish(self, url, limit_s):
        """Returns once FFmpeg has connected and sends; the value is the version of FFmpeg."""
        connected = threading.Event()
        self.is_over.clear()
        self.thread = threading.Thread(target=self.run, args=(url, connected), daemon=True)
        self.thread.start()
        if not connected.wait(limit_s) or self.failure:
            raise RuntimeError(f"not connected: {self.failure}")
        return av.ffmpeg_version_info

    def run(self, url, connected):
        try:
            with av.open(url, "w", format="whip") as out:
                options = {"preset": "ultrafast", "tune": "zerolatency", "profile": "baseline"}
                video = out.add_stream("libx264", rate=FPS, options=options)
                video.width, video.height, video.pix_fmt, video.gop_size = WIDTH, HEIGHT, "yuv420p", FPS
                audio = out.add_stream("libopus", rate=RATE, layout="stereo")
                out.start_encoding()  # HTTP, ICE, DTLS
                connected.set()
                self.send(out, video, audio)
        except Exception as e:
            self.failure = f"{type(e).__name__}: {e}"
            traceback.print_exc()
            connected.set()

    def send(self, out, video, audio):
        start, number, samples = time.monotonic(), 0, 0
        while not self.is_over.is_set():
            out.mux(video.encode(picture(number)))
            number += 1
            while samples / RATE < number / FPS:
                out.mux(audio.encode(tone(samples)))
                samples += SAMPLES
            time.sleep(max(0, start + number / FPS - time.monotonic()))

    def end(self):
        """Ends the session by DELETE, as FFmpeg does when a file is closed."""
        self.is_over.set()
        if self.thread:
            self.thread.join()
        if self.failure:
            raise RuntimeError(self.failure)
        return {}


if __name__ == "__main__":
    asyncio.run(serve(Publisher()))
