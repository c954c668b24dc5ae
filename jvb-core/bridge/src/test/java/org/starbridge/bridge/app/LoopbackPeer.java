package org.starbridge.bridge.app;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.transport.datachannel.DataChannel;
import org.starbridge.transport.datachannel.DataChannelSink;
import org.starbridge.transport.datachannel.DataChannels;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.dtls.DtlsSession;
import org.starbridge.transport.dtls.DtlsSrtpKeys;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.sctp.Reliability;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpEnd;
import org.starbridge.transport.sctp.association.SctpHost;

/** A client with a real socket, ICE, DTLS, SRTP and perhaps a data channel. Owned by the thread that calls it. */
public final class LoopbackPeer implements AutoCloseable, IceSink, DtlsSession.Listener {
    private final DatagramSocket socket;
    private final InetSocketAddress bridge;
    private final IceAgent ice;
    private final DtlsSession dtls;
    private final DtlsIdentity identity;
    private final AtomicReference<String> outcome = new AtomicReference<>("");
    private final Queue<byte[]> records = new ConcurrentLinkedQueue<>();
    private boolean isDtlsStarted;
    private volatile @Nullable DtlsSrtpKeys keys;
    private @Nullable LoopbackMedia media;
    private @Nullable DataChannels channels;
    private @Nullable ChannelEvents channelEvents;

