package org.starbridge.colibri;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Part of a request about one endpoint. Everything nullable means "no change" when it is null.
 *
 * @param id opaque name of the endpoint, eight hex digits in practice; not blank
 * @param create the endpoint must not exist yet
 * @param expire remove the endpoint; harmless if there is none
 * @param statsId display name for logs and statistics; read on create
 * @param mucRole only {@link MucRole#VISITOR} has an effect: a receive-only endpoint
 * @param diarize ask the media export to tell speakers of this endpoint's audio apart
 * @param medias payload types and header extensions to add, per kind; they are never removed
 * @param transport ICE, DTLS and SCTP; mandatory on create
 * @param sources the endpoint's full set of sources; null means no change, an empty list removes them all
 * @param forceMute kinds whose incoming media is dropped
 * @param initialLastN Last-N until the client's first constraints, -1 (unlimited) or more
 * @param capabilities what the client can do, see {@link Capabilities}; unknown names are allowed; read on create
 */
public record EndpointModify(
        String id,
        boolean create,
        boolean expire,
        @Nullable String statsId,
        @Nullable MucRole mucRole,
        boolean diarize,
        List<Media> medias,
        @Nullable Transport transport,
        @Nullable List<MediaSource> sources,
        @Nullable ForceMute forceMute,
        @Nullable Integer initialLastN,
        Set<String> capabilities) {

    public EndpointModify {
        Checks.notBlank("endpoint id", id);
        medias = List.copyOf(medias);
        sources = Checks.copyOrNull(sources);
        if (initialLastN != null) {
            Checks.inRange("initial-last-n", initialLastN, -1, Integer.MAX_VALUE);
        }
        capabilities = Checks.orderedCopy(capabilities);
    }

    /** Returns whether the endpoint is to receive only. */
    public boolean isVisitor() {
        return mucRole == MucRole.VISITOR;
    }

    /** A builder whose result changes nothing until something is set. */
    public static Builder builder(String id) {
        return new Builder(id);
    }

    /** A request to remove endpoint {@code id}. */
    public static EndpointModify expiring(String id) {
        return builder(id).expire(true).build();
    }

    /** Collects the parts of an {@link EndpointModify}. Not thread safe. */
    public static final class Builder {
        private final String id;
        private final List<Media> medias = new ArrayList<>();
        private final Set<String> capabilities = new LinkedHashSet<>();
        private boolean create;
        private boolean expire;
        private boolean diarize;
        private @Nullable String statsId;
        private @Nullable MucRole mucRole;
        private @Nullable Transport transport;
        private @Nullable List<MediaSource> sources;
        private @Nullable ForceMute forceMute;
        private @Nullable Integer initialLastN;

        private Builder(String id) {
            this.id = id;
        }

        public Builder create(boolean create) {
            this.create = create;
            return this;
        }

        public Builder expire(boolean expire) {
            this.expire = expire;
            return this;
        }

        public Builder diarize(boolean diarize) {
            this.diarize = diarize;
            return this;
        }

        public Builder statsId(@Nullable String statsId) {
            this.statsId = statsId;
            return this;
        }

        public Builder mucRole(@Nullable MucRole mucRole) {
            this.mucRole = mucRole;
            return this;
        }

        /** Adds one media description. */
        public Builder media(Media media) {
            medias.add(media);
            return this;
        }

        public Builder transport(@Nullable Transport transport) {
            this.transport = transport;
            return this;
        }

        public Builder sources(@Nullable List<MediaSource> sources) {
            this.sources = sources;
            return this;
        }

        public Builder forceMute(@Nullable ForceMute forceMute) {
            this.forceMute = forceMute;
            return this;
        }

        public Builder initialLastN(@Nullable Integer initialLastN) {
            this.initialLastN = initialLastN;
            return this;
        }

        /** Adds one capability. */
        public Builder capability(String name) {
            capabilities.add(name);
            return this;
        }

        public EndpointModify build() {
            return new EndpointModify(
                    id,
                    create,
                    expire,
                    statsId,
                    mucRole,
                    diarize,
                    medias,
                    transport,
                    sources,
                    forceMute,
                    initialLastN,
                    capabilities);
        }
    }
}
