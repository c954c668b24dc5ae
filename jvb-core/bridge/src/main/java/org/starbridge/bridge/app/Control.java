package org.starbridge.bridge.app;

import java.util.concurrent.CountDownLatch;
import org.starbridge.bridge.config.ShutdownConfig;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.CallEvents;

/**
 * The conferences, and how they begin and end.
 *
 * @param colibri carries out requests of focuses
 * @param lifecycle whether the bridge is running, draining or shutting down
 * @param ended counts down when the lifecycle has come to its end
 */
record Control(Conferences conferences, Colibri2Handler colibri, Lifecycle lifecycle, CountDownLatch ended) {
    /**
     * Begins without conferences.
     *
     * @param calls gets the events of conferences and endpoints
     */
    static Control start(
            ShutdownConfig shutdown,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            CallEvents calls,
            ConferenceCounters counters) {
        Conferences conferences = new Conferences(config, environment.reportingTo(calls), counters);
        CountDownLatch ended = new CountDownLatch(1);
        Lifecycle lifecycle = new Lifecycle(
                shutdown, System::nanoTime, conferences::endpointCount, conferences::refuseNew, ended::countDown);
        return new Control(conferences, new Colibri2Handler(conferences), lifecycle, ended);
    }
}
