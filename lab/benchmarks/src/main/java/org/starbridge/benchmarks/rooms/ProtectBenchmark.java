package org.starbridge.benchmarks.rooms;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.srtp.SendStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;

/** Protect: one shared payload encrypted for 500 receivers in turn, so that keys are as cold as in a bridge. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class ProtectBenchmark {
    static final SrtpKeys KEYS = Samples.keys(SrtpProfile.AEAD_AES_128_GCM, 0);
    /** Holds a place until there is a real one. */
    static final SrtpSender UNUSED = new SrtpSender(SrtpCrypto.jce(), KEYS, 1);

    private static final int RECEIVERS = 500;

    /** Source of the ciphers. */
    @Param({"libcrypto", "jce"})
    public String crypto = "";

    /** Transform to be used. */
    @Param({"AEAD_AES_128_GCM", "AES128_CM_HMAC_SHA1_80"})
    public SrtpProfile profile = SrtpProfile.AEAD_AES_128_GCM;

    /** Of the payload. */
    @Param({"100", "1100"})
    public int payloadBytes;

    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final SrtpSender[] senders = new SrtpSender[RECEIVERS];
    private final SendStream[] streams = new SendStream[RECEIVERS];
    private final Slab payload = Slab.allocate(Samples.PACKET_BYTES);
    private final Slab slot = Slab.allocate(Samples.PACKET_BYTES);
    private int headerBytes;
    private int receiver;
    private long index;

    /** Makes the receivers' keys. */
    @Setup
    public void agree() {
        SrtpCrypto chosen = crypto.equals("jce") ? SrtpCrypto.jce() : SrtpCrypto.libcrypto();
        for (int r = 0; r < RECEIVERS; r++) {
            senders[r] = new SrtpSender(chosen, Samples.keys(profile, r), 1);
            streams[r] = Objects.requireNonNull(senders[r].stream(Samples.SSRC));
        }
        headerBytes = Samples.write(writer, slot.address(), 0, 0);
    }

    /** One packet for one receiver. */
    @Benchmark
    public int protect() {
        if (++receiver == RECEIVERS) {
            receiver = 0;
            index++;
            writer.fixed(slot.address(), 100, false, Samples.VP8, index, (int) index, Samples.SSRC);
        }
        return senders[receiver].protectRtp(
                streams[receiver], index, slot.address(), 12, 0, payload.address(), payloadBytes + headerBytes - 12);
    }

    /** Frees the keys. */
    @TearDown
    public void free() {
        for (SrtpSender sender : senders) {
            sender.close();
        }
        payload.close();
        slot.close();
    }
}
