package org.starbridge.hammer.client.media;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * What an endpoint has once it has keys: both directions of SRTP, what it sends, its receiver and its RTCP.
 *
 * @param outgoing none, or sound, or the encodings of video, or all of that; the order in which they are sent
 * @param video of these, the video
 * @param undeclared what it sends besides, under an SSRC that nobody declared; null if nothing
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

    public void openWindow(long nowNs) {
        outgoing.forEach(OutgoingStream::openWindow);
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
