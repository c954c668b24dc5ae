"""Decodes the encoded frames that a browser received, with the decoders of ffmpeg's libraries (dav1d, libvpx, h264).

    decode_frames.py CODEC < FRAMES

CODEC is AV1, VP8, VP9 or H264. FRAMES has a line for each frame, in the order of arrival: RTP timestamp, key or delta, and the
frame in Base64. Frames of one timestamp are the spatial layers of one picture. Decoding begins with the first key frame. Prints a
line of JSON: pictures that were sent, pictures that were decoded, their heights, and what the decoder complained of.
"""

import base64
import json
import sys

import av
import av.logging

DECODERS = {"AV1": "libdav1d", "VP8": "vp8", "VP9": "libvpx-vp9", "H264": "h264"}
# An OBU that begins each picture; it is not sent over RTP.
TEMPORAL_DELIMITER = b"\x12\x00"


def pictures(lines):
    units = []
    last = None
    for line in lines:
        timestamp, kind, data = line.split(" ")
        if not units and kind != "key":
            continue
        if timestamp != last:
            units.append(b"")
            last = timestamp
        units[-1] += base64.b64decode(data)
    return units


def main():
    codec = sys.argv[1]
    units = pictures(line.strip() for line in sys.stdin if line.strip())
    decoder = av.codec.CodecContext.create(DECODERS[codec], "r")
    decoder.thread_count = 1
    decoder.flags |= av.codec.context.Flags.low_delay
    decoder.options = {"err_detect": "explode"} if codec == "H264" else {}
    decoded = 0
    heights = set()
    complaints = []
    av.logging.set_level(av.logging.ERROR)
    with av.logging.Capture() as log:
        for number, unit in enumerate(units + [None]):
            try:
                packet = None if unit is None else av.Packet((TEMPORAL_DELIMITER if codec == "AV1" else b"") + unit)
                for frame in decoder.decode(packet):
                    decoded += 1
                    heights.add(frame.height)
                    if frame.is_corrupt:
                        complaints.append(f"picture {number} is corrupt")
            except av.error.FFmpegError as error:
                complaints.append(f"picture {number}: {error}")
        complaints.extend(f"{name}: {message.strip()}" for _, name, message in log)
    print(json.dumps({"sent": len(units), "decoded": decoded, "heights": sorted(heights), "complaints": complaints[:20]}))


main()
