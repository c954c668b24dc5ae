package org.starbridge.bridge.export;

import java.net.http.HttpClient;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.starbridge.bridge.export.mediajson.ServiceEvent;
import org.starbridge.bridge.export.session.ExportCounter;
import org.starbridge.bridge.export.session.ServerIdentity;
import org.starbridge.transport.counters.SharedCounters;

/**
 * What all exports share.
 *
 * @param config as the operator wants it
 * @param identity what is said to services
 * @param counters of all exports
 * @param http opens connections; made when it is first asked for
 * @param handshakes runs what may wait for a name server
 * @param reader reads what services send
 * @param clockNs the monotonic clock
 * @param waker has a conference polled soon
 */
record ExportEnvironment(
        ExportConfig config,
        ServerIdentity identity,
        SharedCounters<ExportCounter> counters,
        Supplier<HttpClient> http,
        Executor handshakes,
        ServiceEvent.Reader reader,
        LongSupplier clockNs,
        Consumer<ConferenceExport> waker) {
    long nowNs() {
        return clockNs.getAsLong();
    }

    void wake(ConferenceExport export) {
        waker.accept(export);
    }
}
