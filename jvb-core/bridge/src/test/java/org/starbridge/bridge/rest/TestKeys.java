package org.starbridge.bridge.rest;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A key pair with a self-signed certificate for 127.0.0.1, as a key store and as a trust store. */
public final class TestKeys {
    public static final String PASSWORD = "changeit";

    private final KeyStore store;

    private TestKeys(KeyStore store) {
        this.store = store;
    }

    @SuppressWarnings("JavaUtilDate") // Bouncy Castle's signature.
    public static TestKeys create() throws GeneralSecurityException, IOException, OperatorCreationException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair keys = generator.generateKeyPair();
        X500Name name = new X500Name("CN=bridge");
        Instant now = Instant.now();
        X509Certificate certificate = new JcaX509CertificateConverter()
                .getCertificate(new JcaX509v3CertificateBuilder(
                                name,
                                BigInteger.ONE,
                                Date.from(now.minus(Duration.ofDays(1))),
                                Date.from(now.plus(Duration.ofDays(1))),
                                name,
                                keys.getPublic())
                        .addExtension(
                                Extension.subjectAlternativeName,
                                false,
                                new GeneralNames(new GeneralName(GeneralName.iPAddress, "127.0.0.1")))
                        .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("bridge", keys.getPrivate(), PASSWORD.toCharArray(), new Certificate[] {certificate});
        return new TestKeys(store);
    }

    public KeyStore store() {
        return store;
    }

    /** With {@link #PASSWORD}. */
    public Path writeTo(Path file) throws GeneralSecurityException, IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    /** A file with the certificate alone. */
    public Path writeCertificateTo(Path file) throws GeneralSecurityException, IOException {
        KeyStore without = KeyStore.getInstance("PKCS12");
        without.load(null, null);
        without.setCertificateEntry("bridge", store.getCertificate("bridge"));
        try (OutputStream out = Files.newOutputStream(file)) {
            without.store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    /** A client that trusts the certificate; with the same key pair as its own, if it shall have one. */
    public SSLContext client(boolean hasCertificate) throws GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(hasCertificate ? keys.getKeyManagers() : null, trust.getTrustManagers(), null);
        return context;
    }
}
