package org.starbridge.media.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.demux.Route;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.ring.PacketRing;
import org.starbridge.media.ring.RingCursor;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.udp.GsoLimits;

/** The order in which packets of one moment leave: long runs, and no stream's packets change places. */
class FanOutBatchTest {
    private static final Route SOURCE = new Route(1, 1, "source");

    private final PacketRing ring = new PacketRing(1 << 18);
    private final RingCursor cursor = ring.cursor();
    private final FanOuts fanOuts = new FanOuts();
    private final ReceiverGroup audience = new ReceiverGroup("conference");
    private final DropCounters drops = new DropCounters();
    private final FanOutBatch pass = new FanOutBatch(fanOuts, drops, GsoLimits.upTo(GsoLimits.MAX_DATAGRAMS));

    private int places = 1;

    @AfterEach
    void free() {
        ring.close();
    }

    /** A packet of a stream; its number in the run of the test is its extended sequence number. */
    private void packet(int handle, int lengthBytes, long number) {
        FanOut fanOut = fanOuts.find(handle);
        if (fanOut == null || fanOut.streams().length != places) {
            fanOut = new FanOut(handle, SOURCE, MediaKind.VIDEO, audience, new @Nullable OutgoingStream[places]);
            fanOuts.put(fanOut);
        }
        long record = ring.claim(lengthBytes);
        RtpHeaderWriter writer = new RtpHeaderWriter();
        writer.fixed(RingRecord.body(record), lengthBytes, false, 100, number, 0, handle);
        int header = writer.end();
        Memory.fill(RingRecord.body(record) + header, lengthBytes - header, 1);
        RtpView packet = new RtpView();
        assertThat(packet.wrap(RingRecord.body(record), lengthBytes)).isNull();
        RingRecord.writeMedia(record, 1, handle, packet);
        RingRecord.writeOrder(record, number, 0, new FrameFacts());
        ring.commit(lengthBytes);
        cursor.peek();
        assertThat(audience.add(cursor, fanOut, 0)).isTrue();
        cursor.advance();
    }

    private List<Integer> lengths() {
        pass.load(audience, 0);
        List<Integer> lengths = new ArrayList<>();
        for (int i = 0; i < pass.size(); i++) {
            lengths.add(pass.packet(i).lengthBytes());
        }
        return lengths;
    }

    /** How many runs the kernel sees: equal lengths, and one shorter behind them. */
    private static int runs(List<Integer> lengths) {
        int runs = 0;
        int segment = 0;
        for (int length : lengths) {
            if (length > segment) {
                runs++;
                segment = length;
            } else if (length < segment) {
                segment = 0; // the end of a run, whatever follows
            }
        }
        return runs;
    }

    @Test
    void aFramesPacketsStayTogetherAndItsShorterLastOneEndsTheRun() {
        packet(1, 1100, 0);
        packet(1, 1100, 1);
        packet(1, 1099, 2);
        assertThat(lengths()).containsExactly(1100, 1100, 1099);
    }

    @Test
    void equalPacketsOfDifferentStreamsMeet() {
        packet(1, 100, 0);
        packet(2, 1000, 1);
        packet(3, 100, 2);
        packet(4, 1000, 3);
        assertThat(lengths()).containsExactly(1000, 1000, 100, 100);
        assertThat(runs(List.of(1000, 1000, 100, 100))).isEqualTo(2);
    }

    @Test
    void aShorterPacketThatIsAloneEndsTheRunOfALongerOne() {
        packet(1, 90, 0);
        packet(2, 1000, 1);
        assertThat(lengths()).containsExactly(1000, 90);
    }

    @Test
    void aStreamsShortPacketBeforeItsLongOneStaysBeforeIt() {
        packet(1, 200, 0);
        packet(1, 1000, 1);
        assertThat(lengths()).containsExactly(200, 1000);
    }

