package org.starbridge.hammer.app;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.app.phase.LiveProgress;
import org.starbridge.hammer.app.phase.MeasuredWindow;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.bridge.ProcessMeter.Usage;
import org.starbridge.hammer.bridge.TargetBridge;
import org.starbridge.hammer.client.ClientConference;
import org.starbridge.hammer.client.plan.BridgeSpread;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.result.ReceiverCount;
import org.starbridge.hammer.report.BridgeLoss;
import org.starbridge.hammer.report.Delays;
import org.starbridge.hammer.report.JoinBurst;
import org.starbridge.hammer.report.RelayReport;
import org.starbridge.hammer.report.RelayReport.RelayedBridge;

/**
 * A window over several bridges: measures what each uses and sends, and how long sound takes over relays. One thread.
 */
final class RelayMeasurement implements MeasuredWindow {
    /** A loss is noticed by what comes after it, and repaired a round trip later. */
    private static final Duration HEALED = Duration.ofSeconds(1);

    private final ClientConference conference;
    private final ConferenceOptions options;
    private final MeasuredWindow inner;
    private final TargetBridge first;
    private final FurtherBridges further;
    private final LiveProgress progress;
    private final List<@Nullable Usage> before = new ArrayList<>();
    private final List<@Nullable Usage> after = new ArrayList<>();

    /** @param inner what happens meanwhile */
    RelayMeasurement(
            ClientConference conference,
            ConferenceOptions options,
            MeasuredWindow inner,
            TargetBridge first,
            FurtherBridges further,
            LiveProgress progress) {
        this.conference = conference;
        this.options = options;
        this.inner = inner;
        this.first = first;
        this.further = further;
        this.progress = progress;
    }

    @Override
    public void run() throws InterruptedException {
        read(before);
        inner.run();
        if (!further.focus().paths().isPerfect()) {
            further.focus().paths().heal();
            progress.run(HEALED);
        }
        read(after);
    }

    private void read(List<@Nullable Usage> usages) {
        for (int bridge = 0; bridge < options.spread().bridges(); bridge++) {
            ProcessMeter meter = bridge == 0 ? first.meter() : further.meter(bridge);
            usages.add(meter == null ? null : meter.read());
        }
    }

    @Override
    public @Nullable JoinBurst joinBurst() {
        return inner.joinBurst();
    }

    @Override
    public RelayReport relays(List<ReceiverCount> counts) {
        BridgeSpread spread = options.spread();
        boolean isCounted = !options.isSelective() && spread.lost() < 0;
        List<RelayedBridge> bridges = new ArrayList<>();
        for (int bridge = 0; bridge < spread.bridges(); bridge++) {
            Usage begin = before.get(bridge);
            Usage end = after.get(bridge);
            bridges.add(new RelayedBridge(
                    further.focus().relayId(bridge),
                    bridge == spread.lost(),
                    isCounted ? received(counts, bridge) : null,
                    isCounted ? relayed(counts, bridge) : null,
                    begin == null || end == null ? null : (Long) (end.cpuNs() - begin.cpuNs())));
        }
        List<@Nullable Delays> delays = new ArrayList<>();
        for (int relays = 0; relays <= BridgeSpread.MAX_RELAYS; relays++) {
            delays.add(Delays.of(conference.soundDelays(relays)));
        }
        BridgeLoss loss = inner instanceof BridgeLossWindow window ? window.loss() : null;
        return new RelayReport(
                spread.isStar(), bridges, delays, further.focus().paths().dropped(), loss);
    }

    /** Returns the packets that the endpoints of a bridge received, which is what it sent to them. */
    private Long received(List<ReceiverCount> counts, int bridge) {
        return counts.stream()
                .filter(count -> options.spread().home(count.number()) == bridge)
                .mapToLong(count -> count.received().packets())
                .sum();
    }

    /**
     * Returns the packets that a bridge sends to others: its endpoints' streams once to each, and in the middle of a
     * star others' streams.
     */
    private Long relayed(List<ReceiverCount> counts, int bridge) {
        BridgeSpread spread = options.spread();
        long packets = 0;
        for (ReceiverCount count : counts) {
            int home = spread.home(count.number());
            boolean isPassedOn = spread.isStar() && bridge == 0 && home != 0;
            packets += count.sent().packets()
                    * (home == bridge ? spread.relaysOf(bridge) : isPassedOn ? spread.bridges() - 2 : 0);
        }
        return packets;
    }
}
