package org.starbridge.hammer.xmpp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.client.ChannelKind;
import org.starbridge.hammer.client.SentKinds;
import org.starbridge.hammer.client.Swarm;
import org.starbridge.hammer.client.SwarmOptions;
import org.starbridge.hammer.client.Wish;
import org.starbridge.hammer.media.BundledMedia;

/** A hundred participants join within a minute, by a focus's requests, while twenty conferences of five stream. */
final class JoinTrial {
    private static final int STREAMING_CONFERENCES = 20;
    private static final int STREAMING_ENDPOINTS = 5;
    private static final int JOINING = 100;
    private static final int JOIN_SECONDS = 60;
    private static final long ANSWERED_WITHIN_NS = 100_000_000;
    private static final long FLOWS_AFTER_MS = 5_000;
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);

    private JoinTrial() {}

    static void run(TrialGround ground) throws IOException, InterruptedException {
        List<Swarm> streaming = new ArrayList<>();
        try (TimedRequests focus = ground.focus()) {
            for (int i = 0; i < STREAMING_CONFERENCES; i++) {
                Swarm swarm = new Swarm(options(ground, STREAMING_ENDPOINTS, 0, SentKinds.BOTH, 100));
                streaming.add(swarm);
                swarm.join();
            }
            Thread.sleep(FLOWS_AFTER_MS);
            long sentBefore = ground.stat("total_packets_sent");
            Busy busy = new Busy(ground);
            // Participants of a large meeting: two speak, all listen.
            SwarmOptions meeting = options(ground, 2, JOINING - 2, SentKinds.AUDIO, (double) JOINING / JOIN_SECONDS);
            try (Swarm joining = new Swarm(meeting, unclosed(focus))) {
                joining.join();
            }
            double seconds = busy.seconds();
            long rate = Math.round((ground.stat("total_packets_sent") - sentBefore) / seconds);
            ground.judge(
                    focus.times().getValueAtPercentile(99) < ANSWERED_WITHIN_NS,
                    "%d participants in %.0f s beside %d packets/s (%s): %s"
                            .formatted(JOINING, seconds, rate, busy, focus.summary()));
        } finally {
            streaming.forEach(Swarm::close);
        }
    }

    private static SwarmOptions options(
            TrialGround ground, int senders, int receivers, SentKinds kinds, double joinRate) {
        return new SwarmOptions(
                ground.url(),
                senders,
                receivers,
                0,
                kinds,
                1,
                BundledMedia.audio(),
                List.of(BundledMedia.video()),
                1,
                false,
                ChannelKind.WS,
                Wish.EVERYTHING,
                false,
                64,
                joinRate,
                JOIN_TIMEOUT);
    }

    /** A swarm closes what it asks through; this one is asked further. */
    private static ConferenceRequests unclosed(ConferenceRequests requests) {
        return new ConferenceRequests() {
            @Override
            public ConferenceModified send(ConferenceModify request) throws IOException, InterruptedException {
                return requests.send(request);
            }

            @Override
            public void close() {}
        };
    }

    /** How much of the processors' time the bridge and the Hammer take from its making on. */
    private static final class Busy {
        private final ProcessMeter bridge;
        private final ProcessMeter self = ProcessMeter.self();
        private final long startNs = System.nanoTime();
        private final long bridgeBeforeNs;
        private final long selfBeforeNs;

        Busy(TrialGround ground) {
            bridge = ProcessMeter.of(ground.bridgePid());
            bridgeBeforeNs = cpuNs(bridge);
            selfBeforeNs = cpuNs(self);
        }

        private static long cpuNs(ProcessMeter meter) {
            ProcessMeter.Usage usage = meter.read();
            return usage == null ? 0 : usage.cpuNs();
        }

        double seconds() {
            return (System.nanoTime() - startNs) / 1e9;
        }

        @Override
        public String toString() {
            double percentOfNs = 100 / (seconds() * 1e9);
            return "the bridge takes %.0f %% of a core, the Hammer %.0f %%"
                    .formatted(
                            (cpuNs(bridge) - bridgeBeforeNs) * percentOfNs, (cpuNs(self) - selfBeforeNs) * percentOfNs);
        }
    }
}
