package org.starbridge.bridge.http.tls;

import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.starbridge.bridge.config.reader.ConfigException;

/** Opens the key store of an HTTP server. A fault in it is reported as a fault in the configuration. */
final class HttpKeyStore {
    private HttpKeyStore() {}

    /** @throws ConfigException when TLS can not work like that */
    static TlsSettings open(TlsConfig config) {
        SSLParameters known = supported();
        requireKnown(config.at() + ".tls-protocols", config.protocols(), known.getProtocols());
        requireKnown(config.at() + ".tls-cipher-suites", config.cipherSuites(), known.getCipherSuites());
        return new TlsSettings(
                keyStore(config),
                config.keyStorePassword(),
                config.needClientAuth(),
                config.protocols(),
                config.cipherSuites());
    }

    private static KeyStore keyStore(TlsConfig config) {
        String key = config.at() + ".key-store-path";
        char[] password = config.keyStorePassword().toCharArray();
        KeyStore store;
        try {
            store = KeyStore.getInstance(new File(config.keyStorePath()), password);
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw new ConfigException(
                    key,
                    config.keyStorePath(),
                    "a PKCS#12 or JKS key store that key-store-password opens: " + e.getMessage());
        }
        try {
            boolean hasKey = false;
            for (String alias : Collections.list(store.aliases())) {
                hasKey |= store.isKeyEntry(alias);
            }
            if (!hasKey) {
                throw new ConfigException(
                        key, config.keyStorePath(), "a key store with a certificate and its private key");
            }
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm())
                    .init(store, password);
        } catch (GeneralSecurityException e) {
            throw new ConfigException(
                    key,
                    config.keyStorePath(),
                    "a key store whose private key has key-store-password, too: " + e.getMessage());
        }
        return store;
    }

    private static void requireKnown(String key, List<String> wanted, String[] known) {
        for (String each : wanted) {
            if (!Arrays.asList(known).contains(each)) {
                throw new ConfigException(key, each, "some of " + String.join(", ", known));
            }
        }
    }

    private static SSLParameters supported() {
        try {
            return SSLContext.getDefault().getSupportedSSLParameters();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM does not support TLS", e);
        }
    }
}
