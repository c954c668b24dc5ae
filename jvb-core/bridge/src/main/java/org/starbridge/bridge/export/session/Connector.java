package org.starbridge.bridge.export.session;

import org.starbridge.control.export.ExportSpec;

/** Opens the connections of one export. */
public interface Connector {
    /**
     * Opens one, later: {@link ExportSession#onOpen} or {@link ExportSession#onEnd} is called with its number, and
     * after the former once the latter.
     *
     * @param number of the connection within the export
     */
    Attempt connect(ExportSpec spec, long number);

    /** A handshake under way. */
    interface Attempt {
        /** Gives it up: a connection that opens all the same is dropped. */
        void cancel();
    }
}
