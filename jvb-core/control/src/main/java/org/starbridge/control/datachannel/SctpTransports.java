package org.starbridge.control.datachannel;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.ChannelMemory;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.control.channel.DataChannelTransports;
import org.starbridge.control.channel.MessageLimits;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.transport.sctp.SctpConfig;
import org.starbridge.transport.sctp.SctpCounts;
import org.starbridge.transport.sctp.association.SctpHost;

/** Makes the SCTP associations of all endpoints and relays, and holds what they share. Thread safe. */
public final class SctpTransports implements DataChannelTransports {
    private static final int SECRET_BYTES = 32;

    private final Settings settings;
    private final Surroundings surroundings;
    private final SctpHost host;
    private final DeadlineTimers alarms;
    private final LongAdder opensRefused = new LongAdder();
    private final LongAdder packetsRefused = new LongAdder();

    /**
     * Settings of the configuration.
     *
     * @param isOffered see {@link DataChannelTransports#isOffered}
     * @param maxChannels that one client may have open at a time; the first is its bridge channel
     * @param messages how much one client may send, and how much may wait for it: a message beyond its pace waits, and
     *     with it the client's packets
     */
    public record Settings(boolean isOffered, int maxChannels, MessageLimits messages) {}

    /**
     * Parts of the rest of the bridge that they use.
     *
     * @param clockNs the monotonic clock
     * @param random a secure one outside of tests; any thread draws from it
     * @param shared runs tasks of some microseconds that wait for nothing
     * @param patient runs tasks that may wait
     * @param timer wakes them
     * @param pause makes the calling thread wait for so many nanoseconds
     * @param memory for what waits, in both directions
     * @param counters of what had to wait, was dropped or was cut
     */
    public record Surroundings(
            LongSupplier clockNs,
            RandomGenerator random,
            Executor shared,
            Executor patient,
            Timer timer,
            LongConsumer pause,
            ChannelMemory memory,
            ConferenceCounters counters) {}

    /** Runs a short task once, later. */
    @FunctionalInterface
    public interface Timer {
        /** The result cancels it. */
        Runnable after(long delayNs, Runnable task);
    }

    /** Makes no association yet. */
    public SctpTransports(Settings settings, Surroundings surroundings) {
        this.settings = settings;
        this.surroundings = surroundings;
        byte[] secret = new byte[SECRET_BYTES];
        surroundings.random().nextBytes(secret);
        host = new SctpHost(SctpConfig.defaults(), secret);
        alarms = new DeadlineTimers(surroundings.clockNs(), surroundings.timer());
    }

    @Override
    public boolean isOffered() {
        return settings.isOffered();
    }

    @Override
    public DataChannelTransport open(Sctp.Role role) {
        return new SctpTransport(this, role);
    }

    /** Returns what the associations refused, by reason. */
    public SctpCounts refused() {
        return host.counts();
    }

    /** Channels that clients opened beyond the limit, and other messages about channels that had no effect. */
    public long opensRefused() {
        return opensRefused.sum();
    }

    /** Packets that came faster than they were worked on; SCTP sends them again. */
    public long packetsRefused() {
        return packetsRefused.sum();
    }

    void countRefusedPacket() {
        packetsRefused.increment();
    }

    void countRefusedOpens(long more) {
        opensRefused.add(more);
    }

    Settings settings() {
        return settings;
    }

    Surroundings surroundings() {
        return surroundings;
    }

    DeadlineTimers alarms() {
        return alarms;
    }

    SctpHost host() {
        return host;
    }
}
