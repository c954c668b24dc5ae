package org.starbridge.control.channel;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.starbridge.colibri.channel.BridgeChannelMessage;

/**
 * Number of messages that one endpoint's client and the bridge sent each other, by {@code colibriClass}; what is
 * unknown or malformed has one name each, so that a client cannot make them grow. Any thread.
 */
public final class MessageCounts {
    private static final String UNKNOWN = "unknown";
    private static final String MALFORMED = "malformed";

    private final Map<String, LongAdder> received = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> sent = new ConcurrentHashMap<>();
    private final LongAdder unsent = new LongAdder();

    public void received(BridgeChannelMessage message) {
        count(received, message instanceof BridgeChannelMessage.Unknown ? UNKNOWN : message.colibriClass());
    }

    public void receivedMalformed() {
        count(received, MALFORMED);
    }

    public void sent(String colibriClass) {
        count(sent, colibriClass);
    }

    public void unsent() {
        unsent.increment();
    }

    private static void count(Map<String, LongAdder> counts, String name) {
        counts.computeIfAbsent(name, _ -> new LongAdder()).increment();
    }

    public Snapshot snapshot() {
        return new Snapshot(sums(received), sums(sent), unsent.sum());
    }

    private static Map<String, Long> sums(Map<String, LongAdder> counts) {
        Map<String, Long> sums = new TreeMap<>();
        counts.forEach((name, count) -> sums.put(name, count.sum()));
        return sums;
    }

    /**
     * Messages on its channels.
     *
     * @param received from it, by {@code colibriClass}
     * @param sent to it, by {@code colibriClass}
     * @param unsent that could not be sent: the client had no channel, or read too slowly
     */
    public record Snapshot(Map<String, Long> received, Map<String, Long> sent, long unsent) {
        public Snapshot {
            received = Collections.unmodifiableMap(received);
            sent = Collections.unmodifiableMap(sent);
        }
    }
}
