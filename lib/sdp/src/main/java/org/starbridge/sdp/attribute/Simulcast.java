package org.starbridge.sdp.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.starbridge.sdp.text.SdpException;
import org.starbridge.sdp.text.Words;

/**
 * Simulcast streams (RFC 8853 section 5.1).
 *
 * @param sent by the sender of the description, in its order of preference; empty if none
 * @param received by it; empty if none
 */
public record Simulcast(List<Stream> sent, List<Stream> received) implements SourceAttribute {
    static final String NAME = "simulcast";
    private static final int MAX_STREAMS = 32;

    /**
     * One stream.
     *
     * @param alternatives of which one is used, the preferred one first; one or more
     */
    public record Stream(List<Alternative> alternatives) {
        public Stream {
            alternatives = List.copyOf(alternatives);
            if (alternatives.isEmpty()) {
                throw new IllegalArgumentException("simulcast stream without a rid: expected one or more");
            }
        }
    }

    /**
     * An encoding of that name.
     *
     * @param isPaused whether it is not sent at first
     */
    public record Alternative(String rid, boolean isPaused) {}

    public Simulcast {
        sent = List.copyOf(sent);
        received = List.copyOf(received);
    }

    /** Streams of one encoding each, none paused. */
    public static List<Stream> streams(List<String> rids) {
        return rids.stream()
                .map(rid -> new Stream(List.of(new Alternative(rid, false))))
                .toList();
    }

    static Simulcast parse(int line, String value) throws SdpException {
        Words words = new Words(line, NAME, value);
        List<Stream> sent = List.of();
        List<Stream> received = List.of();
        do {
            String direction = words.word("direction").toLowerCase(Locale.ROOT);
            List<Stream> streams = streams(words, words.word("list of streams"));
            if (direction.equals("send") && sent.isEmpty()) {
                sent = streams;
            } else if (direction.equals("recv") && received.isEmpty()) {
                received = streams;
            } else {
                throw words.fault("direction \"" + Words.quoted(direction) + "\": expected send or recv, once each");
            }
        } while (words.hasMore());
        return new Simulcast(sent, received);
    }

    private static List<Stream> streams(Words words, String list) throws SdpException {
        List<Stream> streams = new ArrayList<>();
        for (String stream : Words.split(list, ';')) {
            List<Alternative> alternatives = new ArrayList<>();
            for (String alternative : Words.split(stream, ',')) {
                boolean isPaused = alternative.startsWith("~");
                String rid = isPaused ? alternative.substring(1) : alternative;
                alternatives.add(new Alternative(
                        words.checked("rid", rid, Words::isRid, "letters, digits, hyphens and underscores"), isPaused));
            }
            streams.add(new Stream(alternatives));
            if (streams.size() > MAX_STREAMS || alternatives.size() > MAX_STREAMS) {
                throw words.fault("with more than " + MAX_STREAMS + " streams or alternatives");
            }
        }
        return streams;
    }

    @Override
    public String text() {
        String send = sent.isEmpty() ? "" : " send " + text(sent);
        String recv = received.isEmpty() ? "" : " recv " + text(received);
        return NAME + ":" + (send + recv).strip();
    }

    private static String text(List<Stream> streams) {
        return streams.stream()
                .map(stream -> stream.alternatives().stream()
                        .map(alternative -> (alternative.isPaused() ? "~" : "") + alternative.rid())
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining(";"));
    }
}
