package org.starbridge.bridge.capture;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.control.conference.PacketCaptures;
import org.starbridge.media.api.TapQueue;

/** The captures that are under way, a few at most. Any thread. */
public final class Captures implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Captures.class);
    private static final int MOST = 4;
    /** A quarter of a second at 130 Mbit/s, with payloads. */
    private static final int QUEUE_BYTES = 4 << 20;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final CaptureConfig config;
    private final PacketCaptures endpoints;
    private final Map<Key, CaptureWriter> running = new ConcurrentHashMap<>();

    private record Key(String conferenceId, String endpointId) {}

    /** Outcome of a request. */
    public enum Outcome {
        /** It is as requested. */
        DONE,
        /** Captures are switched off. */
        SWITCHED_OFF,
        /** There is no such endpoint. */
        UNKNOWN_ENDPOINT,
        /** There are too many captures, or the media worker has too much to do. */
        BUSY,
        /** The file cannot be written; the log says why. */
        NO_FILE
    }

    public Captures(CaptureConfig config, PacketCaptures endpoints) {
        this.config = config;
        this.endpoints = endpoints;
    }

    /** Returns how many are under way. */
    public int count() {
        return running.size();
    }

    /** Starts the capture of an endpoint; one that is under way goes on. */
    public synchronized Outcome start(String conferenceId, String endpointId) {
        Key key = new Key(conferenceId, endpointId);
        if (!config.enabled()) {
            return Outcome.SWITCHED_OFF;
        }
        running.values().removeIf(CaptureWriter::isOver);
        if (running.containsKey(key)) {
            return Outcome.DONE;
        }
        if (running.size() >= MOST) {
            return Outcome.BUSY;
        }
        TapQueue queue = new TapQueue(QUEUE_BYTES);
        PacketCaptures.Outcome taken = endpoints.start(conferenceId, endpointId, queue, config.hasPayloads());
        if (taken != PacketCaptures.Outcome.DONE) {
            queue.detach();
            queue.close();
            return taken == PacketCaptures.Outcome.BUSY ? Outcome.BUSY : Outcome.UNKNOWN_ENDPOINT;
        }
        Runnable stop = () -> endpoints.stop(conferenceId, endpointId, queue);
        Path file = config.directory()
                .resolve("starbridge-" + safe(conferenceId) + "-" + safe(endpointId) + "-" + TIME.format(Instant.now())
                        + ".pcap");
        try {
            running.put(key, CaptureWriter.start(file, queue, config, stop));
            LOG.info("[confId={} epId={}] capturing its packets in {}", conferenceId, endpointId, file);
            return Outcome.DONE;
        } catch (IOException e) {
            LOG.warn(
                    "[confId={} epId={}] the packet capture could not be started: {}",
                    conferenceId,
                    endpointId,
                    e.toString());
            CaptureWriter.discard(queue, stop);
            return Outcome.NO_FILE;
        }
    }

    /** Ends the capture of an endpoint, if there is one. The file is complete a moment later. */
    public Outcome stop(String conferenceId, String endpointId) {
        if (!config.enabled()) {
            return Outcome.SWITCHED_OFF;
        }
        CaptureWriter writer = running.remove(new Key(conferenceId, endpointId));
        if (writer != null) {
            writer.stop();
        }
        return Outcome.DONE;
    }

    /** Names come from signalling. */
    private static String safe(String id) {
        return id.replaceAll("[^A-Za-z0-9]", "_");
    }

    @Override
    public void close() {
        running.values().forEach(CaptureWriter::stop);
        running.values().forEach(CaptureWriter::await);
    }
}
