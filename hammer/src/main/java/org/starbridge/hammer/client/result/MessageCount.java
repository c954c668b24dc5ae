package org.starbridge.hammer.client.result;

import org.starbridge.hammer.measure.MessageFlow;

/**
 * Results of one endpoint's messages in the window. Immutable.
 *
 * @param sender who sent them
 * @param receiver to whom: the next endpoint, or {@code bridge}, at which nothing is counted as arrived
 * @param sent that the sender's channel took
 * @param refused that it did not take, as it was closed or too much waited
 * @param arrived different ones of those sent
 * @param duplicates that arrived once more
 * @param outOfOrder that arrived after a later one
 * @param wrong that arrived otherwise than they were sent, or from another sender
 */
public record MessageCount(
        String sender,
        String receiver,
        long sent,
        long refused,
        long arrived,
        long duplicates,
        long outOfOrder,
        long wrong) {
    public static MessageCount of(String sender, String receiver, MessageFlow flow) {
        return new MessageCount(
                sender,
                receiver,
                flow.sent(),
                flow.refused(),
                flow.arrived(),
                flow.duplicates(),
                flow.outOfOrder(),
                flow.wrong());
    }
}
