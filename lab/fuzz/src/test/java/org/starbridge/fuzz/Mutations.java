package org.starbridge.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Inputs made from a corpus by small changes, as a fuzzer makes them without coverage. A seed makes the same ones. */
final class Mutations {
    /** Values at the edges of fields, written over 1, 2 or 4 bytes. */
    private static final int[] EDGES = {0, 1, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, -1};

    private static final int MAX_CHANGES = 6;
    private static final int MAX_BLOCK_BYTES = 64;

    private final List<byte[]> corpus;
    private final int maxBytes;
    private final SplittableRandom random;

    /**
     * Inputs from a corpus.
     *
     * @param corpus at least one input, which may be empty
     * @param maxBytes what grows beyond is cut
     */
    Mutations(List<byte[]> corpus, int maxBytes, long seed) {
        this.corpus = List.copyOf(corpus);
        this.maxBytes = maxBytes;
        this.random = new SplittableRandom(seed);
    }

    /** The next input. It may be one that was made before. */
    byte[] next() {
        byte[] input = any();
        int changes = 1 + random.nextInt(MAX_CHANGES);
        for (int i = 0; i < changes; i++) {
            input = changed(input);
        }
        return input.length > maxBytes ? Arrays.copyOf(input, maxBytes) : input;
    }

    private byte[] any() {
        return corpus.get(random.nextInt(corpus.size())).clone();
    }

    private byte[] changed(byte[] input) {
        if (input.length == 0) {
            return inserted(input, 0, randomBlock());
        }
        int at = random.nextInt(input.length);
        switch (random.nextInt(9)) {
            case 0 -> input[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> input[at] = (byte) random.nextInt(256);
            case 2 -> input[at] += (byte) (random.nextInt(9) - 4);
            case 3 -> overwriteWithEdge(input, at);
            case 4 -> {
                return Arrays.copyOf(input, at);
            }
            case 5 -> {
                return without(input, at, blockLength(input.length - at));
            }
            case 6 -> {
                return inserted(input, at, randomBlock());
            }
            case 7 -> { // what is there, once more
                int from = random.nextInt(input.length);
                return inserted(input, at, Arrays.copyOfRange(input, from, from + blockLength(input.length - from)));
            }
            default -> { // the end of another input
                byte[] other = any();
                int from = other.length == 0 ? 0 : random.nextInt(other.length);
                return inserted(Arrays.copyOf(input, at), at, Arrays.copyOfRange(other, from, other.length));
            }
        }
        return input;
    }

    private void overwriteWithEdge(byte[] input, int at) {
        int edge = EDGES[random.nextInt(EDGES.length)];
        int bytes = Math.min(1 << random.nextInt(3), input.length - at);
        for (int i = 0; i < bytes; i++) {
            input[at + i] = (byte) (edge >> (8 * (bytes - 1 - i)));
        }
    }

    private int blockLength(int available) {
        return 1 + random.nextInt(Math.min(available, MAX_BLOCK_BYTES));
    }

    private byte[] randomBlock() {
        byte[] block = new byte[blockLength(MAX_BLOCK_BYTES)];
        random.nextBytes(block);
        if (random.nextBoolean()) { // a run of one byte, such as padding
            Arrays.fill(block, block[0]);
        }
        return block;
    }

    private static byte[] without(byte[] input, int at, int length) {
        byte[] rest = Arrays.copyOf(input, input.length - length);
        System.arraycopy(input, at + length, rest, at, rest.length - at);
        return rest;
    }

    private static byte[] inserted(byte[] input, int at, byte[] block) {
        byte[] longer = Arrays.copyOf(input, input.length + block.length);
        System.arraycopy(input, at, longer, at + block.length, input.length - at);
        System.arraycopy(block, 0, longer, at, block.length);
        return longer;
    }
}
