package org.starbridge.transport.ice;

/** RFC 8445 section 6.1.1. */
public enum IceRole {
    CONTROLLING,
    CONTROLLED
}