    @Test
    void noStreamsPacketsChangePlacesAndNoneIsLostOrDoubledAndThereAreFewerRunsThanAsTheyCame() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int runsAsTheyCame = 0;
        int runsAsTheyLeave = 0;
        for (int round = 0; round < 300; round++) {
            int count = 1 + random.nextInt(FanOutBatch.MAX_PACKETS);
            List<Integer> asTheyCame = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int length = random.nextBoolean() ? 100 : 900 + random.nextInt(3);
                packet(1 + random.nextInt(5), length, i);
                asTheyCame.add(length);
            }
            List<Integer> lengths = lengths();
            String what = "round " + round + ", seed " + seed;
            assertThat(lengths).as(what).containsExactlyInAnyOrderElementsOf(asTheyCame);
            runsAsTheyCame += runs(asTheyCame);
            runsAsTheyLeave += runs(lengths);
            for (int i = 0; i < pass.size(); i++) {
                for (int j = i + 1; j < pass.size(); j++) {
                    if (pass.packet(i).source() == pass.packet(j).source()) {
                        assertThat(pass.packet(i).source().extSeq())
                                .as(what)
                                .isLessThan(pass.packet(j).source().extSeq());
                    }
                }
            }
            pass.servedUpTo(pass.places());
            assertThat(audience.hasWaiting()).isFalse();
        }
        assertThat(runsAsTheyLeave).as("seed " + seed).isLessThan(runsAsTheyCame);
    }

    @Test
    void whatWaitedForASecondIsLeftOutAndCounted() {
        packet(1, 500, 0);
        packet(1, 400, 1);
        pass.load(audience, FanOutBatch.MAX_WAIT_NS);
        assertThat(pass.size()).isEqualTo(2);
        pass.servedUpTo(pass.places());
        packet(1, 500, 2);
        pass.load(audience, FanOutBatch.MAX_WAIT_NS + 1);
        assertThat(pass.size()).isZero();
        assertThat(drops.copy()).containsEntry(DropReason.WAITED_TOO_LONG, 1L);
        pass.servedUpTo(pass.places());
        assertThat(audience.hasWaiting()).isFalse();
    }

    @Test
    void tellsHowFullTheRingIsSeenFromTheOldestPacketThatWaits() {
        for (int number = 0; number < 64; number++) {
            packet(1, 1000, number);
        }
        assertThat(lengths()).isNotEmpty();
        assertThat(pass.ringOccupancy()).isBetween(0.24, 0.28); // 64 kB and headers, of 256 kB
        assertThat(pass.ringOccupancy()).isZero();
    }

    @Test
    void moreThanOnePassesPacketsAreServedInPassesInTheirOrder() {
        for (int i = 0; i < 3 * FanOutBatch.MAX_PACKETS + 5; i++) {
            packet(1, 500, i);
        }
        long expected = 0;
        while (audience.hasWaiting()) {
            pass.load(audience, 0);
            for (int i = 0; i < pass.size(); i++) {
                assertThat(pass.packet(i).source().extSeq()).isEqualTo(expected++);
            }
            pass.servedUpTo(pass.places());
        }
        assertThat(expected).isEqualTo(3 * FanOutBatch.MAX_PACKETS + 5);
    }

    /** The places that the next turn goes to, as "from-before", and the numbers of the packets that they get. */
    private String turn(int upTo) {
        pass.load(audience, 0);
        StringBuilder numbers = new StringBuilder();
        for (int i = 0; i < pass.size(); i++) {
            numbers.append(' ').append(pass.packet(i).source().extSeq());
        }
        int before = Math.min(upTo, pass.places());
        String turn = pass.firstPlace() + "-" + before + ":" + numbers;
        pass.servedUpTo(before);
        return turn;
    }

    @Test
    void whatComesMeanwhileJoinsAtTheReceiverThatIsNextAndGoesToTheOthersInTheNextRound() {
        places = 8;
        packet(1, 500, 0);
        assertThat(turn(3)).isEqualTo("0-3: 0");
        packet(1, 500, 1);
        assertThat(turn(8)).isEqualTo("3-8: 0 1");
        packet(1, 500, 2);
        assertThat(turn(8)).isEqualTo("0-3: 1 2");
        assertThat(turn(8)).isEqualTo("3-8: 2");
        assertThat(audience.hasWaiting()).isFalse();
    }

    @Test
    void nothingJoinsWhatIsUnderWayWhenPlacesMeanOtherReceivers() {
        places = 8;
        packet(1, 500, 0);
        assertThat(turn(3)).isEqualTo("0-3: 0");
        audience.onFanOutsChanged();
        places = 9;
        packet(1, 500, 1);
        assertThat(turn(9)).isEqualTo("3-8: 0");
        assertThat(turn(9)).isEqualTo("0-9: 1");
        assertThat(audience.hasWaiting()).isFalse();
    }

    @Test
    void whatWasUnderWayBeforeItWaitedTooLongGoesToAllOfItsReceivers() {
        places = 8;
        packet(1, 500, 0);
        assertThat(turn(3)).isEqualTo("0-3: 0");
        packet(1, 500, 1);
        pass.load(audience, FanOutBatch.MAX_WAIT_NS + 1);
        assertThat(pass.size()).isEqualTo(1);
        assertThat(drops.copy()).containsEntry(DropReason.WAITED_TOO_LONG, 8L);
    }

    @Test
    void everyReceiverGetsEveryPacketOnceAndEachSourceInOrderWheneverPacketsComeAndPlacesChange() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        List<Integer> expected = new ArrayList<>(); // by packet: receivers
        List<Integer> sources = new ArrayList<>();
        List<Map<Integer, Long>> last = new ArrayList<>(); // by place: the number of each source's last packet
        List<Integer> got = new ArrayList<>();
        places = 7;
        while (expected.size() < 2000 || audience.hasWaiting()) {
            if (expected.size() < 2000 && random.nextInt(3) == 0) {
                if (random.nextInt(20) == 0) {
                    finish(got, last, sources);
                    audience.onFanOutsChanged();
                    places = 1 + random.nextInt(12);
                    for (int handle = 1; handle <= 4; handle++) {
                        fanOuts.remove(handle); // all of a conference's change at one time
                    }
                }
                int source = 1 + random.nextInt(4);
                packet(source, random.nextBoolean() ? 100 : 900, expected.size());
                expected.add(places);
                sources.add(source);
                got.add(0);
            }
            serve(1 + random.nextInt(5), got, last, sources);
        }
        assertThat(got).as("seed " + seed).isEqualTo(expected);
    }

    private void finish(List<Integer> got, List<Map<Integer, Long>> last, List<Integer> sources) {
        while (audience.hasWaiting()) {
            serve(100, got, last, sources);
        }
    }

    private void serve(int most, List<Integer> got, List<Map<Integer, Long>> last, List<Integer> sources) {
        pass.load(audience, 0);
        int before = Math.min(pass.firstPlace() + most, pass.places());
        for (int place = pass.firstPlace(); place < before; place++) {
            while (last.size() <= place) {
                last.add(new HashMap<>());
            }
            for (int i = 0; i < pass.size(); i++) {
                long number = pass.packet(i).source().extSeq();
                got.set((int) number, got.get((int) number) + 1);
                Long previous = last.get(place).put(sources.get((int) number), number);
                assertThat(previous == null || previous < number).isTrue();
            }
        }
        pass.servedUpTo(before);
    }
}
