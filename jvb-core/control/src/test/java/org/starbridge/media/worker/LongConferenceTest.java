package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.ForceMute;
import org.starbridge.colibri.Transport;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaStats;
import org.starbridge.media.worker.SimulatedClient.GotStream;
import org.starbridge.media.worker.SimulatedClient.SentStream;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.rtcp.NtpTime;
import org.starbridge.testkit.EveryThirdDay;
import org.starbridge.testkit.SimulatedNetwork.Conditions;

/**
 * A conference of eight that lasts 24 hours, under virtual time: every five minutes an endpoint leaves or vanishes and
 * comes back, and each hour has talk spurts, loss, mutes, key frame requests, an ICE restart that is asked for, and a
 * NAT that forgets. Nothing may grow.
 *
 * <p>A talk spurt has the packet rates of a call (50 audio and 50 video packets a second), for half a second; between
 * spurts only ICE's consent checks, reports and statistics go on. The whole day at those rates would be 40 million
 * forwarded packets, which is a load test.
 */
@EveryThirdDay(day = 1)
class LongConferenceTest {
    private static final long SEED = 20261121;
    private static final long SECOND_NS = 1_000_000_000;
    private static final long BLOCK_NS = 300 * SECOND_NS;
    private static final int BLOCKS_PER_HOUR = 12;
    private static final int PEOPLE = 8;
    private static final Conditions BAD = new Conditions(0.05, 0.02, 5_000_000, 30_000_000);

    private final WholeBridge bridge = new WholeBridge(SEED, 2);
    private final List<SimulatedClient> people = new ArrayList<>();

    @Test
    void nothingGrowsInADayOfComingsAndGoings() {
        long slabsBefore = Slab.liveBlocks();
        try (bridge) {
            bridge.create("day");
            for (int i = 0; i < PEOPLE; i++) {
                people.add(bridge.join("day", "p" + i));
            }
            assertThat(bridge.connectAll()).isTrue();
            long slabs = Slab.liveBlocks();
            long heapAtTwo = 0;
            int ivsAtTwo = 0;
            MediaStats last = bridge.workers.stats();
            for (int hour = 1; hour <= 24; hour++) {
                for (int block = 0; block < BLOCKS_PER_HOUR; block++) {
                    liveThroughBlock(block);
                }
                last = assertAllIsAsItWas("hour " + hour, last, slabs);
                if (hour == 2) {
                    heapAtTwo = usedHeapBytes();
                    ivsAtTwo = bridge.ledger.size();
                }
            }
            long ledgerBytes = 500L * (bridge.ledger.size() - ivsAtTwo); // it forgets nothing, by design
            assertThat(usedHeapBytes() - heapAtTwo).as("heap").isLessThan(ledgerBytes + (24L << 20));

            List.copyOf(people).forEach(client -> bridge.leave("day", client));
            bridge.run(2 * SECOND_NS);
            assertThat(bridge.conferences.count()).as("no endpoint is left").isZero();
            assertThat(bridge.workers.footprint().streams()).isZero();
            assertThat(bridge.workers.footprint().workers()).containsOnly(new TableSizes.Tables(0, 0, 0, 0));
        }
        assertThat(Slab.liveBlocks()).isLessThan(slabsBefore);
    }

    private void liveThroughBlock(int block) {
        long endNs = bridge.clock.nowNs() + BLOCK_NS;
        bridge.network.conditions(block == 7 ? BAD : Conditions.PERFECT);
        comeAndGo(block);
        talk(anybody());
        switch (block) {
            case 2, 8 -> mute(anybody());
            case 4, 10 -> rebind(anybody());
            case 5 -> askForIceRestart(anybody());
            case 6 -> anybody().requestKeyFrame(WholeBridge.stream(anybody(), SimulatedBridge.VP8).ssrc);
            default -> {}
        }
        talk(anybody());
        people.forEach(SimulatedClient::forgetHistory);
        bridge.run(endNs - bridge.clock.nowNs());
    }

    private SimulatedClient anybody() {
        return people.get(bridge.random.nextInt(people.size()));
    }

    /**
     * An endpoint leaves in order, or vanishes and control learns it later; then it is back, and hears and is heard.
     */
    private void comeAndGo(int block) {
        SimulatedClient gone = anybody();
        String id = WholeBridge.endpointId(gone);
        people.remove(gone);
        if (block % 3 == 0) {
            bridge.vanish(gone);
            bridge.run(20 * SECOND_NS);
            bridge.colibri.handle(ConferenceModify.updating("day", List.of(EndpointModify.expiring(id))));
        } else {
            bridge.leave("day", gone);
        }
        bridge.run(SECOND_NS);
        SimulatedClient back = bridge.join("day", id);
        people.add(back);
        assertThat(bridge.runUntil(() -> bridge.isConnected(back), 10 * SECOND_NS))
                .as("%s is back", id)
                .isTrue();
        SimulatedClient other = people.get(0);
        assertHeard(other, back);
        assertHeard(back, other);
    }

    /** Within two seconds of speech. */
    private void assertHeard(SimulatedClient from, SimulatedClient by) {
        SentStream stream = WholeBridge.stream(from, SimulatedBridge.OPUS);
        int before = received(by, stream);
        for (int i = 0; i < 100 && received(by, stream) == before; i++) {
            from.send(stream, payload(60), false);
            bridge.run(20_000_000);
        }
        assertThat(received(by, stream)).as("%s hears %s", by.name, from.name).isGreaterThan(before);
    }

