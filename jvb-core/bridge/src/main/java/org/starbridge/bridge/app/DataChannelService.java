package org.starbridge.bridge.app;

import java.security.SecureRandom;
import java.util.concurrent.locks.LockSupport;
import org.starbridge.bridge.app.media.MediaStack;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.datachannel.SctpTransports;
import org.starbridge.control.environment.ConferenceCounters;

/**
 * The data channels of endpoints.
 *
 * @param transports their SCTP associations
 * @param memory for what waits in all bridge channels, of data channels and of WebSockets
 */
record DataChannelService(SctpTransports transports, ChannelMemory memory) {
    static DataChannelService of(
            BridgeConfig config, MediaStack media, Timers timers, SecureRandom random, ConferenceCounters counters) {
        ChannelMemory memory = new ChannelMemory(config.conferences().channel().maxTotalPendingBytes());
        SctpTransports transports = new SctpTransports(
                new SctpTransports.Settings(
                        config.network().sctp().enabled(),
                        config.network().sctp().maxChannels(),
                        config.conferences().channel().messages()),
                new SctpTransports.Surroundings(
                        System::nanoTime,
                        random,
                        media::runShortTask,
                        Thread::startVirtualThread,
                        timers::after,
                        LockSupport::parkNanos,
                        memory,
                        counters));
        return new DataChannelService(transports, memory);
    }
}
