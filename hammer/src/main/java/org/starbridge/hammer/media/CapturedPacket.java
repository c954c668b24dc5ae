package org.starbridge.hammer.media;

/**
 * One RTP packet of a capture. Ports are 0 where the format has none; the payload lies in the file's bytes, without
 * header, extensions and padding.
 */
public record CapturedPacket(
        int fileOffset,
        long timeNs,
        int sourcePort,
        int destinationPort,
        long ssrc,
        int payloadType,
        int sequence,
        long rtpTimestamp,
        boolean marker,
        int payloadOffset,
        int payloadBytes,
        int descriptorOffset,
        int descriptorBytes) {}
