package org.starbridge.media.worker;

import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.simulation.FaultSite;
import org.starbridge.simulation.Faults;
import org.starbridge.simulation.Oracle;

/**
 * The focus of one conference: its requests come late, twice or in another order if faults say so. A guest's mutes are
 * what the last request said that the bridge got.
 */
final class StandInFocus {
    private static final long MS = 1_000_000;
    private static final int LATE_MS = 1500;
    private static final int AGAIN_MS = 500;
    private static final long ANSWER_LIMIT_NS = 1000 * MS;

    /** Carries a request to the bridge. */
    @FunctionalInterface
    interface Signalling {
        /** Returns when the answer came. */
        long handle(ConferenceModify request);
    }

    private final String meeting;
    private final WholeBridge bridge;
    private final Faults faults;
    private final Findings findings;
    private final Signalling signalling;
    private final BiConsumer<Long, Runnable> later;
    private final Collection<SimulatedGuest> guests;
    private final Consumer<SimulatedGuest> onExpired;

    /**
     * @param later runs a task after a number of nanoseconds
     * @param guests all that ever came; live
     * @param onExpired the bridge answered that it expired a guest's endpoint
     */
    StandInFocus(
            String meeting,
            WholeBridge bridge,
            Faults faults,
            Findings findings,
            Signalling signalling,
            BiConsumer<Long, Runnable> later,
            Collection<SimulatedGuest> guests,
            Consumer<SimulatedGuest> onExpired) {
        this.meeting = meeting;
        this.bridge = bridge;
        this.faults = faults;
        this.findings = findings;
        this.signalling = signalling;
        this.later = later;
        this.guests = guests;
        this.onExpired = onExpired;
    }

    void create() {
        signalling.handle(ConferenceModify.creating(meeting, meeting + "@test", List.of()));
    }

    void expire() {
        deliver(ConferenceModify.expiring(meeting), _ -> {});
    }

    /** Mutes kinds of a guest, and unmutes the others. */
    void mute(SimulatedGuest guest, boolean isAudio, boolean isVideo) {
        EndpointModify modify = EndpointModify.builder(guest.id)
                .forceMute(new ForceMute(isAudio, isVideo))
                .build();
        request(
                modify,
                nowNs -> present(guest.id, each -> {
                    each.audioMutedAtNs = mutedAt(each.audioMutedAtNs, isAudio, nowNs);
                    each.videoMutedAtNs = mutedAt(each.videoMutedAtNs, isVideo, nowNs);
                }));
    }

    private static long mutedAt(long before, boolean isMuted, long nowNs) {
        return isMuted ? Math.min(before, nowNs) : SimulatedGuest.NEVER;
    }

    /** Expires the endpoint of a guest. */
    void expire(SimulatedGuest guest) {
        request(EndpointModify.expiring(guest.id), _ -> present(guest.id, onExpired));
    }

    private void present(String id, Consumer<SimulatedGuest> what) {
        guests.stream()
                .filter(each -> each.isPresent() && each.id.equals(id))
                .toList()
                .forEach(what);
    }

    /** Creates an endpoint under an id that is taken; it must be refused. */
    void createAgain(SimulatedGuest guest) {
        EndpointModify modify = EndpointModify.builder(guest.id)
                .create(true)
                .capability("source-names")
                .build();
        try {
            signalling.handle(ConferenceModify.updating(meeting, List.of(modify)));
            findings.add(Oracle.ANSWERED, "a second endpoint " + guest.id + " was created");
        } catch (Colibri2Exception e) {
            // as it is to be
        } catch (RuntimeException e) {
            findings.add(Oracle.FAULT, e.toString());
        }
    }

    private void request(EndpointModify modify, Consumer<Long> onDelivered) {
        ConferenceModify request = ConferenceModify.updating(meeting, List.of(modify));
        if (faults.happens(FaultSite.REQUEST_LATE, 0.3)) {
            later.accept(faults.random().nextInt(LATE_MS) * MS, () -> deliver(request, onDelivered));
        } else {
            deliver(request, onDelivered);
        }
        if (faults.happens(FaultSite.REQUEST_DUPLICATED, 0.3)) {
            later.accept(faults.random().nextInt(AGAIN_MS) * MS, () -> deliver(request, onDelivered));
        }
    }

    private void deliver(ConferenceModify request, Consumer<Long> onDelivered) {
        long nowNs = bridge.clock.nowNs();
        try {
            long answeredNs = signalling.handle(request);
            if (answeredNs - nowNs > ANSWER_LIMIT_NS) {
                findings.add(Oracle.ANSWERED, "answered after " + (answeredNs - nowNs) / MS + " ms");
            }
            onDelivered.accept(nowNs);
        } catch (Colibri2Exception e) {
            // Refused: of an endpoint that is gone already, for example.
        } catch (RuntimeException e) {
            findings.add(Oracle.ANSWERED, "no answer but " + e);
        }
    }
}
