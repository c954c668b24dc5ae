package org.starbridge.media.endpoint;

import java.util.Comparator;
import java.util.Map;
import org.starbridge.transport.ice.IceCounters;
import org.starbridge.transport.ice.IceDrop;

/** Reason why ICE found no way to a peer, in words for people, by what its agent has counted. */
final class IceFailure {
    private IceFailure() {}

    static String sentence(IceCounters counted) {
        if (counted.checksAnswered() > 0) {
            return "both sides answered checks, but the peer nominated no pair";
        }
        String unanswered = counted.checksSent() == 0
                ? ""
                : ", and none of the bridge's " + counted.checksSent() + " checks was answered";
        if (counted.requestsAnswered() > 0) {
            return counted.requestsAnswered() + " STUN requests arrived from it and were answered" + unanswered;
        }
        return counted.droppedByReason().entrySet().stream()
                .filter(dropped -> dropped.getValue() > 0 && isOfDatagrams(dropped.getKey()))
                .max(Comparator.comparingLong(Map.Entry::getValue))
                .map(most -> "only unusable STUN messages arrived from it ("
                        + most.getKey().sentence() + ")" + unanswered)
                .orElseGet(() -> "no STUN message arrived from it" + unanswered);
    }

    /** Not of what signalling told, or of our own doing. */
    private static boolean isOfDatagrams(IceDrop reason) {
        return switch (reason) {
            case NOT_STUN,
                    MALFORMED,
                    BAD_FINGERPRINT,
                    NOT_BINDING,
                    INDICATION,
                    UNSIGNED,
                    WRONG_USERNAME,
                    WRONG_SIGNATURE,
                    RATE_LIMITED,
                    UNKNOWN_ATTRIBUTE,
                    ROLE_CONFLICT,
                    UNKNOWN_TRANSACTION,
                    WRONG_SOURCE,
                    ERROR_RESPONSE,
                    NO_PRIORITY -> true;
            case UNUSABLE_CANDIDATE, TABLE_FULL, PAIR_EVICTED, CHECK_FORGOTTEN, CREDENTIALS_FIXED, CLOSED -> false;
        };
    }
}
