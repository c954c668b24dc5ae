package org.starbridge.bridge.export.websocket;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** Answer to a handshake while it is read. Owned by the thread that reads. */
final class HandshakeAnswer implements HttpParser.ResponseHandler {
    private static final int SWITCHING_PROTOCOLS = 101;

    private final HandshakeRequest request;
    private int status;
    private boolean isUpgraded;
    private boolean isSwitched;
    private @Nullable String accept;
    private @Nullable String extensions;
    private @Nullable String subprotocol;
    private boolean isComplete;
    private boolean isBad;

    HandshakeAnswer(HandshakeRequest request) {
        this.request = request;
    }

    boolean isComplete() {
        return isComplete || isBad;
    }

    @Nullable
    String subprotocol() {
        return subprotocol;
    }

    /** Fault of a complete answer; null if it opens the connection (RFC 6455 section 4.1). */
    @Nullable
    String objection() {
        if (isBad) {
            return "the handshake was answered with no HTTP response";
        }
        if (status != SWITCHING_PROTOCOLS) {
            return "the handshake was answered with status " + status;
        }
        if (!isUpgraded || !isSwitched || !request.accept().equals(accept)) {
            return "the handshake was answered by no WebSocket server";
        }
        if (extensions != null) {
            return "the handshake was answered with an extension that was not offered";
        }
        if (subprotocol != null && !request.subprotocols().contains(subprotocol)) {
            return "the handshake was answered with a subprotocol that was not offered";
        }
        return null;
    }

    @Override
    public void startResponse(HttpVersion version, int code, String reason) {
        status = code;
    }

    @Override
    public void parsedHeader(HttpField field) {
        HttpHeader header = field.getHeader();
        String value = field.getValue();
        if (header == null || value == null) {
            return;
        }
        switch (header) {
            case UPGRADE -> isUpgraded = value.strip().equalsIgnoreCase("websocket");
            case CONNECTION -> isSwitched |= value.toLowerCase(Locale.ROOT).contains("upgrade");
            case SEC_WEBSOCKET_ACCEPT -> accept = value.strip();
            case SEC_WEBSOCKET_EXTENSIONS -> extensions = value;
            case SEC_WEBSOCKET_SUBPROTOCOL -> subprotocol = value.strip();
            default -> {
                // says nothing about the connection
            }
        }
    }

    @Override
    public boolean headerComplete() {
        isComplete = true;
        return true;
    }

    @Override
    public boolean content(ByteBuffer content) {
        return true;
    }

    @Override
    public boolean contentComplete() {
        return true;
    }

    @Override
    public boolean messageComplete() {
        return true;
    }

    /** Ends the reading: what came is no HTTP response. */
    void refuse() {
        isBad = true;
    }

    @Override
    public void earlyEOF() {
        refuse();
    }

    @Override
    public void badMessage(HttpException failure) {
        refuse();
    }
}
