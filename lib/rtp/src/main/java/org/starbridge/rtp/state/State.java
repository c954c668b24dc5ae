package org.starbridge.rtp.state;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fields of one part of a record, in their order. A writer takes the value that it is given, and returns it; a reader
 * ignores it, and returns the value of the record. What reads has to have the same code path as what wrote: only values
 * that went through here may decide which fields follow.
 *
 * <p>A part holds fields first, then parts. Parts of a scope come in the order of their tags; of one tag there may be
 * several. A reader skips parts that it does not know. One that is missing leaves the object as it was made. An object
 * that met a {@link StateException} is half read, and is to be thrown away.
 */
public interface State {
    /** The name of a constant is not longer. */
    int MAX_NAME_BYTES = 100;

    /** Returns whether values come from a record. */
    boolean isReading();

    /** Returns the version of this part: of the writer when it writes, else of the program that wrote the record. */
    int version();

    /** Returns the time that all times are distances from, on the clock of the process that writes or reads. */
    long nowNs();

    boolean bool(boolean value) throws StateException;

    int i32(int value) throws StateException;

    long i64(long value) throws StateException;

    double f64(double value) throws StateException;

    /**
     * A time on the media clock, as its distance from {@link #nowNs}. What stands for never or always, farther than a
     * quarter of the range from zero, stays as it is.
     */
    long time(long timeNs) throws StateException;

    /** An int of a range. Where it is an index, a count or a length, a damaged record can not do harm. */
    default int i32(int value, int min, int max) throws StateException {
        int result = i32(value);
        if (result < min || result > max) {
            throw new StateException("a field is not within " + min + " and " + max);
        }
        return result;
    }

    /** A constant, one of all, by its name. */
    default <E extends Enum<E>> E choice(E value, E[] all) throws StateException {
        String name = text(value.name(), MAX_NAME_BYTES);
        for (E each : all) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        throw new StateException("a field has a name that is none of " + all.length + " constants");
    }

    /** Bytes, at most {@code maxBytes}; when reading, an array of its own. */
    byte[] bytes(byte[] value, int maxBytes) throws StateException;

    /** Characters, at most {@code maxBytes} of UTF-8. */
    String text(String value, int maxBytes) throws StateException;

    /** All elements; the array has the same length on both sides. */
    default void longs(long[] values) throws StateException {
        i32(values.length, values.length, values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = i64(values[i]);
        }
    }

    /** The same, of ints. */
    default void ints(int[] values) throws StateException {
        i32(values.length, values.length, values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = i32(values[i]);
        }
    }

    /** The same, of times. */
    default void times(long[] values) throws StateException {
        i32(values.length, values.length, values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = time(values[i]);
        }
    }

    /** A value that may be absent. */
    default <T extends @Nullable Object> @Nullable T optional(T value, Codec<T> codec) throws StateException {
        return bool(value != null) ? codec.state(this, value) : null;
    }

    /**
     * Values in their order.
     *
     * @param max more are refused
     */
    default <T> List<T> list(Collection<T> values, int max, Codec<@Nullable T> codec) throws StateException {
        int count = i32(values.size(), 0, max);
        List<T> all = new ArrayList<>();
        if (isReading()) {
            for (int i = 0; i < count; i++) {
                all.add(Objects.requireNonNull(codec.state(this, null)));
            }
        } else {
            for (T value : values) {
                all.add(Objects.requireNonNull(codec.state(this, value)));
            }
        }
        return all;
    }

    /** Characters, in their order; each at most {@code maxBytes} of UTF-8. */
    default List<String> texts(Collection<String> values, int max, int maxBytes) throws StateException {
        return list(values, max, (state, text) -> state.text(text == null ? "" : text, maxBytes));
    }

    /** Values by their keys, in the order of the keys. */
    default <K extends Comparable<K>, V> Map<K, V> map(
            Map<K, V> values, int max, Codec<@Nullable K> keys, Codec<@Nullable V> codec) throws StateException {
        Map<K, V> all = new TreeMap<>();
        list(new TreeMap<>(values).entrySet(), max, (state, entry) -> {
            K key = Objects.requireNonNull(keys.state(state, entry == null ? null : entry.getKey()));
            V value = Objects.requireNonNull(codec.state(state, entry == null ? null : entry.getValue()));
            all.put(key, value);
            return Map.entry(key, value);
        });
        return all;
    }

    /**
     * A part within this one.
     *
     * @param tag not lower than that of the part before
     * @param version which this program writes, 1 or more; it reads that one and the one before
     * @param body its fields and parts
     * @return whether there is such a part; a writer always writes it
     */
    boolean part(int tag, int version, Part body) throws StateException;

    /**
     * A value that is immutable.
     *
     * @param <T> its type
     */
    @FunctionalInterface
    interface Codec<T extends @Nullable Object> {
        /** Writes a value and returns it; reads one if there is none. */
        T state(State state, T value) throws StateException;
    }

    /** Content of a part. */
    @FunctionalInterface
    interface Part {
        void state(State state) throws StateException;
    }
}
