package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.export.session.ExportCounter;
import org.starbridge.bridge.export.session.ServerIdentity;
import org.starbridge.bridge.rest.TestKeys;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.control.export.ExportedConference;

/** Whom a secure export trusts. */
@Timeout(60)
class ExportTlsTest {
    private static final ExportedConference EMPTY = new ExportedConference() {
        @Override
        public String id() {
            return "conference";
        }

        @Override
        public ExportedAudio audio() {
            return ExportedAudio.NONE;
        }

        @Override
        public void onResult(ObjectNode result) {}

        @Override
        public boolean onTalk(long connection, String sourceName, boolean isSending, long timestamp) {
            return false;
        }

        @Override
        public boolean onAudio(long connection, String sourceName, long chunk, long timestamp, byte[] payload) {
            return false;
        }
    };

    private static ExportSpec spec(String url) {
        return new ExportSpec("x", URI.create(url), "transcriber", Map.of(), null, Set.of(), Set.of());
    }

    @Test
    void t15AServiceWithAnotherNameInItsCertificateGetsNothing() throws Exception {
        TestKeys keys = TestKeys.create();
        SslContextFactory.Server tls = new SslContextFactory.Server();
        tls.setKeyStore(keys.store());
        tls.setKeyStorePassword(TestKeys.PASSWORD);
        tls.setSniRequired(false);
        var trusting = keys.client(false);
        try (FarSide service = FarSide.start(tls);
                ExportService exports = new ExportService(
                        ExportConfig.DEFAULT.allowing(AllowedHosts.ALL),
                        new ServerIdentity("1.0", null),
                        _ -> {},
                        trusting)) {
            exports.open(EMPTY).start(spec(service.url("/transcribe").replace("127.0.0.1", "localhost")));
            while (exports.counters().get(ExportCounter.WEBSOCKET_FAILURES) < 2) {
                Thread.sleep(20);
            }
            assertThat(service.handshakesLeft()).isZero();

            exports.open(EMPTY).start(spec(service.url("/transcribe")));
            assertThat(service.accept().next().path("event").asText()).isEqualTo("info");
        }
    }
}
