package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.zip.CRC32C;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.lastn.speech.SpeechSettings;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.worker.WholeBridge.Parts;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.simulation.Faults;
import org.starbridge.simulation.Oracle;
import org.starbridge.simulation.PlantedBug;
import org.starbridge.simulation.RunReport;
import org.starbridge.testkit.IvLedger;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * One conference under one seed, from its creation to the moment at which nothing is left of it. The seed decides who
 * comes, what is sent, what is requested, and what goes wrong.
 */
public final class SimulatedConference {
    private static final long MS = 1_000_000;
    private static final long SECOND_NS = 1000 * MS;
    private static final String MEETING = "m";
    private static final long GRANULARITY_NS = 5 * MS;
    private static final long LONGEST_STEP_NS = 50 * MS;
    private static final long LOOK_NS = 2 * SECOND_NS;
    private static final int MAX_GUESTS = 10;
    private static final long LIVE_WITHIN_NS = 5 * SECOND_NS;
    /** An estimate that fell to the ground needs longer than that to carry all video again. */
    private static final long VIDEO_WITHIN_NS = 40 * SECOND_NS;
    /** Without consent, RFC 7675, nothing is sent after 30 s. */
    private static final long CONSENT_NS = 40 * SECOND_NS;

    private static final long MAX_ESTIMATE_BPS = 25_000_000;
    private static final long MIN_ESTIMATE_BPS = 10_000;

    /** Reasons for which the bridge may drop what it has numbered, or parts of a frame. */
    private static final List<String> COUNTED_LOSSES =
            List.of("pacer_overflow", "pacer_thinned", "ring_overrun", "egress_full");

    private record Task(long atNs, long number, Runnable what) {}

    private final long seed;
    private final Random random;
    private final Faults faults;
    private final PlantedNetwork planted;
    private final WholeBridge bridge;
    private final SrtpCrypto crypto;
    private final Findings findings;
    private final StandInFocus focus;
    private final FaultDriver driver;
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(
            (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.number, b.number));
    private final Map<Integer, SimulatedGuest> guests = new LinkedHashMap<>();
    private final Map<InetSocketAddress, SimulatedGuest> guestByAddress = new HashMap<>();
    private final CRC32C crc = new CRC32C();
    private final boolean trustsEstimates;
    private final int pictureStep;
    private final int audioMs;
    private final int targetGuests;
    private final long lengthNs;
    private final long startNs;
    private long taskNumber;
    private long digest;
    private long nextLookNs;

    private SimulatedConference(long seed, int workers, PlantedBug bug, long lengthMs) {
        this.seed = seed;
        random = new Random(seed);
        faults = new Faults(seed);
        planted = new PlantedNetwork(bug);
        trustsEstimates = random.nextBoolean();
        targetGuests = 2 + Math.min(random.nextInt(MAX_GUESTS - 1), random.nextInt(MAX_GUESTS - 1));
        pictureStep = new int[] {1, 3, 6, 10}[random.nextInt(4)];
        audioMs = new int[] {20, 60, 200}[random.nextInt(3)];
        lengthNs = lengthMs * MS;
        crypto = new IvLedger(SrtpCrypto.probe());
        FaultyPort.Blockage blockage = new FaultyPort.Blockage();
        bridge = WholeBridge.simulated(
                seed,
                workers,
                new Parts(
                        new PlantedCrypto(crypto, bug),
                        crypto,
                        port -> new FaultyPort(port, blockage),
                        new TestConfig()
                                .idleTimeout(Duration.ofMinutes(1))
                                .selection(SelectionPolicy.defaults(trustsEstimates))
                                .build(),
                        SpeechSettings.defaults(),
                        DownlinkSettings.DEFAULT));
        bridge.reviewsLayers = true;
        bridge.hasTransportFeedback = true;
        bridge.granularityNs = GRANULARITY_NS;
        bridge.network.granularityNs(GRANULARITY_NS);
        bridge.network.interpose(planted);
        bridge.network.watch(this::onSent);
        startNs = bridge.clock.nowNs();
        findings = new Findings(bridge.clock);
        focus = new StandInFocus(
                MEETING,
                bridge,
                faults,
                findings,
                new PlantedSignalling(bridge, bug),
                this::after,
                guests.values(),
                this::onExpired);
        driver = new FaultDriver(
                bridge, faults, guests.values(), focus, this::after, this::vanish, this::onRebound, blockage);
    }

