package org.starbridge.transport.udp;

import java.util.Optional;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.platform.LibC;

/**
 * Limit on how many datagrams for one destination a port may hand to the kernel as one (a GSO batch: UDP_SEGMENT, the
 * kernel's generic segmentation offload), and which destinations refused GSO batches. Owned by the port's thread,
 * shared with its {@link SendBatch}.
 *
 * <p>A destination refuses GSO batches when one fails whose datagrams then go singly: its path takes no such segments,
 * or the device towards it has no checksum offload. It is remembered by the hash of its address, one place for each
 * hash: memory is bounded, and a destination whose place another one took pays with one more failed call. A refusal
 * that speaks of the device (EIO) and repeats, without a GSO batch that went in between, turns GSO batches off for the
 * port.
 */
public final class GsoLimits {
    /**
     * Number of datagrams that every kernel that knows GSO batches takes; newer ones take 128, for little more gain.
     */
    public static final int MAX_DATAGRAMS = 64;

    /** The longest UDP payload in an IPv4 packet; a GSO batch may not be longer as a whole. */
    static final int MAX_BYTES = 65_507;

    /** Longest padding that RTP can say (RFC 3550 section 5.1). */
    public static final int LONGEST_PADDING_BYTES = 255;

    /** Of all that a star of recorded video and sound sends it is 0.2 %; messages become fewer by a sixth. */
    public static final int DEFAULT_PADDING_BYTES = 64;

    private static final int PLACES = 4096;
    private static final int MOST_DEVICE_REFUSALS = 8;

    private int maxDatagrams;
    private int maxPaddingBytes = DEFAULT_PADDING_BYTES;
    private Optional<String> whyNot;
    /** Hashes of destinations that refused; none until the first does. */
    private long[] refused = new long[0];

    private int deviceRefusalsInARow;

    private GsoLimits(int maxDatagrams, Optional<String> whyNot) {
        this.maxDatagrams = maxDatagrams;
        this.whyNot = whyNot;
    }

    /** Each datagram on its own, and why. */
    public static GsoLimits singly(String why) {
        return new GsoLimits(1, Optional.of(why));
    }

    /** Runs of up to {@code datagrams}, from 2 to {@link #MAX_DATAGRAMS}. */
    public static GsoLimits upTo(int datagrams) {
        if (datagrams < 2 || datagrams > MAX_DATAGRAMS) {
            throw new IllegalArgumentException(
                    "GSO batches of up to " + datagrams + " datagrams: expected 2 to " + MAX_DATAGRAMS);
        }
        return new GsoLimits(datagrams, Optional.empty());
    }

    /** The most datagrams in a GSO batch; 1 = all go singly, see {@link #whyNot()}. */
    public int maxDatagrams() {
        return maxDatagrams;
    }

    /** Returns why there are no GSO batches; empty if there are. */
    public Optional<String> whyNot() {
        return whyNot;
    }

    /**
     * Returns by how many bytes of padding a packet may be made longer, so that it is as long as others of its GSO
     * batch; 0 without GSO batches.
     */
    public int maxPaddingBytes() {
        return maxDatagrams == 1 ? 0 : maxPaddingBytes;
    }

    /** So many bytes of padding from now on, 0 to {@link #LONGEST_PADDING_BYTES}. */
    public void maxPaddingBytes(int bytes) {
        if (bytes < 0 || bytes > LONGEST_PADDING_BYTES) {
            throw new IllegalArgumentException(
                    "padding of up to " + bytes + " bytes: expected 0 to " + LONGEST_PADDING_BYTES);
        }
        maxPaddingBytes = bytes;
    }

    /** No GSO batches from now on; what waits already stays as it is. */
    public void turnOff(String why) {
        maxDatagrams = 1;
        whyNot = Optional.of(why);
    }

    /** Returns whether datagrams for {@code destination}, in native memory, may be joined. */
    boolean allows(long destination) {
        if (maxDatagrams == 1) {
            return false;
        }
        if (refused.length == 0) {
            return true;
        }
        long hash = hash(destination);
        return refused[place(hash)] != hash;
    }

    /** A GSO batch for {@code destination} failed with {@code errno}, and singly it went. */
    void onRefused(long destination, int errno) {
        if (refused.length == 0) {
            refused = new long[PLACES];
        }
        long hash = hash(destination);
        refused[place(hash)] = hash;
        if (speaksOfDevice(errno) && ++deviceRefusalsInARow == MOST_DEVICE_REFUSALS) {
            turnOff("the kernel or the network device rejects GSO batches: errno " + errno);
        }
    }

    /** A GSO batch went. */
    void onSent() {
        deviceRefusalsInARow = 0;
    }

    /** Returns whether the error may be about the GSO batch rather than about its datagrams or a moment. */
    static boolean speaksOfRun(int errno) {
        return errno == LibC.EINVAL || errno == LibC.EMSGSIZE || speaksOfDevice(errno);
    }

    private static boolean speaksOfDevice(int errno) {
        return errno == LibC.EIO || errno == LibC.ENOPROTOOPT || errno == LibC.EOPNOTSUPP;
    }

    /** Never 0, which marks a free place. */
    private static long hash(long destination) {
        long mixed = (SocketAddresses.high(destination) * 31 + SocketAddresses.low(destination)) * 31
                + SocketAddresses.port(destination);
        mixed = (mixed * 31 + Memory.nativeLong(destination + SocketAddresses.LOCAL_OFFSET)) * 31
                + Memory.nativeLong(destination + SocketAddresses.LOCAL_OFFSET + 8);
        mixed = (mixed ^ mixed >>> 32) * 0x9E37_79B9_7F4A_7C15L; // Fibonacci hashing: the upper bits are well mixed
        return mixed | 1;
    }

    private static int place(long hash) {
        return (int) (hash >>> 52);
    }
}
