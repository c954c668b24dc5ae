package org.starbridge.bridge.impairment;

import static org.starbridge.bridge.impairment.Impairment.bitrate;
import static org.starbridge.bridge.impairment.Impairment.percent;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.bandwidth.Reason;
import org.starbridge.bridge.impairment.ParticipantFacts.Device;
import org.starbridge.bridge.impairment.ParticipantFacts.Downlink;
import org.starbridge.bridge.impairment.ParticipantFacts.Supply;
import org.starbridge.bridge.impairment.ParticipantFacts.Uplink;

/**
 * Judge of what a participant suffers from. Each cause has a severity: a measured value divided by the value from which
 * on people notice it; 1 and more is a symptom. The most severe one is the verdict, with two exceptions:
 *
 * <table>
 * <caption>Causes</caption>
 * <tr><th>cause</th><th>symptoms</th><th>noticed from</th></tr>
 * <tr><td>bridge</td><td>the bridge drops packets, or its workers are saturated, and at least half of all participants
 *     have a symptom: theirs are then its</td><td>0.5 % dropped, 95 % busy</td></tr>
 * <tr><td>downlink</td><td>loss; video left out for bandwidth; a queue</td><td>2 %; a third of the video; 250 ms above
 *     the shortest round trip</td></tr>
 * <tr><td>uplink</td><td>loss; jitter of audio; the highest layers gone, the lowest as usual</td><td>2 %; 40 ms; a
 *     third of the video</td></tr>
 * <tr><td>device</td><td>fewer frames, or smaller pictures, in all layers alike; key frames requested although nothing is
 *     lost on either way</td><td>two thirds of the usual; 8 a minute</td></tr>
 * <tr><td>relay, sender</td><td>the same of the other bridge's link, or of the owner of a picture that the participant looks
 *     at; a picture that does not come</td><td>as there, less a fifth: what is one's own is felt first</td></tr>
 * </table>
 *
 * <p>Loss that a receiver reports by receiver reports contains what got lost before the bridge; where a sender that it
 * watches loses as much, the loss is that sender's.
 */
public final class ImpairmentJudge {
    private static final double LOSS = 0.02;
    private static final double JITTER_MS = 40;
    private static final double MISSING = 1 / 3.0;
    private static final double QUEUE_MS = 250;
    private static final double SLOW = 2 / 3.0;
    private static final double KEY_FRAMES_PER_MINUTE = 8;
    private static final double MACHINE_DROPS = 0.005;
    private static final double SATURATED = 0.95;
    private static final double MOST = 0.5;
    private static final double SILENT_SECONDS = 8;
    private static final double OF_OTHERS = 0.8;
    private static final double SILENT_SUPPLY = 2;

    private ImpairmentJudge() {}

    /** Judges a participant with all that is known. */
    public static Impairment judge(ParticipantFacts facts, MachineFacts machine) {
        List<Impairment> causes = new ArrayList<>(List.of(own(facts)));
        facts.supplies().forEach(supply -> causes.add(supply(supply)));
        Impairment worst = worst(causes);
        return worst.isSuffering() ? bridge(machine, worst) : Impairment.NONE;
    }

    /** Judges what is the participant's own: links and device. */
    public static Impairment own(ParticipantFacts facts) {
        if (facts.silentSeconds() >= SILENT_SECONDS) {
            return asSender(facts);
        }
        return worst(List.of(downlink(facts), asSender(facts), decoder(facts)));
    }

    /** Judges what others notice of it: its uplink, and its device as a sender. */
    public static Impairment asSender(ParticipantFacts facts) {
        if (facts.silentSeconds() >= SILENT_SECONDS) {
            return new Impairment(
                    Culprit.UPLINK,
                    facts.silentSeconds() / 2,
                    List.of(String.format(
                            Locale.ROOT, "no packet has arrived from it for %.0f s", facts.silentSeconds())));
        }
        return worst(List.of(uplink(facts.uplink()), encoder(facts.device())));
    }

