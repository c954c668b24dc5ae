package org.starbridge.control.environment;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.control.channel.DataChannelTransports;
import org.starbridge.control.channel.RelayConnector;
import org.starbridge.control.event.CallEvents;
import org.starbridge.control.event.TransportReports;
import org.starbridge.control.export.MediaExporter;
import org.starbridge.lastn.allocation.LastN;
import org.starbridge.media.api.MediaPlane;
import org.starbridge.transport.dtls.DtlsIdentity;

/**
 * The parts of the bridge that conferences use.
 *
 * @param media the media workers
 * @param identity the DTLS certificate for endpoints that are created now; any thread asks
 * @param random for ids, SSRCs and passwords: a secure one outside of tests; any thread draws from it
 * @param clockNs the monotonic clock, the same that {@link org.starbridge.media.api.EndpointStats#lastActivityNs()} is
 *     on
 * @param delayed for retries and work that is scheduled
 * @param data the data channels of endpoints that ask for them
 * @param loadLastN the Last-N of all receivers while the bridge is overloaded, -1 if it is not; any thread asks
 * @param calls takes the events of conferences and endpoints
 * @param connector opens channels to other bridges
 * @param exporter makes media exports
 */
public record ConferenceEnvironment(
        MediaPlane media,
        Supplier<DtlsIdentity> identity,
        RandomGenerator random,
        LongSupplier clockNs,
        DelayedExecution delayed,
        DataChannelTransports data,
        IntSupplier loadLastN,
        CallEvents calls,
        RelayConnector connector,
        MediaExporter exporter) {
    /** One whose conferences and endpoints are not reported. */
    public ConferenceEnvironment(
            MediaPlane media,
            Supplier<DtlsIdentity> identity,
            RandomGenerator random,
            LongSupplier clockNs,
            DelayedExecution delayed,
            DataChannelTransports data,
            IntSupplier loadLastN) {
        this(
                media,
                identity,
                random,
                clockNs,
                delayed,
                data,
                loadLastN,
                CallEvents.NONE,
                RelayConnector.NONE,
                MediaExporter.NONE);
    }

    /** One that is never overloaded. */
    public ConferenceEnvironment(
            MediaPlane media,
            Supplier<DtlsIdentity> identity,
            RandomGenerator random,
            LongSupplier clockNs,
            DelayedExecution delayed,
            DataChannelTransports data) {
        this(media, identity, random, clockNs, delayed, data, () -> LastN.UNLIMITED);
    }

    /** The same without data channels. */
    public ConferenceEnvironment(
            MediaPlane media,
            Supplier<DtlsIdentity> identity,
            RandomGenerator random,
            LongSupplier clockNs,
            DelayedExecution delayed) {
        this(media, identity, random, clockNs, delayed, DataChannelTransports.NONE);
    }

    /** The same, whose conferences and endpoints are reported. */
    public ConferenceEnvironment reportingTo(CallEvents heard) {
        return new ConferenceEnvironment(
                media, identity, random, clockNs, delayed, data, loadLastN, heard, connector, exporter);
    }

    /** The same, which opens channels to other bridges. */
    public ConferenceEnvironment connectingBy(RelayConnector opener) {
        return new ConferenceEnvironment(
                media, identity, random, clockNs, delayed, data, loadLastN, calls, opener, exporter);
    }

    /** The same, whose media is exported. */
    public ConferenceEnvironment exportingBy(MediaExporter other) {
        return new ConferenceEnvironment(
                media, identity, random, clockNs, delayed, data, loadLastN, calls, connector, other);
    }

    /** The reports of an endpoint that is created now. */
    public TransportReports transportReports(String conferenceId, String endpointId) {
        return new TransportReports(conferenceId, endpointId, calls, clockNs);
    }
}
