package org.starbridge.hammer.hls;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.hls.HlsFigures.Stalls;
import org.starbridge.playlist.Playlist;
import org.starbridge.playlist.PlaylistException;

/**
 * Viewers of one stream: they begin one after the other, and watch until it is closed. They belong to the thread whose
 * turn it is: that of the timers, or one that brings a reply and then makes the requests that follow from it, without
 * waking another one. The public methods may be called by any thread.
 */
public final class HlsLoad implements AutoCloseable {
    private static final long SAMPLE_NS = 1_000_000_000L;
    private static final long TIMERS_MS = 5;
    private static final long TIMERS_NS = TIMERS_MS * 1_000_000;

    private final HlsPlan plan;
    private final HttpFetcher http;
    private final ConcurrentLinkedQueue<Object> inbox = new ConcurrentLinkedQueue<>();
    private final ReentrantLock turn = new ReentrantLock();
    private final Thread thread;
    private final List<Viewer> viewers = new ArrayList<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>();
    private final PlaylistCache playlists;
    private final StreamCheck check;
    private final long wallOffsetMs;
    private final long startNs;
    private Tally tally = new Tally();
    private WindowStart window;
    private List<Long> bytesPerSecond = new ArrayList<>();
    private long bytesAtSample;
    private long requestsAtSample;
    private long nextSampleNs;
    private long tickedAtNs;
    private volatile boolean isClosed;
    private volatile Progress progress = new Progress(0, 0, 0, 0, 0, 0, Double.NaN);

