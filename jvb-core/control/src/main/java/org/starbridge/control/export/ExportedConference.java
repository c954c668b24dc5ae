package org.starbridge.control.export;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A conference as its exports see it. Any thread; methods that send to clients take the conference's lock. */
public interface ExportedConference {
    /** The bridge-local id. */
    String id();

    /** Senders of audio now. */
    ExportedAudio audio();

    /** A service has a result, which goes to all clients as it is. */
    void onResult(ObjectNode result);

    /**
     * A synthetic source begins or ceases to talk.
     *
     * @param connection number of the connection over which that was said, unique in the process
     * @param timestamp the service's RTP timestamp, from which on it does
     * @return false if no source is known by that name
     */
    boolean onTalk(long connection, String sourceName, boolean isSending, long timestamp);

    /**
     * A packet of a synthetic source.
     *
     * @param connection as in {@link #onTalk}
     * @param chunk the service's sequence number, of which 16 bits count
     * @param timestamp the service's RTP timestamp, of which 32 bits count
     * @return false if no source is known by that name, or the media worker has too much to do
     */
    boolean onAudio(long connection, String sourceName, long chunk, long timestamp, byte[] payload);
}
