package org.starbridge.sdp.attribute;

/** Direction in which media flows, seen from the sender of the description (RFC 8866 section 6.7). */
public enum Direction implements Attribute {
    SENDRECV("sendrecv"),
    SENDONLY("sendonly"),
    RECVONLY("recvonly"),
    INACTIVE("inactive");

    private final String text;

    Direction(String text) {
        this.text = text;
    }

    /** Returns whether the sender of the description sends media. */
    public boolean sends() {
        return this == SENDRECV || this == SENDONLY;
    }

    /** Returns whether the sender of the description receives media. */
    public boolean receives() {
        return this == SENDRECV || this == RECVONLY;
    }

    @Override
    public String text() {
        return text;
    }
}
