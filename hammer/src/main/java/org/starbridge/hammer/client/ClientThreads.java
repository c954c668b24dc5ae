package org.starbridge.hammer.client;

import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.IntStream;
import org.starbridge.hammer.client.transport.DtlsParty;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * Resources that all conferences of a run share: media threads, DTLS with the one certificate, the threads of bridge
 * channels. Closed by the thread that drives the run, after the conferences.
 */
final class ClientThreads implements AutoCloseable {
    /** Endpoints that are between their first request and their keys. */
    static final int JOINING_AT_ONCE = 16;

    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(20);

    private final SecureRandom random = new SecureRandom();
    private final List<Driver> drivers;
    private final ScheduledExecutorService dataTimer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("data-channels").factory());
    private final ExecutorService channelThreads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;
    private final DtlsHandshakes handshakes;
    private final DtlsParty party;
    private final SrtpCrypto crypto = SrtpCrypto.probe();

    /**
     * Starts the threads.
     *
     * @param count of media threads
     * @param connectTimeout of a WebSocket's connection
     */
    ClientThreads(int count, Duration connectTimeout) {
        drivers = IntStream.range(0, count)
                .mapToObj(i -> Driver.start("driver-" + i))
                .toList();
        http = HttpClient.newBuilder()
                .connectTimeout(connectTimeout)
                .executor(channelThreads)
                .build();
        int cores = Runtime.getRuntime().availableProcessors();
        handshakes = new DtlsHandshakes(Math.max(1, cores / 2), 2 * JOINING_AT_ONCE, HANDSHAKE_TIMEOUT);
        party = new DtlsParty(handshakes, DtlsIdentity.create(random, Instant.now()));
    }

    /** The media threads of endpoints that are counted. */
    List<Driver> drivers() {
        return drivers;
    }

    /** Sums over all endpoints that are counted, at most 100 ms old. */
    LiveTotals gauge() {
        LiveTotals sum = LiveTotals.NOTHING;
        for (Driver driver : drivers) {
            sum = sum.plus(driver.checkedGauge());
        }
        return sum;
    }

    SecureRandom random() {
        return random;
    }

    /** For WebSockets. */
    HttpClient http() {
        return http;
    }

    /** For the timers of data channels. */
    ScheduledExecutorService dataTimer() {
        return dataTimer;
    }

    DtlsParty party() {
        return party;
    }

    SrtpCrypto crypto() {
        return crypto;
    }

    @Override
    public void close() {
        drivers.forEach(Driver::close);
        handshakes.close();
        http.shutdownNow();
        channelThreads.shutdownNow();
        dataTimer.shutdownNow();
    }
}