    /** A viewer's timer. */
    private record Due(long atNs, int viewer) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            return Long.compare(atNs, other.atNs);
        }
    }

    /** State at the beginning of a window. */
    private record WindowStart(long atNs, Stalls stalls) {}

    private record Reset() {}

    private record Asked(CompletableFuture<HlsFigures> answer) {}

    /**
     * Progress at the moment.
     *
     * @param begun viewers that have begun
     * @param playing those that play
     * @param failed those that have given up
     * @param bitsPerSecond what came in the last second
     * @param stalls of all viewers so far
     * @param requestsPerSecond that were answered, or came to nothing, in the last second
     * @param behindMs how far viewers play behind what was captured, on average; NaN if that is unknown
     */
    public record Progress(
            int begun,
            int playing,
            int failed,
            long bitsPerSecond,
            int stalls,
            double requestsPerSecond,
            double behindMs) {}

    private HlsLoad(HlsPlan plan) {
        this.plan = plan;
        playlists = new PlaylistCache(plan.options().wholeSegments());
        startNs = System.nanoTime();
        wallOffsetMs = System.currentTimeMillis() - startNs / 1_000_000;
        window = new WindowStart(startNs, new Stalls(0, 0));
        nextSampleNs = startNs + SAMPLE_NS;
        check = new StreamCheck(plan.checks());
        http = HttpFetcher.start(
                plan.trustsAny(), System::nanoTime, request -> plan.checks() && request.viewer() == 0, this::hand);
        thread = Thread.ofPlatform().daemon().name("hls-timers").unstarted(this::run);
    }

    /** Begins. */
    public static HlsLoad start(HlsPlan plan) {
        HlsLoad load = new HlsLoad(plan);
        load.thread.start();
        return load;
    }

    /** Returns the progress. */
    public Progress progress() {
        return progress;
    }

    /** From now on figures begin at zero. */
    public void beginWindow() {
        hand(new Reset());
    }

    /** Returns the results of the window so far. */
    public HlsFigures figures() throws InterruptedException {
        CompletableFuture<HlsFigures> answer = new CompletableFuture<>();
        hand(new Asked(answer));
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    /** Ends all viewers. */
    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        http.close();
    }

    private void run() {
        try {
            while (!isClosed) {
                if (turn.tryLock()) {
                    try {
                        tick();
                    } finally {
                        turn.unlock();
                    }
                }
                takeTurns();
                Thread.sleep(TIMERS_MS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    private void hand(Object message) {
        inbox.add(message);
        takeTurns();
    }

    /**
     * Takes all that waits, unless another thread is at it, or this one already: that looks again at its end. Timers
     * have their turn in between, because the turn may never be free when their thread asks for it.
     */
    private void takeTurns() {
        while (!inbox.isEmpty() && !turn.isHeldByCurrentThread() && turn.tryLock()) {
            try {
                for (Object next = inbox.poll(); next != null; next = inbox.poll()) {
                    take(next);
                    if (System.nanoTime() - tickedAtNs >= TIMERS_NS) {
                        tick();
                    }
                }
            } finally {
                turn.unlock();
            }
        }
    }

    private void tick() {
        long nowNs = System.nanoTime();
        tickedAtNs = nowNs;
        begin(nowNs);
        timers(nowNs);
        sample(nowNs);
    }

    private void begin(long nowNs) {
        while (viewers.size() < plan.viewers() && startNs + plan.beginNs(viewers.size()) <= nowNs) {
            Viewer viewer = new Viewer(
                    viewers.size(),
                    plan.options(),
                    http::fetch,
                    (endDateMs, atNs) -> tally.onArrival(wallMs(atNs) - endDateMs));
            viewers.add(viewer);
            viewer.begin(nowNs);
        }
    }

    private double wallMs(long ns) {
        return wallOffsetMs + ns / 1e6;
    }

    private void take(Object message) {
        switch (message) {
            case Reply reply -> onReply(reply);
            case Reset _ -> reset();
            case Asked asked -> asked.answer().complete(collect());
            default -> throw new IllegalStateException("not a message: " + message);
        }
    }

    private void onReply(Reply reply) {
        tally.onReply(reply);
        Viewer viewer = viewers.get(reply.request().viewer());
        long nowNs = System.nanoTime();
        tally.onLate(nowNs - reply.lastNs());
        Playlist playlist = read(reply);
        viewer.onReply(reply, playlist, nowNs);
        check.onReply(reply, playlist);
        long dueNs = viewer.nextDeadlineNs();
        if (dueNs != Long.MAX_VALUE) {
            due.add(new Due(dueNs, reply.request().viewer()));
        }
    }

    private @Nullable Playlist read(Reply reply) {
        byte[] body = reply.body();
        if (!reply.isGood() || body == null || !reply.request().kind().isPlaylist()) {
            return null;
        }
        try {
            return playlists.read(body, reply.encoding());
        } catch (PlaylistException e) {
            check.onUnreadable(e);
            return null;
        }
    }

    private void timers(long nowNs) {
        for (Due first = due.peek(); first != null && first.atNs() <= nowNs; first = due.peek()) {
            due.remove();
            Viewer viewer = viewers.get(first.viewer());
            if (viewer.nextDeadlineNs() <= nowNs) {
                viewer.onTime(nowNs);
            }
        }
    }

    private void sample(long nowNs) {
        if (nowNs < nextSampleNs) {
            return;
        }
        int playing = 0;
        int failed = 0;
        int stalls = 0;
        int dated = 0;
        double behindMs = 0;
        for (Viewer viewer : viewers) {
            viewer.clock().advance(nowNs);
            playing += viewer.clock().hasStarted() ? 1 : 0;
            failed += viewer.hasFailed() ? 1 : 0;
            stalls += viewer.clock().stalls();
            double latencyMs = viewer.clock().latencyMs(wallMs(nowNs));
            tally.onLatency(latencyMs);
            if (!Double.isNaN(latencyMs)) {
                dated++;
                behindMs += latencyMs;
            }
        }
        double seconds = (nowNs - nextSampleNs + SAMPLE_NS) / 1e9;
        long bitsPerSecond = Math.round((tally.bytes() - bytesAtSample) * 8 / seconds);
        bytesAtSample = tally.bytes();
        bytesPerSecond.add(bitsPerSecond / 8);
        double requestsPerSecond = (tally.requests() - requestsAtSample) / seconds;
        requestsAtSample = tally.requests();
        progress = new Progress(
                viewers.size(),
                playing,
                failed,
                bitsPerSecond,
                stalls,
                requestsPerSecond,
                dated == 0 ? Double.NaN : behindMs / dated);
        nextSampleNs = nowNs + SAMPLE_NS;
    }

    private void reset() {
        long nowNs = System.nanoTime();
        tally = new Tally();
        bytesPerSecond = new ArrayList<>();
        bytesAtSample = 0;
        requestsAtSample = 0;
        nextSampleNs = nowNs + SAMPLE_NS;
        window = new WindowStart(nowNs, Stalls.of(viewers));
    }

    private HlsFigures collect() {
        double seconds = (System.nanoTime() - window.atNs()) / 1e9;
        return HlsFigures.of(
                tally,
                viewers,
                seconds,
                bytesPerSecond.stream().mapToLong(Long::longValue).max().orElse(0),
                Stalls.of(viewers).since(window.stalls()),
                check.findings());
    }
}