    /** Runs a seed. Never throws: what goes wrong is in the report. */
    public static RunReport run(long seed, int workers, PlantedBug bug, long lengthMs) {
        long blocks = Slab.liveBlocks();
        SimulatedConference conference = new SimulatedConference(seed, workers, bug, lengthMs);
        try {
            conference.meet();
            conference.settle();
            conference.part();
        } catch (RuntimeException | AssertionError e) {
            if (conference.bridge.faults.isEmpty()) {
                conference.onException(e);
            }
        } finally {
            conference.close();
        }
        long left = Slab.liveBlocks() - blocks;
        if (left != 0) {
            conference.findings.add(Oracle.KEPT, left + " blocks of native memory");
        }
        return conference.report();
    }

    private void onException(Throwable e) {
        boolean isNonce = String.valueOf(e.getMessage()).contains("under one IV");
        StackTraceElement[] trace = e.getStackTrace();
        findings.add(
                isNonce ? Oracle.NONCE : Oracle.FAULT,
                e
                        + (trace.length > 0 && !isNonce
                                ? " at " + trace[0] + ", " + trace[Math.min(3, trace.length - 1)]
                                : ""));
    }

    private RunReport report() {
        long media = 0;
        for (SimulatedGuest guest : guests.values()) {
            media = media * 31 + Objects.requireNonNull(guest.oracle).media();
        }
        return new RunReport(
                seed,
                bridge.clock.nowNs() - startNs,
                guests.size(),
                bridge.network.sent(),
                digest,
                media,
                faults.reached(),
                findings.failures());
    }

    private void after(long pauseNs, Runnable what) {
        tasks.add(new Task(bridge.clock.nowNs() + pauseNs, taskNumber++, what));
    }

    /** The conference: guests come and go, and all goes wrong that may. */
    private void meet() {
        focus.create();
        for (int i = 0; i < targetGuests; i++) {
            after(random.nextInt(3000) * MS, this::join);
        }
        long endNs = bridge.clock.nowNs() + lengthNs;
        after(3 * SECOND_NS, this::comeAndGo);
        after(2 * SECOND_NS, driver::act);
        runUntil(endNs);
    }

    private void comeAndGo() {
        if (driver.hasEnded()) {
            return;
        }
        List<SimulatedGuest> present = present();
        if (present.size() < targetGuests) {
            join();
        } else if (random.nextInt(3) == 0 && present.size() > 1) {
            focus.expire(present.get(random.nextInt(present.size())));
        }
        after((2000 + random.nextInt(8000)) * MS, this::comeAndGo);
    }

    private void join() {
        int number = guests.size() + 1;
        join("g" + (1000 + number));
    }

    private void join(String id) {
        int number = guests.size() + 1;
        int encodings = random.nextInt(6) == 0 ? 0 : 1 + random.nextInt(3);
        long[] bitrates = {20_000, 60_000, 160_000};
        SimulatedClient client;
        try {
            planted.onJoin(number);
            if (bridge.conferences.count() == 0) {
                focus.create(); // it ended with its last endpoint
            }
            client = bridge.join(MEETING, id, encodings);
        } catch (Colibri2Exception e) {
            findings.add(Oracle.ANSWERED, id + " is refused: " + e.getMessage());
            return;
        }
        String conferenceId = bridge.conferences.snapshot(MEETING).orElseThrow().id();
        ChannelSlot slot = bridge.conferences
                .channel(conferenceId, id, Objects.requireNonNull(bridge.passwords.get(id)))
                .orElseThrow();
        long nowNs = bridge.clock.nowNs();
        SimulatedGuest guest = new SimulatedGuest(
                number,
                id,
                client,
                java.util.Arrays.copyOf(bitrates, encodings),
                planted.bug() == PlantedBug.CONSTRAINTS_IGNORED ? PlantedSignalling.deaf(slot) : slot,
                seed * 31 + number,
                nowNs);
        guest.camera.pictureStep = pictureStep;
        guest.camera.audioMs = audioMs;
        guest.doubtfulUntilNs = Long.MAX_VALUE;
        client.sent.values().stream()
                .filter(stream -> stream.payloadType == SimulatedBridge.VP8)
                .forEach(stream -> stream.rtxSsrc = stream.ssrc + WholeBridge.RTX_OFFSET);
        client.watcher = (ssrc, extSeq, _, _, payload) -> guest.onMedia(ssrc, extSeq, payload, bridge.clock.nowNs());
        guest.oracle = new EgressOracle(guest, guests, findings, crypto);
        guests.put(number, guest);
        guestByAddress.put(client.port.localAddress(), guest);
        planted.onAddress(client.port.localAddress());
        for (SimulatedGuest other : guests.values()) {
            guest.watch(other);
            other.watch(guest);
        }
    }

