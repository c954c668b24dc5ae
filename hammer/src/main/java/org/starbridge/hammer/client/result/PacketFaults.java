package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * Faults of packets that one endpoint got, their payloads apart. Immutable.
 *
 * @param payloadTypes packets with another payload type than was negotiated for their stream
 * @param markers packets with another marker than they were sent with
 * @param repeated packets of the window that came again under the same SSRC and number
 * @param returned packets that came back to their sender
 */
public record PacketFaults(
        @JsonProperty("wrongPayloadTypes") long payloadTypes,
        @JsonProperty("wrongMarkers") long markers,
        @JsonProperty long repeated,
        @JsonProperty long returned) {
    /** Of an endpoint whose packets were right. */
    public static final PacketFaults NONE = new PacketFaults(0, 0, 0, 0);

    /** Both together. */
    public PacketFaults plus(PacketFaults other) {
        return new PacketFaults(
                payloadTypes + other.payloadTypes,
                markers + other.markers,
                repeated + other.repeated,
                returned + other.returned);
    }
}
