package org.starbridge.media.downlink;

import java.util.function.Consumer;
import org.starbridge.bandwidth.state.Fields;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** Fields of an estimator in a record: the estimator does not know the format. */
final class EstimatorFields implements Fields {
    private final State state;

    private EstimatorFields(State state) {
        this.state = state;
    }

    /** Writes or reads the fields of an object. */
    static void state(State state, Consumer<Fields> object) throws StateException {
        try {
            object.accept(new EstimatorFields(state));
        } catch (DamagedException e) {
            throw e.reason;
        }
    }

    /** A {@link StateException} on its way through code that does not know it. */
    private static final class DamagedException extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient StateException reason;

        DamagedException(StateException reason) {
            super(reason);
            this.reason = reason;
        }
    }

    @Override
    public boolean isReading() {
        return state.isReading();
    }

    @Override
    public boolean bool(boolean value) {
        try {
            return state.bool(value);
        } catch (StateException e) {
            throw new DamagedException(e);
        }
    }

    @Override
    public int i32(int value, int min, int max) {
        try {
            return state.i32(value, min, max);
        } catch (StateException e) {
            throw new DamagedException(e);
        }
    }

    @Override
    public long i64(long value) {
        try {
            return state.i64(value);
        } catch (StateException e) {
            throw new DamagedException(e);
        }
    }

    @Override
    public double f64(double value) {
        try {
            double read = state.f64(value);
            if (Double.isNaN(read)) {
                throw new StateException("a number of the bandwidth estimator is none");
            }
            return read;
        } catch (StateException e) {
            throw new DamagedException(e);
        }
    }

    @Override
    public long time(long timeNs) {
        try {
            return state.time(timeNs);
        } catch (StateException e) {
            throw new DamagedException(e);
        }
    }

    @Override
    public <E extends Enum<E>> E choice(E value, E[] all) {
        try {
            return state.choice(value, all);
        } catch (StateException e) {
            throw new DamagedException(e);
        }
    }
}
