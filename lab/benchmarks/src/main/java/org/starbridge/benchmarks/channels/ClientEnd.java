package org.starbridge.benchmarks.channels;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.dtls.DtlsSession;
import org.starbridge.transport.dtls.DtlsSrtpKeys;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.association.SctpHost;

/** All clients, and which threads are theirs. */
final class ClientEnd implements AutoCloseable {
    final ThreadTimes threads = new ThreadTimes();
    final LongAdder heard = new LongAdder();
    private final DtlsHandshakes handshakes = new DtlsHandshakes(1, 256, BridgeEnd.HANDSHAKE);
    private final SecureRandom random = new SecureRandom();
    private final DtlsIdentity identity = DtlsIdentity.create(random, Instant.now());
    private final SctpHost host = new SctpHost(SctpConfig.defaults().withSacksDelayedAfterSilence(), new byte[16]);
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("clients' timer").factory());

    ClientEnd() {
        timer.setRemoveOnCancelPolicy(true);
    }

    /** Begins DTLS, SCTP and the channel. */
    Client connect(BridgeEnd bridge) {
        Client client = new Client(bridge);
        client.start();
        return client;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        handshakes.close();
    }

    /** One of them. Any thread; a lock lets in one at a time. */
    final class Client implements DtlsSession.Listener {
        private final ReentrantLock lock = new ReentrantLock();
        private final DataChannels channels = new DataChannels(host.association(random), 0);
        private final DtlsSession session;
        private final DtlsSession peer;
        private @Nullable DataChannel channel;
        private @Nullable Future<?> alarm;
        private long alarmAtNs = Long.MAX_VALUE;
        private final Sink sink = new Sink();

        Client(BridgeEnd bridge) {
            session = new DtlsSession(handshakes, identity, BridgeEnd.PROFILES, this);
            peer = bridge.session(identity, session::onDatagram);
            session.remoteFingerprints(List.of(bridge.identity().fingerprint()));
        }

        void start() {
            session.start(DtlsRole.CLIENT);
        }

        void say(String text) {
            with(() -> {
                if (channel != null) {
                    channels.sendText(System.nanoTime(), channel, text, sink);
                }
            });
        }

        private void with(Runnable work) {
            threads.own();
            lock.lock();
            try {
                work.run();
                if (sink.isConnected && channel == null) {
                    channel = channels.open(System.nanoTime(), 0, "JVB data channel", "", Reliability.RELIABLE, sink);
                }
                arm();
            } finally {
                lock.unlock();
            }
        }

        /** A timer that is too early is left alone. */
        private void arm() {
            long deadlineNs = channels.nextDeadlineNs();
            if (deadlineNs < alarmAtNs) {
                if (alarm != null) {
                    alarm.cancel(false);
                }
                alarmAtNs = deadlineNs;
                alarm = timer.schedule(() -> with(this::onAlarm), deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
        }

        private void onAlarm() {
            alarmAtNs = Long.MAX_VALUE;
            if (channels.nextDeadlineNs() <= System.nanoTime()) {
                channels.onTimeout(System.nanoTime(), sink);
            }
        }

        @Override
        public void send(byte[] datagram) {
            threads.own();
            peer.onDatagram(datagram);
        }

        @Override
        public void onConnected(DtlsSrtpKeys keys) {
            with(() -> channels.connect(System.nanoTime(), sink));
        }

        @Override
        public void onApplicationData(byte[] data) {
            with(() -> channels.onPacket(System.nanoTime(), data, sink));
        }

        @Override
        public void onFailed(String reason) {
            throw new IllegalStateException(reason);
        }

        @Override
        public void onClosed() {}

        /** Sink of what SCTP says. */
        private final class Sink implements DataChannelSink {
            boolean isConnected;

            @Override
            public void send(byte[] packet) {
                session.sendApplicationData(packet);
            }

            @Override
            public void onConnected() {
                isConnected = true;
            }

            @Override
            public void onOpen(DataChannel opened) {}

            @Override
            public void onText(DataChannel from, String text) {
                heard.increment();
            }

            @Override
            public void onBinary(DataChannel from, byte[] bytes) {}

            @Override
            public void onClosed(DataChannel closed) {}

            @Override
            public void onWritable() {}

            @Override
            public void onDisconnected(SctpEnd end) {}
        }
    }
}
