package org.starbridge.bridge.app.rehearsal;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.HeaderExtensions;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.reception.TransportFeedbackRegister;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpSender;

/** A client of the rehearsed call: sends a microphone and a camera, and acknowledges what comes. */
final class RehearsalClient implements IceSink, AutoCloseable {
    static final int OPUS = 111;
    static final int VP8 = 100;
    static final int RTX = 96;
    static final int LEVEL_ID = 1;
    static final int NUMBER_ID = 5;

    /** Of so many packets of video one is asked for again. */
    private static final int PACKETS_OF_NACK = 32;

    private static final int MTU_BYTES = 1200;
    private static final int AUDIO_BYTES = 80;
    private static final int VIDEO_BYTES = 600;
    /** The first byte of a VP8 payload that begins a picture; then 0 in a key frame, 1 in others (RFC 7741). */
    private static final byte VP8_BEGIN = 0x10;

    final int number;
    final IceAgent ice;
    final InetSocketAddress address;
    private final MemoryPort bridge;
    private final SrtpCrypto crypto;
    private final GenericNackWriter nack = new GenericNackWriter();
    private final TransportFeedbackRegister feedback = new TransportFeedbackRegister();
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final RtpView view = new RtpView();
    private final HeaderExtensions extensions = new HeaderExtensions();
    private final Slab memory = Slab.allocate(4 * MTU_BYTES);
    private @Nullable SrtpSender sender;
    private int nextNumber;
    private long nowNs;
    /** Packets of media that came. */
    int received;
    /** Those of them that repeat another. */
    int repeated;

    private int videoPackets;
    private int wantedSsrc;
    private int wantedNumber = -1;

    /** @param number from 1 */
    RehearsalClient(int number, MemoryPort bridge, SrtpCrypto crypto, RandomGenerator random) {
        this.number = number;
        this.bridge = bridge;
        this.crypto = crypto;
        address = new InetSocketAddress(InetAddress.ofLiteral("198.51.100." + number), 5000);
        ice = new IceAgent(IceRole.CONTROLLED, IceCredentials.random(random), random, IceConfig.defaults());
        ice.addLocalCandidate(IceCandidate.host(address, 65535));
    }

    /** Begins to connect to what the bridge answered. */
    void connect(IceUdpTransport remote, long nowNs) {
        this.nowNs = nowNs;
        ice.remoteCredentials(
                nowNs,
                new IceCredentials(Objects.requireNonNull(remote.ufrag()), Objects.requireNonNull(remote.pwd())),
                this);
        ice.addRemoteCandidate(nowNs, IceCandidate.host(RehearsalBridge.ADDRESS, 65535), this);
    }

    /** The keys are agreed. */
    void secure(SrtpKeys keys) {
        sender = new SrtpSender(crypto, keys, 8);
    }

    boolean isSecure() {
        return sender != null;
    }

    /** A datagram of the bridge. */
    void onDatagram(byte[] datagram) {
        if (datagram[0] >= 0 && datagram[0] <= 3) {
            ice.onDatagram(nowNs, new Tuple(address, RehearsalBridge.ADDRESS), datagram, this);
        } else if ((datagram[0] & 0xC0) == 0x80 && !RtpView.isRtcp(datagram[1] & 0xFF)) {
            Memory.copyIn(datagram, 0, memory.address(), datagram.length);
            received++;
            if (view.wrap(memory.address(), datagram.length) == null) {
                onMedia();
                long element = extensions.find(view, NUMBER_ID);
                if (element != 0) {
                    feedback.onPacket(Memory.u16(element), nowNs);
                }
            }
        }
    }

    private void onMedia() {
        if (view.payloadType() == RTX) {
            repeated++;
        } else if (view.payloadType() == VP8 && ++videoPackets % PACKETS_OF_NACK == 0) {
            wantedSsrc = view.ssrc();
            wantedNumber = view.sequenceNumber();
        }
    }

    /** Timers. */
    void turn(long nowNs) {
        this.nowNs = nowNs;
        if (nowNs >= ice.nextDeadlineNs()) {
            ice.onTimeout(nowNs, this);
        }
        SrtpSender protecting = sender;
        if (protecting != null && wantedNumber >= 0) {
            nack.begin(memory.address(), MTU_BYTES, number, wantedSsrc);
            nack.add(wantedNumber);
            send(Memory.copyOf(memory.address(), protecting.protectRtcp(memory.address(), nack.end())));
            wantedNumber = -1;
        }
        if (protecting != null && nowNs >= feedback.nextDeadlineNs()) {
            int length = feedback.write(memory.address(), MTU_BYTES, number, 1, nowNs);
            if (length > 0) {
                send(Memory.copyOf(memory.address(), protecting.protectRtcp(memory.address(), length)));
            }
        }
    }

    /** Sends a packet of its microphone. */
    void speak(int index) {
        send(audioSsrc(), OPUS, index, 960 * index, new byte[AUDIO_BYTES]);
    }

    /** Sends a frame of its camera, in each encoding. */
    void show(int index, boolean isKey) {
        for (int encoding = 0; encoding < 3; encoding++) {
            byte[] payload = new byte[VIDEO_BYTES];
            payload[0] = VP8_BEGIN;
            payload[1] = (byte) (isKey ? 0 : 1);
            send(videoSsrc(encoding), VP8, index, 3000 * index, payload);
        }
    }

    long audioSsrc() {
        return 100L * number;
    }

    long videoSsrc(int encoding) {
        return 100L * number + 1 + encoding;
    }

    long rtxSsrc(int encoding) {
        return videoSsrc(encoding) + 50;
    }

    private void send(long ssrc, int payloadType, int index, int timestamp, byte[] payload) {
        long at = memory.address();
        writer.fixed(at, MTU_BYTES, true, payloadType, index, timestamp, (int) ssrc);
        writer.begin(ExtensionForm.ONE_BYTE);
        writer.appendU16(NUMBER_ID, nextNumber++ & 0xFFFF);
        if (payloadType == OPUS) {
            writer.appendU8(LEVEL_ID, AudioLevel.value(true, 20 + number));
        }
        int header = writer.end();
        Memory.copyIn(payload, 0, at + 2L * MTU_BYTES, payload.length);
        SrtpSender protecting = Objects.requireNonNull(sender);
        int length = protecting.protectRtp(
                Objects.requireNonNull(protecting.stream((int) ssrc)),
                index,
                at,
                header,
                0,
                at + 2L * MTU_BYTES,
                payload.length);
        send(Memory.copyOf(at, length));
    }

    private void send(byte[] datagram) {
        bridge.arrive(address, datagram, nowNs);
    }

    @Override
    public void send(Tuple tuple, byte[] datagram) {
        send(datagram);
    }

    @Override
    public void onSelected(Tuple tuple) {}

    @Override
    public void onState(IceState state) {}

    @Override
    public void close() {
        ice.close();
        if (sender != null) {
            sender.close();
        }
        memory.close();
    }
}
