package org.starbridge.bridge.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.AudioLevel;
import org.starbridge.rtp.packet.ExtensionForm;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.dtls.DtlsSrtpKeys;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/** Media of a loopback peer. Owned by the thread that calls it. */
public final class LoopbackMedia implements AutoCloseable {
    /** The id under which packets tell how loud they are. */
    public static final int LEVEL_ID = 1;

    private final SrtpSender sender;
    private final SrtpReceiver receiver;
    private final Consumer<byte[]> network;
    private final Slab memory = Slab.allocate(8192);
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final RtpView view = new RtpView();
    private final List<Received> received = new ArrayList<>();

    /** A packet that came. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record Received(int ssrc, int payloadType, int sequenceNumber, int timestamp, byte[] payload) {}

    LoopbackMedia(DtlsSrtpKeys keys, Consumer<byte[]> network) {
        SrtpKeys srtp = new SrtpKeys(
                SrtpProfile.AEAD_AES_128_GCM, keys.localKey(), keys.localSalt(), keys.remoteKey(), keys.remoteSalt());
        sender = new SrtpSender(SrtpCrypto.jce(), srtp, 64);
        receiver = new SrtpReceiver(SrtpCrypto.jce(), srtp, 64);
        this.network = network;
    }

    /**
     * Sends a packet.
     *
     * @param index sequence number with rollover counter
     * @param level how loud it is, 0 to 127; negative for no such extension
     */
    public void send(int ssrc, int payloadType, long index, int timestamp, int level, boolean isVoice, byte[] payload) {
        long at = memory.address();
        writer.fixed(at, 200, false, payloadType, index, timestamp, ssrc);
        if (level >= 0) {
            writer.begin(ExtensionForm.ONE_BYTE);
            writer.appendU8(LEVEL_ID, AudioLevel.value(isVoice, level));
        }
        int header = writer.end();
        Memory.copyIn(payload, 0, at + 4096, payload.length);
        SendStream stream = Objects.requireNonNull(sender.stream(ssrc));
        int length = sender.protectRtp(stream, index, at, header, 0, at + 4096, payload.length);
        network.accept(Memory.copyOf(at, length));
    }

    void onDatagram(byte[] datagram) {
        if (datagram.length < 12 || (datagram[0] & 0xC0) != 0x80 || RtpView.isRtcp(datagram[1] & 0xFF)) {
            return;
        }
        long at = memory.address();
        Memory.copyIn(datagram, 0, at, datagram.length);
        int header = RtpView.headerLengthBytes(at, datagram.length);
        ReceiveStream stream = header < 0 ? null : receiver.stream(RtpView.ssrc(at));
        int plain = stream == null ? -1 : receiver.unprotectRtp(stream, at, datagram.length, header, at + 4096);
        if (plain > 0 && view.wrap(at + 4096, plain) == null) {
            received.add(new Received(
                    view.ssrc(),
                    view.payloadType(),
                    view.sequenceNumber(),
                    view.timestamp(),
                    Memory.copyOf(view.payloadAddress(), view.payloadLengthBytes())));
        }
    }

    /** What came since the last call. */
    public List<Received> take() {
        List<Received> taken = List.copyOf(received);
        received.clear();
        return taken;
    }

    @Override
    public void close() {
        sender.close();
        receiver.close();
        memory.close();
    }
}
