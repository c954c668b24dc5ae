package org.starbridge.hammer.media.file;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.CapturedPacket;
import org.starbridge.hammer.media.Codec;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;
import org.starbridge.hammer.media.RecordedStreamBuilder;
import org.starbridge.hammer.media.VideoPayload;

/** Collects a capture's RTP packets, sorts them into streams by SSRC and payload type, and makes one a recording. */
final class RtpCapture {
    private final FileBytes file;
    private final Map<Long, List<CapturedPacket>> streams = new LinkedHashMap<>();
    private final int descriptorId;
    private int packets;

    RtpCapture(FileBytes file) {
        this(file, 0);
    }

    /**
     * {@code descriptorId}: the dependency descriptor's among the header extensions, in the two-byte form; 0 = none.
     */
    RtpCapture(FileBytes file, int descriptorId) {
        this.file = file;
        this.descriptorId = descriptorId;
    }

    /**
     * Adds the RTP packet at {@code offset}; RTCP (second byte 192 to 223, RFC 5761 section 4) is passed over.
     *
     * @return what keeps the bytes from being RTP (RFC 3550 section 5.1), or null
     */
    @Nullable
    String add(int fileOffset, long timeNs, int sourcePort, int destinationPort, int offset, int length) {
        if (length < 12) {
            return "a datagram of " + length + " bytes; expected an RTP header of 12";
        }
        int first = file.u8(offset);
        int second = file.u8(offset + 1);
        if (first >> 6 != 2) {
            return "RTP version " + (first >> 6) + "; expected 2";
        }
        if (second >= 192 && second <= 223) {
            return null;
        }
        int header = 12 + 4 * (first & 0x0F);
        int extension = header;
        if ((first & 0x10) != 0) {
            if (header + 4 > length) {
                return "RTP extension header beyond the packet's " + length + " bytes; expected it inside";
            }
            header += 4 + 4 * file.be16(offset + header + 2);
        }
        int padding = (first & 0x20) != 0 ? file.u8(offset + length - 1) : 0;
        if (header + padding > length || ((first & 0x20) != 0 && padding == 0)) {
            return "RTP header of " + header + " bytes and padding of " + padding
                    + "; expected both within the packet's " + length + " bytes";
        }
        if (++packets > RecordedStreamBuilder.MAX_PACKETS) {
            throw file.fault(fileOffset, "too many RTP packets; expected at most " + RecordedStreamBuilder.MAX_PACKETS);
        }
        int descriptor = descriptorAt(offset + extension, offset + header);
        long ssrc = file.be32(offset + 8);
        int payloadType = second & 0x7F;
        streams.computeIfAbsent(ssrc << 7 | payloadType, _ -> new ArrayList<>())
                .add(new CapturedPacket(
                        fileOffset,
                        timeNs,
                        sourcePort,
                        destinationPort,
                        ssrc,
                        payloadType,
                        file.be16(offset + 2),
                        file.be32(offset + 4),
                        second >= 0x80,
                        offset + header,
                        length - header - padding,
                        descriptor,
                        descriptor == 0 ? 0 : file.u8(descriptor - 1)));
        return null;
    }

    /** Returns the position at which the dependency descriptor begins; 0 if there is none (RFC 8285 section 4.3). */
    private int descriptorAt(int extension, int end) {
        if (descriptorId == 0 || extension == end || file.be16(extension) >> 4 != 0x100) {
            return 0;
        }
        int at = extension + 4;
        while (at + 2 <= end && (file.u8(at) != descriptorId || at + 2 + file.u8(at + 1) > end)) {
            at += file.u8(at) == 0 ? 1 : 2 + file.u8(at + 1);
        }
        return at + 2 <= end ? at + 2 : 0;
    }

    /** Makes all streams recordings of one codec, from the one with the fewest payload bytes to that with the most. */
    List<RecordedStream> encodings(Codec codec) {
        return streams.values().stream()
                .sorted(Comparator.comparingLong(stream ->
                        stream.stream().mapToLong(CapturedPacket::payloadBytes).sum()))
                .map(stream -> record(codec.kind(), stream, codec))
                .toList();
    }

    /** Makes the selected stream a recording. */
    RecordedStream select(MediaKind kind, StreamSelection selection) {
        List<CapturedPacket> chosen = switch (selection) {
            case StreamSelection.Busiest _ -> busiest(kind, selection);
            case StreamSelection.ByPort _ -> busiest(kind, selection);
            case StreamSelection.BySsrc _ -> busiest(null, selection);
        };
        if (chosen == null) {
            throw file.fault(0, "no such stream; expected RTP that matches " + kind + wanted(selection));
        }
        MediaKind looks = looksLike(chosen);
        if (looks != null && looks != kind) {
            throw file.fault(
                    chosen.getFirst().fileOffset(), "the stream's clock matches " + looks + "; expected " + kind);
        }
        return record(kind, chosen, null);
    }

    private static String wanted(StreamSelection selection) {
        return switch (selection) {
            case StreamSelection.Busiest _ -> "";
            case StreamSelection.ByPort port -> " on port " + port.port();
            case StreamSelection.BySsrc ssrc -> " with SSRC " + ssrc.ssrc();
        };
    }

