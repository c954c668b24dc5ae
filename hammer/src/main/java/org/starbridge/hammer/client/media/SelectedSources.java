package org.starbridge.hammer.client.media;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.EndpointRoster;
import org.starbridge.hammer.client.plan.VideoEncoding;
import org.starbridge.hammer.client.result.SelectionCount;
import org.starbridge.hammer.client.result.ThinPictures;
import org.starbridge.hammer.measure.SelectedSource;

/**
 * The others' video sources as one endpoint gets them, where a bridge chooses which of them and in which encodings.
 * Owned by the driver.
 */
public final class SelectedSources {
    private final List<SelectedSource> all = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final @Nullable SelectedSource[] byStream;
    private final int descriptorId;
    private @Nullable Set<String> forwarded;
    private @Nullable Set<String> forwardedAtEnd;

    private SelectedSources(int streams, int descriptorId) {
        this.descriptorId = descriptorId;
        byStream = new @Nullable SelectedSource[streams];
    }

    /** Of no endpoint: everything is to arrive as it is sent. */
    static SelectedSources none(EndpointRoster roster) {
        return new SelectedSources(roster.streams().size(), 0);
    }

    /**
     * Of all but the endpoint's own.
     *
     * @param isAnnounced whether the bridge says what it forwards
     * @param descriptorId the number of the dependency descriptor among the header extensions; 0 if there is none
     */
    static SelectedSources of(EndpointRoster roster, EndpointPlan receiver, boolean isAnnounced, int descriptorId) {
        SelectedSources sources = new SelectedSources(roster.streams().size(), descriptorId);
        for (EndpointPlan sender : roster.plans()) {
            if (sender.number() != receiver.number() && !sender.video().isEmpty()) {
                sources.add(sender, isAnnounced);
            }
        }
        return sources;
    }

    private void add(EndpointPlan sender, boolean isAnnounced) {
        SelectedSource source = new SelectedSource(
                sender.video().stream().map(VideoEncoding::stream).toList(), isAnnounced);
        all.add(source);
        names.add(sender.videoSource());
        byStream[source.lowest().index()] = source;
    }

    /** The source whose packets come on the SSRC of this stream; null if they are not chosen from. */
    @Nullable
    SelectedSource at(int stream) {
        return byStream[stream];
    }

    /** The number of the dependency descriptor among the header extensions; 0 if there is none. */
    int descriptorId() {
        return descriptorId;
    }

    public List<SelectedSource> all() {
        return all;
    }

    /** The bridge says what it forwards. */
    public void onForwarded(Set<String> said, long nowNs) {
        forwarded = said;
        for (int i = 0; i < all.size(); i++) {
            all.get(i).onForwarded(said.contains(names.get(i)), nowNs);
        }
    }

    void openWindow(long nowNs) {
        all.forEach(source -> source.openWindow(nowNs));
    }

    void closeWindow(long nowNs) {
        forwardedAtEnd = forwarded;
        all.forEach(source -> source.closeWindow(nowNs));
    }

    /**
     * Returns the number of sources that the bridge last said, in the window, that it forwards; null if it said
     * nothing.
     */
    @Nullable
    public Integer told() {
        Set<String> said = forwardedAtEnd;
        return said == null ? null : (Integer) said.size();
    }

    /** These of which nothing came at the window's end, though there was time for it. */
    public List<String> toldButSilent() {
        List<String> silent = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            Set<String> said = forwardedAtEnd;
            if (said != null && said.contains(names.get(i)) && !hasCome(all.get(i))) {
                silent.add(names.get(i));
            }
        }
        return silent;
    }

    /**
     * Returns the counts of these sources.
     *
     * @param sourcesExpected how many the endpoint's request comes to
     * @param heightExpected the height in pixels that its request comes to; -1 if unknown
     */
    SelectionCount count(int sourcesExpected, int heightExpected) {
        SortedMap<Integer, Integer> heights = new TreeMap<>();
        int received = 0;
        int beginning = 0;
        long up = 0;
        long down = 0;
        long beginnings = 0;
        long pictures = 0;
        long undecodable = 0;
        long broken = 0;
        long early = 0;
        long cutOff = 0;
        long waitNs = 0;
        long pauseNs = 0;
        ThinPictures thin = ThinPictures.NONE;
        for (SelectedSource source : all) {
            if (source.wasFlowing()) {
                received++;
                heights.merge(source.heightPx(), 1, Integer::sum);
            }
            beginning += source.wasBeginning() ? 1 : 0;
            up += source.switchesUp();
            down += source.switchesDown();
            beginnings += source.beginnings();
            pictures += source.pictures();
            undecodable += source.undecodablePictures();
            broken += source.brokenPictures();
            early += source.earlyPictures();
            cutOff += source.cutOffPictures();
            waitNs = Math.max(waitNs, source.longestWaitNs());
            pauseNs = Math.max(pauseNs, source.longestPauseNs());
            thin = thin.plus(ThinPictures.of(source.share()));
        }
        return new SelectionCount(
                new SelectionCount.Sources(
                        sourcesExpected, told(), received, beginning, heightExpected, heights, toldButSilent()),
                new SelectionCount.Changes(up, down, beginnings),
                new SelectionCount.Pictures(pictures, undecodable, broken, early, cutOff, thin),
                waitNs,
                pauseNs);
    }

    private static boolean hasCome(SelectedSource source) {
        return source.wasFlowing() || source.wasBeginning();
    }
}
