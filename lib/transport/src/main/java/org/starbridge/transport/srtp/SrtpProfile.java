package org.starbridge.transport.srtp;

import org.jspecify.annotations.Nullable;

/** The DTLS-SRTP protection profiles we speak (RFC 5764 section 4.1.2, RFC 7714 section 14.2), the preferred first. */
public enum SrtpProfile {
    AEAD_AES_128_GCM(0x0007, 16, 12, 16, 0),
    AEAD_AES_256_GCM(0x0008, 32, 12, 16, 0),
    AES128_CM_HMAC_SHA1_80(0x0001, 16, 14, 10, 20);

    /** No profile's tag is longer: what a slot must leave free behind an RTP payload. */
    public static final int MAX_RTP_OVERHEAD_BYTES = 16;

    /** Tag and the word of E bit and index: what a buffer must leave free behind an RTCP packet. */
    public static final int MAX_RTCP_OVERHEAD_BYTES = 20;

    private final int id;
    private final int keyLengthBytes;
    private final int saltLengthBytes;
    private final int tagLengthBytes;
    private final int authenticationKeyLengthBytes;

    SrtpProfile(int id, int keyLengthBytes, int saltLengthBytes, int tagLengthBytes, int authenticationKeyLengthBytes) {
        this.id = id;
        this.keyLengthBytes = keyLengthBytes;
        this.saltLengthBytes = saltLengthBytes;
        this.tagLengthBytes = tagLengthBytes;
        this.authenticationKeyLengthBytes = authenticationKeyLengthBytes;
    }

    /** The two bytes that name the profile in the use_srtp extension. */
    public int id() {
        return id;
    }

    /** Length of the master key, and of the session encryption keys. */
    public int keyLengthBytes() {
        return keyLengthBytes;
    }

    /** Length of the master salt, and of the session salts. */
    public int saltLengthBytes() {
        return saltLengthBytes;
    }

    /** Returns the length that protection adds to an RTP packet. */
    public int rtpTagLengthBytes() {
        return tagLengthBytes;
    }

    /** The tag of an RTCP packet, without the four bytes of E bit and index. */
    public int rtcpTagLengthBytes() {
        return tagLengthBytes;
    }

    /** Length of the session authentication keys; 0 where the cipher authenticates by itself. */
    int authenticationKeyLengthBytes() {
        return authenticationKeyLengthBytes;
    }

    /** Returns whether the cipher authenticates by itself: in SRTCP the word of index and E bit is last. */
    public boolean isAead() {
        return authenticationKeyLengthBytes == 0;
    }

    /** The name in the IANA registry, for example {@code SRTP_AEAD_AES_128_GCM}. */
    public String dtlsName() {
        return "SRTP_" + name();
    }

    /** The profile with this id, or null when we do not speak it. */
    public static @Nullable SrtpProfile byId(int id) {
        for (SrtpProfile profile : values()) {
            if (profile.id == id) {
                return profile;
            }
        }
        return null;
    }
}
