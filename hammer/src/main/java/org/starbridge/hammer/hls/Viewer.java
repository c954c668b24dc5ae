package org.starbridge.hammer.hls;

import java.net.URI;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.hls.RenditionLoader.Trouble;
import org.starbridge.hammer.hls.Request.Kind;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.MultivariantPlaylist;
import org.starbridge.playlist.MultivariantPlaylist.Rendition;
import org.starbridge.playlist.MultivariantPlaylist.Variant;
import org.starbridge.playlist.Playlist;

/**
 * One viewer: the multivariant playlist, then the best variant and its sound, each with a {@link RenditionLoader}, and
 * a {@link PlayClock} over both. Used by one thread.
 */
final class Viewer {
    /** The end of a piece that was loaded, against the clock. */
    interface Arrivals {
        /** {@code endDateMs}: the date of its end; {@code loadedAtNs} monotonic. */
        void onArrival(long endDateMs, long loadedAtNs);
    }

    /** Makes requests of all viewers. */
    interface Network {
        void request(Request request);
    }

    private final int number;
    private final ViewerOptions options;
    private final Network network;
    private final Arrivals arrivals;
    private final List<RenditionLoader> loaders = new ArrayList<>();
    private final List<PlayBuffer> buffers = new ArrayList<>();
    private final PlayClock clock = new PlayClock(buffers);
    private final Map<Trouble, Integer> troubles = new EnumMap<>(Trouble.class);
    private boolean hasFailed;

    Viewer(int number, ViewerOptions options, Network network, Arrivals arrivals) {
        this.number = number;
        this.options = options;
        this.network = network;
        this.arrivals = arrivals;
    }

    /** Begins with the first playlist. */
    void begin(long nowNs) {
        network.request(new Request(Kind.MULTIVARIANT, options.url(), number, 0, nowNs));
    }

    /**
     * Called with the result of a request of this viewer.
     *
     * @param playlist what the body is, for requests for playlists that were answered; null otherwise
     */
    void onReply(Reply reply, @Nullable Playlist playlist, long nowNs) {
        clock.advance(nowNs);
        Request request = reply.request();
        Kind kind = request.kind();
        if (kind == Kind.MULTIVARIANT) {
            onFirst(request.uri(), playlist, nowNs);
        } else if (!reply.isGood() || (kind.isPlaylist() && !(playlist instanceof MediaPlaylist))) {
            loader(request).onFailure(kind, nowNs);
            hasFailed |= loader(request).hasFailed();
        } else if (playlist instanceof MediaPlaylist media) {
            loader(request).onPlaylist(media, kind, nowNs);
        } else {
            loader(request).onMedia(kind, nowNs);
        }
        clock.advance(nowNs);
        catchUp(nowNs);
    }

    private void catchUp(long nowNs) {
        if (options.maxRate() <= 1 || loaders.isEmpty()) {
            return;
        }
        RenditionLoader main = loaders.getFirst();
        double latency = buffers.getFirst().endSeconds() - clock.playedSeconds() + main.behindEdgeSeconds(nowNs);
        double wanted = CatchUp.wantedLatencySeconds(main.holdBackSeconds(), main.targetSeconds(), clock.stalls());
        clock.rate(
                CatchUp.rate(latency - wanted, wanted + main.targetSeconds(), clock.leftSeconds(), options.maxRate()));
    }

    private RenditionLoader loader(Request request) {
        return loaders.get(request.rendition());
    }

    private void onFirst(URI url, @Nullable Playlist playlist, long nowNs) {
        switch (playlist) {
            case MultivariantPlaylist all -> {
                Variant best = options.choose(all.variants());
                add(url.resolve(best.uri()));
                Rendition audio = all.audioOf(best);
                if (audio != null && audio.uri() != null) {
                    add(url.resolve(audio.uri()));
                }
            }
            case MediaPlaylist _ -> add(url);
            case null -> hasFailed = true;
        }
        if (!loaders.isEmpty()) {
            loaders.getFirst().begin(-1, nowNs);
        }
    }

    private void add(URI uri) {
        int rendition = loaders.size();
        PlayBuffer buffer = new PlayBuffer();
        buffers.add(buffer);
        loaders.add(new RenditionLoader(
                options.withToken(uri),
                options.takesHints(),
                (kind, from, nowNs) ->
                        network.request(new Request(kind, options.withToken(from), number, rendition, nowNs)),
                new RenditionLoader.Listener() {
                    @Override
                    public void onStart(StartPosition position, long nowNs) {
                        begin(rendition, position, nowNs);
                    }

                    @Override
                    public void onPiece(double seconds, long dateMs, long loadedAtNs) {
                        buffer.add(seconds, dateMs);
                        if (dateMs >= 0 && rendition == 0) {
                            arrivals.onArrival(dateMs + Math.round(seconds * 1000), loadedAtNs);
                        }
                    }

                    @Override
                    public void onTrouble(Trouble trouble) {
                        troubles.merge(trouble, 1, Integer::sum);
                    }
                }));
    }

    /** Playing begins where the first rendition says; the others begin at the same date. */
    private void begin(int rendition, StartPosition position, long nowNs) {
        if (rendition > 0) {
            buffers.get(rendition).begin(clock.playedSeconds() - position.playFromSeconds());
            return;
        }
        clock.startAt(position.playFromSeconds());
        for (RenditionLoader other : loaders.subList(1, loaders.size())) {
            other.begin(position.dateMs(), nowNs);
        }
    }

    /** Returns the time at which {@link #onTime} is due. */
    long nextDeadlineNs() {
        long next = Long.MAX_VALUE;
        for (RenditionLoader loader : loaders) {
            next = Math.min(next, loader.nextDeadlineNs());
        }
        return next;
    }

    /** Does what is due. */
    void onTime(long nowNs) {
        clock.advance(nowNs);
        loaders.forEach(loader -> loader.onTime(nowNs));
    }

    /** Returns the clock by which it plays. */
    PlayClock clock() {
        return clock;
    }

    /** Returns whether it has given up. */
    boolean hasFailed() {
        return hasFailed;
    }

    /** Returns how often it had this trouble. */
    int troubles(Trouble trouble) {
        return troubles.getOrDefault(trouble, 0);
    }
}
