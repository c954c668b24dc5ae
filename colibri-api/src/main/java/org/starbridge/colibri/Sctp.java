package org.starbridge.colibri;

import org.jspecify.annotations.Nullable;

/**
 * A wish for, or the answer with, an SCTP association for data channels.
 *
 * @param port SCTP port, 0 to 65535; null when not given (5000 is meant)
 * @param role who waits for the association, from the bridge's point of view; null when not given
 */
public record Sctp(@Nullable Integer port, @Nullable Role role) {
    /** The bridge's part in the association. */
    public enum Role {
        CLIENT,
        SERVER
    }

    public Sctp {
        if (port != null) {
            Checks.inRange("sctp port", port, 0, 65535);
        }
    }
}
