package org.starbridge.control.environment;

/**
 * Limits on requests. The numbers are far above what a real conference needs; they keep a broken or hostile client from
 * filling the memory. A creation beyond a limit is refused with the limit in the sentence; in an update, the values
 * beyond the limit are left out and counted.
 *
 * @param conferences at the same time; 10,000
 * @param endpointsPerConference at the same time; 5000
 * @param sourcesPerEndpoint cameras, microphones and screens; 64
 * @param ssrcsPerEndpoint over all its sources; 512: 64 sources of three encodings with retransmission are 384
 * @param payloadTypesPerEndpoint distinct numbers; 128: there are no more
 * @param headerExtensionsPerEndpoint distinct URIs; 64: browsers offer 16
 * @param candidatesPerRequest remote ICE candidates; 100
 * @param fingerprintsPerRequest certificate fingerprints; 16
 * @param nameLength characters of an id, stats id or source name
 * @param meetingIdLength characters of a meeting id
 * @param roomNameLength characters of a conference's name, a bare JID
 * @param channelNames source names in one bridge channel message, longer ones are dropped; 1000: a client shows a
 *     hundred at most
 */
public record ConferenceLimits(
        int conferences,
        int endpointsPerConference,
        int sourcesPerEndpoint,
        int ssrcsPerEndpoint,
        int payloadTypesPerEndpoint,
        int headerExtensionsPerEndpoint,
        int candidatesPerRequest,
        int fingerprintsPerRequest,
        int nameLength,
        int meetingIdLength,
        int roomNameLength,
        int channelNames) {
    /** Characters of a header extension's URI; the longest registered one has 83. */
    public static final int EXTENSION_URI_LENGTH = 512;

    /** For production. */
    public static final ConferenceLimits DEFAULT =
            new ConferenceLimits(10_000, 5_000, 64, 512, 128, 64, 100, 16, 128, 256, 2047, 1_000);

    /** @throws IllegalArgumentException if a limit is below 1 */
    public ConferenceLimits {
        requirePositive("conferences", conferences);
        requirePositive("endpointsPerConference", endpointsPerConference);
        requirePositive("sourcesPerEndpoint", sourcesPerEndpoint);
        requirePositive("ssrcsPerEndpoint", ssrcsPerEndpoint);
        requirePositive("payloadTypesPerEndpoint", payloadTypesPerEndpoint);
        requirePositive("headerExtensionsPerEndpoint", headerExtensionsPerEndpoint);
        requirePositive("candidatesPerRequest", candidatesPerRequest);
        requirePositive("fingerprintsPerRequest", fingerprintsPerRequest);
        requirePositive("nameLength", nameLength);
        requirePositive("meetingIdLength", meetingIdLength);
        requirePositive("roomNameLength", roomNameLength);
        requirePositive("channelNames", channelNames);
    }

    private static void requirePositive(String what, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException(what + " is " + limit + ": expected 1 or more");
        }
    }
}
