package org.starbridge.media.endpoint;

import org.starbridge.transport.ice.IceSink;

/**
 * Takes what the ICE agents of one peer put out, as if they were one, and what becomes of them. On the owner's thread.
 */
public interface PeerSink extends IceSink {
    /** The agent of an ICE restart took over, or was given up. */
    void onRestartOver(int generation, boolean tookOver);

    /** No agent goes by this user fragment any more. */
    void onUfragGone(String ufrag);
}
