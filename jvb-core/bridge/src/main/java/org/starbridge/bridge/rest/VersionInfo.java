package org.starbridge.bridge.rest;

/** Answer of {@code /about/version}: the program's name, its version, and the operating system. */
public record VersionInfo(String name, String version, String os) {}
