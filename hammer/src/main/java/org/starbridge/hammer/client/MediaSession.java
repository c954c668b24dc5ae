package org.starbridge.hammer.client;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * What an endpoint has once it has keys: both directions of SRTP, what it sends, its receiver and its RTCP.
 *
 * @param outgoing none, one or two; the order in which they are sent
 */
record MediaSession(
        SrtpSender sender,
        SrtpReceiver receiver,
        List<OutgoingStream> outgoing,
        MediaReceiver media,
        Feedback feedback,
        @Nullable Repeater repeater)
        implements AutoCloseable {

    MediaSession {
        outgoing = List.copyOf(outgoing);
    }

    void openWindow() {
        outgoing.forEach(OutgoingStream::openWindow);
    }

    void closeWindow() {
        outgoing.forEach(OutgoingStream::closeWindow);
    }

    @Override
    public void close() {
        if (repeater != null) {
            repeater.close();
        }
        sender.close();
        receiver.close();
    }
}
