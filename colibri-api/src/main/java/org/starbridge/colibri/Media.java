package org.starbridge.colibri;

import java.util.List;

/**
 * Payload types and header extensions that an endpoint or relay understands for one kind of media.
 *
 * @param kind what they are for
 * @param payloadTypes payload types to add
 * @param headerExtensions header extension ids to add (RFC 8285)
 * @param extmapAllowMixed whether one- and two-byte header extensions may be mixed in a stream (RFC 8285 section 6)
 */
public record Media(
        MediaKind kind,
        List<PayloadType> payloadTypes,
        List<RtpHeaderExtension> headerExtensions,
        boolean extmapAllowMixed) {

    public Media {
        payloadTypes = List.copyOf(payloadTypes);
        headerExtensions = List.copyOf(headerExtensions);
    }
}
