package org.starbridge.transport.dtls;

import org.bouncycastle.tls.AlertDescription;
import org.bouncycastle.tls.TlsFatalAlert;
import org.bouncycastle.tls.TlsFatalAlertReceived;
import org.bouncycastle.tls.TlsTimeoutException;

/** Reason why a session failed, for people. */
final class EndReason {
    private EndReason() {}

    /** A clear sentence. */
    static String of(Throwable e, String handshakeTimeout) {
        return switch (e) {
            case HandshakeRefused refused -> refused.sentence();
            case TlsFatalAlertReceived received ->
                "the peer sent a fatal alert: " + AlertDescription.getText(received.getAlertDescription());
            case TlsTimeoutException _ -> "the handshake was not complete within " + handshakeTimeout;
            case TlsFatalAlert alert
            when alert.getAlertDescription() == AlertDescription.user_canceled ->
                "the peer closed the connection during the handshake";
            default -> e.getCause() == null ? "DTLS failed: " + e : "DTLS failed: " + e + ", caused by " + e.getCause();
        };
    }
}
