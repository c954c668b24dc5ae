package org.starbridge.benchmarks.floor;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
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
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * One client as the floor knows it: ICE, DTLS, keys and where it is. Made by any thread, then owned by the floor's;
 * what DTLS says comes through the floor's queue.
 */
final class FloorEndpoint implements IceSink, AutoCloseable {
    /** Of the clients of a conference, all that they send. */
    private static final int MAX_SOURCES = 4096;

    private static final int LOCAL_PREFERENCE = 65_535;
    private static final List<Integer> PROFILES =
            List.of(DtlsSrtpKeys.AEAD_AES_128_GCM, DtlsSrtpKeys.AES128_CM_HMAC_SHA1_80, DtlsSrtpKeys.AEAD_AES_256_GCM);

    private final FloorConference conference;
    private final FloorLoop loop;
    private final SrtpCrypto crypto;
    private final IceAgent ice;
    private final DtlsSession dtls;
    /** Address that media goes to, and behind it room for the one that a STUN message goes to. */
    private final Slab addresses = Slab.allocate(2 * SocketAddresses.SIZE_BYTES);

    private @Nullable SrtpSender sender;
    private @Nullable SrtpReceiver receiver;
    private @Nullable SendStream[] outgoing = new @Nullable SendStream[16];
    private FloorSource[] sources = new FloorSource[0];
    private boolean started;
    private boolean closed;

    FloorEndpoint(
            FloorConference conference,
            FloorLoop loop,
            DtlsHandshakes handshakes,
            DtlsIdentity identity,
            SrtpCrypto crypto,
            RandomGenerator random) {
        this.conference = conference;
        this.loop = loop;
        this.crypto = crypto;
        ice = new IceAgent(IceRole.CONTROLLING, IceCredentials.random(random), random, IceConfig.defaults());
        ice.addLocalCandidate(IceCandidate.host(loop.candidate(), LOCAL_PREFERENCE));
        dtls = new DtlsSession(handshakes, identity, PROFILES, new Keys(loop::post));
    }

    /** Ours; immutable, so any thread may ask. */
    IceCredentials credentials() {
        return ice.localCredentials();
    }

    // What follows on the floor's thread only.

    FloorConference conference() {
        return conference;
    }

    void onRemote(IceCredentials credentials, List<DtlsFingerprint> fingerprints) {
        if (closed) {
            return;
        }
        dtls.remoteFingerprints(fingerprints);
        if (!started) {
            started = true;
            dtls.start(DtlsRole.SERVER);
        }
        ice.remoteCredentials(System.nanoTime(), credentials, this);
    }

    void onStun(long address, int lengthBytes, long remote, long nowNs) {
        InetSocketAddress local = new InetSocketAddress(
                SocketAddresses.readLocal(remote), loop.candidate().getPort());
        Tuple tuple = new Tuple(local, SocketAddresses.read(remote));
        ice.onDatagram(nowNs, tuple, Memory.copyOf(address, lengthBytes), this);
    }

    void onDtls(byte[] datagram) {
        dtls.onDatagram(datagram);
    }

    void onTime(long nowNs) {
        if (nowNs >= ice.nextDeadlineNs()) {
            ice.onTimeout(nowNs, this);
        }
    }

    @Override
    public void send(Tuple tuple, byte[] datagram) {
        long to = addresses.address() + SocketAddresses.SIZE_BYTES;
        loop.writeDestination(to, tuple);
        loop.send(datagram, to);
    }

    @Override
    public void onSelected(Tuple tuple) {
        loop.writeDestination(destination(), tuple);
        loop.learn(tuple.remote().getPort(), this);
    }

    @Override
    public void onState(IceState state) {
        // A client that has gone says so by signalling.
    }

    private void onKeys(SrtpKeys keys) {
        if (!closed) {
            sender = new SrtpSender(crypto, keys, MAX_SOURCES);
            receiver = new SrtpReceiver(crypto, keys, 8);
        }
        keys.wipe();
    }

    /** The source with this SSRC, made if it is new; null before there are keys. */
    @Nullable
    FloorSource source(int ssrc) {
        for (FloorSource source : sources) {
            if (source.ssrc() == ssrc) {
                return source;
            }
        }
        SrtpReceiver keyed = receiver;
        if (keyed == null) {
            return null;
        }
        FloorSource made = new FloorSource(this, ssrc, conference.nextSourceNumber(), keyed.stream(ssrc));
        sources = Arrays.copyOf(sources, sources.length + 1);
        sources[sources.length - 1] = made;
        return made;
    }

    @Nullable
    SrtpReceiver receiver() {
        return receiver;
    }

    /** Under which the source's packets go to this receiver; null before there are keys. */
    @Nullable
    SendStream outgoing(FloorSource source) {
        int number = source.number();
        SendStream stream = number < outgoing.length ? outgoing[number] : null;
        return stream != null ? stream : newOutgoing(source);
    }

    private @Nullable SendStream newOutgoing(FloorSource source) {
        SrtpSender keyed = sender;
        if (keyed == null) {
            return null;
        }
        if (source.number() >= outgoing.length) {
            outgoing = Arrays.copyOf(outgoing, 2 * source.number());
        }
        SendStream made = keyed.stream(source.ssrc());
        outgoing[source.number()] = made;
        return made;
    }

    /** Only for who has got an {@link #outgoing} stream. */
    SrtpSender sender() {
        SrtpSender keyed = sender;
        if (keyed == null) {
            throw new IllegalStateException("a receiver without keys: expected to be asked after outgoing()");
        }
        return keyed;
    }

    /** Returns the address that its media goes to, in native memory. */
    long destination() {
        return addresses.address();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        dtls.close();
        ice.close();
        if (sender != null) {
            sender.close();
            sender = null;
        }
        if (receiver != null) {
            receiver.close();
            receiver = null;
        }
        Arrays.fill(outgoing, null);
        addresses.close();
    }

    /** Listener to what DTLS says, on DTLS's own threads. */
    private final class Keys implements DtlsSession.Listener {
        private final Consumer<Runnable> post;

        Keys(Consumer<Runnable> post) {
            this.post = post;
        }

        @Override
        public void send(byte[] datagram) {
            post.accept(() -> {
                if (!closed) {
                    loop.send(datagram, destination());
                }
            });
        }

        @Override
        public void onConnected(DtlsSrtpKeys keys) {
            SrtpProfile profile = SrtpProfile.byId(keys.profileId());
            if (profile == null) {
                throw new IllegalStateException("SRTP profile " + keys.profileId() + ": expected one that we offered");
            }
            SrtpKeys srtp =
                    new SrtpKeys(profile, keys.localKey(), keys.localSalt(), keys.remoteKey(), keys.remoteSalt());
            post.accept(() -> onKeys(srtp));
        }

        @Override
        public void onApplicationData(byte[] data) {
            // The floor offers no SCTP.
        }

        @Override
        public void onFailed(String reason) {
            // The Hammer says so, too, and better.
        }

        @Override
        public void onClosed() {
            // Signalling follows.
        }
    }
}
