package org.starbridge.bridge.export.websocket;

/** A handshake that was not answered as RFC 6455 has it. The message holds no part of a URL or header. */
final class HandshakeException extends Exception {
    private static final long serialVersionUID = 1;

    HandshakeException(String message) {
        super(message, null, false, false);
    }
}
