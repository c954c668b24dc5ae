package org.starbridge.bridge.export;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.export.mediajson.ServiceEvent;
import org.starbridge.bridge.export.session.ExportCounter;
import org.starbridge.bridge.export.session.ExportCounts;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedConference;

/**
 * Messages of a service over one connection: results go to clients, audio and talk to synthetic sources, but only to
 * those that were requested of this service. Any thread; guarded by itself.
 */
final class ServiceMessages {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceMessages.class);
    /** More than any Opus packet (RFC 6716 section 3.4) that fits a datagram. */
    private static final int MAX_PAYLOAD_BYTES = 1400;

    private static final int FRAME = 960;

    private final ExportedConference conference;
    private final Supplier<ExportSpec> spec;
    private final ExportCounts counts;
    private final ServiceEvent.Reader reader;
    private final LongSupplier clockNs;
    private final RateLimit results;
    private final RateLimit media;
    private final long connection;
    /** Up to where each source talks that has begun to. */
    private final Map<String, Long> talking = new HashMap<>();

    private boolean hasWarned;

    ServiceMessages(
            ExportedConference conference,
            Supplier<ExportSpec> spec,
            ExportCounts counts,
            ServiceEvent.Reader reader,
            ExportConfig config,
            LongSupplier clockNs,
            long connection) {
        this.conference = conference;
        this.spec = spec;
        this.counts = counts;
        this.reader = reader;
        this.clockNs = clockNs;
        this.connection = connection;
        results = new RateLimit(config.maxResultsPerSecond(), clockNs.getAsLong());
        media = new RateLimit(config.maxMediaPerSecond(), clockNs.getAsLong());
    }

    /**
     * A frame came.
     *
     * @return a ping, or the answer to one, for the export itself; null if it is something else
     */
    @Nullable
    synchronized ServiceEvent onText(String text) {
        ServiceEvent event = reader.read(text);
        switch (event) {
            case null -> onUnreadable();
            case ServiceEvent.Result result -> onResult(result);
            case ServiceEvent.Media packet -> onMedia(packet);
            case ServiceEvent.Talk talk -> onTalk(talk);
            case ServiceEvent.Info _ -> counts.increment(ExportCounter.INFO_RECEIVED);
            case ServiceEvent.Ping _, ServiceEvent.Other _ -> counts.increment(ExportCounter.OTHER_MESSAGES_RECEIVED);
            case ServiceEvent.Pong _ -> {
                // counted nowhere
            }
        }
        return event instanceof ServiceEvent.Pong || event instanceof ServiceEvent.Ping ? event : null;
    }

    /** One line in the log for each connection: a service may send thousands. */
    synchronized void onUnreadable() {
        counts.increment(ExportCounter.PARSE_FAILURES);
        if (!hasWarned) {
            hasWarned = true;
            LOG.warn("conference {}: export {} sent an event that cannot be read", conference.id(), spec.get());
        }
    }

    private void onResult(ServiceEvent.Result result) {
        counts.increment(ExportCounter.TRANSCRIPTS_RECEIVED);
        if (results.takes(clockNs.getAsLong())) {
            conference.onResult(result.event());
        } else {
            counts.increment(ExportCounter.TRANSCRIPTS_DROPPED);
        }
    }

    private void onMedia(ServiceEvent.Media packet) {
        counts.increment(ExportCounter.MEDIA_EVENTS_RECEIVED);
        byte[] payload = packet.payload();
        boolean isTaken = payload != null
                && payload.length > 0
                && payload.length <= MAX_PAYLOAD_BYTES
                && spec.get().requests().contains(packet.tag())
                && media.takes(clockNs.getAsLong())
                && conference.onAudio(connection, packet.tag(), packet.chunk(), packet.timestamp(), payload);
        if (!isTaken) {
            counts.increment(ExportCounter.MEDIA_EVENTS_DROPPED);
        } else {
            talking.computeIfPresent(packet.tag(), (_, until) -> Math.max(until, packet.timestamp() + FRAME));
        }
    }

    private void onTalk(ServiceEvent.Talk talk) {
        counts.increment(ExportCounter.SENDING_CHANGES_RECEIVED);
        boolean isTaken = spec.get().requests().contains(talk.tag())
                && results.takes(clockNs.getAsLong())
                && conference.onTalk(connection, talk.tag(), talk.isSending(), talk.timestamp());
        if (isTaken && talk.isSending()) {
            talking.put(talk.tag(), talk.timestamp());
        } else {
            talking.remove(talk.tag());
        }
    }

    /** The connection has ended: who talks over it does so no more. */
    synchronized void onEnd() {
        talking.forEach((tag, until) -> conference.onTalk(connection, tag, false, until));
        talking.clear();
    }
}
