package org.starbridge.media.blackbox;

import java.util.Map;
import java.util.function.LongConsumer;
import org.starbridge.media.api.ConnectionReport;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.endpoint.EndpointSession;

/**
 * Sink of an endpoint's figures whose wish for layers, which another thread may change at any time, is the same for a
 * whole duty cycle. Owned by the worker.
 */
final class LoggedWishes implements EndpointSession.StatsSink {
    private final EndpointSession.StatsSink sink;
    private final Turn turn;
    private final LongConsumer log;
    private long turnNumber = -1;
    private boolean wantsLayers;

    LoggedWishes(EndpointSession.StatsSink sink, Turn turn, LongConsumer log) {
        this.sink = sink;
        this.turn = turn;
        this.log = log;
    }

    /** A segment of the log begins: a wish is logged again when it is read. */
    void forget() {
        wantsLayers = false;
    }

    @Override
    public boolean wantsLayers() {
        if (turn.number() != turnNumber) {
            turnNumber = turn.number();
            boolean wish = sink.wantsLayers();
            if (wish != wantsLayers) {
                wantsLayers = wish;
                log.accept(wish ? 1 : 0);
            }
        }
        return wantsLayers;
    }

    @Override
    public boolean wantsStreams() {
        return sink.wantsStreams();
    }

    @Override
    public void publish(EndpointStats stats) {
        sink.publish(stats);
    }

    @Override
    public void publishStreams(StreamStats streams) {
        sink.publishStreams(streams);
    }

    @Override
    public void publishLayers(Map<Integer, LayersSnapshot> layers) {
        sink.publishLayers(layers);
    }

    @Override
    public void onEnd(ConnectionReport report, long atNs) {
        sink.onEnd(report, atNs);
    }
}
