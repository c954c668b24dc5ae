package org.starbridge.bridge.export;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.starbridge.bridge.export.mediajson.ServiceEvent;
import org.starbridge.bridge.export.session.ExportCounter;
import org.starbridge.bridge.export.session.ServerIdentity;
import org.starbridge.bridge.export.websocket.ServiceClient;
import org.starbridge.bridge.webhook.WebhookEvent;
import org.starbridge.transport.counters.SharedCounters;

/**
 * State and services that all exports share.
 *
 * @param config as the operator wants it
 * @param identity what is said to services
 * @param counters of all exports
 * @param client opens connections; made when it is first asked for
 * @param executor runs what may wait: for a name server, for a conference
 * @param reader reads what services send
 * @param clockNs the monotonic clock
 * @param waker has a conference polled soon
 * @param connections how many were made: the numbers of a synthetic source begin again with each
 * @param webhooks gets begins, failures and ends of exports
 */
record ExportEnvironment(
        ExportConfig config,
        ServerIdentity identity,
        SharedCounters<ExportCounter> counters,
        Supplier<ServiceClient> client,
        Executor executor,
        ServiceEvent.Reader reader,
        LongSupplier clockNs,
        Consumer<ConferenceExport> waker,
        AtomicLong connections,
        Consumer<WebhookEvent> webhooks) {
    /** Runs it on another thread; not when the bridge has ended. */
    void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException _) {
            // nothing is left to be done
        }
    }

    long nowNs() {
        return clockNs.getAsLong();
    }

    void wake(ConferenceExport export) {
        waker.accept(export);
    }
}
