package org.starbridge.hammer.client.media;

import java.util.function.Consumer;
import org.starbridge.hammer.client.media.FaultyBridge.Packet;
import org.starbridge.hammer.client.media.FaultyBridge.Report;

/** What can be wrong with a bridge: each is planted in one that is right otherwise, and has to be found. */
enum PlantedFault {
    PAYLOAD_TYPE_127(false, "payload type", packet -> packet.payloadType = 127),
    PAYLOAD_TYPE_OF_RETRANSMISSIONS_NOW_AND_THEN(
            false,
            "payload type",
            packet -> packet.payloadType = packet.isVideo && each(packet, 100) ? 96 : packet.payloadType),
    MARKER_CLEARED_ON_EVERY_TENTH_PACKET(
            false, "marker", packet -> packet.isMarked &= !packet.isVideo || !each(packet, 10)),
    MARKER_SET_ON_EVERY_TENTH_PACKET(false, "marker", packet -> packet.isMarked |= packet.isVideo && each(packet, 10)),
    MARKER_SET_ON_SOUND(false, "marker", packet -> packet.isMarked |= !packet.isVideo),
    TIMESTAMP_A_TICK_LATE_NOW_AND_THEN(
            false, "payloads differ", packet -> packet.timestamp += each(packet, 100) ? 1 : 0),
    TIMESTAMP_THAT_STANDS_STILL(false, "payloads differ", packet -> packet.timestamp = 1),
    PACKETS_TWICE(false, "arrived twice", packet -> packet.isRepeated = each(packet, 100)),
    PACKETS_TWICE_UNDER_OTHER_NUMBERS(false, "payloads differ", packet -> packet.isRenumbered = each(packet, 100)),
    PACKETS_LOST(false, "were lost", packet -> packet.isLost = each(packet, 100)),
    PACKETS_LEFT_OUT_WITHOUT_A_GAP(false, "were lost", packet -> packet.isLeftOut |= each(packet, 100)),
    PAYLOAD_CHANGED(
            false,
            "payloads differ",
            packet -> packet.payload[packet.payload.length - 1] ^= (byte) (each(packet, 100) ? 1 : 0)),
    PAYLOAD_CUT_OFF(false, "payloads differ", packet -> packet.length -= each(packet, 100) ? 1 : 0),
    WRONGLY_ENCRYPTED(false, "payloads differ", packet -> packet.isDamaged = each(packet, 100)),
    SOUND_THAT_ENDS(false, "were lost", packet -> packet.isLeftOut |= !packet.isVideo && packet.number > 300),
    VIDEO_THAT_COMES_BACK(false, "were returned", packet -> packet.isReturned = packet.isVideo),
    NO_SENDER_REPORTS(false, "no sender report", _ -> {}, report -> report.isLost = true),
    REPORTS_300_MS_EARLY(false, "off their packets", _ -> {}, report -> report.unixNs -= 300_000_000),
    REPORTS_900_MS_LATE(false, "off their packets", _ -> {}, report -> report.unixNs += 900_000_000),
    REPORTED_PACKETS_STAND_STILL(false, "with wrong counts", _ -> {}, report -> report.packets = 1000),
    REPORTED_BYTES_OF_ALL_RECEIVERS(false, "with wrong counts", _ -> {}, report -> report.octets *= 10),
    LAYERS_PAYLOAD_TYPE_127(true, "payload type", packet -> packet.payloadType = 127),
    LAYERS_MARKER_CLEARED_ON_EVERY_TENTH_PACKET(
            true, "marker", packet -> packet.isMarked &= !packet.isVideo || !each(packet, 10)),
    LAYERS_TEMPORAL_LAYER_0_ONLY(true, "lower frame rate", packet -> packet.isLeftOut |= packet.temporalLayer > 0),
    LAYERS_WITHOUT_TEMPORAL_LAYER_2(true, "lower frame rate", packet -> packet.isLeftOut |= packet.temporalLayer > 1),
    LAYERS_PACKETS_TWICE(true, "arrived twice", packet -> packet.isRepeated = each(packet, 100)),
    LAYERS_PACKETS_TWICE_UNDER_OTHER_NUMBERS(true, "undecodable", packet -> packet.isRenumbered = each(packet, 100)),
    LAYERS_PACKETS_LEFT_OUT_WITHOUT_A_GAP(true, "undecodable", packet -> packet.isLeftOut |= each(packet, 100)),
    LAYERS_REPORTS_300_MS_LATE(true, "off their packets", _ -> {}, report -> report.unixNs += 300_000_000),
    LAYERS_REPORTED_PACKETS_STAND_STILL(true, "with wrong counts", _ -> {}, report -> report.packets = 7);

    private final boolean isLayered;
    private final String reason;
    private final Consumer<Packet> packets;
    private final Consumer<Report> reports;

    PlantedFault(boolean isLayered, String reason, Consumer<Packet> packets) {
        this(isLayered, reason, packets, _ -> {});
    }

    PlantedFault(boolean isLayered, String reason, Consumer<Packet> packets, Consumer<Report> reports) {
        this.isLayered = isLayered;
        this.reason = reason;
        this.packets = packets;
        this.reports = reports;
    }

    private static boolean each(Packet packet, int of) {
        return packet.number % of == of - 1;
    }

    /** Whether the bridge chooses among the encodings of video; otherwise all arrives as it is sent. */
    boolean isLayered() {
        return isLayered;
    }

    /** A part of the verdict that names it. */
    String reason() {
        return reason;
    }

    Consumer<Packet> packets() {
        return packets;
    }

    Consumer<Report> reports() {
        return reports;
    }
}
