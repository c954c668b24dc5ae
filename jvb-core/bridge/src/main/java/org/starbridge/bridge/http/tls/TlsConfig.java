package org.starbridge.bridge.http.tls;

import static org.starbridge.bridge.config.reader.ConfigException.requireRange;

import java.util.List;
import java.util.Optional;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * TLS on an HTTP server, which then speaks nothing else.
 *
 * @param at where the server's keys are, for messages: {@code videobridge.http-servers.public}
 * @param port 0 = any free one
 * @param keyStorePath a PKCS#12 or JKS file with the certificate and its private key, read at start and when it has
 *     changed
 * @param keyStorePassword of the file and of the private key
 * @param needClientAuth whether clients need a certificate, signed by one that is in the key store; false
 * @param protocols the only versions to speak; empty = TLS 1.2 and newer
 * @param cipherSuites the only cipher suites to offer; empty = those that are not weak
 */
public record TlsConfig(
        String at,
        int port,
        String keyStorePath,
        String keyStorePassword,
        boolean needClientAuth,
        List<String> protocols,
        List<String> cipherSuites) {
    public TlsConfig {
        requireRange(at + ".tls-port", port, 0, 65535);
        protocols = List.copyOf(protocols);
        cipherSuites = List.copyOf(cipherSuites);
    }

    /** A server has TLS when it has a key store. */
    public static Optional<TlsConfig> read(ConfigReader in, String at) {
        Optional<String> keyStorePath = in.optionalText(at + ".key-store-path");
        Optional<String> password = in.optionalText(at + ".key-store-password");
        int port = in.integer(at + ".tls-port");
        boolean needClientAuth = in.flag(at + ".need-client-auth");
        List<String> protocols = in.texts(at + ".tls-protocols");
        List<String> cipherSuites = in.texts(at + ".tls-cipher-suites");
        if (keyStorePath.isPresent() && port < 0) {
            throw new ConfigException(at + ".tls-port", port, "the port for TLS, as there is a key-store-path");
        }
        return keyStorePath.map(
                path -> new TlsConfig(at, port, path, password.orElse(""), needClientAuth, protocols, cipherSuites));
    }

    /**
     * Opens the key store.
     *
     * @throws ConfigException when TLS can not work like that
     */
    public TlsSettings open() {
        return HttpKeyStore.open(this);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "TlsConfig[" + at + ": port=" + port + ", keyStorePath=" + keyStorePath + "]";
    }
}
