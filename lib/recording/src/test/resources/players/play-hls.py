"""Plays a playlist with GStreamer's demuxers and decoders, as fast as they can.

Prints the time at which each frame is shown, in ms, a line each, and what an element complains of.
"""

import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst  # noqa: E402

Gst.init(None)
loop = GLib.MainLoop()
pipeline = Gst.Pipeline()
player = Gst.ElementFactory.make("uridecodebin")
player.set_property("uri", Gst.filename_to_uri(sys.argv[1]))
pipeline.add(player)


def on_pad(_, pad):
    sink = Gst.ElementFactory.make("fakesink")
    sink.set_property("sync", False)
    sink.set_property("signal-handoffs", True)

    def on_buffer(_, buffer, sink_pad):
        segment = sink_pad.get_sticky_event(Gst.EventType.SEGMENT, 0).parse_segment()
        print(segment.to_stream_time(Gst.Format.TIME, buffer.pts) / 1e6)

    sink.connect("handoff", on_buffer)
    pipeline.add(sink)
    sink.sync_state_with_parent()
    pad.link(sink.get_static_pad("sink"))


def on_message(_, message):
    if message.type == Gst.MessageType.ERROR:
        print(message.parse_error())
        loop.quit()
    elif message.type == Gst.MessageType.WARNING:
        print(message.parse_warning())
    elif message.type == Gst.MessageType.EOS:
        loop.quit()


player.connect("pad-added", on_pad)
bus = pipeline.get_bus()
bus.add_signal_watch()
bus.connect("message", on_message)
pipeline.set_state(Gst.State.PLAYING)
loop.run()
pipeline.set_state(Gst.State.NULL)
