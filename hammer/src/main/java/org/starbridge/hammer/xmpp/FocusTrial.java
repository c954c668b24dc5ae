package org.starbridge.hammer.xmpp;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.client.Colibri2Client;
import org.starbridge.colibri.client.ConferenceRequests;
import org.starbridge.colibri.xmpp.BreweryClient;
import org.starbridge.colibri.xmpp.BreweryPlace;
import org.starbridge.hammer.bridge.BridgeProcess;
import org.starbridge.hammer.client.ChannelKind;
import org.starbridge.hammer.client.SentKinds;
import org.starbridge.hammer.client.Swarm;
import org.starbridge.hammer.client.SwarmOptions;
import org.starbridge.hammer.client.Wish;
import org.starbridge.hammer.media.BundledMedia;

/**
 * What a focus may do to a bridge in a bad minute, with figures: a hundred participants join within a minute while twenty
 * conferences stream; a thousand conferences come and go; and the XMPP server crashes. Takes about three minutes.
 *
 * <p>Arguments: {@code BRIDGE_LAUNCHER PROSODY_SCRIPT}. Ends with 1 if a goal is missed.
 */
public final class FocusTrial {
    private static final int STREAMING_CONFERENCES = 20;
    private static final int STREAMING_ENDPOINTS = 5;
    private static final int JOINING = 100;
    private static final int JOIN_SECONDS = 60;
    private static final int CONFERENCES = 1000;
    private static final int CONFERENCES_AT_ONCE = 20;
    private static final long ANSWERED_WITHIN_MS = 100;
    private static final Duration BACK_WITHIN = Duration.ofSeconds(10);
    private static final Duration JOIN_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration ENTER_TIMEOUT = Duration.ofSeconds(30);
    private static final long GROWTH_KB = 8_192;

    private final PrintStream out;
    private final URI bridge;
    private final long pid;
    private final ProsodyProcess prosody;
    private final RandomGenerator random = new Random();
    private boolean isMissed;

    private FocusTrial(PrintStream out, BridgeProcess process, ProsodyProcess prosody) {
        this.out = out;
        this.prosody = prosody;
        bridge = process.url();
        pid = process.pid();
    }

    /** Runs the trial. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (arguments.length != 2) {
            out.println("expected BRIDGE_LAUNCHER PROSODY_SCRIPT");
            System.exit(2);
        }
        Path folder = Files.createTempDirectory("focus-trial");
        boolean isMissed;
        try (ProsodyProcess prosody = new ProsodyProcess(Path.of(arguments[1]), folder);
                BridgeProcess process = BridgeProcess.start(Path.of(arguments[0]), null, out::println)) {
            FocusTrial trial = new FocusTrial(out, process, prosody);
            MucClients.add(trial.bridge, trial.place("jvb", "jvb-trial"));
            trial.joinWhileOthersStream();
            trial.comeAndGo();
            trial.comeBack();
            isMissed = trial.isMissed;
        }
        System.exit(isMissed ? 1 : 0);
    }

    private BreweryPlace place(String account, String nickname) {
        return new BreweryPlace(
                "127.0.0.1",
                prosody.port(),
                "auth.meet.jitsi",
                account,
                "secret",
                "jvbbrewery@internal-muc.meet.jitsi",
                nickname);
    }

    private TimedRequests focus() throws IOException, InterruptedException {
        BreweryClient client = BreweryClient.join(place("focus", "focus"));
        client.awaitBridge("jvb-trial", ENTER_TIMEOUT);
        return new TimedRequests(client, _ -> {});
    }

    private SwarmOptions options(int senders, int receivers, SentKinds kinds, double joinRate) {
        return new SwarmOptions(
                bridge,
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

    private void joinWhileOthersStream() throws IOException, InterruptedException {
        List<Swarm> streaming = new ArrayList<>();
        try (TimedRequests focus = focus()) {
            for (int i = 0; i < STREAMING_CONFERENCES; i++) {
                Swarm swarm = new Swarm(options(STREAMING_ENDPOINTS, 0, SentKinds.BOTH, 100));
                streaming.add(swarm);
                swarm.join();
            }
            Thread.sleep(5_000); // all of it flows
            long sentBefore = stat("total_packets_sent");
            long startNs = System.nanoTime();
            // Participants of a large meeting: two speak, all listen.
            try (Swarm joining = new Swarm(
                    options(2, JOINING - 2, SentKinds.AUDIO, (double) JOINING / JOIN_SECONDS), unclosed(focus))) {
                joining.join();
            }
            double seconds = (System.nanoTime() - startNs) / 1e9;
            long rate = Math.round((stat("total_packets_sent") - sentBefore) / seconds);
            judge(
                    "%d participants in %.0f s beside %d packets/s: %s"
                            .formatted(JOINING, seconds, rate, focus.summary()),
                    focus.times().getValueAtPercentile(99) < ANSWERED_WITHIN_MS * 1_000_000);
        } finally {
            streaming.forEach(Swarm::close);
        }
    }

    /** A swarm closes what it asks through; this one is asked further. */
    private static ConferenceRequests unclosed(ConferenceRequests requests) {
        return new ConferenceRequests() {
            @Override
            public org.starbridge.colibri.ConferenceModified send(ConferenceModify request)
                    throws IOException, InterruptedException {
                return requests.send(request);
            }

            @Override
            public void close() {}
        };
    }

