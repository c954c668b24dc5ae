package org.starbridge.hammer.client.result;

import java.util.List;
import java.util.stream.Stream;

/**
 * Results of guests, who joined in the window and left again.
 *
 * @param planned how many were to join
 * @param joinNs how long each that joined took, from the time at which it was to begin to its keys
 * @param mediaNs how long it took until every stream of the others flowed to it, counted in the same way
 * @param deaf how many were there for some seconds and did not get every stream
 * @param failures why others did not join or could not leave, a sentence each
 * @param mostPresent how many were connected at the same time
 * @param packetsSent by them, RTP and RTCP
 * @param packetsReceived by them, RTP
 */
public record GuestCount(
        int planned,
        List<Long> joinNs,
        List<Long> mediaNs,
        int deaf,
        List<String> failures,
        int mostPresent,
        long packetsSent,
        long packetsReceived) {
    public GuestCount {
        joinNs = joinNs.stream().sorted().toList();
        mediaNs = mediaNs.stream().sorted().toList();
        failures = List.copyOf(failures);
    }

    /** This and another conference's. */
    public GuestCount plus(GuestCount other) {
        return new GuestCount(
                planned + other.planned,
                both(joinNs, other.joinNs),
                both(mediaNs, other.mediaNs),
                deaf + other.deaf,
                both(failures, other.failures),
                mostPresent + other.mostPresent,
                packetsSent + other.packetsSent,
                packetsReceived + other.packetsReceived);
    }

    private static <T> List<T> both(List<T> a, List<T> b) {
        return Stream.concat(a.stream(), b.stream()).toList();
    }
}
