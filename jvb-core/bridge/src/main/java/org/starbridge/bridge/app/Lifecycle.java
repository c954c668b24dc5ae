package org.starbridge.bridge.app;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.config.ShutdownConfig;
import org.starbridge.bridge.rest.LifecycleControl;
import org.starbridge.bridge.stats.BridgeState;

/**
 * The states of the bridge: running, then refusing new conferences until the existing ones are empty, then moving
 * participants away, then the end. A state cannot be left backwards. Drain is independent of that, and can be undone.
 * Any thread may call anything.
 */
final class Lifecycle implements LifecycleControl {
    private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

    /** State of the bridge; the names are those that tools know. */
    enum State {
        RUNNING,
        GRACEFUL_SHUTDOWN,
        SHUTTING_DOWN
    }

    private final ShutdownConfig config;
    private final LongSupplier clockNs;
    private final IntSupplier participants;
    private final Runnable refuseNewConferences;
    private final Runnable end;
    private volatile boolean isDraining;
    private volatile State state = State.RUNNING;
    private long enteredNs;
    private boolean hasEnded;

    /**
     * @param participants how many are here
     * @param refuseNewConferences called once
     * @param end called once, when the bridge shall end
     */
    Lifecycle(
            ShutdownConfig config,
            LongSupplier clockNs,
            IntSupplier participants,
            Runnable refuseNewConferences,
            Runnable end) {
        this.config = config;
        this.clockNs = clockNs;
        this.participants = participants;
        this.refuseNewConferences = refuseNewConferences;
        this.end = end;
        isDraining = config.initialDrain();
    }

    State state() {
        return state;
    }

    /** Returns what others may know of the bridge's state. */
    BridgeState shown(boolean isHealthy) {
        State now = state;
        return new BridgeState(isHealthy, isDraining, now != State.RUNNING, now == State.SHUTTING_DOWN);
    }

    @Override
    public boolean isDraining() {
        return isDraining;
    }

    @Override
    public void drain(boolean shallDrain) {
        isDraining = shallDrain;
        LOG.info(shallDrain ? "drain mode on: new participants are sent to other bridges" : "drain mode off");
    }

    @Override
    public synchronized void shutDownGracefully() {
        if (state == State.RUNNING) {
            LOG.info("graceful shutdown: no new conferences");
            enter(State.GRACEFUL_SHUTDOWN);
        }
        check();
    }

    @Override
    public synchronized void shutDownNow() {
        if (state != State.SHUTTING_DOWN) {
            LOG.info("shutting down: participants have to leave, the bridge stops in {}", config.shuttingDownDelay());
            enter(State.SHUTTING_DOWN);
        }
    }

    /** The bridge is being closed, whatever it was doing: what is shown of it from now on shall say so. */
    synchronized void onClosing() {
        if (state != State.SHUTTING_DOWN) {
            enter(State.SHUTTING_DOWN);
        }
    }

    /** Goes on if it is time; to be called regularly. */
    synchronized void check() {
        long inStateNs = clockNs.getAsLong() - enteredNs;
        switch (state) {
            case RUNNING -> {}
            case GRACEFUL_SHUTDOWN -> {
                if (participants.getAsInt() <= config.gracefulMinParticipants()
                        || inStateNs >= config.gracefulMaxDuration().toNanos()) {
                    shutDownNow();
                }
            }
            case SHUTTING_DOWN -> {
                if (!hasEnded && inStateNs >= config.shuttingDownDelay().toNanos()) {
                    hasEnded = true;
                    end.run();
                }
            }
        }
    }

    private void enter(State next) {
        state = next;
        enteredNs = clockNs.getAsLong();
        refuseNewConferences.run();
    }
}
