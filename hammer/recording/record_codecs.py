"""Records Chromium's own VP9, AV1 and H.264 as RTP, with the dependency descriptor of each frame, for the Hammer's --codec.

    scripts/record-layers --chromium [FOLDER]      (default: the folder of the bundled recordings)

A headless Chromium sends its fake camera to itself and logs each packet in the clear ("WebRTC-Debugging-RtpDump"). After some
seconds, when its bandwidth estimate has settled, all encoders change to the mode and make a key frame: there the recording begins. Each becomes
CODEC-MODE.rtpdump; in "simulcast" it has three streams, low to high. Of the header extensions only the dependency
descriptor remains, under the number 11.
"""

import itertools
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time

MODES = (
    ("VP9", "L3T3"),
    ("VP9", "L3T3_KEY"),
    ("VP9", "simulcast"),
    ("AV1", "L3T3"),
    ("AV1", "L3T3_KEY"),
    ("AV1", "simulcast"),
    ("H264", "simulcast"),
)
KEY_FRAME_AT = 7
SECONDS = 3
MOST_SECONDS_TO_START = 60
DESCRIPTOR_ID = 11
PAGE = pathlib.Path(__file__).with_name("record_codecs.html")
PACKET = re.compile(r"O \d\d:\d\d:(\d\d\.\d+) 0000 ((?:[0-9a-f]{2} )+)# RTP_DUMP")
STREAM = re.compile(r"RECORDING stream (\d+) (\d+) (\S+) (\w+)")


def play(codec, mode):
    """What Chromium logs while it publishes."""
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder, "log")
        command = [
            shutil.which("chromium") or "chromium-browser",
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--use-fake-device-for-media-stream=fps=30",
            "--use-fake-ui-for-media-stream",
            "--allow-file-access-from-files",
            f"--user-data-dir={folder}/profile",
            "--disable-features=WebRtcHideLocalIpsWithMdns",
            "--force-fieldtrials=WebRTC-Debugging-RtpDump/Enabled/",
            "--enable-logging=stderr",
            "--vmodule=*/webrtc/*=4",
            f"{PAGE.as_uri()}#codec={codec}&mode={mode}&keyFrameAt={KEY_FRAME_AT}",
        ]
        with log.open("wb") as stderr, subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=stderr) as chromium:
            for _ in range(MOST_SECONDS_TO_START):
                time.sleep(1)
                if b"RECORDING stream" in log.read_bytes():
                    break
            time.sleep(KEY_FRAME_AT + SECONDS + 3)
            chromium.terminate()
        return log.read_text(errors="replace")


class Packet:
    """An RTP packet that was sent: RFC 3550, its extensions by RFC 8285."""

    def __init__(self, seconds, data, descriptor_id):
        self.seconds = seconds
        self.sequence, self.timestamp, self.ssrc = struct.unpack(">HII", data[2:12])
        self.start = data[1:2], data[4:12]
        at = 12 + 4 * (data[0] & 15)
        self.descriptor = b""
        if data[0] & 0x10:
            profile, words = struct.unpack(">HH", data[at : at + 4])
            self.descriptor = extension(profile, data[at + 4 : at + 4 + 4 * words], descriptor_id)
            at += 4 + 4 * words
        end = len(data) - (data[-1] if data[0] & 0x20 else 0)
        self.payload = data[at:end]

    def begins_key_picture(self):
        """A descriptor with a structure comes with key frames."""
        return len(self.descriptor) > 3 and self.descriptor[3] & 0x80

    def rtp(self, sequence):
        """With the descriptor as its only extension, in the two-byte form."""
        body = bytes((DESCRIPTOR_ID, len(self.descriptor))) + self.descriptor if self.descriptor else b""
        body += bytes(-len(body) % 4)
        header = struct.pack(">HH", 0x1000, len(body) // 4) + body if body else b""
        first, rest = self.start
        return bytes((0x90 if body else 0x80,)) + first + struct.pack(">H", sequence) + rest + header + self.payload


def extension(profile, data, wanted):
    at = 0
    while at < len(data):
        if data[at] == 0:
            at += 1
            continue
        if profile == 0xBEDE:
            number, length, head = data[at] >> 4, (data[at] & 15) + 1, 1
        else:
            number, length, head = data[at], data[at + 1], 2
        if number == wanted:
            return data[at + head : at + head + length]
        at += head + length
    return b""


def packets_of(log):
    descriptor_id = int(re.search(r"RECORDING descriptor (\d+)", log).group(1))
    streams = {}
    before, wraps = 0, 0
    for seconds, text in PACKET.findall(log):
        data = bytes.fromhex(text)
        if 192 <= data[1] <= 223:  # RTCP, RFC 5761
            continue
        wraps += float(seconds) < before - 30  # only seconds are logged
        before = float(seconds)
        packet = Packet(60 * wraps + before, data, descriptor_id)
        streams.setdefault(packet.ssrc, []).append(packet)
    return streams


def loop(packets):
    """From the key picture that was requested on, whole pictures of some seconds."""
    begin = packets[0].seconds + KEY_FRAME_AT - 2  # the first packet came later than the page
    first = next(i for i, packet in enumerate(packets) if packet.seconds > begin and packet.begins_key_picture())  # of the new mode
    end = packets[first].timestamp + SECONDS * 90_000
    assert end < packets[-1].timestamp, "the run was too short"
    kept = [packet for packet in packets[first:] if packet.timestamp < end]
    span = (kept[-1].sequence - kept[0].sequence & 0xFFFF) + 1
    assert len({packet.sequence for packet in kept}) == span, f"{len(kept)} packets of {span}"
    return [packet for packet in kept if packet.payload]  # the others probe for bandwidth


def write(path, streams):
    packets = sorted((packet for stream in streams for packet in stream), key=lambda packet: packet.seconds)
    origin = packets[0].seconds
    sequences = {packet.ssrc: itertools.count() for packet in packets}
    with path.open("wb") as file:
        file.write(b"#!rtpplay1.0 0.0.0.0/0\n" + bytes(16))
        for packet in packets:
            data = packet.rtp(next(sequences[packet.ssrc]))
            milliseconds = round((packet.seconds - origin) * 1000)
            file.write(struct.pack(">HHI", len(data) + 8, len(data), milliseconds) + data)


def record(folder, codec, mode):
    log = play(codec, mode)
    heights = {int(ssrc): (int(height), mode, reason) for ssrc, height, mode, reason in STREAM.findall(log)}
    streams = {ssrc: packets for ssrc, packets in packets_of(log).items() if ssrc in heights}  # without retransmissions
    ordered = sorted(streams, key=lambda ssrc: heights[ssrc][0])
    loops = [loop(streams[ssrc]) for ssrc in ordered]
    path = folder / f"{codec.lower()}-{mode.lower().replace('_', '-')}.rtpdump"
    write(path, loops)
    for ssrc, packets in zip(ordered, loops):
        size = sum(len(packet.payload) for packet in packets)
        pictures = len({packet.timestamp for packet in packets})
        print(f"{path.name}: {heights[ssrc]}, {len(packets)} packets, {pictures} pictures, {size * 8 // SECONDS} bit/s")


def main():
    folder = pathlib.Path(sys.argv[1])
    wanted = sys.argv[2:]
    for codec, mode in MODES:
        if not wanted or f"{codec}-{mode}" in wanted:
            record(folder, codec, mode)


main()
