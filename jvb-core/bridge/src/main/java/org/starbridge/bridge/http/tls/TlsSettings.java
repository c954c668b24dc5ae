package org.starbridge.bridge.http.tls;

import java.security.KeyStore;
import java.util.List;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * TLS on an HTTP port.
 *
 * @param keys with a certificate and its private key, and, where clients need a certificate, the authorities that may
 *     have signed that
 * @param password of the private key
 * @param needClientAuth whether clients need a certificate
 * @param protocols the only ones to speak; empty = TLS 1.2 and newer
 * @param cipherSuites the only ones to offer; empty = those that are not weak
 */
public record TlsSettings(
        KeyStore keys, String password, boolean needClientAuth, List<String> protocols, List<String> cipherSuites) {
    public TlsSettings {
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
    }

    /** For a port that is to have TLS. */
    public SslContextFactory.Server contexts() {
        SslContextFactory.Server contexts = new SslContextFactory.Server();
        useKeysIn(contexts);
        contexts.setNeedClientAuth(needClientAuth);
        if (!protocols.isEmpty()) {
            contexts.setIncludeProtocols(protocols.toArray(String[]::new));
        }
        if (!cipherSuites.isEmpty()) {
            contexts.setIncludeCipherSuites(cipherSuites.toArray(String[]::new));
        }
        return contexts;
    }

    /** Puts the keys, and the authorities of clients, into TLS as it is or is to be. */
    public void useKeysIn(SslContextFactory contexts) {
        contexts.setKeyStore(keys);
        contexts.setKeyStorePassword(password);
        if (needClientAuth) {
            contexts.setTrustStore(keys);
        }
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "TlsSettings[needClientAuth=" + needClientAuth + ", protocols=" + protocols + ", cipherSuites="
                + cipherSuites + "]";
    }
}
