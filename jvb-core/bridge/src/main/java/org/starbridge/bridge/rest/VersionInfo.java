package org.starbridge.bridge.rest;

/** What {@code /about/version} answers: the program's name, its version, and the operating system. */
public record VersionInfo(String name, String version, String os) {}
