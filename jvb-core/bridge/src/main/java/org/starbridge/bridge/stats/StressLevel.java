package org.starbridge.bridge.stats;

/**
 * The stress that a focus balances by: the measured load, and what the participants will add that are allocated and
 * were not part of it yet. A measurement is seconds old and a participant needs seconds to connect, so without them a
 * burst of joins would all see an idle bridge. One thread measures; any thread reads.
 */
final class StressLevel {
    /** The last measurement, and how many participants it contains. */
    private record Measurement(double stress, long sending, long contained) {
        static final Measurement NONE = new Measurement(0, 0, 0);
    }

    private final double participantStress;
    private volatile Measurement last = Measurement.NONE;

    /** @param participantStress stress that one participant is expected to add */
    StressLevel(double participantStress) {
        this.participantStress = participantStress;
    }

    /**
     * Takes the mean of an interval that ends now.
     *
     * @param stress measured load / threshold
     * @param sending participants of whom something has come: the next measurement will contain all of them, this one
     *     contains those that did so when the interval began
     */
    void measure(double stress, long sending) {
        last = new Measurement(stress, sending, Math.min(sending, last.sending));
    }

    /** What was measured last; 0 at first. */
    double measured() {
        return last.stress;
    }

    /** @param participants all that are allocated now */
    double expected(long participants) {
        Measurement now = last;
        return now.stress + participantStress * Math.max(0, participants - now.contained);
    }
}
