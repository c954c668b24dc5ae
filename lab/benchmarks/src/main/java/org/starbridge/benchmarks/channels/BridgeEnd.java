package org.starbridge.benchmarks.channels;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.datachannel.SctpTransports;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.dtls.DtlsSession;
import org.starbridge.transport.dtls.DtlsSrtpKeys;
import org.starbridge.transport.sctp.SctpDropReason;

/** The bridge's ends of all channels, put together as the bridge puts them together. */
final class BridgeEnd implements AutoCloseable {
    static final List<Integer> PROFILES = List.of(7);
    static final Duration HANDSHAKE = Duration.ofSeconds(60);

    final LongAdder opened = new LongAdder();
    final LongAdder answered = new LongAdder();
    private final DtlsHandshakes handshakes = new DtlsHandshakes(1, 256, HANDSHAKE);
    private final DtlsIdentity identity = DtlsIdentity.create(new SecureRandom(), Instant.now());
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            2, Thread.ofPlatform().daemon().name("timer").factory());
    private final SctpTransports transports;

    BridgeEnd() {
        timer.setRemoveOnCancelPolicy(true);
        transports = new SctpTransports(
                new SctpTransports.Settings(
                        true,
                        1,
                        new MessageLimits(128 << 10, 16 << 10, 100, 1 << 20, 1000, 4 << 20, Duration.ofSeconds(30))),
                new SctpTransports.Surroundings(
                        System::nanoTime,
                        new SecureRandom(),
                        handshakes::execute,
                        Thread::startVirtualThread,
                        (delayNs, task) -> {
                            Future<?> future = timer.schedule(task, delayNs, TimeUnit.NANOSECONDS);
                            return () -> future.cancel(false);
                        },
                        LockSupport::parkNanos,
                        new ChannelMemory(64 << 20),
                        new ConferenceCounters()));
    }

    DtlsIdentity identity() {
        return identity;
    }

    /** Returns what SCTP refused, and how often: nothing but what came twice, in a sound run. */
    Map<SctpDropReason, Long> refused() {
        Map<SctpDropReason, Long> refused = new EnumMap<>(SctpDropReason.class);
        for (SctpDropReason reason : SctpDropReason.values()) {
            if (transports.refused().count(reason) > 0) {
                refused.put(reason, transports.refused().count(reason));
            }
        }
        return refused;
    }

    /** One endpoint's session, the server; {@code out} takes its datagrams. */
    DtlsSession session(DtlsIdentity client, Consumer<byte[]> out) {
        DataChannelTransport transport = transports.open(Sctp.Role.SERVER);
        transport.serve(new Answering(opened, answered));
        Adapter adapter = new Adapter(transport, out);
        DtlsSession session = new DtlsSession(handshakes, identity, PROFILES, adapter);
        adapter.session = session;
        session.remoteFingerprints(List.of(client.fingerprint()));
        session.start(DtlsRole.SERVER);
        return session;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        handshakes.close();
    }

    private static final class Adapter implements DtlsSession.Listener {
        private final DataChannelTransport transport;
        private final Consumer<byte[]> out;

        @SuppressWarnings("NullAway.Init") // set before the session starts
        DtlsSession session;

        Adapter(DataChannelTransport transport, Consumer<byte[]> out) {
            this.transport = transport;
            this.out = out;
        }

        @Override
        public void send(byte[] datagram) {
            out.accept(datagram);
        }

        @Override
        public void onConnected(DtlsSrtpKeys keys) {
            transport.onConnected(session::sendApplicationData);
        }

        @Override
        public void onApplicationData(byte[] data) {
            transport.onData(data);
        }

        @Override
        public void onFailed(String reason) {
            transport.onEnded();
        }

        @Override
        public void onClosed() {
            transport.onEnded();
        }
    }
}
