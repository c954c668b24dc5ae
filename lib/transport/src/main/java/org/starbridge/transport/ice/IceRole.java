package org.starbridge.transport.ice;

/** Role that decides who nominates the pair, RFC 8445 section 4. */
public enum IceRole {
    /** This agent nominates. */
    CONTROLLING,
    /** The peer nominates. */
    CONTROLLED;

    IceRole opposite() {
        return this == CONTROLLING ? CONTROLLED : CONTROLLING;
    }
}
