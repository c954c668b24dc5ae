package org.starbridge.hammer.client.media;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.result.KeyFrameCount;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.client.result.ReceiverCount.Sent;
import org.starbridge.hammer.client.result.SocketCount;
import org.starbridge.hammer.measure.KeyFrameCheck;

/**
 * Turns what one endpoint's media has counted into its part of the result. Stateless; called on the driver's thread.
 */
public final class EndpointCounter {
    private EndpointCounter() {}

    /**
     * Counts one endpoint.
     *
     * @param link what its link did; null without one
     * @param channelEnd why the bridge channel is gone, a part of a sentence; null if it is open, or there was none
     */
    public static ReceiverCount count(
            EndpointPlan plan,
            MediaSession session,
            ConferenceOptions options,
            SocketCount socket,
            @Nullable LinkCount link,
            @Nullable String channelEnd) {
        MediaReceiver media = session.media();
        ReceivedTotals totals = ReceivedTotals.of(media, plan.number(), options);
        return new ReceiverCount(
                plan.number(),
                plan.id(),
                sent(session, socket),
                totals.couples(options.streamsOfCouple()),
                totals.missing,
                totals.received(socket, media.unknownSsrc()),
                totals.content(),
                options.isSelective()
                        ? media.selected().count(options.sourcesFor(plan.number()), options.requestedHeight())
                        : null,
                options.reception().ssrcRewriting() ? media.ssrcs().count() : null,
                session.feedback().reportedTimes(),
                options.sent().keyFrameLoss() ? keyFrames(session) : null,
                link,
                channelEnd);
    }

    private static Sent sent(MediaSession session, SocketCount socket) {
        long packets = 0;
        long bytes = 0;
        long late = 0;
        for (OutgoingStream stream : session.outgoing()) {
            packets += stream.sent().sentInWindow();
            bytes += stream.rtpBytesInWindow();
            late += stream.lateInWindow();
        }
        Feedback feedback = session.feedback();
        return new Sent(
                packets,
                bytes,
                late,
                feedback.nacksReceived(),
                feedback.keyFrameRequests(),
                socket.sendFailures(),
                session.video().sent());
    }

    private static KeyFrameCount keyFrames(MediaSession session) {
        KeyFrameCount sum = KeyFrameCount.NONE;
        for (OutgoingStream stream : session.video().encodings()) {
            KeyFrameLoss loss = Objects.requireNonNull(stream.keyFrameLoss());
            sum = sum.plus(new KeyFrameCount(loss.keyFrames(), loss.leftOut(), loss.askedFor(), loss.askedBeside(), 0));
        }
        for (@Nullable KeyFrameCheck check : session.media().keyFrames()) {
            if (check != null) {
                sum = sum.plus(new KeyFrameCount(0, 0, 0, 0, check.complete()));
            }
        }
        return sum;
    }
}
