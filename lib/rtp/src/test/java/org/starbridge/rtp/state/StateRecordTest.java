package org.starbridge.rtp.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class StateRecordTest {
    private static final long WRITTEN_NS = 5_000_000_000L;

    /** Something with a part of every kind. */
    private static final class Thing {
        boolean flag;
        int count;
        long number;
        double share;
        long dueNs = Long.MAX_VALUE;
        long sinceNs;
        TimeUnit unit = TimeUnit.SECONDS;
        byte[] key = {};
        String name = "";
        final long[] window = new long[3];
        final int[] counts = new int[2];
        final long[] times = new long[2];
        long laterAddition = 42;

        @Nullable
        Thing inner;

        void state(State state) throws StateException {
            flag = state.bool(flag);
            count = state.i32(count, 0, 1000);
            number = state.i64(number);
            share = state.f64(share);
            dueNs = state.time(dueNs);
            sinceNs = state.time(sinceNs);
            unit = state.choice(unit, TimeUnit.values());
            key = state.bytes(key, 16);
            name = state.text(name, 100);
            state.longs(window);
            state.ints(counts);
            state.times(times);
            if (state.version() >= 2) {
                laterAddition = state.i64(laterAddition);
            }
            if (state.bool(inner != null)) {
                Thing known = inner == null ? new Thing() : inner;
                inner = known;
                state.part(10, 2, known::state);
            }
        }
    }

    private static Thing thing() {
        Thing thing = new Thing();
        thing.flag = true;
        thing.count = 7;
        thing.number = -1;
        thing.share = 0.25;
        thing.sinceNs = WRITTEN_NS - 300;
        thing.unit = TimeUnit.DAYS;
        thing.key = new byte[] {1, 2, 3};
        thing.name = "Zoë";
        thing.window[2] = 99;
        thing.counts[1] = 5;
        thing.times[0] = WRITTEN_NS + 20;
        thing.laterAddition = 43;
        return thing;
    }

    private static byte[] written(Thing thing, int version) throws StateException {
        StateWriter writer = new StateWriter(WRITTEN_NS);
        writer.part(7, version, thing::state);
        return writer.record();
    }

    private static Thing read(byte[] record) throws StateException {
        Thing thing = new Thing();
        assertThat(StateReader.of(record, 0).part(7, 2, thing::state)).isTrue();
        return thing;
    }

    @Test
    void aThingIsReadAsItWasWrittenAndTimesAreDistances() throws StateException {
        Thing thing = thing();
        thing.inner = thing();
        Thing read = read(written(thing, 2));
        assertThat(read.sinceNs).isEqualTo(-300);
        assertThat(read.times).containsExactly(20, -WRITTEN_NS);
        assertThat(read.dueNs).as("never stays never").isEqualTo(Long.MAX_VALUE);
        assertThat(read)
                .usingRecursiveComparison()
                .ignoringFields("sinceNs", "times", "inner.sinceNs", "inner.times")
                .isEqualTo(thing);
    }

    @Test
    void theVersionBeforeIsReadAndWhatItLacksStaysAsItWasMade() throws StateException {
        Thing read = read(written(thing(), 1));
        assertThat(read.name).isEqualTo("Zoë");
        assertThat(read.laterAddition).isEqualTo(42);
    }

    @Test
    void otherVersionsAreRefused() throws StateException {
        byte[] newer = written(thing(), 3);
        assertThatExceptionOfType(StateException.class)
                .isThrownBy(() -> read(newer))
                .withMessage("part 7 of the record is of version 3: this program reads 1 to 2");
        byte[] old = written(thing(), 1);
        assertThatExceptionOfType(StateException.class)
                .isThrownBy(() -> StateReader.of(old, 0).part(7, 3, new Thing()::state))
                .withMessageContaining("reads 2 to 3");
    }

    @Test
    void unknownPartsAreSkippedAndMissingOnesAreFalse() throws StateException {
        StateWriter writer = new StateWriter(0);
        writer.part(1, 1, part -> part.text("of the future", 100));
        writer.part(7, 2, thing()::state);
        writer.part(7, 2, thing()::state);
        writer.part(8, 1, part -> part.i64(1));
        byte[] record = writer.record();
        StateReader reader = StateReader.of(record, 0);
        Thing read = new Thing();
        assertThat(reader.part(2, 1, part -> {})).isFalse();
        assertThat(reader.part(7, 2, read::state)).isTrue();
        assertThat(reader.part(7, 2, read::state)).isTrue();
        assertThat(reader.part(7, 2, read::state)).isFalse();
        assertThat(reader.part(9, 2, read::state)).isFalse();
        assertThat(read.count).isEqualTo(7);
    }

    @Test
    void everyDamagedOrTruncatedRecordIsRefused() throws StateException {
        Thing thing = thing();
        thing.inner = thing();
        byte[] record = written(thing, 2);
        for (int length = 0; length < record.length; length++) {
            byte[] shorter = Arrays.copyOf(record, length);
            assertThatExceptionOfType(StateException.class).isThrownBy(() -> read(shorter));
        }
        for (int bit = 0; bit < 8 * record.length; bit++) {
            byte[] damaged = record.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatExceptionOfType(StateException.class).isThrownBy(() -> read(damaged));
        }
    }

    @Test
    void aWrongRecordWithARightChecksumIsReadOrRefusedAndNothingElse() throws StateException {
        Thing thing = thing();
        thing.inner = thing();
        byte[] record = written(thing, 2);
        Random random = new Random(53);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] wrong =
                    Arrays.copyOf(record, random.nextInt(4) == 0 ? random.nextInt(record.length) : record.length);
            for (int change = random.nextInt(4); change >= 0 && wrong.length > 9; change--) {
                wrong[9 + random.nextInt(wrong.length - 9)] = (byte) random.nextInt();
            }
            try {
                StateReader.of(checksummed(wrong), 0).part(7, 2, new Thing()::state);
            } catch (StateException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(1000);
    }

    private static byte[] checksummed(byte[] record) {
        if (record.length >= 13) {
            ByteBuffer buffer = ByteBuffer.wrap(record);
            buffer.putInt(5, record.length - 13);
            CRC32C checksum = new CRC32C();
            checksum.update(record, 0, record.length - 4);
            buffer.putInt(record.length - 4, (int) checksum.getValue());
        }
        return record;
    }

    @Test
    void tooLongIsRefusedWhereItIsWritten() {
        StateWriter writer = new StateWriter(0);
        assertThatExceptionOfType(StateException.class)
                .isThrownBy(() -> writer.part(1, 1, part -> part.bytes(new byte[17], 16)));
        assertThatExceptionOfType(StateException.class)
                .isThrownBy(() -> writer.part(2, 1, part -> {
                    for (int i = 0; i < 17; i++) {
                        part.bytes(new byte[1 << 20], 1 << 20);
                    }
                }));
    }
}
