package org.starbridge.bridge.export.session;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.export.mediajson.EventWriter;
import org.starbridge.bridge.export.mediajson.StreamNumbers;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.control.export.ExportSpec;

/**
 * Queue of one connection: events about the export first, then audio, of which the oldest is dropped when too much
 * waits. Audio becomes text when it is sent, so numbers have no gaps. Guarded by its user.
 */
final class Outbox {
    /** Packets: a second of twenty speakers. */
    static final int MAX_PACKETS = 1024;

    private static final int MAX_EVENTS = 64;

    /** More SSRCs are not told apart: it is a stranger who makes them. */
    private static final int MAX_STREAMS = 4096;

    private final long openedAtNs;
    private final ExportCounts counts;
    private final EventWriter writer = new EventWriter();
    private final ArrayDeque<String> events = new ArrayDeque<>();
    private final ArrayDeque<Waiting> packets = new ArrayDeque<>();
    private final Map<AudioPacket.StreamKey, StartedStream> streams = new HashMap<>();
    private @Nullable String started;
    private long number;

    private record Waiting(AudioPacket packet, long atNs) {}

    /** A stream that was announced: its tag stays for the connection. */
    private record StartedStream(String name, String quotedTag, AudioFormat format, StreamNumbers numbers) {}

    Outbox(long openedAtNs, ExportCounts counts) {
        this.openedAtNs = openedAtNs;
        this.counts = counts;
    }

    long openedAtNs() {
        return openedAtNs;
    }

    int waitingPackets() {
        return packets.size();
    }

    /** An event about the export. Of a service that reads nothing, later ones are left out. */
    void add(String event) {
        if (events.size() < MAX_EVENTS) {
            events.add(event);
        }
    }

    void add(AudioPacket packet, long nowNs) {
        if (packets.size() >= MAX_PACKETS) {
            packets.removeFirst();
            counts.increment(ExportCounter.PACKETS_DROPPED);
        }
        packets.add(new Waiting(packet, nowNs));
    }

    /** Audio that waits is not sent any more. */
    void dropAudio() {
        packets.clear();
    }

    /** Sends all that waits in one write, if the connection takes it. */
    void flush(Connection connection, ExportSpec spec) {
        if (!connection.isWritable()) {
            return;
        }
        String next = next(spec);
        if (next == null) {
            return;
        }
        for (; next != null; next = next(spec)) {
            connection.send(next);
        }
        connection.flush();
    }

    boolean isEmpty() {
        return events.isEmpty() && packets.isEmpty() && started == null;
    }

    private @Nullable String next(ExportSpec spec) {
        if (started != null) {
            String media = started;
            started = null;
            return media;
        }
        String event = events.poll();
        if (event != null) {
            return event;
        }
        for (Waiting waiting = packets.poll(); waiting != null; waiting = packets.poll()) {
            if (spec.exportsSource(waiting.packet.source().name())) {
                return text(waiting.packet, waiting.atNs);
            }
        }
        return null;
    }

    /** The text of a packet; of the first of its stream an announcement, behind which the packet follows. */
    private String text(AudioPacket packet, long atNs) {
        counts.increment(ExportCounter.PACKETS_SENT);
        StartedStream stream = streams.get(packet.stream());
        if (stream != null && stream.format.equals(packet.format())) {
            return media(stream, packet);
        }
        if (streams.size() >= MAX_STREAMS) {
            streams.clear();
        }
        String name = stream == null ? packet.source().name() : stream.name;
        stream = new StartedStream(
                name,
                EventWriter.quoted(name),
                packet.format(),
                new StreamNumbers(
                        packet.extSeq(), packet.rtpTimestamp(), packet.format().clockRateHz(), atNs - openedAtNs));
        streams.put(packet.stream(), stream);
        String start = EventWriter.start(
                ++number,
                stream.name,
                stream.format,
                packet.source().endpointId(),
                packet.source().diarize());
        started = media(stream, packet);
        return start;
    }

    private String media(StartedStream stream, AudioPacket packet) {
        return writer.media(
                ++number,
                stream.quotedTag,
                stream.numbers.chunk(packet.extSeq()),
                stream.numbers.timestamp(packet.rtpTimestamp()),
                packet.payload(),
                packet.level(),
                packet.isVoice());
    }
}
