package org.starbridge.media.ring;

/** Notifier by which a worker tells others that there is something for them in its ring. */
@FunctionalInterface
public interface RingNotifier {
    /** A record for {@code workers} (one bit each) was committed; those that sleep are woken, this one excepted. */
    void onCommitted(long workers);
}
