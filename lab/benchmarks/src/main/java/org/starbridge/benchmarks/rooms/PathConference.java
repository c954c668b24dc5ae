package org.starbridge.benchmarks.rooms;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.ForwardingTable;
import org.starbridge.media.api.ForwardingTable.Reception;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.blackbox.BlackBoxSettings;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.loss.LossPattern;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.media.worker.DebugSettings;
import org.starbridge.media.worker.MediaWorker;
import org.starbridge.media.worker.MediaWorkers;
import org.starbridge.media.worker.WorkerSettings;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.MemoryPort;

/**
 * One worker of the bridge without a thread, one who sends and those who receive, joined by real ICE with given keys.
 */
final class PathConference implements AutoCloseable {
    private static final String CONFERENCE = "bench";
    private static final int AUDIO_FEEDBACK_SSRC = 1;
    private static final int VIDEO_FEEDBACK_SSRC = 2;
    private static final long JOIN_STEP_NS = 1_000_000;
    private static final int MOST_JOIN_STEPS = 100_000;
    /** Time crawls while measured, so that no consent runs out, and timers are as rare as they should be. */
    private static final long FORWARD_STEP_NS = 1_000;

    private static final SrtpProfile PROFILE = SrtpProfile.AEAD_AES_128_GCM;

    private final MemoryPort port;
    private final MediaWorkers workers;
    private final MediaWorker worker;
    private final Random random = new Random(1);
    private final Map<InetSocketAddress, Client> clients = new HashMap<>();
    private final ArrayDeque<Runnable> answers = new ArrayDeque<>();
    private final ArrayDeque<Long> keySeeds = new ArrayDeque<>();
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final Slab packet = Slab.allocate(Samples.PACKET_BYTES);
    private final SrtpSender sender;
    private final InetSocketAddress senderAddress;
    private long nextIndex = 1;
    private long nowNs = 1_000_000_000;
    private int connected;

    private PathConference(
            int receivers, int together, boolean sends, Reception reception, boolean costs, boolean estimated) {
        port = MemoryPort.of(sends);
        SrtpCrypto crypto = SrtpCrypto.libcrypto();
        workers = new MediaWorkers(
                new WorkerSettings(
                        crypto,
                        (_, listener) -> new GivenKeys(listener, Objects.requireNonNull(keySeeds.poll())),
                        IceConfig.defaults(),
                        random,
                        () -> List.of(port.localAddress()),
                        WorkerSettings.DEFAULT_RING_BYTES,
                        WorkerSettings.DEFAULT_COMMAND_QUEUE_CAPACITY,
                        KeyFrameLimits.DEFAULT,
                        RetransmissionLimits.DEFAULT,
                        DownlinkSettings.DEFAULT,
                        AudioPolicy.DEFAULT,
                        IceRestartTimes.DEFAULT,
                        () -> Long.MAX_VALUE,
                        fault -> {
                            throw new IllegalStateException("a bug on the worker", fault.cause());
                        },
                        new DebugSettings(
                                costs ? System::nanoTime : null,
                                LossPattern.NONE,
                                LossPattern.NONE,
                                null,
                                BlackBoxSettings.OFF)),
                List.of(port));
        worker = workers.workers().get(0);
        sender = new SrtpSender(crypto, Samples.keys(PROFILE, 0).swapped(), 1);
        senderAddress = port.clientAddress(0);
        port.onStun((to, datagram) ->
                answers.add(() -> Objects.requireNonNull(clients.get(to)).onDatagram(datagram)));
        DtlsIdentity identity = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
        List<Transport> transports = new ArrayList<>();
        for (int i = 0; i <= receivers; i++) {
            int key = join(i, identity);
            transports.add(Samples.transport(
                    key,
                    i == 0 ? List.of(Samples.stream()) : List.of(),
                    i == 0 ? Set.of() : Set.of(Samples.SSRC),
                    reception,
                    estimated));
        }
        workers.publish(new ForwardingTable(CONFERENCE, 1, transports));
        awaitConnected(receivers + 1);
        port.onStun(null);
        port.most(together);
        arrive(true); // what everybody waits for
        forward();
    }

    /**
     * Everybody is there when this returns; {@code together} packets are received at once; {@code costs} are measured;
     * bandwidth is {@code estimated}, without feedback.
     */
    static PathConference join(
            int receivers, int together, boolean sends, Reception reception, boolean costs, boolean estimated) {
        return new PathConference(receivers, together, sends, reception, costs, estimated);
    }

