package org.starbridge.bridge.app.media;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.endpoint.DtlsKeyAgreement;
import org.starbridge.media.forward.RetransmissionLimits;
import org.starbridge.media.worker.DebugSettings;
import org.starbridge.media.worker.WorkerSettings;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.ice.IceConfig;

/** Settings that media workers get from the configuration. */
final class WorkerSetup {
    private WorkerSetup() {}

    static WorkerSettings settings(
            BridgeConfig config,
            MediaCrypto crypto,
            DtlsHandshakes handshakes,
            RandomGenerator random,
            Supplier<List<InetSocketAddress>> candidates,
            ErrorHandler errors,
            DebugSettings debug) {
        return new WorkerSettings(
                crypto.provider(),
                DtlsKeyAgreement.factory(handshakes, crypto.profiles()),
                IceConfig.defaults(),
                random,
                candidates,
                Long.highestOneBit(config.media().workers().ingressRingBytes()),
                config.media().workers().commandQueueSize(),
                config.media().keyFrames().limits(),
                RetransmissionLimits.DEFAULT,
                config.media().downlink(),
                config.media().audio(),
                config.network().iceSession().restartTimes(),
                () -> config.media().workers().nativeMemoryLimit() - Slab.liveBytes(),
                errors,
                debug);
    }
}
