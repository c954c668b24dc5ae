package org.starbridge.bridge.observation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.impairment.Impairment;
import org.starbridge.bridge.impairment.ImpairmentJudge;
import org.starbridge.bridge.impairment.ParticipantFacts;
import org.starbridge.bridge.impairment.ParticipantFacts.Device;
import org.starbridge.bridge.impairment.ParticipantFacts.Supply;
import org.starbridge.bridge.impairment.ParticipantFacts.Uplink;
import org.starbridge.control.participant.EndpointSnapshot;
import org.starbridge.control.participant.EndpointSnapshot.SentVideo;
import org.starbridge.lastn.allocation.SourceAllocation;
import org.starbridge.media.api.EndpointStats;

/** One endpoint under observation. Owned by the observer, but for {@link #history()} and {@link #impairment()}. */
final class ParticipantObservation {
    private static final List<String> COLUMNS =
            List.of("received_bps", "sent_bps", "estimate_bps", "loss_to_it", "loss_from_it", "rtt_ms", "quality");

    private static final int MOST_SOURCES = 64;

    private final ParticipantWindow window = new ParticipantWindow();
    private final Map<String, SourceObservation> sources = new HashMap<>();
    private final Map<String, Integer> heights = new HashMap<>();
    private final @Nullable HistoryRing history;
    private EndpointStats before = EndpointStats.NONE;
    private long beforeNs;
    private Impairment own = Impairment.NONE;
    private Impairment asSender = Impairment.NONE;
    private volatile Impairment impairment = Impairment.NONE;

    /** @param withHistory whether there is memory for its figures */
    ParticipantObservation(boolean withHistory) {
        history = withHistory ? new HistoryRing(COLUMNS) : null;
    }

    /** Takes its state, and judges what is its own. */
    void look(EndpointSnapshot endpoint, Map<String, Integer> wantedHeightsPx, long nowNs) {
        window.look(endpoint, nowNs);
        sources.keySet()
                .retainAll(endpoint.video().stream().map(SentVideo::source).toList());
        for (SentVideo video : endpoint.video()) {
            sources.computeIfAbsent(video.source(), _ -> new SourceObservation())
                    .look(video, wantedHeightsPx.getOrDefault(video.source(), 0));
        }
        own = asSender = Impairment.NONE;
        if (isJudgeable(endpoint)) {
            ParticipantFacts facts = facts(endpoint, List.of(), nowNs);
            own = ImpairmentJudge.own(facts);
            asSender = ImpairmentJudge.asSender(facts);
        }
    }

    boolean isJudgeable(EndpointSnapshot endpoint) {
        return window.isJudgeable() && endpoint.dtlsConnected();
    }

    ParticipantFacts facts(EndpointSnapshot endpoint, List<Supply> supplies, long nowNs) {
        long heardNs = endpoint.stats().lastActivityNs();
        double rateShare = 1;
        double sizeShare = 1;
        double missingShare = 0;
        for (SourceObservation source : sources.values()) {
            rateShare = Math.min(rateShare, source.rateShare());
            sizeShare = Math.min(sizeShare, source.sizeShare());
            missingShare = Math.max(missingShare, source.missingShare());
        }
        return new ParticipantFacts(
                heardNs == 0 ? 0 : Math.max(0, nowNs - heardNs) / 1e9,
                window.downlink(endpoint),
                new Uplink(window.inboundLoss(), window.jitterMs(), missingShare),
                new Device(window.keyFrameRequestsPerMinute(), rateShare, sizeShare),
                supplies);
    }

    /** Impairment by the participant's own links and device. */
    Impairment own() {
        return own;
    }

    /** The part of that impairment that others notice. */
    Impairment asSender() {
        return asSender;
    }

    boolean isSilent(String source) {
        SourceObservation observed = sources.get(source);
        return observed != null && observed.isSilent();
    }

    /** Impairment of the participant. Any thread. */
    Impairment impairment() {
        return impairment;
    }

    /** Takes the verdict, and logs it if it is another one. */
    void impairment(String id, Impairment verdict, EventLog events, long timeMs) {
        if (verdict.culprit() != impairment.culprit()) {
            events.add(
                    timeMs,
                    verdict.isSuffering() ? EventLog.Kind.SUFFERS : EventLog.Kind.RECOVERED,
                    id,
                    verdict.sentence());
        }
        impairment = verdict;
    }

    /** Logs which of its sources come in another height. */
    void logLayers(EndpointSnapshot endpoint, EventLog events, long timeMs) {
        for (SourceAllocation source : endpoint.allocation().sources()) {
            int height = source.target() == null ? 0 : source.target().heightPx();
            if (!heights.containsKey(source.name()) && (height == 0 || heights.size() >= MOST_SOURCES)) {
                continue;
            }
            Integer last = height == 0 ? heights.remove(source.name()) : heights.put(source.name(), height);
            if (last != null && last != height) {
                events.add(
                        timeMs,
                        EventLog.Kind.LAYER,
                        endpoint.id(),
                        source.name() + " " + last + "p to " + (height == 0 ? "nothing" : height + "p"));
            }
        }
        if (heights.size() > endpoint.allocation().sources().size()) {
            heights.keySet()
                    .retainAll(endpoint.allocation().sources().stream()
                            .map(SourceAllocation::name)
                            .toList());
        }
    }

    /** Adds a row to its history. */
    void record(EndpointSnapshot endpoint, long nowNs, long timeMs) {
        EndpointStats now = endpoint.stats();
        double seconds = beforeNs == 0 ? 0 : (nowNs - beforeNs) / 1e9;
        if (history != null && seconds > 0) {
            history.add(
                    timeMs,
                    8
                            * Math.max(
                                    0,
                                    now.traffic().bytesReceived()
                                            - before.traffic().bytesReceived())
                            / seconds,
                    8 * Math.max(0, now.traffic().bytesSent() - before.traffic().bytesSent()) / seconds,
                    now.bandwidth().isKnown() ? now.bandwidth().targetBps() : Double.NaN,
                    Math.max(0, now.bandwidth().isKnown() ? now.bandwidth().lossRatio() : now.outboundLossFraction()),
                    window.inboundLoss(),
                    now.bandwidth().rttMs() > 0 ? now.bandwidth().rttMs() : now.rttMs(),
                    endpoint.connection().quality() < 0
                            ? Double.NaN
                            : endpoint.connection().quality());
        }
        before = now;
        beforeNs = nowNs;
    }

    /** The figures of the last hour; null if there was no memory for them. Any thread. */
    @Nullable
    HistoryRing history() {
        return history;
    }
}
