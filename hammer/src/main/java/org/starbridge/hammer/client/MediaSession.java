package org.starbridge.hammer.client;

import org.jspecify.annotations.Nullable;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/** What an endpoint has once it has keys: both directions of SRTP, its two streams, its receiver and its RTCP. */
record MediaSession(
        SrtpSender sender,
        SrtpReceiver receiver,
        OutgoingStream audio,
        OutgoingStream video,
        MediaReceiver media,
        Feedback feedback,
        @Nullable Repeater repeater)
        implements AutoCloseable {

    void openWindow() {
        audio.openWindow();
        video.openWindow();
    }

    void closeWindow() {
        audio.closeWindow();
        video.closeWindow();
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
