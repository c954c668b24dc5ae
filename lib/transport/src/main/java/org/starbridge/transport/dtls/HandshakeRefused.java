package org.starbridge.transport.dtls;

import org.bouncycastle.tls.TlsFatalAlert;

/** We end the handshake: the alert is for the peer, the sentence for the operator of this bridge. */
final class HandshakeRefused extends TlsFatalAlert {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    HandshakeRefused(short alertDescription, String sentence) {
        super(alertDescription, sentence);
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }
}