    /** One that is not connected. */
    public LoopbackPeer(int bridgePort, DtlsHandshakes handshakes, DtlsIdentity identity, SecureRandom random)
            throws IOException {
        bridge = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), bridgePort);
        socket = new DatagramSocket(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
        socket.setSoTimeout(10);
        this.identity = identity;
        dtls = new DtlsSession(handshakes, identity, List.of(DtlsSrtpKeys.AEAD_AES_128_GCM), this);
        ice = new IceAgent(IceRole.CONTROLLED, IceCredentials.random(random), random, IceConfig.defaults());
        ice.addLocalCandidate(IceCandidate.host(local(), 65535));
    }

    private InetSocketAddress local() {
        return (InetSocketAddress) socket.getLocalSocketAddress();
    }

    /** What it tells the bridge. */
    public IceUdpTransport transport() {
        DtlsFingerprint fingerprint = identity.fingerprint();
        return new IceUdpTransport(
                ice.localCredentials().ufrag(),
                ice.localCredentials().password(),
                null,
                true,
                List.of(),
                List.of(new Fingerprint(fingerprint.hash(), fingerprint.value(), DtlsSetup.ACTIVE, false)),
                List.of());
    }

    /**
     * Connects to what the bridge told.
     *
     * @return how it ended: "connected", or why not
     */
    public String connect(IceUdpTransport remote, long limitNs) throws IOException {
        long endNs = System.nanoTime() + limitNs;
        remote.fingerprints()
                .forEach(told -> dtls.remoteFingerprints(DtlsFingerprint.parse(told.hash(), told.value()).stream()
                        .toList()));
        ice.remoteCredentials(
                System.nanoTime(),
                new IceCredentials(Objects.requireNonNull(remote.ufrag()), Objects.requireNonNull(remote.pwd())),
                this);
        ice.addRemoteCandidate(System.nanoTime(), IceCandidate.host(bridge, 65535), this);
        while (outcome().isEmpty() && System.nanoTime() < endNs) {
            turn();
        }
        return outcome().isEmpty() ? "neither connected nor failed in time" : outcome();
    }

    /**
     * Opens a data channel, once it is connected.
     *
     * @return whether the bridge has acknowledged it in time
     */
    boolean openChannel(long limitNs) throws IOException {
        DataChannels opening =
                new DataChannels(new SctpHost(SctpConfig.defaults(), new byte[16]).association(new SecureRandom()), 0);
        ChannelEvents events = new ChannelEvents();
        channels = opening;
        channelEvents = events;
        opening.connect(System.nanoTime(), events);
        long endNs = System.nanoTime() + limitNs;
        while (!events.isOpen && System.nanoTime() < endNs) {
            turn();
        }
        return events.isOpen;
    }

    /** Sends a text over its data channel; false if there is no room for it. */
    boolean say(String text) {
        DataChannels open = Objects.requireNonNull(channels);
        ChannelEvents events = Objects.requireNonNull(channelEvents);
        return open.sendText(System.nanoTime(), Objects.requireNonNull(events.channel), text, events)
                .isAccepted();
    }

    /** Texts that came over its data channel, each once. */
    List<String> takeHeard() {
        List<String> heard = List.copyOf(Objects.requireNonNull(channelEvents).heard);
        channelEvents.heard.clear();
        return heard;
    }

    private void turnChannels() {
        if (channels != null && channelEvents != null) {
            for (byte[] record = records.poll(); record != null; record = records.poll()) {
                channels.onPacket(System.nanoTime(), record, channelEvents);
            }
            if (channelEvents.isAssociated) {
                channelEvents.isAssociated = false;
                channels.open(System.nanoTime(), 0, "JVB data channel", "", Reliability.RELIABLE, channelEvents);
            }
            if (System.nanoTime() - channels.nextDeadlineNs() >= 0) {
                channels.onTimeout(System.nanoTime(), channelEvents);
            }
        }
    }

    private final class ChannelEvents implements DataChannelSink {
        boolean isAssociated;
        boolean isOpen;

        @Nullable
        DataChannel channel;

        final List<String> heard = new ArrayList<>();

        @Override
        public void send(byte[] packet) {
            dtls.sendApplicationData(packet);
        }

        @Override
        public void onConnected() {
            isAssociated = true;
        }

        @Override
        public void onOpen(DataChannel channel) {
            isOpen = true;
            this.channel = channel;
        }

        @Override
        public void onText(DataChannel channel, String text) {
            heard.add(text);
        }

        @Override
        public void onBinary(DataChannel channel, byte[] bytes) {}

        @Override
        public void onClosed(DataChannel channel) {}

        @Override
        public void onWritable() {}

        @Override
        public void onDisconnected(SctpEnd end) {}
    }

    private String outcome() {
        return Objects.requireNonNull(outcome.get());
    }

    /** Its SRTP, once it is connected. */
    public LoopbackMedia media() {
        LoopbackMedia known = media;
        if (known == null) {
            known = new LoopbackMedia(Objects.requireNonNull(keys), this::send);
            media = known;
        }
        return known;
    }

    /** Receives for a while. */
    public void receiveFor(long ns) throws IOException {
        long endNs = System.nanoTime() + ns;
        while (System.nanoTime() < endNs) {
            turn();
        }
    }

    private void turn() throws IOException {
        byte @Nullable [] datagram = receive();
        if (datagram != null && datagram[0] >= 0 && datagram[0] <= 3) {
            ice.onDatagram(System.nanoTime(), new Tuple(local(), bridge), datagram, this);
        } else if (datagram != null && datagram[0] >= 20 && datagram[0] <= 63) {
            dtls.onDatagram(datagram);
        } else if (datagram != null && media != null) {
            media.onDatagram(datagram);
        }
        if (System.nanoTime() - ice.nextDeadlineNs() >= 0) {
            ice.onTimeout(System.nanoTime(), this);
        }
        if (ice.state() == IceState.CONNECTED && !isDtlsStarted) {
            isDtlsStarted = true;
            dtls.start(DtlsRole.CLIENT);
        }
        turnChannels();
    }

    private byte @Nullable [] receive() throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[1500], 1500);
        try {
            socket.receive(packet);
        } catch (SocketTimeoutException _) {
            return null;
        }
        return packet.getLength() == 0 ? null : Arrays.copyOf(packet.getData(), packet.getLength());
    }

    @Override
    public void send(Tuple tuple, byte[] datagram) {
        send(datagram);
    }

    @Override
    public void send(byte[] datagram) {
        try {
            socket.send(new DatagramPacket(datagram, datagram.length, bridge));
        } catch (IOException _) {
            // A closed socket, or a full one: like loss on the way.
        }
    }

    @Override
    public void onSelected(Tuple tuple) {}

    @Override
    public void onState(IceState state) {}

    @Override
    public void onConnected(DtlsSrtpKeys agreed) {
        keys = agreed;
        outcome.compareAndSet("", "connected");
    }

    @Override
    public void onApplicationData(byte[] data) {
        records.add(data);
    }

    @Override
    public void onFailed(String reason) {
        outcome.compareAndSet("", reason);
    }

    @Override
    public void onClosed() {
        closed = true;
    }

    private volatile boolean closed;

    /** Says goodbye (close_notify) and waits until that is sent. */
    void sayGoodbye(long limitNs) throws InterruptedException {
        dtls.close();
        long endNs = System.nanoTime() + limitNs;
        while (!closed && System.nanoTime() < endNs) {
            Thread.sleep(1);
        }
    }

    /** Without a word. */
    @Override
    public void close() {
        socket.close();
        ice.close();
        if (media != null) {
            media.close();
        }
    }
}
