package org.starbridge.media.demux;

/**
 * Destination of an endpoint's datagrams.
 *
 * @param endpointKey the endpoint
 * @param owner index of the worker that owns it, for life
 * @param ufrag our ICE user fragment for it
 * @param uniquePort the UDP port that it has for itself; 0 if it is reached by the shared one
 */
public record Route(int endpointKey, int owner, String ufrag, int uniquePort) {
    /** Of an endpoint on the shared port. */
    public Route(int endpointKey, int owner, String ufrag) {
        this(endpointKey, owner, ufrag, 0);
    }
}
