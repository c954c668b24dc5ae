package org.starbridge.bridge.observation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.impairment.Culprit;
import org.starbridge.control.channel.MessageCounts;
import org.starbridge.control.conference.ConferenceSnapshot;
import org.starbridge.control.relay.RelaySnapshot;
import org.starbridge.lastn.LayerId;
import org.starbridge.lastn.allocation.Allocation;
import org.starbridge.lastn.allocation.Layer;
import org.starbridge.lastn.allocation.VideoSource;
import org.starbridge.media.api.BandwidthEstimate;
import org.starbridge.media.api.EndpointStats;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaStats;
import org.starbridge.transport.counters.Counts;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.udp.IoTotals;

/** A conference of some participants, perhaps with a relay to another bridge, in which one thing breaks. */
final class SimulatedRoom {
    private static final long START_NS = 1_000_000_000_000L;
    private static final int SOUND_SECONDS = 50;
    private static final int BROKEN_SECONDS = 60;

    /** Kind of what breaks. */
    enum Fault {
        NOTHING(Culprit.NONE),
        DOWNLINK_NARROW(Culprit.DOWNLINK),
        DOWNLINK_LOSSY(Culprit.DOWNLINK),
        UPLINK_NARROW(Culprit.UPLINK),
        UPLINK_LOSSY(Culprit.UPLINK),
        UPLINK_UNEVEN(Culprit.UPLINK),
        CONNECTION_GONE(Culprit.UPLINK),
        ENCODER_SLOW(Culprit.DEVICE),
        DECODER_SLOW(Culprit.DEVICE),
        CAMERA_DEAD(Culprit.SENDER),
        BRIDGE_LATE(Culprit.BRIDGE),
        KERNEL_DROPS(Culprit.BRIDGE),
        RELAY_LOSSY(Culprit.RELAY),
        RELAY_DOWN(Culprit.RELAY);

        final Culprit culprit;

        Fault(Culprit culprit) {
            this.culprit = culprit;
        }
    }

    /** One encoding of a camera. */
    record Level(int encoding, int heightPx, double bitrateBps) {}

    private final SplittableRandom random;
    private final List<SimulatedParticipant> participants = new ArrayList<>();
    private final ConferenceObserver observer = new ConferenceObserver();
    private final boolean hasRelay;
    private double busyShare;
    private double lateShare;
    private double kernelShare;
    private double bridgeDelayMs;
    private double relayLoss = 0.002;
    private boolean isRelayDown;
    private double busyMicros;
    private double received;
    private double sent;
    private double kernelDropped;
    private double late;
    private long relayExpected;
    private long relayLost;

    SimulatedRoom(long seed, boolean hasRelay) {
        random = new SplittableRandom(seed);
        this.hasRelay = hasRelay;
        busyShare = 0.05 + 0.7 * random.nextDouble();
        int size = hasRelay ? 2 : 2 + random.nextInt(4);
        for (int i = 0; i < size; i++) {
            participants.add(new SimulatedParticipant("p" + i, random.split()));
        }
    }

    /** Runs until the fault has lasted for a minute; the observer then. */
    ConferenceObserver run(Fault fault) {
        for (int second = 0; second < SOUND_SECONDS + BROKEN_SECONDS; second++) {
            if (second == SOUND_SECONDS) {
                begin(fault);
            }
            long nowNs = START_NS + second * 1_000_000_000L;
            step(nowNs);
            if (second % ConferenceObserver.INTERVAL_SECONDS == 0) {
                observer.look(List.of(snapshot()), reading(), nowNs, second * 1000L);
            }
        }
        return observer;
    }

    List<String> ids() {
        return participants.stream().map(participant -> participant.id).toList();
    }

    private double between(double low, double high) {
        return low + (high - low) * random.nextDouble();
    }

