package org.starbridge.bridge.app;

import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.app.warmup.ConferenceWarmup;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.DataLinks;
import org.starbridge.control.conference.Colibri2Handler;
import org.starbridge.control.conference.Conferences;
import org.starbridge.control.datachannel.SctpLinks;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.event.CallEvents;

/**
 * The conferences, and what holds for all of them.
 *
 * @param colibri carries out what focuses ask for
 * @param data the data channels of their endpoints
 * @param channelMemory for what waits in all bridge channels
 * @param identity the certificate of endpoints that are created now
 * @param reduction how far an overloaded bridge gives in
 * @param lifecycle whether the bridge goes on, drains or ends
 * @param ended counts down when the lifecycle has come to its end
 */
record Control(
        Conferences conferences,
        Colibri2Handler colibri,
        SctpLinks data,
        ChannelMemory channelMemory,
        CurrentIdentity identity,
        LoadReducer reduction,
        Lifecycle lifecycle,
        CountDownLatch ended) {
    private static final Logger LOG = LoggerFactory.getLogger(Control.class);

    /**
     * No conferences as yet.
     *
     * @param tap stands between endpoints and their data channels
     * @param calls hears what happens to conferences and endpoints
     */
    static Control start(
            BridgeConfig config,
            ConferenceConfig conferenceConfig,
            MediaStack media,
            Timers timers,
            CurrentIdentity identity,
            SecureRandom random,
            UnaryOperator<DataLinks> tap,
            CallEvents calls) {
        ConferenceCounters counters = new ConferenceCounters();
        ChannelMemory memory = new ChannelMemory(config.channel().maxTotalPendingBytes());
        SctpLinks data = dataChannels(config, media, timers, random, memory, counters);
        LoadReducer reduction = new LoadReducer(LoadReducer.settings(config));
        ConferenceEnvironment environment = new ConferenceEnvironment(
                media.workers(), identity, random, System::nanoTime, timers::later, tap.apply(data), reduction::lastN);
        rehearse(conferenceConfig, environment);
        Conferences conferences = new Conferences(conferenceConfig, environment.reportingTo(calls), counters);
        CountDownLatch ended = new CountDownLatch(1);
        Lifecycle lifecycle = new Lifecycle(
                config.shutdown(),
                System::nanoTime,
                conferences::endpointCount,
                conferences::refuseNew,
                ended::countDown);
        return new Control(
                conferences, new Colibri2Handler(conferences), data, memory, identity, reduction, lifecycle, ended);
    }

    private static void rehearse(ConferenceConfig config, ConferenceEnvironment environment) {
        try {
            ConferenceWarmup.hold(config, environment);
        } catch (Colibri2Exception refusal) {
            LOG.info("the rehearsal before the first conference ended early: {}", refusal.getMessage());
        }
    }

    private static SctpLinks dataChannels(
            BridgeConfig config,
            MediaStack media,
            Timers timers,
            SecureRandom random,
            ChannelMemory memory,
            ConferenceCounters counters) {
        return new SctpLinks(
                new SctpLinks.Settings(
                        config.sctp().enabled(),
                        config.sctp().maxChannels(),
                        config.channel().messages()),
                new SctpLinks.Surroundings(
                        System::nanoTime,
                        random,
                        media::runShortTask,
                        Thread::startVirtualThread,
                        timers::after,
                        LockSupport::parkNanos,
                        memory,
                        counters));
    }
}