    /**
     * Of all streams that match, and look like {@code kind} unless that is null, the one with the most payload bytes.
     */
    private @Nullable List<CapturedPacket> busiest(@Nullable MediaKind kind, StreamSelection selection) {
        List<CapturedPacket> busiest = null;
        long mostBytes = 0;
        for (List<CapturedPacket> stream : streams.values()) {
            List<CapturedPacket> matching =
                    stream.stream().filter(packet -> matches(packet, selection)).toList();
            long payloadBytes =
                    matching.stream().mapToLong(CapturedPacket::payloadBytes).sum();
            if (payloadBytes > mostBytes && (kind == null || looksLike(matching) == kind)) {
                busiest = matching;
                mostBytes = payloadBytes;
            }
        }
        return busiest;
    }

    private static boolean matches(CapturedPacket packet, StreamSelection selection) {
        return switch (selection) {
            case StreamSelection.Busiest _ -> true;
            case StreamSelection.ByPort port ->
                packet.sourcePort() == port.port() || packet.destinationPort() == port.port();
            case StreamSelection.BySsrc ssrc -> packet.ssrc() == ssrc.ssrc();
        };
    }

    /**
     * Audio or video by the RTP clock, 48 or 90 kHz give or take a quarter, where the capture is long enough to measure
     * it; by the payloads where it isn't. Null for neither.
     */
    private @Nullable MediaKind looksLike(List<CapturedPacket> stream) {
        CapturedPacket first = stream.getFirst();
        CapturedPacket last = stream.getLast();
        long spanNs = last.timeNs() - first.timeNs();
        if (spanNs < 200_000_000) {
            return VideoPayload.guess(file.array(), stream) != null ? MediaKind.VIDEO : MediaKind.AUDIO;
        }
        long ticks = 0;
        long before = first.rtpTimestamp();
        for (CapturedPacket packet : stream) {
            ticks += (int) (packet.rtpTimestamp() - before);
            before = packet.rtpTimestamp();
        }
        double clockHz = ticks * 1e9 / spanNs;
        if (clockHz > 36_000 && clockHz < 60_000) {
            return MediaKind.AUDIO;
        }
        return clockHz > 67_500 && clockHz < 112_500 ? MediaKind.VIDEO : null;
    }

    private RecordedStream record(MediaKind kind, List<CapturedPacket> chosen, @Nullable Codec known) {
        List<CapturedPacket> packets = new ArrayList<>();
        int missing = inSequence(chosen, packets);
        packets.removeIf(packet -> packet.payloadBytes() == 0);
        int firstOffset = chosen.getFirst().fileOffset();
        if (packets.isEmpty()) {
            throw file.fault(firstOffset, "all packets are empty; expected payload");
        }
        Codec codec = known != null
                ? known
                : kind == MediaKind.AUDIO ? Codec.OPUS : VideoPayload.guess(file.array(), packets);
        if (codec == null) {
            throw file.fault(firstOffset, "no known video codec; expected VP8, VP9, H.264 or AV1 with a key frame");
        }
        var recording = new RecordedStreamBuilder(file, codec).missingPackets(missing);
        CapturedPacket before = packets.getFirst();
        long timestamp = 0;
        for (CapturedPacket packet : packets) {
            timestamp += (int) (packet.rtpTimestamp() - before.rtpTimestamp());
            before = packet;
            recording.add(
                    packet.fileOffset(),
                    file.array(),
                    packet.payloadOffset(),
                    packet.payloadBytes(),
                    packet.marker(),
                    timestamp,
                    packet.timeNs() - packets.getFirst().timeNs());
            if (packet.descriptorBytes() > 0) {
                int from = packet.descriptorOffset();
                recording.descriptor(Arrays.copyOfRange(file.array(), from, from + packet.descriptorBytes()));
            }
        }
        return recording.build();
    }

    /** Puts the packets in sequence order without duplicates; returns how many sequence numbers are missing. */
    private int inSequence(List<CapturedPacket> captured, List<CapturedPacket> ordered) {
        record Numbered(long extSeq, CapturedPacket packet) {}
        List<Numbered> numbered = new ArrayList<>(captured.size());
        long extSeq = captured.getFirst().sequence();
        for (CapturedPacket packet : captured) {
            extSeq += (short) (packet.sequence() - (int) extSeq);
            numbered.add(new Numbered(extSeq, packet));
        }
        numbered.sort(Comparator.comparingLong(Numbered::extSeq));
        long last = Long.MIN_VALUE;
        for (Numbered candidate : numbered) {
            if (candidate.extSeq() != last) {
                ordered.add(candidate.packet());
                last = candidate.extSeq();
            }
        }
        long missing = last - numbered.getFirst().extSeq() + 1 - ordered.size();
        if (missing > ordered.size()) {
            throw file.fault(
                    captured.getFirst().fileOffset(),
                    missing + " sequence numbers are missing among " + ordered.size()
                            + " packets; expected one continuous stream");
        }
        return (int) missing;
    }
}
