package org.starbridge.media.transit;

/** Takes samples of how long packets are in the bridge. Called by media workers; must return at once. */
@FunctionalInterface
public interface TransitSink {
    /** Numbers of one sample. */
    int FIELDS = 4;

    /**
     * Samples, one after the other: when the kernel got the packet, when its last turn on its way to its receivers
     * began, when that ended, and when the kernel had what was sent; nanoseconds on the media clock.
     */
    void onSamples(long[] samples);
}
