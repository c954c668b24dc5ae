package org.starbridge.bridge.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLHandshakeException;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.http.tls.KeyStoreWatch;
import org.starbridge.bridge.http.tls.TlsConfig;
import org.starbridge.bridge.rest.TestKeys;
import org.starbridge.transport.counters.SharedCounters;

@Timeout(30)
class KeyStoreWatchTest {
    private final SharedCounters<HttpCounter> counters = new SharedCounters<>(HttpCounter.class);
    private long modifiedMs = 1_700_000_000_000L;

    @TempDir
    private Path directory;

    @Test
    void newConnectionsGetTheNewCertificate() throws Exception {
        TestKeys before = TestKeys.create();
        TestKeys after = TestKeys.create();
        Path file = directory.resolve("bridge.p12");
        write(before, file);
        TlsConfig config = config(file);
        try (HttpListener listener = listen(config)) {
            KeyStoreWatch watch = listener.watch(config);
            assertThat(status(before, listener)).isEqualTo(200);
            watch.check();
            write(after, file);
            watch.check();
            assertThat(status(before, listener)).as("may still be written").isEqualTo(200);
            watch.check();
            assertThat(status(after, listener)).isEqualTo(200);
            assertThatThrownBy(() -> status(before, listener)).isInstanceOf(SSLHandshakeException.class);
            assertThat(counters.get(HttpCounter.CERTIFICATES_LOADED)).isEqualTo(1);
        }
    }

    @Test
    void theCertificateInUseStaysIfTheNewOneDoesNotWork() throws Exception {
        TestKeys before = TestKeys.create();
        Path file = directory.resolve("bridge.p12");
        write(before, file);
        TlsConfig config = config(file);
        try (HttpListener listener = listen(config)) {
            KeyStoreWatch watch = listener.watch(config);
            Files.writeString(file, "not a key store");
            for (int i = 0; i < 4; i++) {
                watch.check();
            }
            assertThat(status(before, listener)).isEqualTo(200);
            assertThat(counters.get(HttpCounter.CERTIFICATES_REFUSED)).isEqualTo(1);
            Files.delete(file);
            watch.check();
            watch.check();
            assertThat(status(before, listener)).isEqualTo(200);
        }
    }

    private void write(TestKeys keys, Path file) throws Exception {
        keys.writeTo(file);
        modifiedMs += 1000;
        Files.setLastModifiedTime(file, FileTime.fromMillis(modifiedMs));
    }

    private static TlsConfig config(Path file) {
        return new TlsConfig(
                "videobridge.http-servers.public", 0, file.toString(), TestKeys.PASSWORD, false, List.of(), List.of());
    }

    private HttpListener listen(TlsConfig config) throws Exception {
        HttpAddress address = new HttpAddress("127.0.0.1", 0, Optional.of(config.open()), false, false);
        HttpListener listener = HttpListener.bind("test", address, HttpLimits.DEFAULT, counters);
        listener.start(_ -> new Empty());
        return listener;
    }

    /** Over a connection of its own. */
    private static int status(TestKeys trusted, HttpListener listener) throws Exception {
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(trusted.client(false)).build()) {
            URI uri = URI.create("https://127.0.0.1:" + listener.port() + "/");
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static final class Empty extends Handler.Abstract {
        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            Content.Sink.write(response, true, "", callback);
            return true;
        }
    }
}