    private void begin(Fault fault) {
        SimulatedParticipant victim = participants.getFirst();
        double wanted = participants.stream()
                .skip(1)
                .mapToDouble(SimulatedParticipant::usualBps)
                .sum();
        switch (fault) {
            case NOTHING -> {}
            case DOWNLINK_NARROW -> victim.downCapacityBps = wanted * between(0.05, 0.45);
            case DOWNLINK_LOSSY -> victim.addedDownLoss = between(0.03, 0.25);
            case UPLINK_NARROW -> victim.upCapacityBps = victim.usualBps() * between(0.08, 0.4);
            case UPLINK_LOSSY -> victim.addedUpLoss = between(0.03, 0.25);
            case UPLINK_UNEVEN -> victim.addedJitterMs = between(50, 200);
            case CONNECTION_GONE -> victim.isGone = true;
            case ENCODER_SLOW -> {
                if (random.nextBoolean()) {
                    victim.deviceRate = between(0.2, 0.6);
                } else {
                    victim.deviceSize = random.nextBoolean() ? 0.5 : 0.6;
                }
            }
            case DECODER_SLOW -> victim.requestsPerMinute = between(10, 50);
            case CAMERA_DEAD -> participants.getLast().isCameraDead = true;
            case BRIDGE_LATE -> {
                busyShare = between(0.96, 1);
                lateShare = between(0.006, 0.08);
                bridgeDelayMs = between(40, 400);
            }
            case KERNEL_DROPS -> {
                busyShare = between(0.8, 1);
                kernelShare = between(0.03, 0.12);
            }
            case RELAY_LOSSY -> relayLoss = between(0.03, 0.25);
            case RELAY_DOWN -> isRelayDown = true;
        }
    }

    private void step(long nowNs) {
        participants.forEach(participant -> participant.send(kernelShare, nowNs));
        if (!isRelayDown) {
            relayExpected += 400;
            for (int i = 0; i < 400; i++) {
                relayLost += random.nextDouble() < relayLoss ? 1 : 0;
            }
        }
        for (SimulatedParticipant receiver : participants) {
            List<VideoSource> others = new ArrayList<>();
            double lostBefore = 0;
            for (SimulatedParticipant other : participants) {
                if (other != receiver) {
                    others.add(other.source());
                    lostBefore = Math.max(lostBefore, other.lastUpLoss());
                }
            }
            if (hasRelay) {
                others.add(remote());
                lostBefore = Math.max(lostBefore, relayLoss);
            }
            receiver.receive(others, lostBefore, bridgeDelayMs, lateShare, others.size(), nowNs);
        }
        double packets = 400.0 * participants.size();
        received += packets * (1 - kernelShare);
        kernelDropped += packets * kernelShare;
        sent += packets * 3 * (1 - lateShare);
        late += packets * 3 * lateShare;
        busyMicros += 1e6 * Math.min(1, busyShare * (0.95 + 0.1 * random.nextDouble()));
    }

    private VideoSource remote() {
        List<Layer> layers = isRelayDown
                ? List.of()
                : List.of(
                        new Layer(LayerId.of(0, 0, 0), 180, 30, 150_000),
                        new Layer(LayerId.of(1, 0, 0), 360, 30, 500_000));
        return new VideoSource("far-v0", VideoSource.Content.CAMERA, VideoSource.State.ENABLED, layers);
    }

    private ConferenceSnapshot snapshot() {
        return new ConferenceSnapshot(
                "room",
                "meeting",
                null,
                false,
                START_NS,
                List.of(),
                participants.stream().map(SimulatedParticipant::snapshot).toList(),
                hasRelay ? List.of(relay()) : List.of(),
                speaker(),
                List.of(),
                List.of(),
                List.of());
    }

    private @Nullable String speaker() {
        return participants.get(random.nextInt(participants.size())).id;
    }

    private RelaySnapshot relay() {
        EndpointStats stats = new EndpointStats(
                IceState.CONNECTED,
                true,
                new EndpointStats.Traffic(relayExpected - relayLost, 0, 0, 0, relayLost, relayExpected, 0),
                0,
                30,
                0,
                true,
                true,
                0,
                0,
                EndpointStats.Limits.NONE,
                BandwidthEstimate.NONE,
                0);
        return new RelaySnapshot(
                "jvb2",
                null,
                isRelayDown ? IceState.DISCONNECTED : IceState.CONNECTED,
                true,
                !isRelayDown,
                List.of("far"),
                Map.of(),
                Map.of(),
                new MessageCounts.Snapshot(Map.of(), Map.of(), 0),
                Allocation.NOTHING,
                stats);
    }

    private MachineReading reading() {
        return new MachineReading(
                new MediaStats(
                        Counts.of(
                                MediaCounter.class,
                                Map.of(
                                        MediaCounter.BUSY_MICROSECONDS, (long) busyMicros,
                                        MediaCounter.PACKETS_RECEIVED, (long) received,
                                        MediaCounter.PACKETS_SENT, (long) sent,
                                        MediaCounter.KERNEL_DROPPED_DATAGRAMS, (long) kernelDropped)),
                        Map.of("waited_too_long", (long) late),
                        participants.size(),
                        IoTotals.none(),
                        0),
                1,
                0);
    }
}