    /** Judges the link to another bridge, by its loss and round trip. */
    public static Impairment relay(String relay, boolean isConnected, double loss, double addedRttMs) {
        if (!isConnected) {
            return new Impairment(Culprit.RELAY, 4, List.of("the link to " + relay + " is not connected"));
        }
        double severity = Math.max(loss / LOSS, addedRttMs / QUEUE_MS);
        return severity < 1
                ? Impairment.NONE
                : new Impairment(
                        Culprit.RELAY,
                        severity,
                        List.of(
                                percent(loss) + " of the packets over the link to " + relay + " are lost",
                                String.format(
                                        Locale.ROOT, "its round trip is %.0f ms longer than at its best", addedRttMs)));
    }

    /** The bridge's own trouble takes the blame for what most participants suffer from at once. */
    private static Impairment bridge(MachineFacts machine, Impairment symptom) {
        List<String> evidence = new ArrayList<>();
        add(
                evidence,
                machine.kernelDropShare() >= MACHINE_DROPS,
                "the kernel drops " + percent(machine.kernelDropShare())
                        + " of the incoming packets (receive buffer, CPU)");
        add(
                evidence,
                machine.lateDropShare() >= MACHINE_DROPS,
                percent(machine.lateDropShare()) + " of its packets are dropped because its media workers are late");
        add(
                evidence,
                machine.busyShare() >= SATURATED,
                "its media workers are " + percent(machine.busyShare()) + " busy");
        add(evidence, machine.stalls() > 0, "a media worker did not respond " + machine.stalls() + " times");
        if (evidence.isEmpty() || (machine.sufferers() < MOST && machine.participants() > 1)) {
            return symptom;
        }
        evidence.add(percent(machine.sufferers()) + " of its participants are affected at the same time");
        return new Impairment(Culprit.BRIDGE, symptom.severity(), evidence);
    }

    private static Impairment downlink(ParticipantFacts facts) {
        Downlink down = facts.downlink();
        double loss = lossOfItsOwn(facts);
        boolean isCut = down.isLimited() && isBoundByLink(down.bound());
        double missing = isCut && down.wantedBps() > 0 ? 1 - (double) down.givenBps() / down.wantedBps() : 0;
        double queueMs = down.isOverused() || missing > 0 || down.queueMs() > 0
                ? down.queueMs() + Math.max(0, down.rttMs() - down.lowestRttMs())
                : 0;
        double severity = Math.max(Math.max(loss / LOSS, missing / MISSING), queueMs / QUEUE_MS);
        if (severity < 1) {
            return Impairment.NONE;
        }
        List<String> evidence = new ArrayList<>();
        add(evidence, loss >= LOSS / 2, percent(loss) + " of the packets sent to it are lost");
        add(
                evidence,
                missing >= MISSING / 2,
                "it gets " + bitrate(down.givenBps()) + " of the " + bitrate(down.wantedBps())
                        + " of video that it requests; the estimate is " + bitrate(Math.max(0, down.estimateBps()))
                        + ", limited by "
                        + words(down.bound()));
        add(
                evidence,
                queueMs >= QUEUE_MS / 2,
                String.format(Locale.ROOT, "packets to it wait %.0f ms in queues", queueMs));
        return new Impairment(Culprit.DOWNLINK, severity, evidence);
    }

    /** Without transport-wide feedback a receiver reports also what its senders' uplinks lost. */
    private static double lossOfItsOwn(ParticipantFacts facts) {
        double loss = facts.downlink().loss();
        if (!facts.downlink().isLossOfSendersToo()) {
            return loss;
        }
        double lostBefore = 0;
        for (Supply supply : facts.supplies()) {
            Impairment trouble = supply.relay() == null ? supply.trouble() : supply.relayTrouble();
            lostBefore = Math.max(lostBefore, trouble.severity() * LOSS);
        }
        return loss > 2 * lostBefore ? loss : 0;
    }

    private static boolean isBoundByLink(Reason bound) {
        return switch (bound) {
            case DELAY, LOSS, REMB, ACKNOWLEDGED, PROBE -> true;
            case START, CONFIGURED, NO_FEEDBACK -> false;
        };
    }

