package org.starbridge.colibri.client;

/** Self-description of a bridge at {@code /about/version}. */
public record BridgeVersion(String name, String version, String os) {}
