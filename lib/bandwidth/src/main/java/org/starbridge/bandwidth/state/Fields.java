package org.starbridge.bandwidth.state;

/**
 * Fields of an object in their order. A writer takes the value that it is given, and returns it; a reader ignores it,
 * and returns the value of the record. A reader throws an unchecked exception, which its caller knows, where a record
 * is damaged: the object is half read then, and is to be thrown away.
 */
public interface Fields {
    /** Returns whether values come from a record. */
    boolean isReading();

    boolean bool(boolean value);

    /** An int of a range. */
    int i32(int value, int min, int max);

    /** An int. */
    default int i32(int value) {
        return i32(value, Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    long i64(long value);

    /** A number; never NaN. */
    double f64(double value);

    /** A time on the clock of this process, which the next one does not share. Never and always stay as they are. */
    long time(long timeNs);

    /** A constant, one of all. */
    <E extends Enum<E>> E choice(E value, E[] all);

    /** All elements; the array has the same length on both sides. */
    default void doubles(double[] values) {
        i32(values.length, values.length, values.length);
        for (int i = 0; i < values.length; i++) {
            values[i] = f64(values[i]);
        }
    }
}
