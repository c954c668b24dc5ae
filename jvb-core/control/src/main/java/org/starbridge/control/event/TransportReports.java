package org.starbridge.control.event;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.event.CallEvent.Step;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * Reports how one endpoint gets its connection and what becomes of it. A client can change its address as often as it
 * likes, so only the first events are reported and the further ones counted. Touched by the endpoint's worker; any
 * thread may ask for the count.
 */
public final class TransportReports {
    /** A client that connects and changes its network a few times. */
    static final int MOST = 12;

    private final String conferenceId;
    private final String endpointId;
    private final CallEvents calls;
    private final LongSupplier clockNs;
    private final long createdAtNs;
    private @Nullable Tuple pair;
    private boolean wasConnected;
    private int reported;
    private volatile int untold;

    /** Of an endpoint that was created just now. */
    public TransportReports(String conferenceId, String endpointId, CallEvents calls, LongSupplier clockNs) {
        this.conferenceId = conferenceId;
        this.endpointId = endpointId;
        this.calls = calls;
        this.clockNs = clockNs;
        this.createdAtNs = clockNs.getAsLong();
    }

    public void onPair(Tuple selected) {
        Tuple before = pair;
        pair = selected;
        if (wasConnected && before != null && !before.equals(selected)) {
            report(new CallEvent.Moved(conferenceId, endpointId, before, selected));
        }
    }

    public void onIceState(IceState before, IceState now) {
        report(new CallEvent.IceChanged(conferenceId, endpointId, before, now));
    }

    public void onIceFailed(String reason) {
        report(new CallEvent.Failed(conferenceId, endpointId, Step.ICE, reason));
    }

    public void onIceRestartOver(int generation, boolean tookOver) {
        report(new CallEvent.IceRestarted(conferenceId, endpointId, generation, tookOver));
    }

    public void onDtlsConnected(SrtpProfile profile) {
        wasConnected = true;
        report(new CallEvent.Connected(conferenceId, endpointId, pair, profile, clockNs.getAsLong() - createdAtNs));
    }

    /** It comes from another process, connected. */
    public void onConnectedBefore() {
        wasConnected = true;
    }

    public void onDtlsFailed(String reason) {
        report(
                wasConnected
                        ? new CallEvent.Ended(conferenceId, endpointId, reason)
                        : new CallEvent.Failed(conferenceId, endpointId, Step.DTLS, reason));
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private void report(CallEvent event) {
        if (reported < MOST) {
            reported++;
            calls.onEvent(event);
        } else {
            untold++;
        }
    }

    /** Returns the number of events that were not reported. Any thread. */
    public int untold() {
        return untold;
    }
}
