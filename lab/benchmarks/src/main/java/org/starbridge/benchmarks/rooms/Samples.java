package org.starbridge.benchmarks.rooms;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.source.Negotiation;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/** Packet of all benchmarks: VP8, no key frame, with a transport-wide sequence number. */
public final class Samples {
    /** Of the one stream there is. */
    public static final int SSRC = 0x1234_5678;

    /** VP8's payload type. */
    public static final int VP8 = 100;

    /** A full packet of a video frame. */
    public static final int VIDEO_BYTES = 1100;

    /** Room for any of them. */
    public static final int PACKET_BYTES = 2048;

    private static final int TRANSPORT_SEQUENCE_ID = 5;
    private static final int LAST_VP8_BYTE = 10;

    private Samples() {}

    /**
     * Writes a packet in the clear.
     *
     * @return the length of its header
     */
    public static int write(RtpHeaderWriter writer, long at, long extSeq, int payloadBytes) {
        writer.fixed(at, 100, false, VP8, extSeq, (int) extSeq * 3000, SSRC);
        writer.begin(ExtensionForm.ONE_BYTE);
        writer.appendU16(TRANSPORT_SEQUENCE_ID, (int) extSeq & 0xFFFF);
        int headerBytes = writer.end();
        Memory.fill(at + headerBytes, payloadBytes, 0x5A);
        Memory.fill(at + headerBytes, Math.min(payloadBytes, LAST_VP8_BYTE), 0);
        Memory.put8(at + headerBytes, 0x10); // RFC 7741: the first packet of a frame
        Memory.put8(at + headerBytes + 1, 0x01); // which is no key frame
        return headerBytes;
    }

    /**
     * Makes a packet that {@link #write} wrote the first one of a key frame; {@code payload} is where its payload
     * begins.
     */
    public static void makeKeyFrame(long payload) {
        Memory.put8(payload + 1, 0);
    }

    /** Master keys that follow from a number. */
    public static SrtpKeys keys(SrtpProfile profile, long seed) {
        Random random = new Random(seed);
        byte[][] material = {
            new byte[profile.keyLengthBytes()], new byte[profile.saltLengthBytes()],
            new byte[profile.keyLengthBytes()], new byte[profile.saltLengthBytes()]
        };
        for (byte[] each : material) {
            random.nextBytes(each);
        }
        return new SrtpKeys(profile, material[0], material[1], material[2], material[3]);
    }

    /** The one stream, as it is declared. */
    public static Stream stream() {
        return new Stream(SSRC, "v", MediaKind.VIDEO, Use.MEDIA, false);
    }

    /** An endpoint that takes and sends VP8, with NACK and the transport-wide sequence number. */
    public static Transport transport(int endpointKey, List<Stream> sends, Set<Integer> receives) {
        return transport(endpointKey, sends, receives, Reception.CHOSEN_LAYERS, false);
    }

    /** The same; {@code feedback}: it also sends transport-wide feedback, so its bandwidth is estimated. */
    static Transport transport(
            int endpointKey, List<Stream> sends, Set<Integer> receives, Reception reception, boolean feedback) {
        PayloadType vp8 = new PayloadType(
                VP8, MediaKind.VIDEO, "vp8", 90_000, true, true, true, PayloadType.NOTHING, "", false, feedback);
        return new Transport(
                endpointKey,
                Map.of(VP8, vp8),
                Map.of(Negotiation.TRANSPORT_SEQUENCE, TRANSPORT_SEQUENCE_ID),
                false,
                List.of(new ForwardingTable.Participant(endpointKey, sends)),
                receives,
                Map.of(),
                Map.of(),
                reception);
    }
}