    private void onExpired(SimulatedGuest guest) {
        guest.leftAtNs = bridge.clock.nowNs();
        vanish(guest);
        if (driver.returns(guest)) {
            after(GRANULARITY_NS, () -> join(guest.id));
        }
    }

    private void vanish(SimulatedGuest guest) {
        if (!guest.isVanished) {
            guest.isVanished = true;
            guest.vanishedAtNs = bridge.clock.nowNs();
            bridge.vanish(guest.client);
        }
    }

    private void onRebound(SimulatedGuest guest) {
        guestByAddress.put(guest.client.port.localAddress(), guest);
    }

    private List<SimulatedGuest> present() {
        List<SimulatedGuest> present = new ArrayList<>();
        for (SimulatedGuest guest : guests.values()) {
            if (guest.isPresent() && !guest.isVanished) {
                present.add(guest);
            }
        }
        return present;
    }

    private void onSent(InetSocketAddress from, InetSocketAddress to, byte[] bytes, long arrivesNs) {
        int first = bytes[0] & 0xFF;
        boolean isRtp = first >= 128 && bytes.length > 12 && ((bytes[1] & 0xFF) < 192 || (bytes[1] & 0xFF) > 223);
        long nowNs = bridge.clock.nowNs();
        if (!from.equals(SimulatedBridge.ADDRESS)) {
            SimulatedGuest guest = isRtp ? guestByAddress.get(from) : null;
            if (guest != null) {
                int ssrc = java.nio.ByteBuffer.wrap(bytes).getInt(8);
                guest.onRtpSent(nowNs, ssrc, arrivesNs);
                driver.onHeard(bytes);
            }
            return;
        }
        crc.reset();
        crc.update(bytes);
        digest = (digest ^ crc.getValue() ^ (long) to.hashCode() << 32 ^ nowNs) * 0x9E3779B97F4A7C15L;
        digest ^= digest >>> 29;
        SimulatedGuest guest = guestByAddress.get(to);
        if (guest == null) {
            return;
        }
        // One that vanished may be looked for by connectivity checks.
        boolean hasLeft = guest.leftAtNs != SimulatedGuest.NEVER;
        if ((hasLeft || first >= 20)
                && nowNs - (hasLeft ? guest.leftAtNs : guest.vanishedAtNs)
                        > (hasLeft ? SimulatedGuest.SILENT_AFTER_NS : CONSENT_NS)) {
            findings.add(Oracle.SILENCE, bytes.length + " bytes to " + guest + ", which left");
        }
        if (isRtp) {
            Objects.requireNonNull(guest.oracle).onRtp(nowNs, bytes);
        }
    }

    private void runUntil(long endNs) {
        while (bridge.clock.nowNs() < endNs) {
            long nowNs = bridge.clock.nowNs();
            while (!tasks.isEmpty() && tasks.peek().atNs <= nowNs) {
                tasks.remove().what.run();
            }
            long nextNs = Math.min(endNs, nowNs + LONGEST_STEP_NS);
            for (SimulatedGuest guest : guests.values()) {
                if (!guest.isVanished) {
                    guest.doWork(nowNs);
                    nextNs = Math.min(nextNs, guest.camera.nextDueNs());
                }
            }
            if (!tasks.isEmpty()) {
                nextNs = Math.min(nextNs, tasks.peek().atNs);
            }
            if (nowNs >= nextLookNs) {
                nextLookNs = nowNs + LOOK_NS;
                look(nowNs);
            }
            nextNs = Math.max(nowNs + 1, nextNs);
            bridge.run((nextNs + GRANULARITY_NS - 1) / GRANULARITY_NS * GRANULARITY_NS - nowNs);
            if (!bridge.faults.isEmpty()) {
                // The bridge has ended the conference; rules about it say nothing any more.
                throw new IllegalStateException("an exception on a worker");
            }
        }
    }

    private void look(long nowNs) {
        for (SimulatedGuest guest : guests.values()) {
            if (guest.isVanished) {
                continue;
            }
            guest.prune();
            if (guest.doubtfulUntilNs == Long.MAX_VALUE && bridge.isConnected(guest.client)) {
                guest.doubtfulUntilNs = nowNs + SECOND_NS;
            }
        }
        bridge.conferences.snapshot(MEETING).ifPresent(conference -> {
            for (EndpointSnapshot endpoint : conference.endpoints()) {
                long bps = endpoint.stats().bandwidth().targetBps();
                if (bps > MAX_ESTIMATE_BPS || (bps >= 0 && bps < MIN_ESTIMATE_BPS)) {
                    findings.add(Oracle.ESTIMATE, "to " + endpoint.id() + ": " + bps + " bit/s");
                }
            }
        });
    }

