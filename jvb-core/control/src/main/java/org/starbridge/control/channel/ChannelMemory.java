package org.starbridge.control.channel;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that the messages and packets of all bridge channels may use while they wait, whatever carries them and in
 * both directions. Each channel has a small share of its own, so that clients that read nothing cannot silence those
 * that read; what it needs beyond that comes out of the total. The sum is bounded by the total and the channels' own
 * shares. Thread safe.
 */
public final class ChannelMemory {
    /** Memory that each channel has for itself: several times what clients and bridge say at a time. */
    public static final int OWN_BYTES = 16 << 10;

    private final long totalBytes;
    private final AtomicLong takenBytes = new AtomicLong();
    private final LongAdder refusals = new LongAdder();

    /** @param totalBytes of all channels together, beyond their own shares; 0 or more */
    public ChannelMemory(long totalBytes) {
        if (totalBytes < 0) {
            throw new IllegalArgumentException("totalBytes is " + totalBytes + ": expected 0 or more");
        }
        this.totalBytes = totalBytes;
    }

    /** The share of one channel in one direction, of at most {@code limitBytes}. */
    public Share share(int limitBytes) {
        return new Share(this, limitBytes);
    }

    /** Returns how much is used of the total. */
    public long takenBytes() {
        return takenBytes.get();
    }

    /** Returns how often something was refused because the total was used up. */
    public long refusals() {
        return refusals.sum();
    }

    private boolean take(long bytes) {
        if (takenBytes.addAndGet(bytes) <= totalBytes) {
            return true;
        }
        takenBytes.addAndGet(-bytes);
        refusals.increment();
        return false;
    }

    private void giveBack(long bytes) {
        takenBytes.addAndGet(-bytes);
    }

    /** Memory that one channel uses. Thread safe. */
    public static final class Share {
        private final ChannelMemory memory;
        private final int limitBytes;
        private final AtomicLong heldBytes = new AtomicLong();

        private Share(ChannelMemory memory, int limitBytes) {
            this.memory = memory;
            this.limitBytes = limitBytes;
        }

        /** Takes so many bytes, or nothing if there are not as many left; the answer says which. */
        public boolean take(int bytes) {
            while (true) {
                long held = heldBytes.get();
                if (held + bytes > limitBytes) {
                    return false;
                }
                long shared = beyondOwn(held + bytes) - beyondOwn(held);
                if (shared > 0 && !memory.take(shared)) {
                    return false;
                }
                if (heldBytes.compareAndSet(held, held + bytes)) {
                    return true;
                }
                memory.giveBack(shared); // another thread was quicker
            }
        }

        /** Gives back some of what was taken. */
        public void giveBack(int bytes) {
            long held = heldBytes.getAndAdd(-bytes);
            memory.giveBack(beyondOwn(held) - beyondOwn(held - bytes));
        }

        /** Returns how much is taken. */
        public long heldBytes() {
            return heldBytes.get();
        }

        private static long beyondOwn(long bytes) {
            return Math.max(0, bytes - OWN_BYTES);
        }
    }
}
