package org.starbridge.media.demux;

/**
 * Where an endpoint's datagrams belong.
 *
 * @param endpointKey the endpoint
 * @param owner index of the worker that owns it, for life
 * @param ufrag our ICE user fragment for it
 */
public record Route(int endpointKey, int owner, String ufrag) {}