    /** All faults end; after a while each guest gets all others. */
    private void settle() {
        faults.end();
        driver.end();
        long endedNs = bridge.clock.nowNs();
        // Requests that are late come, and all is said again.
        runUntil(endedNs + 2 * SECOND_NS);
        for (SimulatedGuest guest : present()) {
            focus.mute(guest, false, false);
            guest.say("{'colibriClass':'ReceiverVideoConstraints','lastN':-1}");
            guest.noVideoSinceNs = SimulatedGuest.NEVER;
        }
        runUntil(bridge.clock.nowNs() + LIVE_WITHIN_NS);
        boolean isNarrowed = trustsEstimates && driver.disturbedLinks();
        List<String> missing = missing(false);
        if (missing.isEmpty() && isNarrowed) {
            long limitNs = bridge.clock.nowNs() + VIDEO_WITHIN_NS;
            missing = missing(true);
            while (!missing.isEmpty() && bridge.clock.nowNs() < limitNs) {
                missing = missing(true);
            }
        } else if (missing.isEmpty()) {
            missing = missing(true);
        }
        missing.forEach(each -> findings.add(Oracle.LIVENESS, each));
    }

    private List<String> missing(boolean looksAtVideo) {
        List<SimulatedGuest> present = present();
        Map<List<SimulatedGuest>, Long> before = new HashMap<>();
        for (SimulatedGuest to : present) {
            for (SimulatedGuest from : present) {
                if (to != from) {
                    before.put(List.of(to, from), came(to, from, looksAtVideo));
                }
            }
        }
        runUntil(bridge.clock.nowNs() + 2 * SECOND_NS);
        List<String> missing = new ArrayList<>();
        for (SimulatedGuest to : present) {
            for (SimulatedGuest from : present) {
                if (to != from
                        && (!looksAtVideo || from.hasVideo)
                        && came(to, from, looksAtVideo) == Objects.requireNonNull(before.get(List.of(to, from)))) {
                    missing.add(to + " gets no " + (looksAtVideo ? "video" : "audio") + " of " + from);
                }
            }
        }
        return missing;
    }

    private static long came(SimulatedGuest to, SimulatedGuest from, boolean looksAtVideo) {
        if (looksAtVideo) {
            return from.hasVideo ? to.frames(from) : 0;
        }
        return to.audioCame.getOrDefault(from.number, 0L);
    }

    /** All leave, and nothing is left. */
    private void part() {
        guests.values().forEach(guest -> Objects.requireNonNull(guest.oracle).end());
        if (seed % 2 == 0) {
            for (SimulatedGuest guest : present()) {
                focus.expire(guest);
                runUntil(bridge.clock.nowNs() + random.nextInt(500) * MS);
            }
        }
        if (bridge.conferences.count() > 0) {
            focus.expire();
        }
        guests.values().stream().filter(SimulatedGuest::isPresent).forEach(this::onExpired);
        runUntil(bridge.clock.nowNs() + SimulatedGuest.SILENT_AFTER_NS + SECOND_NS);
        runUntil(bridge.clock.nowNs() + 2 * SECOND_NS);
        long endpoints = bridge.workers.stats().endpoints();
        if (bridge.conferences.count() != 0 || endpoints != 0) {
            findings.add(
                    Oracle.KEPT, bridge.conferences.count() + " conferences and " + endpoints + " endpoints are kept");
        }
        Map<String, Long> dropped = bridge.workers.stats().droppedByReason();
        findings.judgeLosses(COUNTED_LOSSES.stream()
                .mapToLong(each -> dropped.getOrDefault(each, 0L))
                .sum());
        TableSizes sizes = bridge.workers.footprint();
        boolean isEmpty = sizes.routes() == 0
                && sizes.ufrags() == 0
                && sizes.streams() == 0
                && sizes.workers().stream()
                        .allMatch(each -> each.sessions() + each.tuples() + each.plans() + each.fanOuts() == 0);
        if (!isEmpty) {
            findings.add(Oracle.KEPT, sizes.toString());
        }
    }

    private void close() {
        bridge.faults.forEach(fault -> onException(fault.cause()));
        try {
            bridge.close();
        } catch (RuntimeException | AssertionError e) {
            onException(e);
        }
        guests.values().forEach(guest -> Objects.requireNonNull(guest.oracle).close());
    }
}
