package org.starbridge.hammer.client.media;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Media session of an endpoint once it has keys: both directions of SRTP, what it sends, its receiver and its RTCP.
 *
 * @param outgoing none, or sound, or the encodings of video, or all of that; the order in which they are sent
 * @param video of these, the video
 * @param undeclared an additional stream under an SSRC that is not declared; null if none
 */
public record MediaSession(
        SrtpSender sender,
        SrtpReceiver receiver,
        List<OutgoingStream> outgoing,
        OutgoingVideo video,
        @Nullable OutgoingStream undeclared,
        MediaReceiver media,
        Feedback feedback)
        implements AutoCloseable {

    public MediaSession {
        outgoing = List.copyOf(outgoing);
    }

    /** A protected RTP or RTCP packet came; it is decrypted in place. */
    public void onDatagram(long packetAddress, int lengthBytes, long arrivalNs) {
        if (Feedback.isRtcp(packetAddress)) {
            feedback.onRtcp(packetAddress, lengthBytes, arrivalNs);
        } else {
            feedback.onRtp(packetAddress, lengthBytes, arrivalNs);
            media.onPacket(packetAddress, lengthBytes, arrivalNs);
        }
    }

    /**
     * Writes the media packets that are due into the outbox.
     *
     * @param transportSequence the endpoint's next transport-wide sequence number
     * @return the one after the last used
     */
    public int send(long nowNs, Outbox outbox, int transportSequence) {
        int next = transportSequence;
        for (int i = 0; i < outgoing.size(); i++) {
            next = outgoing.get(i).send(nowNs, outbox, next);
        }
        return undeclared == null ? next : undeclared.send(nowNs, outbox, next);
    }

    /** Returns the time at which the next declared packet is due. */
    public long nextSendNs() {
        long deadlineNs = Long.MAX_VALUE;
        for (int i = 0; i < outgoing.size(); i++) {
            deadlineNs = Math.min(deadlineNs, outgoing.get(i).nextDeadlineNs());
        }
        return deadlineNs;
    }

    /** Returns what flows to the endpoint with this number, whose session it is. */
    public MediaFlow flow(int endpoint) {
        return new MediaFlow(media, endpoint);
    }

    public void openWindow(long nowNs) {
        outgoing.forEach(OutgoingStream::openWindow);
        media.openWindow();
        media.selected().openWindow(nowNs);
    }

    public void closeWindow(long nowNs) {
        outgoing.forEach(OutgoingStream::closeWindow);
        media.selected().closeWindow(nowNs);
    }

    @Override
    public void close() {
        outgoing.forEach(OutgoingStream::close);
        if (undeclared != null) {
            undeclared.close();
        }
        sender.close();
        receiver.close();
    }
}
