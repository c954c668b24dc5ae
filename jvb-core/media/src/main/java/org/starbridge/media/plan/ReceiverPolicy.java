package org.starbridge.media.plan;

import org.starbridge.media.forward.OutgoingStream;

/** Policy by which a receiver gets the encodings of sources. Owned by one worker. */
sealed interface ReceiverPolicy permits ChosenLayers, EveryEncoding {
    /**
     * Connects a source to a receiver, or tells what connects them that something has changed.
     *
     * @param place the receiver's, in {@code streams}
     * @param streams where to put what brings the source there; nothing, or null, if the receiver does not get it
     */
    void connect(PlannedSource source, PlannedReceiver receiver, int place, SourceStreams streams);

    /** Makes its streams. */
    OutgoingStreamFactory factory();

    /** Returns whether packets of an encoding may concern a receiver that gets its source. */
    boolean mayTake(OutgoingStream stream, int encoding, long nowNs);
}
