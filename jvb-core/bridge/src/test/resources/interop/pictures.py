"""Pictures that show their number, and tones."""

import asyncio
import fractions
import math
import random
import struct
import time

import av
from aiortc.mediastreams import MediaStreamTrack

WIDTH, HEIGHT, FPS = 320, 240, 15
BARS = 10  # the upper half of a picture shows its number, a bit a bar


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


def bars(number):
    """One row of the upper half."""
    return b"".join(bytes([235 if number >> bit & 1 else 16]) * (WIDTH // BARS) for bit in range(BARS))


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
        frame = av.VideoFrame(WIDTH, HEIGHT, "yuv420p")
        frame.planes[0].update(bars(number) * (HEIGHT // 2) + self.noise[number % len(self.noise)])
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
