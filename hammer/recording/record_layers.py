"""Records the Hammer's simulcast layers from a test picture: the same 8 s in three sizes, VP8 with three temporal layers; and its
large video, video-720.ivf: 5 s of the same picture with noise, 1.5 Mbit/s, one key frame.

    scripts/record-layers [FOLDER]      (default: the folder of the bundled recordings)

Each size becomes layer-HEIGHT.ivf. Key frames stand at 0 and 4 s. In each four frames the temporal layers are 0, 2, 1, 2: layer
0 refers to layer 0, the first of layer 2 to layer 0, layer 1 to layer 0, and the second of layer 2 to layers 0 and 1
(RFC 7741's Y bit is 1 on all above 0 but the last). That it is so is proved here: without the upper layers each picture that is
left must be decoded to the same bytes as with them.
"""

import pathlib
import sys

import av
from av.video.frame import PictureType

FRAMES_PER_SECOND = 30
SECONDS = 8
KEY_FRAME_EVERY = 4 * FRAMES_PER_SECOND
TEMPORAL_LAYERS = (0, 2, 1, 2)
# Width, height, bit/s in all temporal layers; of which two fifths are layer 0's, and one fifth is layer 1's.
SIZES = ((320, 180, 120_000), (640, 360, 350_000), (1280, 720, 850_000))


def pictures(width, height):
    """The test picture, made once in the greatest size and then made smaller, as a camera's is."""
    graph = av.filter.Graph()
    nodes = [
        graph.add("testsrc2", f"size=1280x720:rate={FRAMES_PER_SECOND}:duration={SECONDS}"),
        graph.add("scale", f"{width}:{height}:flags=bicubic"),
        graph.add("format", "yuv420p"),
        graph.add("buffersink"),
    ]
    graph.link_nodes(*nodes)
    graph.configure()
    for _ in range(FRAMES_PER_SECOND * SECONDS):
        yield graph.pull()


def record(path, width, height, bits_per_second):
    kilobits = bits_per_second // 1000
    layers = f"{kilobits * 2 // 5},{kilobits * 3 // 5},{kilobits}"
    with av.open(str(path), "w", format="ivf") as container:
        stream = container.add_stream(
            "libvpx",
            rate=FRAMES_PER_SECOND,
            options={
                "deadline": "good",
                "cpu-used": "1",
                "lag-in-frames": "0",
                "auto-alt-ref": "0",
                "error-resilient": "default",
                "keyint_min": str(KEY_FRAME_EVERY),  # as far apart as at most: none where the encoder likes
                "minrate": str(bits_per_second),
                "maxrate": str(bits_per_second),
                "bufsize": str(bits_per_second),
                "ts-parameters": "ts_number_layers=3:ts_target_bitrate=" + layers
                + ":ts_rate_decimator=4,2,1:ts_periodicity=4:ts_layer_id=0,2,1,2:ts_layering_mode=3",
            },
        )
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.bit_rate = bits_per_second
        stream.gop_size = KEY_FRAME_EVERY
        stream.codec_context.thread_count = 1
        for picture in pictures(width, height):
            picture.pict_type = PictureType.NONE
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))


def record_large(path):
    seconds, bits_per_second = 5, 1_500_000
    graph = av.filter.Graph()
    nodes = [
        graph.add("testsrc2", f"size=1280x720:rate={FRAMES_PER_SECOND}:duration={seconds}"),
        graph.add("noise", "alls=12:allf=t"),  # as a camera has it: without, the picture is too easy for the bitrate
        graph.add("format", "yuv420p"),
        graph.add("buffersink"),
    ]
    graph.link_nodes(*nodes)
    graph.configure()
    frames = FRAMES_PER_SECOND * seconds
    with av.open(str(path), "w", format="ivf") as container:
        stream = container.add_stream(
            "libvpx",
            rate=FRAMES_PER_SECOND,
            options={
                "deadline": "realtime",
                "cpu-used": "4",
                "lag-in-frames": "0",
                "auto-alt-ref": "0",
                "error-resilient": "default",
                "keyint_min": str(frames),
                "minrate": str(bits_per_second),
                "maxrate": str(bits_per_second),
                "bufsize": str(bits_per_second // 2),
                "max-intra-rate": "450",
                "undershoot-pct": "50",
                "overshoot-pct": "50",
            },
        )
        stream.width, stream.height, stream.pix_fmt = 1280, 720, "yuv420p"
        stream.bit_rate = bits_per_second
        stream.gop_size = frames
        stream.codec_context.thread_count = 1
        for _ in range(frames):
            picture = graph.pull()
            picture.pict_type = PictureType.NONE
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
    sizes = [len(frame) for frame in encoded(path)]
    assert len(sizes) == frames, f"{path}: {len(sizes)} frames"
    print(f"{path.name}: {path.stat().st_size} bytes, {sum(sizes) * 8 // seconds} bit/s, the key frame {sizes[0]} bytes")


def encoded(path):
    with av.open(str(path)) as container:
        return [bytes(packet) for packet in container.demux(video=0) if packet.size]


def decoded(frames):
    """The bytes of each picture, by its number; `frames` are (number, bytes)."""
    decoder = av.codec.CodecContext.create("vp8", "r")
    decoder.thread_count = 1
    shown = {}
    for number, data in frames:
        for picture in decoder.decode(av.Packet(data)):
            shown[number] = b"".join(bytes(plane) for plane in picture.planes)
    return shown


def prove(path):
    frames = list(enumerate(encoded(path)))
    assert len(frames) == FRAMES_PER_SECOND * SECONDS, f"{path}: {len(frames)} frames"
    keys = [number for number, data in frames if data[0] & 1 == 0]
    assert keys == list(range(0, len(frames), KEY_FRAME_EVERY)), f"{path}: key frames {keys}"
    whole = decoded(frames)
    for limit in (1, 0):
        kept = [(number, data) for number, data in frames if TEMPORAL_LAYERS[number % 4] <= limit]
        for number, picture in decoded(kept).items():
            assert picture == whole[number], f"{path}: picture {number} needs more than temporal layer {limit}"
    # What stands for Y = 1: the first of layer 2 and layer 1 refer to layer 0 alone.
    for own in (1, 2):
        kept = [(number, data) for number, data in frames if number % 4 in (0, own)]
        for number, picture in decoded(kept).items():
            assert picture == whole[number], f"{path}: picture {number} needs more than layer 0"
    print(f"{path.name}: {path.stat().st_size} bytes, {path.stat().st_size * 8 // SECONDS} bit/s")


def main():
    folder = pathlib.Path(sys.argv[1])
    for width, height, bits_per_second in SIZES:
        path = folder / f"layer-{height}.ivf"
        record(path, width, height, bits_per_second)
        prove(path)
    record_large(folder / "video-720.ivf")


main()
