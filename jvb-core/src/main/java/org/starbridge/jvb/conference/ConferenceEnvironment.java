package org.starbridge.jvb.conference;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.jvb.media.MediaPlane;
import org.starbridge.transport.dtls.DtlsIdentity;

/**
 * What conferences are given of the world.
 *
 * @param media the media workers
 * @param identity the DTLS certificate for endpoints that are created now; any thread asks
 * @param random for ids, SSRCs and passwords: a secure one outside of tests; any thread draws from it
 * @param clockNs the monotonic clock, the same that {@link org.starbridge.jvb.media.EndpointStats#lastActivityNs()} is on
 * @param delayed for what must be tried again
 * @param data the data channels of endpoints that ask for them
 */
public record ConferenceEnvironment(
        MediaPlane media,
        Supplier<DtlsIdentity> identity,
        RandomGenerator random,
        LongSupplier clockNs,
        DelayedExecution delayed,
        DataLinks data) {
    /** The same without data channels. */
    public ConferenceEnvironment(
            MediaPlane media,
            Supplier<DtlsIdentity> identity,
            RandomGenerator random,
            LongSupplier clockNs,
            DelayedExecution delayed) {
        this(media, identity, random, clockNs, delayed, DataLinks.NONE);
    }
}
