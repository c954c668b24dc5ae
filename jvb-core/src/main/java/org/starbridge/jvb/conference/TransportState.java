package org.starbridge.jvb.conference;

import org.starbridge.jvb.media.EndpointListener;
import org.starbridge.transport.ice.IceState;

/**
 * What the media plane last said of one endpoint's transport. Written by its worker, read by anyone; each success and
 * failure is counted once per endpoint.
 */
final class TransportState implements EndpointListener {
    private final ConferenceCounters counters;
    private final Runnable onMediaChanged;
    private volatile IceState iceState = IceState.NEW;
    private volatile boolean isDtlsConnected;

    /** Touched by the worker only. */
    private boolean isIceResultCounted;

    private boolean isDtlsResultKnown;

    /** @param onMediaChanged told when layers or the downlink are other than they were; must return at once */
    TransportState(ConferenceCounters counters, Runnable onMediaChanged) {
        this.counters = counters;
        this.onMediaChanged = onMediaChanged;
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
    public void onIceState(IceState state) {
        iceState = state;
        if (!isIceResultCounted && (state == IceState.CONNECTED || state == IceState.FAILED)) {
            isIceResultCounted = true;
            (state == IceState.CONNECTED ? counters.iceSucceeded : counters.iceFailed).increment();
        }
    }

    @Override
    public void onDtlsConnected() {
        isDtlsResultKnown = true;
        isDtlsConnected = true;
    }

    /** What ends after the handshake, mostly by a client's goodbye, is no failure. */
    @Override
    public void onDtlsFailed(String reason) {
        if (isDtlsConnected) {
            counters.closedByPeer.increment();
        }
        isDtlsConnected = false;
        if (!isDtlsResultKnown) {
            isDtlsResultKnown = true;
            counters.dtlsFailed.increment();
        }
    }

    IceState iceState() {
        return iceState;
    }

    boolean isDtlsConnected() {
        return isDtlsConnected;
    }
}
