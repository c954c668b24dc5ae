package org.starbridge.bridge.hls;

import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.eclipse.jetty.http.HttpField;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.whip.access.RefusalException;
import org.starbridge.recording.hls.RenditionSnapshot;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Media playlists, headers, segments and parts of programs (draft-pantos-hls-rfc8216bis section 6.2.5). A request for
 * what is about to exist waits without a thread. Any thread.
 */
final class ProgramFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramFiles.class);
    /** A blocking request waits for at most so long, for each second of the target duration. */
    private static final long WAIT_NS = 3_000_000_000L;
    /** Answers that never change are worth keeping for so many target durations. */
    private static final int KEEP_TARGETS = 6;

    private static final int AHEAD = 2;
    private static final int MAX_DIGITS = 9;

    private final RunningPrograms programs;
    private final HlsConfig config;
    private final SharedCounters<HlsCounter> counters;
    private final HttpField newestPlaylist = Exchange.caching("max-age=1");
    /** Of a playlist that was asked for by the number of a segment: there is no other answer to that. */
    private final HttpField keptPlaylist;

    private final HttpField keptMedia;

    ProgramFiles(RunningPrograms programs, HlsConfig config, SharedCounters<HlsCounter> counters) {
        this.programs = programs;
        this.config = config;
        this.counters = counters;
        String kept = "max-age=" + KEEP_TARGETS * targetSeconds();
        keptPlaylist = Exchange.caching(kept);
        keptMedia = Exchange.caching(kept + ", immutable");
    }

    /** A step of an answer that may be refused. */
    interface Step {
        void run() throws RefusalException;
    }

    /**
     * Condition that a request waits for.
     *
     * @param rendition the name of the one on whose changes it depends; null if it depends on something else
     */
    record Condition(LiveProgram program, @Nullable String rendition, BooleanSupplier holds) {
        /** Of a rendition; it holds, too, when no more of it comes. */
        static Condition of(LiveProgram program, String rendition, Predicate<RenditionSnapshot> holds) {
            return new Condition(program, rendition, () -> {
                RenditionSnapshot now = program.rendition(rendition);
                return now == null || program.isEnded() || holds.test(now);
            });
        }
    }

    /** Takes the step when something holds, or at a deadline. */
    void await(Exchange exchange, Condition condition, long deadlineNs, Step step) throws RefusalException {
        LiveProgram program = condition.program();
        BooleanSupplier isOver = condition.holds();
        if (!isOver.getAsBoolean()) {
            if (programs.waitingCount() >= config.maxWaiting()) {
                counters.increment(HlsCounter.BUSY);
                throw new RefusalException(
                        503, "too many requests are waiting (starbridge.hls.max-waiting-requests)", 1);
            }
            boolean isWaiting = program.await(condition.rendition(), isOver, deadlineNs, isInTime -> {
                if (!isInTime) {
                    counters.increment(HlsCounter.TIMED_OUT);
                }
                take(exchange, step);
            });
            if (isWaiting) {
                return;
            }
        }
        step.run();
    }

    private void take(Exchange exchange, Step step) {
        try {
            step.run();
        } catch (RefusalException e) {
            exchange.refuse(e);
        } catch (RuntimeException e) {
            LOG.error("Failure while answering {}", exchange.path(), e);
            exchange.refuse(new RefusalException(500, "unexpected failure, see the bridge's log"));
        }
    }

    /** Answers for {@code ROOM/ID/FILE}. */
    void answer(Exchange exchange) throws RefusalException {
        LiveProgram program = programs.find(exchange.path().get(1));
        if (program == null || !program.subject().room().equals(exchange.path().getFirst())) {
            throw new RefusalException(404, "this program has ended: load index.m3u8 again");
        }
        program.use(System.nanoTime());
        String[] name = exchange.path().get(2).split("\\.", -1);
        RenditionSnapshot rendition = program.rendition(name[0]);
        if (rendition == null) {
            throw new RefusalException(404, "there is no such rendition");
        }
        if (name.length == 2 && name[1].equals("m3u8")) {
            playlist(exchange, program, rendition);
        } else if (name.length == 4 && name[2].equals("init") && name[3].equals("mp4")) {
            media(exchange, Exchange.HEADER, rendition.header((int) number(name[1])));
        } else if (name.length == 3 && name[2].equals("m4s")) {
            media(exchange, Exchange.SEGMENT, rendition.segment(number(name[1])));
        } else if (name.length == 4 && name[3].equals("m4s")) {
            part(exchange, program, rendition, number(name[1]), (int) number(name[2]));
        } else {
            throw new RefusalException(404, "there is no such file");
        }
    }

    private static long number(String text) throws RefusalException {
        long number = digits(text);
        if (number < 0) {
            throw new RefusalException(404, "there is no such file");
        }
        return number;
    }

    private int targetSeconds() {
        return config.timing().targetSeconds();
    }

    private void playlist(Exchange exchange, LiveProgram program, RenditionSnapshot rendition) throws RefusalException {
        Map<String, String> query = exchange.query();
        String skip = query.getOrDefault("_HLS_skip", "");
        boolean isDelta = skip.equals("YES") || skip.equals("v2");
        long segment = directive(query.get("_HLS_msn"));
        int part = (int) directive(query.get("_HLS_part"));
        if (segment < 0) {
            if (part >= 0) {
                throw new RefusalException(400, "_HLS_part without _HLS_msn");
            }
            send(exchange, program, rendition.name(), isDelta, false);
            return;
        }
        if (segment > rendition.lastNumber() + AHEAD) {
            throw new RefusalException(400, "_HLS_msn " + segment + " is too far ahead");
        }
        String name = rendition.name();
        Condition isReached = Condition.of(program, name, now -> now.hasReached(segment, part));
        await(exchange, isReached, System.nanoTime() + targetSeconds() * WAIT_NS, () -> {
            if (!isReached.holds().getAsBoolean()) {
                throw new RefusalException(503, "no media arrived in time", 1);
            }
            send(exchange, program, name, isDelta, true);
        });
    }

    private static long directive(@Nullable String text) throws RefusalException {
        if (text == null) {
            return -1;
        }
        long number = digits(text);
        if (number < 0) {
            throw new RefusalException(400, "_HLS_msn and _HLS_part: expected numbers");
        }
        return number;
    }

    /** A number of one to nine digits; -1 for any other text. */
    private static long digits(String text) {
        if (text.isEmpty() || text.length() > MAX_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
        }
        return number;
    }

    private void send(Exchange exchange, LiveProgram program, String rendition, boolean isDelta, boolean isReached)
            throws RefusalException {
        WrittenPlaylists.Text text = program.playlist(rendition, isDelta);
        if (text == null) {
            throw new RefusalException(404, "there is no such rendition");
        }
        counters.increment(HlsCounter.PLAYLISTS);
        exchange.answer(isReached ? keptPlaylist : newestPlaylist, text);
    }

    /**
     * A part that is hinted at but does not exist yet is waited for, as is the segment's end that it may turn out to
     * be.
     */
    private void part(Exchange exchange, LiveProgram program, RenditionSnapshot rendition, long segment, int part)
            throws RefusalException {
        List<byte[]> bytes = rendition.part(segment, part);
        if (!bytes.isEmpty()) {
            media(exchange, Exchange.SEGMENT, bytes);
            return;
        }
        String name = rendition.name();
        await(
                exchange,
                Condition.of(program, name, now -> !now.isExpected(segment, part)),
                System.nanoTime() + targetSeconds() * WAIT_NS,
                () -> {
                    RenditionSnapshot now = program.rendition(name);
                    media(exchange, Exchange.SEGMENT, now == null ? List.of() : now.part(segment, part));
                });
    }

    private void media(Exchange exchange, HttpField type, List<byte[]> bytes) throws RefusalException {
        if (bytes.isEmpty()) {
            throw new RefusalException(404, "there is no such file: it was removed or does not exist yet");
        }
        counters.increment(HlsCounter.MEDIA);
        counters.add(
                HlsCounter.MEDIA_BYTES,
                bytes.stream().mapToLong(each -> each.length).sum());
        exchange.answer(200, type, keptMedia, bytes);
    }
}
