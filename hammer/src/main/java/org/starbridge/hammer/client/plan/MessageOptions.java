package org.starbridge.hammer.client.plan;

/**
 * Messages that endpoints send over their bridge channels in addition to their video requests.
 *
 * @param perSecond messages of each endpoint; 0 if they are silent
 * @param to whom
 */
public record MessageOptions(double perSecond, To to) {
    /** No messages. */
    public static final MessageOptions NONE = new MessageOptions(0, To.NEXT);

    /** The receiver of an endpoint's messages. */
    public enum To {
        /** Each to the next endpoint, the last one to the first: the bridge passes it on. */
        NEXT,
        /** To the bridge itself, which heeds it and passes nothing on. */
        BRIDGE
    }

    public MessageOptions {
        if (!(perSecond >= 0)) {
            throw new IllegalArgumentException("perSecond " + perSecond + ": expected 0 or more");
        }
    }

    /** Returns whether there are no messages. */
    public boolean isNone() {
        return perSecond == 0;
    }
}