    private static Impairment uplink(Uplink up) {
        double severity = Math.max(Math.max(up.loss() / LOSS, up.jitterMs() / JITTER_MS), up.missingShare() / MISSING);
        if (severity < 1) {
            return Impairment.NONE;
        }
        List<String> evidence = new ArrayList<>();
        add(evidence, up.loss() >= LOSS / 2, percent(up.loss()) + " of the packets that it sends are lost");
        add(
                evidence,
                up.jitterMs() >= JITTER_MS / 2,
                String.format(Locale.ROOT, "its audio arrives with a jitter of %.0f ms", up.jitterMs()));
        add(
                evidence,
                up.missingShare() >= MISSING / 2,
                "its highest layers are missing, " + percent(up.missingShare()) + " of the video that it sent");
        return new Impairment(Culprit.UPLINK, severity, evidence);
    }

    private static Impairment encoder(Device device) {
        double least = Math.min(device.frameRateShare(), device.sizeShare());
        double severity = least <= 0 ? 0 : SLOW / least;
        if (severity < 1) {
            return Impairment.NONE;
        }
        List<String> evidence = new ArrayList<>();
        add(
                evidence,
                device.frameRateShare() <= SLOW,
                "its camera sends " + percent(device.frameRateShare()) + " of its usual frames in every layer");
        add(
                evidence,
                device.sizeShare() <= SLOW,
                "its camera's pictures have " + percent(device.sizeShare()) + " of their usual height in every layer");
        return new Impairment(Culprit.DEVICE, severity, evidence);
    }

    private static Impairment decoder(ParticipantFacts facts) {
        boolean isLossless = facts.downlink().loss() < 0.75 * LOSS
                && facts.supplies().stream()
                        .noneMatch(supply -> supply.trouble().isSuffering()
                                || supply.relayTrouble().isSuffering());
        double perMinute = facts.device().keyFrameRequestsPerMinute();
        double severity = isLossless ? perMinute / KEY_FRAMES_PER_MINUTE : 0;
        return severity < 1
                ? Impairment.NONE
                : new Impairment(
                        Culprit.DEVICE,
                        severity,
                        List.of(String.format(
                                Locale.ROOT,
                                "it requests %.0f key frames a minute, although nothing is lost: it decodes too slowly",
                                perMinute)));
    }

    private static Impairment supply(Supply supply) {
        if (!supply.isProminent()) {
            return Impairment.NONE;
        }
        if (supply.relayTrouble().isSuffering()) {
            return ofOther(supply.relayTrouble(), Culprit.RELAY, supply.source() + " arrives over this relay");
        }
        if (supply.trouble().isSuffering()) {
            return ofOther(
                    supply.trouble(),
                    Culprit.SENDER,
                    supply.source() + " of " + supply.owner() + " is impaired by "
                            + words(supply.trouble().culprit()));
        }
        return supply.isSilent()
                ? new Impairment(
                        Culprit.SENDER,
                        SILENT_SUPPLY,
                        List.of("no packets arrive for " + supply.source() + " of " + supply.owner()
                                + ", which is not muted"
                                + (supply.relay() == null ? "" : " (over the relay to " + supply.relay() + ")")))
                : Impairment.NONE;
    }

    private static Impairment ofOther(Impairment trouble, Culprit culprit, String what) {
        List<String> evidence = new ArrayList<>(List.of(what));
        evidence.addAll(trouble.evidence());
        double severity = OF_OTHERS * trouble.severity();
        return severity < 1 ? Impairment.NONE : new Impairment(culprit, severity, evidence);
    }

    private static Impairment worst(List<Impairment> causes) {
        Impairment worst = Impairment.NONE;
        for (Impairment cause : causes) {
            if (cause.severity() > worst.severity()) {
                worst = cause;
            }
        }
        return worst;
    }

    private static void add(List<String> evidence, boolean applies, String text) {
        if (applies) {
            evidence.add(text);
        }
    }

    private static String words(Culprit culprit) {
        return switch (culprit) {
            case UPLINK -> "its uplink";
            case DEVICE -> "its device";
            default -> "its connection";
        };
    }

    private static String words(Reason bound) {
        return switch (bound) {
            case DELAY -> "growing queues (delay)";
            case LOSS -> "loss";
            case PROBE -> "a probe";
            case ACKNOWLEDGED -> "the bitrate that arrives";
            case REMB -> "the limit that it reports (REMB)";
            case START -> "the start value";
            case CONFIGURED -> "the configured bounds";
            case NO_FEEDBACK -> "missing feedback";
        };
    }
}
