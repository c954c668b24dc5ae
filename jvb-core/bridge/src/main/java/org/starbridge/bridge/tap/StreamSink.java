package org.starbridge.bridge.tap;

import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.recording.frame.Codec;
import org.starbridge.recording.frame.PacketOrder;

/** Takes the packets of one stream of one codec, on the thread that polls the tap. */
public interface StreamSink {
    /** A packet, in any order; its payload has no padding, and no redundancy (RFC 2198). */
    void onPacket(PacketOrder.Packet packet);

    /** A sender report (RFC 3550 section 6.4.1): {@code ntp64} is the sender's wall clock at a timestamp. */
    void onSenderReport(long ntp64, int rtpTimestamp, long arrivalNs);

    /** Time went on; what came until now was given. */
    void onTick(long nowNs);

    /** Nothing more comes. */
    void end();

    /** Opens sinks for the streams of one endpoint. */
    interface Opener {
        /**
         * A stream whose packets are about to come.
         *
         * @param declared of it, as it is now
         * @param requestKeyFrame asks its sender for a key frame; requests are merged with others
         */
        StreamSink open(Stream declared, Codec codec, int clockRateHz, Runnable requestKeyFrame);

        /** Called when what was declared of a known stream changed. */
        default void onChanged(Stream before, Stream now) {}

        /** So many packets of the endpoint were dropped, because the queue was full. */
        void onDropped(long packets);
    }
}
