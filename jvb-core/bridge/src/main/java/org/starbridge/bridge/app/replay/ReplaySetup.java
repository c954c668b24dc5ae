package org.starbridge.bridge.app.replay;

import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.blackbox.LogFile;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.replay.ClearCrypto;
import org.starbridge.media.replay.ReplayKeys;
import org.starbridge.media.replay.ReplayRandom;
import org.starbridge.media.worker.ConferenceReplay;
import org.starbridge.media.worker.DebugSettings;
import org.starbridge.media.worker.WorkerSettings;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.udp.GsoLimits;

/** Replays with the settings that a log says, as its bridge would have made its media workers. */
final class ReplaySetup {
    private ReplaySetup() {}

    /**
     * A replay of a segment.
     *
     * @param whatIf other values by configuration key
     * @param errors is called with exceptions
     */
    static ConferenceReplay open(
            LogFile.Description description, byte[] segment, Map<String, String> whatIf, ErrorHandler errors)
            throws StateException {
        Properties properties = new Properties();
        properties.putAll(description.settings());
        properties.putAll(whatIf);
        BridgeConfig config = BridgeConfigLoader.embedded(properties);
        List<InetSocketAddress> candidates = description.candidates();
        if (candidates.size() < 2) {
            throw new StateException("a log without addresses");
        }
        GsoLimits limits = description.maxDatagrams() > 1
                ? GsoLimits.upTo(description.maxDatagrams())
                : GsoLimits.singly("as in the log");
        limits.maxPaddingBytes(description.maxPaddingBytes());
        WorkerSettings settings = new WorkerSettings(
                new ClearCrypto(),
                new ReplayKeys(),
                IceConfig.defaults(),
                new ReplayRandom(),
                () -> candidates.subList(1, candidates.size()),
                Long.highestOneBit(config.media().workers().ingressRingBytes()),
                config.media().workers().commandQueueSize(),
                config.media().keyFrames().limits(),
                RetransmissionLimits.DEFAULT,
                config.media().downlink(),
                config.media().audio(),
                config.network().iceSession().restartTimes(),
                () -> Long.MAX_VALUE,
                errors,
                DebugSettings.NONE);
        return new ConferenceReplay(
                settings,
                new ConferenceReplay.Surroundings(
                        description.worker(),
                        candidates.getFirst(),
                        limits,
                        config.conferences().speech()),
                DtlsIdentity.create(new SecureRandom(), Instant.EPOCH),
                segment);
    }
}
