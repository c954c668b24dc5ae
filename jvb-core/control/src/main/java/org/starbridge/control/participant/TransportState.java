package org.starbridge.control.participant;

import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.event.CallEvent.Step;
import org.starbridge.control.event.TransportReports;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * The state of one endpoint's transport as the media plane last reported it. Written by its worker, read by any thread;
 * each success and failure is counted once per endpoint.
 */
public final class TransportState implements EndpointListener {
    /** To whom the transport leads: each has its own counters. */
    public enum Kind {
        ENDPOINT(ConferenceCounter.ICE_SUCCEEDED, ConferenceCounter.ICE_FAILED, ConferenceCounter.DTLS_FAILED),
        RELAY(
                ConferenceCounter.RELAYS_ICE_SUCCEEDED,
                ConferenceCounter.RELAYS_ICE_FAILED,
                ConferenceCounter.RELAYS_DTLS_FAILED);

        private final ConferenceCounter iceSucceeded;
        private final ConferenceCounter iceFailed;
        private final ConferenceCounter dtlsFailed;

        Kind(ConferenceCounter iceSucceeded, ConferenceCounter iceFailed, ConferenceCounter dtlsFailed) {
            this.iceSucceeded = iceSucceeded;
            this.iceFailed = iceFailed;
            this.dtlsFailed = dtlsFailed;
        }
    }

    private final Kind kind;
    private final ConferenceCounters counters;
    private final Runnable onMediaChanged;
    private final TransportReports reports;
    private volatile IceState iceState = IceState.NEW;
    private volatile boolean isDtlsConnected;
    private volatile boolean wasDtlsConnected;
    private volatile boolean wasIceConnected;
    private volatile boolean hasEnded;
    private volatile int lastRestart;
    private volatile int lastRestartOver;
    /** The last generation of a restart that another one replaces. */
    private volatile int lastSuperseded;

    /** Touched by the worker only. */
    private boolean isIceResultCounted;

    private boolean isRelayedCounted;

    private boolean isDtlsResultKnown;

    /**
     * @param onMediaChanged runs when layers or the downlink changed; must return at once
     * @param reports for people
     */
    public TransportState(Kind kind, ConferenceCounters counters, Runnable onMediaChanged, TransportReports reports) {
        this.kind = kind;
        this.counters = counters;
        this.onMediaChanged = onMediaChanged;
        this.reports = reports;
    }

    @Override
    public void onLayersChanged() {
        onMediaChanged.run();
    }

    @Override
    public void onDownlinkChanged() {
        onMediaChanged.run();
    }

    @Override
    public void onPair(Tuple tuple) {
        reports.onPair(tuple);
    }

    @Override
    public void onIceFailed(String reason) {
        reports.onIceFailed(reason);
    }

    @Override
    public void onIceState(IceState state) {
        if (state != iceState) { // it is the same when the endpoint comes from another process
            reports.onIceState(iceState, state);
        }
        iceState = state;
        if (state == IceState.CONNECTED) {
            wasIceConnected = true;
        }
        if (!isIceResultCounted && (state == IceState.CONNECTED || state == IceState.FAILED)) {
            isIceResultCounted = true;
            counters.increment(state == IceState.CONNECTED ? kind.iceSucceeded : kind.iceFailed);
        }
    }

    @Override
    public void onRelayed() {
        if (kind == Kind.ENDPOINT && !isRelayedCounted) {
            isRelayedCounted = true;
            counters.increment(ConferenceCounter.ICE_SUCCEEDED_RELAYED);
        }
    }

    /** Another restart replaces those up to this generation: they do not fail when they are given up. */
    void supersede(int generation) {
        lastSuperseded = generation;
    }

    @Override
    public void onIceRestartOver(int generation, boolean tookOver) {
        counters.increment(
                tookOver
                        ? ConferenceCounter.ICE_RESTARTS_SUCCEEDED
                        : generation <= lastSuperseded
                                ? ConferenceCounter.ICE_RESTARTS_SUPERSEDED
                                : ConferenceCounter.ICE_RESTARTS_FAILED);
        if (tookOver) {
            lastRestart = generation;
        }
        reports.onIceRestartOver(generation, tookOver);
        lastRestartOver = generation; // last: a thread that sees it sees the other, too
    }

    @Override
    public void onDtlsConnected(SrtpProfile profile) {
        reports.onDtlsConnected(profile);
        isDtlsResultKnown = true;
        isDtlsConnected = true;
        wasDtlsConnected = true;
    }

    /** Called when DTLS failed; an end after the handshake, mostly by a client's goodbye, is no failure. */
    @Override
    public void onDtlsFailed(String reason) {
        if (isDtlsConnected && kind == Kind.ENDPOINT) {
            counters.increment(ConferenceCounter.CLOSED_BY_PEER);
        }
        reports.onDtlsFailed(reason);
        isDtlsConnected = false;
        hasEnded = true;
        if (!isDtlsResultKnown) {
            isDtlsResultKnown = true;
            counters.increment(kind.dtlsFailed);
        }
    }

    public IceState iceState() {
        return iceState;
    }

    /** Returns whether ICE ever found a way: from then on there is something to restart. */
    public boolean wasIceConnected() {
        return wasIceConnected;
    }

    /** Returns whether its DTLS session is over, or never came to be: nothing can be restarted. */
    public boolean hasEnded() {
        return hasEnded;
    }

    /** The latest ICE restart that is not under way any more; 0 before any. */
    public int lastRestartOver() {
        return lastRestartOver;
    }

    /** The ICE restart whose agent carries media; 0 for the first agent. To be asked after {@link #lastRestartOver}. */
    public int lastRestart() {
        return lastRestart;
    }

    public boolean isDtlsConnected() {
        return isDtlsConnected;
    }

    /** Returns the last step that it ever reached. */
    public Step reached() {
        if (wasDtlsConnected) {
            return Step.CONNECTED;
        }
        return wasIceConnected ? Step.DTLS : iceState == IceState.NEW ? Step.SIGNALLING : Step.ICE;
    }

    /** Returns the number of changes that were not reported, because there were too many. */
    public int untold() {
        return reports.untold();
    }

    /** Its part of a snapshot: to be read before the media plane reports anything. */
    void state(State state) throws StateException {
        iceState = state.choice(iceState, IceState.values());
        isDtlsConnected = state.bool(isDtlsConnected);
        wasDtlsConnected = state.bool(wasDtlsConnected);
        wasIceConnected = state.bool(wasIceConnected);
        hasEnded = state.bool(hasEnded);
        lastRestart = state.i32(lastRestart);
        lastRestartOver = state.i32(lastRestartOver);
        isIceResultCounted = state.bool(isIceResultCounted);
        isDtlsResultKnown = state.bool(isDtlsResultKnown);
        if (state.isReading() && isDtlsConnected) {
            reports.onConnectedBefore();
        }
    }
}