    private int join(int number, DtlsIdentity identity) {
        Client client = new Client(port.clientAddress(number));
        clients.put(client.local, client);
        IceCredentials credentials = IceCredentials.random(random);
        keySeeds.add((long) number);
        MediaEndpoint endpoint = workers.addEndpoint(
                new EndpointSpec(
                        CONFERENCE,
                        "e" + number,
                        credentials,
                        IceRole.CONTROLLING,
                        identity,
                        AUDIO_FEEDBACK_SSRC,
                        VIDEO_FEEDBACK_SSRC,
                        ApplicationData.IGNORED,
                        false),
                client);
        DtlsFingerprint any = identity.fingerprint();
        endpoint.remoteTransport(
                new RemoteTransport(client.ice.localCredentials(), List.of(), List.of(any), DtlsRole.SERVER));
        client.ice.remoteCredentials(nowNs, credentials, client);
        client.ice.addRemoteCandidate(nowNs, IceCandidate.host(port.localAddress(), 65_535), client);
        step();
        return endpoint.key();
    }

    private void awaitConnected(int all) {
        for (int i = 0; i < MOST_JOIN_STEPS; i++) {
            if (connected == all
                    && clients.values().stream().allMatch(client -> client.ice.state() == IceState.CONNECTED)) {
                return;
            }
            step();
        }
        throw new IllegalStateException(connected + " of " + all + " have keys: expected all to connect");
    }

    private void step() {
        nowNs += JOIN_STEP_NS;
        do {
            worker.doWork(nowNs);
            for (Runnable answer = answers.poll(); answer != null; answer = answers.poll()) {
                answer.run();
            }
        } while (worker.mayHaveMore());
        for (Client client : clients.values()) {
            if (nowNs >= client.ice.nextDeadlineNs()) {
                client.ice.onTimeout(nowNs, client);
            }
        }
    }

    /** The sender's next packets wait at the port. */
    void arrive(int packets) {
        for (int i = 0; i < packets; i++) {
            arrive(false);
        }
    }

    private void arrive(boolean isKeyFrame) {
        int headerBytes = Samples.write(writer, packet.address(), nextIndex, Samples.VIDEO_BYTES);
        if (isKeyFrame) {
            Samples.makeKeyFrame(packet.address() + headerBytes);
        }
        int length = sender.protectRtp(
                Objects.requireNonNull(sender.stream(Samples.SSRC)),
                nextIndex++,
                packet.address(),
                headerBytes,
                Samples.VIDEO_BYTES,
                0,
                0);
        port.arrive(packet.address(), length, senderAddress);
    }

    /** The worker works until nothing is left to do. */
    void forward() {
        int work;
        do {
            nowNs += FORWARD_STEP_NS;
            work = worker.doWork(nowNs);
        } while (work > 0 || worker.mayHaveMore());
    }

    /** Packets that the bridge says it has forwarded, at most a second of its time old. */
    MediaWorkers workers() {
        return workers;
    }

    @Override
    public void close() {
        workers.close();
        sender.close();
        clients.values().forEach(client -> client.ice.close());
        packet.close();
        port.close();
    }

    /** A client as far as ICE goes. */
    private final class Client implements IceSink, EndpointListener {
        private final InetSocketAddress local;
        private final IceAgent ice;

        Client(InetSocketAddress local) {
            this.local = local;
            ice = new IceAgent(IceRole.CONTROLLED, IceCredentials.random(random), random, IceConfig.defaults());
            ice.addLocalCandidate(IceCandidate.host(local, 65_535));
        }

        void onDatagram(byte[] datagram) {
            ice.onDatagram(nowNs, new Tuple(local, port.localAddress()), datagram, this);
        }

        @Override
        public void send(Tuple tuple, byte[] datagram) {
            try (Slab copy = Slab.allocate(datagram.length)) {
                Memory.copyIn(datagram, 0, copy.address(), datagram.length);
                port.arrive(copy.address(), datagram.length, local);
            }
        }

        @Override
        public void onSelected(Tuple tuple) {
            // There is one.
        }

        @Override
        public void onState(IceState state) {
            // It is asked.
        }

        @Override
        public void onIceState(IceState state) {
            // The client's own is enough.
        }

        @Override
        public void onDtlsConnected(SrtpProfile profile) {
            connected++;
        }

        @Override
        public void onDtlsFailed(String reason) {
            throw new IllegalStateException(reason);
        }
    }

    /** Keys without a handshake. */
    private record GivenKeys(Listener listener, long seed) implements KeyAgreement {
        @Override
        public void start(DtlsRole role) {
            listener.onKeys(Samples.keys(PROFILE, seed));
        }

        @Override
        public void remoteFingerprints(List<DtlsFingerprint> fingerprints) {
            // No certificate is checked.
        }

        @Override
        public void onDatagram(byte[] datagram) {
            // There is no handshake.
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }
}
