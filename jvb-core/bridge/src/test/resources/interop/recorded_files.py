"""Decodes files that the bridge has written."""

import math
import struct

import av

from pictures import BARS, read_number

COMMANDS = ("read_file", "read_tones")


def read_file(path):
    """Decodes a recorded file of one track: what it is, and whether times and numbered pictures follow each other."""
    with av.open(path) as file:
        stream = file.streams[0]
        times, numbers = [], []
        for frame in file.decode(stream):
            times.append(frame.time)
            if stream.type == "video":
                numbers.append(read_number(frame))
        steps = [(b - a) % (1 << BARS) for a, b in zip(numbers, numbers[1:])]
        return {"format": file.format.name, "codec": stream.codec_context.name, "frames": len(times),
                "duration": file.duration, "first": times[0], "last": times[-1],
                "ordered": all(a < b for a, b in zip(times, times[1:])),
                "missing": sum(step - 1 for step in steps)}


def read_tones(path, hertz):
    """Decodes a file of sound; the value is the amplitude of each frequency in it (Goertzel), 1 is full scale."""
    with av.open(path) as file:
        resampler = av.AudioResampler(format="s16", layout="mono", rate=48000)
        data = b"".join(bytes(part.planes[0])[: part.samples * 2] for frame in file.decode(file.streams[0])
                        for part in resampler.resample(frame))
    samples = [s / 32768 for (s,) in struct.iter_unpack("<h", data)]
    amplitudes = {}
    for each in hertz:
        turn = 2 * math.cos(math.tau * each / 48000)
        one = two = 0.0
        for sample in samples:
            one, two = sample + turn * one - two, one
        amplitudes[str(each)] = 2 * math.sqrt(max(0.0, one * one + two * two - turn * one * two)) / max(1, len(samples))
    return {"seconds": len(samples) / 48000, "amplitudes": amplitudes}
