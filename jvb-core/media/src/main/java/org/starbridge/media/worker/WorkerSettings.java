package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.session.SessionSettings;
import org.starbridge.media.source.AudioPolicy;
import org.starbridge.media.source.KeyFrameLimits;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * Settings that all media workers have in common.
 *
 * @param crypto the SRTP provider
 * @param keyAgreement makes each endpoint's key agreement
 * @param iceConfig the ICE agents' timers and limits
 * @param random for transaction ids and tie breakers; used by all workers, so it must be thread safe
 * @param candidates our host candidates' addresses at the moment, best first, one at least; asked by all workers and by
 *     control
 * @param ringBytes each worker's ring: about a second of what its endpoints send; a power of two
 * @param commandQueueCapacity commands that may wait for a worker
 * @param keyFrameLimits how often key frames are requested
 * @param retransmission what one receiver's NACKs may cost
 * @param downlink what is done about the bandwidth of receivers
 * @param audio what is done with audio in addition to passing it on
 * @param iceRestarts how long an ICE restart may take
 * @param nativeMemoryLeftBytes how much more native memory may be used: without any, endpoints are refused
 * @param errors is called with exceptions; if it throws, the duty cycle ends with that
 * @param debug for people who look for what is wrong
 */
public record WorkerSettings(
        SrtpCrypto crypto,
        KeyAgreement.Factory keyAgreement,
        IceConfig iceConfig,
        RandomGenerator random,
        Supplier<List<InetSocketAddress>> candidates,
        long ringBytes,
        int commandQueueCapacity,
        KeyFrameLimits keyFrameLimits,
        RetransmissionLimits retransmission,
        DownlinkSettings downlink,
        AudioPolicy audio,
        IceRestartTimes iceRestarts,
        LongSupplier nativeMemoryLeftBytes,
        ErrorHandler errors,
        DebugSettings debug) {
    /** About 2 s of 33 senders of 515 kbit/s. */
    public static final long DEFAULT_RING_BYTES = 4L << 20;
    /** A join is a handful of commands, so this many joins may be under way at one time. */
    public static final int DEFAULT_COMMAND_QUEUE_CAPACITY = 16384;

    public WorkerSettings {
        if (candidates.get().isEmpty()) {
            throw new IllegalArgumentException("no local address: expected 1 or more");
        }
    }

    /** The same with other random numbers. */
    WorkerSettings with(RandomGenerator other) {
        return new WorkerSettings(
                crypto,
                keyAgreement,
                iceConfig,
                other,
                candidates,
                ringBytes,
                commandQueueCapacity,
                keyFrameLimits,
                retransmission,
                downlink,
                audio,
                iceRestarts,
                nativeMemoryLeftBytes,
                errors,
                debug);
    }

    /** The same for a replay. */
    WorkerSettings replayedWith(SrtpCrypto clear, KeyAgreement.Factory keys, RandomGenerator numbers) {
        return new WorkerSettings(
                clear,
                keys,
                iceConfig,
                numbers,
                candidates,
                ringBytes,
                commandQueueCapacity,
                keyFrameLimits,
                retransmission,
                downlink,
                audio,
                iceRestarts,
                nativeMemoryLeftBytes,
                errors,
                DebugSettings.NONE);
    }

    /** Returns the settings that the sessions of endpoints need. */
    SessionSettings sessions() {
        return new SessionSettings(keyAgreement, iceConfig, random, candidates, iceRestarts);
    }
}
