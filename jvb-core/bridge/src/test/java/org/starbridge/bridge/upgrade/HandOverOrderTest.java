package org.starbridge.bridge.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message.Kind;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.ConferenceMoves;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.conference.FakeMediaPlane;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.media.api.MediaRest;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.platform.UnixSocket;

/** Parts of the running bridge that are asked at a hand-over may look at conferences, on threads of their own. */
@Timeout(60)
class HandOverOrderTest {
    private static final String MEETING = "a meeting";

    @TempDir
    Path folder;

    private static final MediaRest QUIET = new MediaRest() {
        @Override
        public void begin() {}

        @Override
        public CompletableFuture<Boolean> isQuiet() {
            return CompletableFuture.completedFuture(true);
        }

        @Override
        public void end() {}
    };

    private static final FocusSessions NO_FOCUS = new FocusSessions() {
        @Override
        public int number() {
            return FocusSessions.FIRST;
        }

        @Override
        public void leave() {}
    };

    /** As a thread that looks at all conferences now and then, and for which the answer waits. */
    private static <T> T elsewhere(Supplier<T> question) {
        return CompletableFuture.supplyAsync(question)
                .orTimeout(5, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void noneOfThemWaitsForAConferenceThatIsHeld() throws Exception {
        DtlsIdentity identity = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
        Conferences conferences = new Conferences(
                new TestConfig().build(),
                new ConferenceEnvironment(new FakeMediaPlane(), () -> identity, new Random(7), () -> 0, (_, _) -> {}),
                new ConferenceCounters());
        Colibri2Handler colibri = new Colibri2Handler(conferences);
        colibri.handle(ConferenceModify.creating(MEETING, "room@test", List.of()));
        CompletableFuture<Void> ended = new CompletableFuture<>();
        Path path = folder.resolve("socket");
        HandOver.RunningBridge running = new HandOver.RunningBridge(
                new ConferenceMoves(conferences),
                () -> QUIET,
                List.of(0),
                Map.of(),
                () -> {},
                new OnwardRequests(ColibriRequests.untraced(colibri)),
                NO_FOCUS,
                () -> elsewhere(() -> Optional.<String>empty()
                        .or(() -> conferences.snapshot().isEmpty() ? Optional.of("empty") : Optional.empty())),
                () -> elsewhere(() -> conferences.snapshot().stream()
                        .map(ConferenceSnapshot::meetingId)
                        .toList()),
                () -> {},
                () -> ended.complete(null));
        try (HandOver _ = HandOver.listen(path, running);
                UnixSocket socket = UnixSocket.connect(path)) {
            UpgradeChannel channel = new UpgradeChannel(socket);
            channel.timeoutMs(20_000);
            channel.hello(Map.of());
            channel.expect(Kind.SOCKETS);
            channel.send(Kind.PREPARED);
            channel.expect(Kind.CONFERENCE);
            DataInputStream end = channel.expect(Kind.END).input();
            assertThat(end.readInt()).isEqualTo(1);
            assertThat(end.readInt()).isEqualTo(1);
            assertThat(end.readUTF()).isEqualTo(MEETING);
            channel.send(Kind.READY);
            channel.expect(Kind.YOURS);
            channel.expect(Kind.FREE);
            ended.get(20, TimeUnit.SECONDS);
        }
    }
}
