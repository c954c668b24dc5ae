package org.starbridge.hammer.media.file;

/**
 * Selection of the stream of a capture to take. The single-stream formats, IVF and Ogg, have nothing to select from.
 */
public sealed interface StreamSelection {
    /** The stream of the wanted kind with the most payload bytes. */
    static StreamSelection busiest() {
        return new Busiest();
    }

    /**
     * The stream with this SSRC (its busiest payload type).
     *
     * @throws IllegalArgumentException unless {@code ssrc} is 0 to 2^32 - 1
     */
    static StreamSelection ofSsrc(long ssrc) {
        return new BySsrc(ssrc);
    }

    /**
     * The busiest stream of the wanted kind that came from, or went to, this UDP port.
     *
     * @throws IllegalArgumentException unless {@code port} is 1 to 65535
     */
    static StreamSelection ofPort(int port) {
        return new ByPort(port);
    }

    /** See {@link #busiest}. */
    record Busiest() implements StreamSelection {}

    /** See {@link #ofSsrc}. */
    record BySsrc(long ssrc) implements StreamSelection {
        public BySsrc {
            if (ssrc < 0 || ssrc > 0xFFFF_FFFFL) {
                throw new IllegalArgumentException("ssrc " + ssrc + ": expected 0 to 4294967295");
            }
        }
    }

    /** See {@link #ofPort}. */
    record ByPort(int port) implements StreamSelection {
        public ByPort {
            if (port < 1 || port > 0xFFFF) {
                throw new IllegalArgumentException("port " + port + ": expected 1 to 65535");
            }
        }
    }
}
