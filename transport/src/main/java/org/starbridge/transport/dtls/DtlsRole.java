package org.starbridge.transport.dtls;

public enum DtlsRole {
    CLIENT,
    SERVER
}
