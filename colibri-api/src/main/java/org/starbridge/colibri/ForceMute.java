package org.starbridge.colibri;

/**
 * Kinds whose incoming RTP the bridge drops. Each request says both: a kind that is not muted is unmuted.
 *
 * @param audio drop the endpoint's audio
 * @param video drop the endpoint's video
 */
public record ForceMute(boolean audio, boolean video) {}
