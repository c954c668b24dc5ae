package org.starbridge.control.channel;

/**
 * Pace at which messages of one endpoint's client may be taken: a token bucket of messages and one of bytes, each with
 * {@value #BURST_SECONDS} seconds' worth. It belongs to the endpoint: a client that opens another channel goes on where
 * it was. A client that keeps one empty for {@value #PATIENCE_SECONDS} seconds, or owes more than a bucket holds, is
 * treated as broken. Thread safe.
 */
public final class MessagePace {
    /** Amount that may come at once. */
    public static final int BURST_SECONDS = 5;
    /** Time for which a client may keep it waiting. */
    public static final int PATIENCE_SECONDS = 30;

    private final Bucket messages;
    private final Bucket bytes;
    private boolean isBehind;
    private long behindSinceNs;

    /** Full buckets. */
    public MessagePace(int messagesPerSecond, int bytesPerSecond) {
        messages = new Bucket(messagesPerSecond);
        bytes = new Bucket(bytesPerSecond);
    }

    /** Takes one message of so many bytes, and says how long to wait before it is looked at; 0 as a rule. */
    public synchronized long waitNs(int lengthBytes, long nowNs) {
        long waitNs = Math.max(messages.take(1, nowNs), bytes.take(lengthBytes, nowNs));
        if (waitNs == 0) {
            isBehind = false;
        } else if (!isBehind) {
            isBehind = true;
            behindSinceNs = nowNs;
        }
        return waitNs;
    }

    /**
     * Returns whether a channel may be opened now; if so it counts as a message. A client that is behind has to wait.
     */
    public synchronized boolean mayOpen(long nowNs) {
        return !bytes.isEmpty(nowNs) && !messages.isEmpty(nowNs) && messages.take(1, nowNs) == 0;
    }

    /** Returns whether every message for so long had to wait, or the client owes more than it may. */
    public synchronized boolean isOverrun(long nowNs) {
        return isBehind
                && (nowNs - behindSinceNs >= PATIENCE_SECONDS * 1_000_000_000L || messages.isOwed() || bytes.isOwed());
    }

    /** Fills over time; below zero it says how long until it is full enough. */
    private static final class Bucket {
        private final double perNs;
        private final double capacity;
        private double tokens;
        private long filledAtNs;
        private boolean isBegun;

        Bucket(int perSecond) {
            perNs = perSecond / 1e9;
            capacity = (double) perSecond * BURST_SECONDS;
            tokens = capacity;
        }

        /** Returns the time to wait. Debts have an end: who owes a bucket full owes no more. */
        long take(int amount, long nowNs) {
            fill(nowNs);
            tokens = Math.max(-capacity, tokens - amount);
            return tokens >= 0 ? 0 : (long) Math.ceil(-tokens / perNs);
        }

        boolean isEmpty(long nowNs) {
            fill(nowNs);
            return tokens < 1;
        }

        boolean isOwed() {
            return tokens <= -capacity;
        }

        private void fill(long nowNs) {
            if (isBegun) {
                tokens = Math.min(capacity, tokens + Math.max(0, nowNs - filledAtNs) * perNs);
            }
            filledAtNs = nowNs;
            isBegun = true;
        }
    }
}
