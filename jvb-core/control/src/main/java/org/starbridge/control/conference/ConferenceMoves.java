package org.starbridge.control.conference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.rtp.state.StateWriter;

/**
 * Moves of conferences from one process to another. One thread at a time. Records hold keys: they are wiped when they
 * were sent, and never go into a file or a log.
 */
public final class ConferenceMoves {
    private static final int IDENTITY_PART = 10;
    private static final int CONFERENCE_PART = 20;

    private final Conferences conferences;
    private List<Conference> held = List.of();

    /** Moves of all conferences. */
    public ConferenceMoves(Conferences conferences) {
        this.conferences = conferences;
    }

    /**
     * Records of one conference.
     *
     * @param conferenceId the bridge-local id
     * @param control of the conference, without media
     * @param media of its endpoints, in the order of the other record
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Records(String conferenceId, byte[] control, List<byte[]> media) {}

    /** A conference that is written: its media records come from the workers. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Leaving(String conferenceId, byte[] control, List<CompletableFuture<byte[]>> media) {
        /** Waits for the workers. */
        public CompletableFuture<Records> records() {
            return CompletableFuture.allOf(media.toArray(CompletableFuture[]::new))
                    .thenApply(_ -> new Records(
                            conferenceId,
                            control,
                            media.stream().map(CompletableFuture::join).toList()));
        }
    }

    /** Keeps requests, messages and timers out of all conferences; no conference is created. */
    public void hold() {
        held = conferences.registry().holdAll();
    }

    /** Lets them in again. By the thread that called {@link #hold}. */
    public void release() {
        conferences.registry().release(held);
        held = List.of();
    }

    /** Returns why not all conferences that are held can be moved, a sentence; empty if they can. */
    public Optional<String> whyNotMovable() {
        return held.stream()
                .flatMap(conference -> conference.state().whyNotMovable().stream())
                .findFirst();
    }

    /** Writes all conferences that are held, while the media workers rest. */
    public List<Leaving> write() throws StateException {
        List<Leaving> leaving = new ArrayList<>();
        for (Conference conference : held) {
            StateWriter writer =
                    new StateWriter(conferences.environment().clockNs().getAsLong());
            ConferenceState state = conference.state();
            writer.part(IDENTITY_PART, 1, part -> ConferenceState.identity(part, state.identity()));
            writer.part(CONFERENCE_PART, 1, state::state);
            leaving.add(new Leaving(
                    conference.id(),
                    writer.record(),
                    state.media().stream().map(MediaEndpoint::snapshot).toList()));
        }
        return leaving;
    }

    /**
     * The conferences that are held go on elsewhere: here they end, without events. Requests about them, and for new
     * ones, are answered that the service is not available now.
     */
    public void forget() {
        conferences.refuseNew();
        held.forEach(conference -> conference.state().onMoved());
    }

    /**
     * Makes a conference of another process. It is locked until {@link Arriving#complete} or {@link Arriving#discard}.
     *
     * @throws StateException if the record of the conference can not be read; then nothing of it is here
     */
    public Arriving read(Records records) throws StateException {
        StateReader reader = StateReader.of(
                records.control(), conferences.environment().clockNs().getAsLong());
        List<Conference.Identity> identity = new ArrayList<>();
        reader.part(IDENTITY_PART, 1, part -> identity.add(ConferenceState.identity(part, null)));
        if (identity.isEmpty()) {
            throw new StateException("a record without a conference");
        }
        Conference conference = conferences.registry().add(identity.getFirst());
        Arriving arriving = new Arriving(conference, records.media());
        try {
            if (!reader.part(CONFERENCE_PART, 1, conference.state()::state)) {
                throw new StateException("a record without the content of its conference");
            }
            if (conference.state().media().size() != records.media().size()) {
                throw new StateException("a conference with another number of endpoints than media records");
            }
            conference.state().publish();
            return arriving;
        } catch (StateException | OverloadedException e) {
            arriving.discard();
            throw e instanceof StateException refused ? refused : new StateException(String.valueOf(e.getMessage()));
        }
    }

    /** A conference that was read: first {@link #restore}, then {@link #complete}. */
    public final class Arriving {
        private final Conference conference;
        private final List<byte[]> records;

        private Arriving(Conference conference, List<byte[]> records) {
            this.conference = conference;
            this.records = records;
        }

        /**
         * Restores its media, when the resting workers are quiet: what a first table asks of senders is not asked of
         * those of a call that goes on.
         *
         * @return fails with a {@link StateException} if a record can not be read
         */
        public CompletableFuture<Void> restore() {
            List<CompletableFuture<Void>> restored = new ArrayList<>();
            List<MediaEndpoint> media = conference.state().media();
            for (int i = 0; i < media.size(); i++) {
                MediaEndpoint endpoint = media.get(i);
                endpoint.layers(); // they are to be published
                restored.add(endpoint.restore(records.get(i)));
                restored.add(endpoint.publishFigures());
            }
            return CompletableFuture.allOf(restored.toArray(CompletableFuture[]::new));
        }

        /** Returns its bridge-local id. */
        public String conferenceId() {
            return conference.id();
        }

        /** Selects by what the records say of layers and bandwidth, and lets others in. */
        public void complete() {
            conference.state().publish();
            records.forEach(record -> Arrays.fill(record, (byte) 0));
            conference.release();
        }

        /** Ends it as if it had never come. */
        public void discard() {
            conference.state().discard();
            conferences.registry().removeIfExpired(conference);
            conference.release();
        }
    }
}
