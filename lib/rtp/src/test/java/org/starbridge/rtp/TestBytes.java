package org.starbridge.rtp;

import java.util.HexFormat;
import java.util.Random;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/** Bytes for parsers: each buffer is a slab of exactly its size, so that a read beyond it fails the test. */
public final class TestBytes {
    private TestBytes() {}

    /** What a parser does with a buffer. */
    public interface Parser {
        void parse(long address, int lengthBytes);
    }

    /** What makes random bytes look more like the wire format, so that more of the parser is reached. */
    public interface Seasoning {
        void season(Random random, byte[] bytes);
    }

    /** A slab with the bytes of a hex string; spaces are for the reader. */
    public static Slab hex(String hex) {
        return slab(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    public static Slab slab(byte[] bytes) {
        Slab slab = Slab.allocate(Math.max(1, bytes.length));
        Memory.copyIn(bytes, 0, slab.address(), bytes.length);
        return slab;
    }

    public static String hexAt(long address, int lengthBytes) {
        return HexFormat.of().formatHex(Memory.copyOf(address, lengthBytes));
    }

    /** Feeds 100,000 random buffers of 0 to {@code maxLengthBytes} bytes; a failure names the seed and the bytes. */
    public static void neverThrows(long seed, int maxLengthBytes, Seasoning seasoning, Parser parser) {
        Random random = new Random(seed);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = new byte[random.nextInt(maxLengthBytes + 1)];
            random.nextBytes(bytes);
            if (random.nextInt(8) != 0) {
                seasoning.season(random, bytes);
            }
            try (Slab slab = slab(bytes)) {
                parser.parse(slab.address(), bytes.length);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(
                        "seed " + seed + ", buffer " + i + ": " + HexFormat.of().formatHex(bytes), e);
            }
        }
    }
}
