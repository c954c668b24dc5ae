package org.starbridge.bridge.app.media;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.LossConfig;
import org.starbridge.bridge.nat.AddressDiscovery;
import org.starbridge.bridge.nat.PublicAddresses;
import org.starbridge.bridge.nat.StaticMapping;
import org.starbridge.bridge.nat.StaticMappings;
import org.starbridge.bridge.stats.TransitTimes;
import org.starbridge.media.api.ErrorHandler;
import org.starbridge.media.runner.MediaThread;
import org.starbridge.media.speech.SpeechRouting;
import org.starbridge.media.speech.SpeechSink;
import org.starbridge.media.worker.DebugSettings;
import org.starbridge.media.worker.MediaWorkers;
import org.starbridge.transport.dtls.DtlsHandshakes;

/** Sockets, workers and their threads, started and stopped together. */
public final class MediaStack implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(MediaStack.class);

    private final MediaSockets sockets;
    private final MediaCrypto crypto;
    private final DtlsHandshakes handshakes;
    private final MediaWorkers workers;
    private final List<MediaThread> threads = new ArrayList<>();
    private final PublicAddresses publicAddresses;
    private final List<StaticMapping> mappings;
    private final TransitTimes transit;

    private MediaStack(
            MediaSockets sockets,
            MediaCrypto crypto,
            DtlsHandshakes handshakes,
            MediaWorkers workers,
            PublicAddresses publicAddresses,
            List<StaticMapping> mappings,
            TransitTimes transit) {
        this.sockets = sockets;
        this.crypto = crypto;
        this.handshakes = handshakes;
        this.workers = workers;
        this.publicAddresses = publicAddresses;
        this.mappings = mappings;
        this.transit = transit;
    }

    /**
     * Opens the port and starts the workers.
     *
     * @param descriptors of sockets of another process, which still receives from them: the workers rest. None: the
     *     port is opened here
     */
    public static MediaStack start(
            BridgeConfig config,
            MediaCrypto crypto,
            SecureRandom random,
            ErrorHandler errors,
            SpeechSink speech,
            List<Integer> descriptors)
            throws IOException {
        MediaSockets sockets =
                descriptors.isEmpty() ? MediaSockets.open(config) : MediaSockets.adopt(config, descriptors);
        try {
            return start(config, random, crypto, sockets, errors, speech, !descriptors.isEmpty());
        } catch (RuntimeException e) {
            sockets.close();
            throw e;
        }
    }

    private static MediaStack start(
            BridgeConfig config,
            SecureRandom random,
            MediaCrypto crypto,
            MediaSockets sockets,
            ErrorHandler errors,
            SpeechSink speech,
            boolean rests) {
        DtlsHandshakes handshakes = new DtlsHandshakes(
                config.network().dtls().computingThreadsFor(Runtime.getRuntime().availableProcessors()),
                config.network().dtls().maxHandshakes(),
                config.network().dtls().handshakeTimeout());
        PublicAddresses publicAddresses =
                AddressDiscovery.of(config.network().ice().staticMappings(), sockets.candidates());
        TransitTimes transit = new TransitTimes(config.media().transit());
        MediaWorkers workers = new MediaWorkers(
                WorkerSetup.settings(
                        config, crypto, handshakes, random, sockets::candidates, errors, debug(config, transit)),
                sockets.all(),
                publicAddresses::mapped,
                new SpeechRouting(config.conferences().speech(), speech));
        MediaStack stack = new MediaStack(
                sockets,
                crypto,
                handshakes,
                workers,
                publicAddresses,
                config.network().ice().staticMappings(),
                transit);
        if (rests) {
            workers.rest().begin();
        }
        stack.startThreads(errors);
        AddressDiscovery.ask(publicAddresses, config.network().publicAddresses(), workers::localAddresses, random);
        return stack;
    }

    private static DebugSettings debug(BridgeConfig config, TransitTimes transit) {
        LossConfig loss = config.media().loss();
        if (loss.isOn()) {
            LOG.warn("packets are dropped on purpose (jmt.debug.packet-loss): {}", loss);
        }
        return new DebugSettings(
                config.media().workers().costSampling() ? System::nanoTime : null,
                loss.incoming(),
                loss.outgoing(),
                transit.isOn() ? transit : null,
                config.operation().blackBox().limits());
    }

    /** Descriptors of the UDP sockets, for another process; none if they have none. */
    public List<Integer> descriptors() {
        return sockets.descriptors();
    }

    /** Returns the times that packets are in the bridge. */
    public TransitTimes transit() {
        return transit;
    }

    private void startThreads(ErrorHandler errors) {
        for (int i = 0; i < workerCount(); i++) {
            threads.add(
                    MediaThread.start(workers.workers().get(i), sockets.all().get(i), errors));
        }
    }

    /**
     * Looks whether this machine has other addresses than before: endpoints that are created from now on are offered
     * them. By an ordinary thread.
     */
    public void refreshAddresses() {
        try {
            if (sockets.refreshCandidates()) {
                List<InetSocketAddress> now = sockets.candidates();
                publicAddresses.onLocals(now, StaticMappings.of(mappings, now));
            }
        } catch (IOException e) {
            LOG.warn("the addresses of this machine cannot be read: {}", e.getMessage());
        }
    }

    /** Runs tasks of some microseconds that wait for nothing. Any thread. */
    public void runShortTask(Runnable task) {
        handshakes.execute(task);
    }

    /** The smallest receive buffer that the kernel granted to a worker's socket. */
    public int receiveBufferBytes() {
        return sockets.receiveBufferBytes();
    }

    /** The smallest send buffer that the kernel granted to a worker's socket. */
    public int sendBufferBytes() {
        return sockets.sendBufferBytes();
    }

    /** Returns the addresses by which we are known beyond a NAT. */
    public PublicAddresses publicAddresses() {
        return publicAddresses;
    }

    public MediaWorkers workers() {
        return workers;
    }

    /** The workers' threads, to be watched. */
    public List<MediaThread> threads() {
        return List.copyOf(threads);
    }

    /** The workers' threads by {@link Thread#threadId()}. */
    public long[] threadIds() {
        return threads.stream().mapToLong(MediaThread::threadId).toArray();
    }

    /** Certificates refused since the start. */
    public int certificatesRefused() {
        return handshakes.refusedCertificates();
    }

    /** Handshakes refused since the start, because too many were under way. */
    public int handshakesRefused() {
        return handshakes.refused();
    }

    /** Returns the way in which datagrams reach the kernel: {@code native} or {@code nio}. */
    public String ioName() {
        return sockets.ioName();
    }

    /**
     * Returns why packets to one receiver do not leave as one message; empty if they do. Of the start: later refusals
     * are counted.
     */
    public Optional<String> whyNoRuns() {
        return sockets.whyNoRuns();
    }

    /** Returns the number of workers, each with a thread and a socket. */
    public int workerCount() {
        return sockets.all().size();
    }

    /** Returns the name of the media encryption, for people. */
    public String cryptoName() {
        return crypto.provider().name();
    }

    /** The public UDP port. */
    public int port() {
        return sockets.port();
    }

    @Override
    public void close() {
        publicAddresses.close();
        handshakes.close();
        threads.forEach(MediaThread::close);
        workers.close();
        sockets.close();
    }
}
