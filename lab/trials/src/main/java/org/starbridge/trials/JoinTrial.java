package org.starbridge.trials;

import java.io.IOException;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.SentKinds;
import org.starbridge.hammer.xmpp.TimedRequests;

/** A hundred participants join within a minute, by a focus's requests, while twenty conferences of five stream. */
final class JoinTrial {
    private static final int STREAMING_CONFERENCES = 20;
    private static final int STREAMING_ENDPOINTS = 5;
    private static final int JOINING = 100;
    private static final int JOIN_SECONDS = 60;
    private static final long ANSWERED_WITHIN_NS = 100_000_000;
    private static final int SLOWEST_TOLD = 6;
    private static final long FLOWS_AFTER_MS = 5_000;

    private JoinTrial() {}

    static void run(TrialEnvironment ground) throws IOException, InterruptedException {
        talkBefore(ground);
        try (TimedRequests focus = ground.focus();
                StreamingConferences streaming =
                        StreamingConferences.start(ground.url(), STREAMING_CONFERENCES, STREAMING_ENDPOINTS)) {
            Thread.sleep(FLOWS_AFTER_MS);
            long sentBefore = ground.stat("total_packets_sent");
            long startNs = System.nanoTime();
            CpuTime bridge = new CpuTime(ProcessMeter.of(ground.bridgePid()));
            CpuTime load = new CpuTime(ProcessMeter.of(streaming.pid()));
            // Participants of a large meeting: two speak, all listen.
            ConferenceOptions meeting = StreamingConferences.options(
                    ground.url(), 2, JOINING - 2, SentKinds.AUDIO, (double) JOINING / JOIN_SECONDS);
            try (ClientConference joining = new ClientConference(meeting, unclosed(focus))) {
                joining.join();
            }
            long ns = System.nanoTime() - startNs;
            long sent = ground.stat("total_packets_sent") - sentBefore;
            ground.judge(
                    focus.times().getValueAtPercentile(99) < ANSWERED_WITHIN_NS,
                    "%d participants in %.0f s in addition to %.0f packets/s (of a core, the bridge takes %.0f %%, those who stream %.0f %%): %s; slowest: %s"
                            .formatted(
                                    JOINING,
                                    ns / 1e9,
                                    sent * 1e9 / ns,
                                    bridge.percentOf(ns),
                                    load.percentOf(ns),
                                    focus.summary(),
                                    focus.slowest(SLOWEST_TOLD)));
        }
    }

    /**
     * A focus has asked before. This one is a Java program that has just begun: two join first, whose requests do not
     * count.
     */
    private static void talkBefore(TrialEnvironment ground) throws IOException, InterruptedException {
        ConferenceOptions two = StreamingConferences.options(ground.url(), 2, 0, SentKinds.AUDIO, 2);
        try (TimedRequests focus = ground.focus();
                ClientConference before = new ClientConference(two, unclosed(focus))) {
            before.join();
        }
    }

    /** A conference closes what it asks through; this one is asked further. */
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

    /** Processor time that a process takes from now on. */
    private static final class CpuTime {
        private final ProcessMeter meter;
        private final long beforeNs;

        CpuTime(ProcessMeter meter) {
            this.meter = meter;
            beforeNs = cpuNs();
        }

        private long cpuNs() {
            ProcessMeter.Usage usage = meter.read();
            return usage == null ? 0 : usage.cpuNs();
        }

        double percentOf(long ns) {
            return 100.0 * (cpuNs() - beforeNs) / ns;
        }
    }
}
