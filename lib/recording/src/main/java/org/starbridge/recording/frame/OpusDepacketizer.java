package org.starbridge.recording.frame;

import org.jspecify.annotations.Nullable;

/** Opus (RFC 7587): a payload is a frame. */
final class OpusDepacketizer implements Depacketizer {
    /** RFC 7845 section 5.1: version 1, two channels, no pre-skip, 48 kHz, no gain, mapping family 0. */
    static final TrackFormat FORMAT = new TrackFormat(Codec.OPUS, 0, 0, new byte[] {
        'O', 'p', 'u', 's', 'H', 'e', 'a', 'd', 1, 2, 0, 0, (byte) 0x80, (byte) 0xBB, 0, 0, 0, 0, 0
    });

    private byte @Nullable [] payload;

    @Override
    public void begin() {
        payload = null;
    }

    @Override
    public void add(byte[] payload) {
        this.payload = payload;
    }

    @Override
    public @Nullable EncodedFrame finish() {
        byte[] data = payload;
        return data == null || data.length == 0 ? null : new EncodedFrame(data, true, FORMAT);
    }
}
