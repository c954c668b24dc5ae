package org.starbridge.bridge.packaged;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.factories.DefaultJWSSignerFactory;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.lang.management.ManagementFactory;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.PublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import javax.naming.Context;
import javax.naming.directory.InitialDirContext;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.callback.Callback;
import javax.security.auth.callback.NameCallback;
import javax.security.auth.callback.PasswordCallback;
import javax.security.sasl.RealmCallback;
import javax.security.sasl.Sasl;
import jdk.net.ExtendedSocketOptions;
import org.jivesoftware.smack.SASLAuthentication;
import org.jivesoftware.smack.Smack;
import org.jivesoftware.smack.util.DNSUtil;
import org.jivesoftware.smack.xml.SmackXmlParser;
import org.slf4j.LoggerFactory;

/**
 * Reaches what the bridge's libraries find by name: name service, SASL, XML, TLS, signatures of tokens, exporters,
 * management. What a runtime lacks is a sentence.
 */
final class RuntimeServices {
    private final List<String> failures = new ArrayList<>();

    private RuntimeServices() {}

    private interface Attempt {
        void run() throws Exception;
    }

    /** What cannot be reached in this Java machine; empty in a complete one. */
    static List<String> failures() {
        RuntimeServices services = new RuntimeServices();
        services.reachXmpp();
        services.reachTls();
        services.reachTokens();
        services.reachTheRest();
        return services.failures;
    }

    private void reach(String what, Attempt attempt) {
        try {
            attempt.run();
        } catch (Exception | LinkageError e) {
            failures.add(what + ": " + e);
        }
    }

    private static void require(boolean condition, String sentence) throws IOException {
        if (!condition) {
            throw new IOException(sentence);
        }
    }

    private void reachXmpp() {
        reach("DNS by JNDI", () -> {
            Properties dns = new Properties();
            dns.setProperty(Context.INITIAL_CONTEXT_FACTORY, "com.sun.jndi.dns.DnsContextFactory");
            dns.setProperty(Context.PROVIDER_URL, "dns://127.0.0.1");
            new InitialDirContext(dns).close();
        });
        reach("Smack", () -> {
            Smack.ensureInitialized();
            require(DNSUtil.getDNSResolver() != null, "it has no resolver");
            require(!SASLAuthentication.getRegisterdSASLMechanisms().isEmpty(), "it has no SASL mechanisms");
        });
        reach(
                "Smack's XML parser",
                () -> SmackXmlParser.getXmlPullParserFactory()
                        .newXmlPullParser(new StringReader("<stream/>"))
                        .next());
        for (String mechanism : List.of("PLAIN", "DIGEST-MD5", "CRAM-MD5", "EXTERNAL")) {
            reach(
                    "SASL " + mechanism,
                    () -> Objects.requireNonNull(
                            Sasl.createSaslClient(
                                    new String[] {mechanism},
                                    "jvb",
                                    "xmpp",
                                    "localhost",
                                    Map.of(),
                                    RuntimeServices::answer),
                            "no client of it"));
        }
    }

    private static void answer(Callback[] callbacks) {
        for (Callback each : callbacks) {
            switch (each) {
                case NameCallback name -> name.setName("jvb");
                case PasswordCallback password -> password.setPassword("secret".toCharArray());
                case RealmCallback realm -> realm.setText("localhost");
                default -> {}
            }
        }
    }

    private void reachTls() {
        for (String type : List.of("PKCS12", "JKS")) {
            reach(
                    "a key store of type " + type,
                    () -> KeyStore.getInstance(type).load(null, new char[0]));
        }
        reach("certificates of public authorities", () -> {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            require(factory.getTrustManagers().length > 0, "there are none");
        });
        reach("TLS", () -> {
            SSLParameters supported = SSLContext.getDefault().getSupportedSSLParameters();
            require(
                    List.of(supported.getProtocols()).containsAll(List.of("TLSv1.2", "TLSv1.3")),
                    "a version is missing");
            require(
                    List.of(supported.getCipherSuites()).contains("TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256"),
                    "elliptic curves are missing");
        });
        reach("the HTTP client", () -> HttpClient.newHttpClient().close());
    }

    private void reachTokens() {
        for (JWSAlgorithm algorithm : JWSAlgorithm.Family.HMAC_SHA) {
            reachToken(algorithm, new OctetSequenceKeyGenerator(512)::generate);
        }
        for (JWSAlgorithm algorithm : JWSAlgorithm.Family.RSA) {
            reachToken(algorithm, new RSAKeyGenerator(2048)::generate);
        }
        reachToken(JWSAlgorithm.ES256, new ECKeyGenerator(Curve.P_256)::generate);
    }

    private interface KeySource {
        JWK key() throws Exception;
    }

    /** Signs and verifies; a public key goes through the PEM text that the configuration has. */
    private void reachToken(JWSAlgorithm algorithm, KeySource source) {
        reach("tokens with " + algorithm, () -> {
            JWK key = source.key();
            JWSSigner signer = new DefaultJWSSignerFactory().createJWSSigner(key, algorithm);
            JWSObject token = new JWSObject(new JWSHeader(algorithm), new Payload("text"));
            token.sign(signer);
            Key verifying = key instanceof OctetSequenceKey secret ? secret.toSecretKey() : throughPem(key);
            require(
                    JWSObject.parse(token.serialize())
                            .verify(new DefaultJWSVerifierFactory().createJWSVerifier(token.getHeader(), verifying)),
                    "the signature does not verify");
        });
    }

    private static PublicKey throughPem(JWK key) throws Exception {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(((AsymmetricJWK) key).toPublicKey().getEncoded());
        JWK read = JWK.parseFromPEMEncodedObjects(
                "-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n");
        return ((AsymmetricJWK) read).toPublicKey();
    }

    private void reachTheRest() {
        reach(
                "the exporter of spans",
                () -> OtlpHttpSpanExporter.builder().build().close());
        reach(
                "the log",
                () -> require(
                        LoggerFactory.getILoggerFactory().getClass().getName().contains("JDK14"), "it has no backend"));
        reach(
                "figures of the system",
                () -> require(
                        ManagementFactory.getOperatingSystemMXBean()
                                instanceof com.sun.management.OperatingSystemMXBean,
                        "only the standard ones are there"));
        reach("options of sockets", () -> {
            try (ServerSocket socket = new ServerSocket()) {
                require(
                        socket.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)
                                || !System.getProperty("os.name").equals("Linux"),
                        "TCP_KEEPIDLE is missing");
            }
        });
        reach("file systems of jars", () -> {
            Path jar = Files.createTempDirectory("starbridge-runtime").resolve("empty.jar");
            try (FileSystem made =
                    FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of("create", "true"))) {
                require(made.isOpen(), "it is closed");
            } finally {
                Files.deleteIfExists(jar);
                Files.delete(Objects.requireNonNull(jar.getParent()));
            }
        });
        reach("the flight recorder", () -> Class.forName("jdk.jfr.Recording"));
    }

    /** Prints what cannot be reached; ends with 1 if that is anything. */
    public static void main(String[] arguments) {
        List<String> failures = failures();
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        failures.forEach(out::println);
        System.exit(failures.isEmpty() ? 0 : 1);
    }
}
