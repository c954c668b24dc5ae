package org.starbridge.benchmarks.rooms;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.transport.srtp.ReceiveStream;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/** Unprotect: replay window, decryption, authentication. No packet is taken twice, so new ones are made between. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class UnprotectBenchmark {
    private static final int PACKETS = 512;

    /** Source of the ciphers. */
    @Param({"libcrypto", "jce"})
    public String crypto = "";

    /** Of the payload. */
    @Param({"100", "1100"})
    public int payloadBytes;

    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private final Slab packets = Slab.allocate((long) PACKETS * Samples.PACKET_BYTES);
    private final Slab plaintext = Slab.allocate(Samples.PACKET_BYTES);
    private SrtpSender sender = ProtectBenchmark.UNUSED;
    private SrtpReceiver receiver = new SrtpReceiver(SrtpCrypto.jce(), ProtectBenchmark.KEYS, 1);
    private int headerBytes;
    private int lengthBytes;
    private long nextIndex;

    /** Makes both sides of the session. */
    @Setup
    public void agree() {
        SrtpCrypto chosen = crypto.equals("jce") ? SrtpCrypto.jce() : SrtpCrypto.libcrypto();
        SrtpKeys keys = Samples.keys(SrtpProfile.AEAD_AES_128_GCM, 1);
        sender = new SrtpSender(chosen, keys, 1);
        receiver = new SrtpReceiver(chosen, keys.swapped(), 1);
    }

    /** Protects the next packets. */
    @Setup(Level.Invocation)
    public void protect() {
        for (int i = 0; i < PACKETS; i++) {
            long at = packet(i);
            headerBytes = Samples.write(writer, at, nextIndex, payloadBytes);
            lengthBytes = sender.protectRtp(
                    Objects.requireNonNull(sender.stream(Samples.SSRC)),
                    nextIndex++,
                    at,
                    headerBytes,
                    payloadBytes,
                    0,
                    0);
        }
    }

    private long packet(int i) {
        return packets.address() + (long) i * Samples.PACKET_BYTES;
    }

    /** One packet after the other. */
    @Benchmark
    @OperationsPerInvocation(PACKETS)
    public int unprotect() {
        ReceiveStream stream = Objects.requireNonNull(receiver.stream(Samples.SSRC));
        int failed = 0;
        for (int i = 0; i < PACKETS; i++) {
            int plainBytes = receiver.unprotectRtp(stream, packet(i), lengthBytes, headerBytes, plaintext.address());
            failed += plainBytes < 0 ? 1 : 0;
        }
        if (failed > 0) {
            throw new IllegalStateException(failed + " packets refused: expected none");
        }
        return lengthBytes;
    }

    /** Frees both sides. */
    @TearDown
    public void free() {
        sender.close();
        receiver.close();
        packets.close();
        plaintext.close();
    }
}
