package org.starbridge.colibri.client;

/** What a bridge says about itself at {@code /about/version}. */
public record BridgeVersion(String name, String version, String os) {}
