package org.starbridge.bridge.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.impairment.Culprit;
import org.starbridge.bridge.observation.SimulatedRoom.Fault;

/** Rooms in which one thing breaks: the verdict names it, and accuses no one else. */
class WhoseFaultTest {
    private static final int SEEDS = 12;

    @Test
    void theVerdictIsRightForNineteenOfTwentyFaults() {
        Map<String, Integer> confusions = new TreeMap<>();
        int right = 0;
        int all = 0;
        for (Fault fault : Fault.values()) {
            for (int seed = 1; seed <= SEEDS; seed++) {
                all++;
                String wrong = wrong(fault, seed);
                if (wrong.isEmpty()) {
                    right++;
                } else {
                    confusions.merge(fault + ": " + wrong, 1, Integer::sum);
                }
            }
        }
        assertThat((double) right / all)
                .as("%d of %d right; confusions %s", right, all, confusions)
                .isGreaterThanOrEqualTo(0.95);
    }

    /** Wrong verdicts; empty if there are none. */
    private static String wrong(Fault fault, long seed) {
        boolean hasRelay = fault == Fault.RELAY_LOSSY || fault == Fault.RELAY_DOWN || seed % 4 == 0;
        SimulatedRoom room = new SimulatedRoom(1000L * List.of(Fault.values()).indexOf(fault) + seed, hasRelay);
        ConferenceObserver observer = room.run(fault);
        for (String id : room.ids()) {
            Culprit seen = observer.impairment("room", id).culprit();
            if (!isRight(fault, id, room.ids().size(), seen)) {
                return (isVictim(fault, id) ? "its own verdict " : "another's verdict ") + seen + " (" + seed + ": "
                        + observer.impairment("room", id).sentence() + ")";
            }
        }
        return "";
    }

    private static boolean isVictim(Fault fault, String id) {
        return switch (fault) {
            case NOTHING -> false;
            case DOWNLINK_NARROW, DOWNLINK_LOSSY, UPLINK_NARROW, UPLINK_LOSSY, UPLINK_UNEVEN, CONNECTION_GONE ->
                id.equals("p0");
            case ENCODER_SLOW, DECODER_SLOW -> id.equals("p0");
            case CAMERA_DEAD -> id.equals("p0"); // it watches the last one
            case BRIDGE_LATE, KERNEL_DROPS, RELAY_LOSSY, RELAY_DOWN -> true;
        };
    }

    private static boolean isRight(Fault fault, String id, int size, Culprit seen) {
        if (isVictim(fault, id)) {
            return seen == fault.culprit;
        }
        return seen == Culprit.NONE
                || switch (fault) {
                    case UPLINK_NARROW, UPLINK_LOSSY, UPLINK_UNEVEN, CONNECTION_GONE, ENCODER_SLOW ->
                        seen == Culprit.SENDER; // they watch the victim
                    case CAMERA_DEAD -> seen == Culprit.SENDER && !id.equals("p" + (size - 1));
                    default -> false;
                };
    }
}
