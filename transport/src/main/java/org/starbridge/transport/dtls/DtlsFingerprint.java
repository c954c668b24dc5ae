package org.starbridge.transport.dtls;

public record DtlsFingerprint(String hash, String value) {}