    private void comeAndGo() throws IOException, InterruptedException {
        try (TimedRequests focus = focus()) {
            createAndExpire(focus); // what is loaded and compiled on the way is not counted
            Footprint before = settled();
            createAndExpire(focus);
            Footprint after = settled();
            judge(
                    "%d conferences created and expired; before %s, after %s; %s"
                            .formatted(CONFERENCES, before, after, focus.summary()),
                    after.threads() <= before.threads() + 2
                            && after.files() <= before.files()
                            && after.meters() == before.meters()
                            && after.residentKb() <= before.residentKb() + GROWTH_KB
                            && stat("conferences") == 0);
        }
    }

    private Footprint settled() throws IOException, InterruptedException {
        Thread.sleep(10_000); // connections and threads that only wait for more work end
        return Footprint.of(pid, bridge);
    }

    private void createAndExpire(ConferenceRequests focus) throws IOException, InterruptedException {
        for (int i = 0; i < CONFERENCES; i += CONFERENCES_AT_ONCE) {
            List<String> meetings = new ArrayList<>();
            for (int j = 0; j < CONFERENCES_AT_ONCE; j++) {
                String meeting = "trial-" + Long.toHexString(random.nextLong());
                meetings.add(meeting);
                focus.send(ConferenceModify.creating(meeting, null, List.of(endpoint("aaaa0001"))));
                focus.send(ConferenceModify.updating(meeting, List.of(endpoint("bbbb0002"))));
            }
            for (String meeting : meetings) {
                focus.expire(meeting);
            }
        }
    }

    private static EndpointModify endpoint(String id) {
        return EndpointModify.builder(id)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, null))
                .build();
    }

    private void comeBack() throws IOException, InterruptedException {
        for (Duration pause : List.of(Duration.ZERO, Duration.ofSeconds(20))) {
            prosody.crashAndReturn(pause);
            long startNs = System.nanoTime();
            try (TimedRequests focus = focus()) {
                long backNs = System.nanoTime() - startNs;
                judge(
                        "back in the room %.1f s after Prosody, which was away for %d s"
                                .formatted(backNs / 1e9, pause.toSeconds()),
                        backNs < BACK_WITHIN.toNanos());
                createOne(focus);
            }
        }
    }

    private static void createOne(ConferenceRequests focus) throws IOException, InterruptedException {
        focus.send(ConferenceModify.creating("after", null, List.of()));
        focus.expire("after");
    }

    private long stat(String key) throws IOException, InterruptedException {
        try (Colibri2Client client = new Colibri2Client(bridge)) {
            return client.stats().path(key).asLong();
        }
    }

    private void judge(String sentence, boolean isReached) {
        isMissed |= !isReached;
        out.println((isReached ? "reached: " : "MISSED: ") + sentence);
    }
}