    private static int received(SimulatedClient by, SentStream stream) {
        GotStream got = by.got.get(stream.ssrc);
        return got == null ? 0 : got.order.size();
    }

    /** Half a second of audio and video. Without loss everybody gets all of it, once. */
    private void talk(SimulatedClient speaker) {
        SentStream audio = WholeBridge.stream(speaker, SimulatedBridge.OPUS);
        SentStream video = WholeBridge.stream(speaker, SimulatedBridge.VP8);
        bridge.run(100_000_000); // what the network still has of earlier conditions
        people.forEach(SimulatedClient::forgetHistory);
        long lostBefore = bridge.network.lost();
        for (int i = 0; i < 25; i++) {
            speaker.send(audio, payload(80), i == 0);
            speaker.send(video, payload(600), true);
            bridge.run(20_000_000);
        }
        speaker.sendSenderReport(audio, 0x8000_0000_0000_0000L + bridge.clock.nowNs());
        people.get(0).sendReport(audio.ssrc, 0, NtpTime.middle(bridge.clock.nowNs()), 1_000_000);
        bridge.run(100_000_000);
        if (bridge.network.lost() == lostBefore) {
            for (SimulatedClient listener : people) {
                if (listener != speaker) {
                    assertThat(received(listener, audio))
                            .as("%s hears %s", listener.name, speaker.name)
                            .isEqualTo(25);
                    assertThat(received(listener, video))
                            .as("%s sees %s", listener.name, speaker.name)
                            .isEqualTo(25);
                }
            }
        }
    }

    private byte[] payload(int length) {
        byte[] payload = new byte[length];
        bridge.random.nextBytes(payload);
        WholeBridge.makeKeyFrame(payload);
        return payload;
    }

    private void mute(SimulatedClient speaker) {
        update(speaker, EndpointModify.builder(WholeBridge.endpointId(speaker)).forceMute(new ForceMute(true, false)));
        SentStream audio = WholeBridge.stream(speaker, SimulatedBridge.OPUS);
        bridge.run(SECOND_NS);
        people.forEach(SimulatedClient::forgetHistory);
        for (int i = 0; i < 10; i++) {
            speaker.send(audio, payload(80), false);
            bridge.run(20_000_000);
        }
        assertThat(people)
                .allSatisfy(listener -> assertThat(received(listener, audio)).isZero());
        update(speaker, EndpointModify.builder(WholeBridge.endpointId(speaker)).forceMute(new ForceMute(false, false)));
        bridge.run(SECOND_NS);
    }

    private void rebind(SimulatedClient client) {
        bridge.rebind(client);
        // The client's next consent check, at most some six seconds away, tells the bridge; it is a full agent, so it
        // checks
        // the new address before it sends there.
        bridge.run(15 * SECOND_NS);
        assertHeard(client, people.get(people.get(0) == client ? 1 : 0));
        assertHeard(people.get(people.get(0) == client ? 1 : 0), client);
    }

    private void askForIceRestart(SimulatedClient client) {
        update(
                client,
                EndpointModify.builder(WholeBridge.endpointId(client))
                        .transport(new Transport(false, false, true, null, null)));
    }

    private void update(SimulatedClient client, EndpointModify.Builder request) {
        assertThat(people).contains(client);
        bridge.colibri.handle(ConferenceModify.updating("day", List.of(request.build())));
    }

    private MediaStats assertAllIsAsItWas(String hour, MediaStats last, long slabs) {
        bridge.run(2 * SECOND_NS);
        MediaStats now = bridge.workers.stats();
        assertThat(bridge.faults).as(hour).isEmpty();
        assertThat(now.endpoints()).as(hour).isEqualTo(PEOPLE);
        assertThat(bridge.conferences.snapshot("day").orElseThrow().endpoints())
                .as(hour)
                .hasSize(PEOPLE)
                .allSatisfy(endpoint -> assertThat(endpoint.dtlsConnected()).isTrue());
        assertThat(now.count(MediaCounter.PACKETS_RECEIVED))
                .as(hour)
                .isGreaterThan(last.count(MediaCounter.PACKETS_RECEIVED) + 1000);
        assertThat(now.count(MediaCounter.PACKETS_SENT))
                .as(hour)
                .isGreaterThan(last.count(MediaCounter.PACKETS_SENT) + 7_000);
        assertThat(now.count(MediaCounter.COMMAND_QUEUE_REJECTIONS)).as(hour).isZero();
        assertThat(people)
                .as(hour)
                .allSatisfy(client -> assertThat(client.failures).isZero());

        TableSizes footprint = bridge.workers.footprint();
        assertThat(footprint.routes()).as(hour).isEqualTo(PEOPLE);
        assertThat(footprint.ufrags()).as(hour).isEqualTo(PEOPLE);
        assertThat(footprint.streams()).as(hour).isEqualTo(2 * PEOPLE);
        for (TableSizes.Tables worker : footprint.workers()) {
            assertThat(worker.plans()).as(hour).isEqualTo(1);
            assertThat(worker.fanOuts()).as(hour).isLessThanOrEqualTo(2 * PEOPLE);
            assertThat(worker.tuples()).as(hour).isBetween(PEOPLE, 4 * PEOPLE);
        }
        assertThat(Slab.liveBlocks()).as(hour + ", native memory").isLessThanOrEqualTo(slabs + 2 * PEOPLE);
        for (MediaWorker worker : bridge.workers.workers()) {
            assertThat(worker.commands().isEmpty()).as(hour).isTrue();
        }
        return now;
    }

    private static long usedHeapBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
