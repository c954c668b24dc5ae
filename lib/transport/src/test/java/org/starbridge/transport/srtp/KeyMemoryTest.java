package org.starbridge.transport.srtp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Looks for keys in the process's native memory, as the finder of a core dump would. Linux shows a process its own
 * memory as a file.
 */
class KeyMemoryTest {
    private static final Path MAPPINGS = Path.of("/proc/self/maps");
    private static final Path MEMORY = Path.of("/proc/self/mem");
    /** Larger mappings are the Java heap's and the like; the C library takes its memory in smaller ones. */
    private static final long LARGEST_BYTES = 64L << 20;

    private static final int CHUNK_BYTES = 1 << 20;
    /** The C library aligns what it gives out; a key lies at some such place of a structure. */
    private static final int STRIDE_BYTES = 4;

    @BeforeAll
    static void needsLinuxAndLibcrypto() {
        assumeTrue(Files.isReadable(MAPPINGS) && Files.isReadable(MEMORY), "this system does not show its memory");
        assumeTrue(Libcrypto.isAvailable(), Libcrypto::whyMissing);
    }

    @ParameterizedTest
    @EnumSource(SrtpProfile.class)
    void noKeyIsLeftInNativeMemoryWhenACipherIsClosed(SrtpProfile profile) throws IOException {
        Random random = new Random(profile.keyLengthBytes() * 31L + profile.authenticationKeyLengthBytes());
        byte[] key = bytes(random, profile.keyLengthBytes());
        byte[] authenticationKey = bytes(random, profile.authenticationKeyLengthBytes());
        byte[] salt = bytes(random, profile.saltLengthBytes());
        SessionKeys keys = new SessionKeys(profile, PacketKind.RTP, key, authenticationKey, salt);
        PacketCipher sealer = SrtpCrypto.libcrypto().sealer(keys);
        PacketCipher opener = SrtpCrypto.libcrypto().opener(keys);
        assertThat(found(key)).as("the key schedules begin with the key").isPositive();
        sealer.close();
        opener.close();
        assertThat(found(key)).isZero();
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** How often the first 16 bytes of {@code key} are there. */
    private static int found(byte[] key) throws IOException {
        long first = ByteBuffer.wrap(key).getLong(0);
        long second = ByteBuffer.wrap(key).getLong(Long.BYTES);
        int count = 0;
        try (RandomAccessFile memory = new RandomAccessFile(MEMORY.toFile(), "r")) {
            byte[] chunk = new byte[CHUNK_BYTES + 2 * Long.BYTES];
            ByteBuffer view = ByteBuffer.wrap(chunk);
            for (String line : Files.readAllLines(MAPPINGS)) {
                String[] fields = line.split("\\s+", 6);
                String[] range = fields[0].split("-", 2);
                long begin = Long.parseUnsignedLong(range[0], 16);
                long end = Long.parseUnsignedLong(range[1], 16);
                if (begin < 0 || !fields[1].startsWith("rw") || end - begin > LARGEST_BYTES) {
                    continue;
                }
                for (long at = begin; at < end; at += CHUNK_BYTES) {
                    memory.seek(at);
                    int length = memory.read(chunk, 0, (int) Math.min(chunk.length, end - at));
                    int last = Math.min(CHUNK_BYTES, length - 2 * Long.BYTES + 1);
                    for (int i = 0; i < last; i += STRIDE_BYTES) {
                        if (view.getLong(i) == first && view.getLong(i + Long.BYTES) == second) {
                            count++;
                        }
                    }
                }
            }
        }
        return count;
    }
}
