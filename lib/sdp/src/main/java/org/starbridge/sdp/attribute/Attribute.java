package org.starbridge.sdp.attribute;

/** One {@code a=} line (RFC 8866 section 5.13). */
public sealed interface Attribute
        permits Direction, Flag, Group, Mid, OtherAttribute, RtpAttribute, SourceAttribute, TransportAttribute {
    /** Returns the text after {@code a=}. */
    String text();
}
