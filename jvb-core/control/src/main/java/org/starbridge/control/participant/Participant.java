package org.starbridge.control.participant;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.MediaSource;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.Sender;
import org.starbridge.media.api.LayersSnapshot;
import org.starbridge.media.api.MediaKind;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * A member of a conference: identity, sources, their video types, mutes and activity. It has no transport: a client of
 * this bridge has a {@link LocalEndpoint}, participants behind a relay share one. Final fields may be read by any
 * thread; the rest is guarded by the conference's lock.
 */
public final class Participant {
    private static final int MAX_SOURCES = 1 << 16;
    private static final int VIDEO_TYPES_PART = 10;

    private final Identity identity;
    private final int key;
    private final SourceVideoTypes videoTypes;
    private List<DeclaredSource> sources = List.of();
    /** Sources that it declared, if it goes without some of the SSRCs; else empty. */
    private List<MediaSource> incompleteSources = List.of();

    private Set<MediaKind> mutedKinds = Set.of();
    private boolean isActive = true;

    /**
     * Identity of a participant, fixed when it joins.
     *
     * @param id its Colibri2 endpoint id
     * @param statsId display name in logs and statistics; null when it has none
     * @param isVisitor receives only
     * @param diarize whether media exports ask to tell speakers of its audio apart
     */
    public record Identity(String id, @Nullable String statsId, boolean isVisitor, boolean diarize) {
        /** One whose speakers are not told apart. */
        public Identity(String id, @Nullable String statsId, boolean isVisitor) {
            this(id, statsId, isVisitor, false);
        }
    }

    /**
     * One without sources.
     *
     * @param key its number in forwarding tables, unique in the process
     * @param maxSources how many sources its client may name
     */
    public Participant(Identity identity, int key, int maxSources) {
        this.identity = identity;
        this.key = key;
        this.videoTypes = new SourceVideoTypes(maxSources);
    }

    public Identity identity() {
        return identity;
    }

    public String id() {
        return identity.id();
    }

    public boolean isVisitor() {
        return identity.isVisitor();
    }

    /** Its number in forwarding tables and speech activity. */
    public int key() {
        return key;
    }

    public List<DeclaredSource> sources() {
        return sources;
    }

    List<String> sourceNames() {
        return sources.stream().map(DeclaredSource::name).toList();
    }

    /** Returns whether it declared a source with this name. */
    public boolean declares(String sourceName) {
        for (DeclaredSource source : sources) {
            if (source.name().equals(sourceName)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Replaces its sources.
     *
     * @param described the same sources as in the request, for their video types
     */
    public void declare(List<DeclaredSource> newSources, List<MediaSource> described) {
        sources = newSources;
        incompleteSources = isVisitor() || hasAll(described) ? List.of() : described;
        videoTypes.declare(described);
    }

    /**
     * Returns the sources that it declared, if it goes without some of the SSRCs, because others have them; else empty.
     */
    public List<MediaSource> incompleteSources() {
        return incompleteSources;
    }

    /** Replaces its sources by the same ones with SSRCs that became free. */
    public void complete(List<DeclaredSource> newSources) {
        sources = newSources;
        incompleteSources = hasAll(incompleteSources) ? List.of() : incompleteSources;
    }

    private boolean hasAll(List<MediaSource> described) {
        Set<Integer> ssrcs = new HashSet<>();
        sources.forEach(source -> source.ssrcs().forEach(declared -> ssrcs.add(declared.ssrc())));
        return described.stream()
                .flatMap(source -> source.sources().stream())
                .filter(source -> source.hasSsrc() && source.mid() == null) // a section's SSRCs are no other's
                .allMatch(source -> ssrcs.contains((int) source.ssrc()));
    }

    public SourceVideoTypes videoTypes() {
        return videoTypes;
    }

    /** Names of the sources that its client disabled. */
    public Set<String> disabledSources() {
        Set<String> disabled = new HashSet<>();
        for (DeclaredSource source : sources) {
            if (videoTypes.isDisabled(source.name())) {
                disabled.add(source.name());
            }
        }
        return disabled;
    }

    /** Sets both kinds: what is not muted is unmuted. */
    public void forceMute(ForceMute mute) {
        EnumSet<MediaKind> kinds = EnumSet.noneOf(MediaKind.class);
        if (mute.audio()) {
            kinds.add(MediaKind.AUDIO);
        }
        if (mute.video()) {
            kinds.add(MediaKind.VIDEO);
        }
        mutedKinds = Set.copyOf(kinds);
    }

    public Set<MediaKind> mutedKinds() {
        return mutedKinds;
    }

    /** Returns whether the bridge hears from it. */
    public boolean isActive() {
        return isActive;
    }

    public void isActive(boolean newState) {
        isActive = newState;
    }

    /**
     * Returns what selection reads of it.
     *
     * @param layers measured layers of its video sources, by the SSRC of the lowest encoding; empty if they do not
     *     matter
     */
    public Sender sender(Map<Integer, LayersSnapshot> layers) {
        Set<String> disabled = new HashSet<>();
        Set<String> screens = new HashSet<>();
        for (DeclaredSource source : sources) {
            if (source.kind() == MediaKind.VIDEO) {
                switch (videoTypes.of(source.name())) {
                    case NONE, DISABLED -> disabled.add(source.name());
                    case DESKTOP, DESKTOP_HIGH_FPS -> screens.add(source.name());
                    case CAMERA -> {
                        // The default: in neither set.
                    }
                }
            }
        }
        return new Sender(key, sources, mutedKinds, new Sender.Video(disabled, screens, layers));
    }

    /** Its part of a snapshot; SSRCs that it shares with others are not in it. */
    void state(State state) throws StateException {
        sources = state.list(sources, MAX_SOURCES, DeclaredSource::state);
        EnumSet<MediaKind> kinds = EnumSet.noneOf(MediaKind.class);
        for (MediaKind kind : MediaKind.values()) {
            if (state.bool(mutedKinds.contains(kind))) {
                kinds.add(kind);
            }
        }
        mutedKinds = Set.copyOf(kinds);
        isActive = state.bool(isActive);
        state.part(VIDEO_TYPES_PART, 1, videoTypes::state);
    }
}
