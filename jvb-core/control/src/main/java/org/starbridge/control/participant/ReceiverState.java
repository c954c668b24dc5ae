package org.starbridge.control.participant;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.starbridge.colibri.channel.BridgeChannelMessage.ReceiverVideoConstraints;
import org.starbridge.colibri.channel.VideoConstraint;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.lastn.AudioSubscription;
import org.starbridge.lastn.ReceiverConstraints;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The constraints that one receiver requested, and the initial values that hold before. Its client's first
 * {@code ReceiverVideoConstraints} ends the initial values; each later one changes only what it names. Guarded by the
 * conference's lock.
 */
public final class ReceiverState {
    private static final int MAX_NAMES = 1 << 16;
    private static final int MAX_NAME_BYTES = 4096;

    private final ConferenceConfig config;
    private boolean hasAsked;
    private boolean hasAskedLastN;
    private ReceiverConstraints asked;
    private Set<String> named = Set.of();
    private boolean limitsLayers;
    private AudioSubscription audio = AudioSubscription.EVERYTHING;
    private long assumedBandwidthBps = -1;

    public ReceiverState(ConferenceConfig config) {
        this.config = config;
        asked = new ReceiverConstraints(
                config.initialLastN(), List.of(), List.of(), config.initialMaxHeightPx(), Map.of());
        limitsLayers = limitsLayers(asked);
    }

    /** The focus' wish: holds until the client has one of its own. */
    public void initialLastN(int lastN) {
        if (!hasAsked && !hasAskedLastN) {
            asked = asked.withLastN(lastN);
        }
    }

    /** The client's last-N, from the legacy message that names nothing else. */
    public void lastN(int lastN) {
        hasAskedLastN = true;
        asked = asked.withLastN(lastN);
    }

    /** The client's wish; what it does not name stays as it was. The answer is false if all does. */
    public boolean update(ReceiverVideoConstraints wish) {
        ReceiverConstraints askedBefore = asked;
        long assumedBefore = assumedBandwidthBps;
        int lastN = wish.lastN() == null ? asked.lastN() : wish.lastN();
        int heightWithoutDefault = hasAsked ? asked.defaultMaxHeightPx() : config.defaultMaxHeightPx();
        asked = new ReceiverConstraints(
                lastN,
                wish.onStageSources() == null ? asked.onStageSources() : wish.onStageSources(),
                wish.selectedSources() == null ? asked.selectedSources() : wish.selectedSources(),
                wish.defaultConstraints() == null ? heightWithoutDefault : heightPx(wish.defaultConstraints()),
                wish.constraints() == null ? asked.maxHeightPx() : heightsPx(wish.constraints()),
                asked.maxTemporalLayer());
        Long assumed = wish.assumedBandwidthBps();
        assumedBandwidthBps = assumed == null ? assumedBandwidthBps : assumed;
        hasAsked = true;
        if (wish.onStageSources() != null || wish.selectedSources() != null) {
            Set<String> names = new HashSet<>(asked.onStageSources());
            names.addAll(asked.selectedSources());
            named = names;
        }
        limitsLayers = limitsLayers(asked);
        return assumedBandwidthBps != assumedBefore || !asked.equals(askedBefore);
    }

    /**
     * The highest temporal layer that it is to get, of clients that select one. The answer is false if it was that.
     *
     * @param maxTemporalLayer {@link ReceiverConstraints#UNLIMITED} for no limit
     */
    public boolean maxTemporalLayer(int maxTemporalLayer) {
        boolean isNew = asked.maxTemporalLayer() != maxTemporalLayer;
        asked = asked.withMaxTemporalLayer(maxTemporalLayer);
        limitsLayers = limitsLayers(asked);
        return isNew;
    }

    public ConferenceConfig config() {
        return config;
    }

    /** The client's wish about audio. */
    public void audio(AudioSubscription wish) {
        audio = wish;
    }

    public AudioSubscription audio() {
        return audio;
    }

    /**
     * Returns the bandwidth that the client wants to be assumed of its downlink, in bit/s; negative if it does not say.
     */
    public long assumedBandwidthBps() {
        return assumedBandwidthBps;
    }

    private static Map<String, Integer> heightsPx(Map<String, VideoConstraint> constraints) {
        Map<String, Integer> heightsPx = new HashMap<>();
        constraints.forEach((name, constraint) -> heightsPx.put(name, heightPx(constraint)));
        return heightsPx;
    }

    /** A frame rate of 0 switches a source off; other frame rates have no effect, as in Jitsi Videobridge. */
    private static int heightPx(VideoConstraint constraint) {
        return constraint.maxFrameRate() == 0 ? 0 : constraint.maxHeight();
    }

    /** Returns whether it has this source on stage or selected; takes no longer if it names many. */
    public boolean names(String sourceName) {
        return named.contains(sourceName);
    }

    /** Returns what it asked for. */
    public ReceiverConstraints asked() {
        return asked;
    }

    /**
     * Returns whether it wants anything smaller or slower than it could be, so that it matters how large things are.
     */
    public boolean limitsLayers() {
        return limitsLayers;
    }

    private static boolean limitsLayers(ReceiverConstraints asked) {
        return asked.maxTemporalLayer() != ReceiverConstraints.UNLIMITED
                || asked.defaultMaxHeightPx() > 0
                || asked.maxHeightPx().values().stream().anyMatch(heightPx -> heightPx > 0);
    }

    /** The wish, under the bridge's own last-N. */
    public ReceiverConstraints effective() {
        int cap = config.jvbLastN();
        boolean isCapped = cap != ReceiverConstraints.UNLIMITED
                && (asked.lastN() == ReceiverConstraints.UNLIMITED || asked.lastN() > cap);
        return isCapped ? asked.withLastN(cap) : asked;
    }

    /** Its part of a snapshot. */
    void state(State state) throws StateException {
        hasAsked = state.bool(hasAsked);
        hasAskedLastN = state.bool(hasAskedLastN);
        assumedBandwidthBps = state.i64(assumedBandwidthBps);
        asked = new ReceiverConstraints(
                state.i32(asked.lastN(), ReceiverConstraints.UNLIMITED, Integer.MAX_VALUE),
                names(state, asked.onStageSources()),
                names(state, asked.selectedSources()),
                state.i32(asked.defaultMaxHeightPx(), ReceiverConstraints.UNLIMITED, Integer.MAX_VALUE),
                state.map(
                        asked.maxHeightPx(),
                        MAX_NAMES,
                        (each, name) -> each.text(name == null ? "" : name, MAX_NAME_BYTES),
                        (each, heightPx) -> each.i32(
                                heightPx == null ? 0 : heightPx, ReceiverConstraints.UNLIMITED, Integer.MAX_VALUE)),
                state.i32(asked.maxTemporalLayer(), ReceiverConstraints.UNLIMITED, Integer.MAX_VALUE));
        named = new HashSet<>(names(state, named));
        limitsLayers = limitsLayers(asked);
        audio = new AudioSubscription(
                state.bool(audio.all()),
                new HashSet<>(names(state, audio.include())),
                new HashSet<>(names(state, audio.exclude())));
    }

    private static List<String> names(State state, Collection<String> names) throws StateException {
        return state.texts(names, MAX_NAMES, MAX_NAME_BYTES);
    }
}
