package org.starbridge.media.endpoint;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsDropReason;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpReceiver;
import org.starbridge.transport.srtp.SrtpSender;

/**
 * Transport to one peer and its keys: ICE, then DTLS over the pair that ICE found, then SRTP with DTLS's keys. Owned by
 * the endpoint's worker.
 */
public final class PeerTransport implements AutoCloseable {
    private static final int MAX_SENTENCE_BYTES = 4096;
    private static final int ICE_PART = 10;
    private static final int SRTP_PART = 20;
    private static final int DTLS_PART = 30;

    private final IceAgents ice;
    private final KeyAgreement keyAgreement;
    private @Nullable DtlsRole dtlsRole;
    private boolean dtlsStarted;
    private boolean knowsFingerprint;
    private long dtlsDatagrams;
    private @Nullable String dtlsFailure;
    private @Nullable SrtpSession srtp;

    /** A transport before anything was sent. */
    public PeerTransport(IceAgents ice, KeyAgreement keyAgreement) {
        this.ice = ice;
        this.keyAgreement = keyAgreement;
    }

    /** The peer's description, or a part of it. */
    public void onRemote(long nowNs, RemoteTransport remote, PeerSink sink) {
        if (!remote.fingerprints().isEmpty()) {
            knowsFingerprint = true;
            keyAgreement.remoteFingerprints(remote.fingerprints());
        }
        if (dtlsRole == null && remote.localDtlsRole() != null) {
            dtlsRole = remote.localDtlsRole();
        }
        ice.onRemote(nowNs, remote, sink);
        startDtlsWhenReachable();
    }

    /** An ICE restart: the agent is to take the place of the one there is, if it finds a pair. */
    public void onIceRestart(long nowNs, int generation, IceAgent agent, PeerSink sink) {
        ice.restart(nowNs, generation, agent, sink);
    }

    /** Our user fragments by which the peer may ask. */
    public List<String> ufrags() {
        return ice.ufrags();
    }

    /**
     * A STUN message.
     *
     * @param ufrag which of ours it names; null when it names none
     */
    public void onStun(long nowNs, @Nullable String ufrag, Tuple tuple, byte[] message, PeerSink sink) {
        ice.onStun(nowNs, ufrag, tuple, message, sink);
    }

    /** A DTLS datagram. */
    public void onDtls(byte[] datagram) {
        dtlsDatagrams++;
        keyAgreement.onDatagram(datagram);
    }

    /** ICE found or lost a way: DTLS starts with the first one. */
    void startDtlsWhenReachable() {
        if (!dtlsStarted && dtlsRole != null && ice.current().state() == IceState.CONNECTED) {
            dtlsStarted = true;
            keyAgreement.start(dtlsRole);
        }
    }

    /** DTLS is done. Keys of an earlier handshake are given up with all that was counted under them. */
    void onKeys(SrtpSession made) {
        closeSrtp();
        srtp = made;
    }

    /** DTLS failed or ended; a sentence for people. */
    void onKeysFailed(String reason) {
        dtlsFailure = reason;
    }

    /** The agent that carries media, or looks for a way. */
    IceAgent iceAgent() {
        return ice.current();
    }

    /** Our role; null until signalling says it. */
    @Nullable
    DtlsRole dtlsRole() {
        return dtlsRole;
    }

    boolean knowsFingerprint() {
        return knowsFingerprint;
    }

    boolean isDtlsStarted() {
        return dtlsStarted;
    }

    /** Datagrams that came, also unusable ones. */
    long dtlsDatagrams() {
        return dtlsDatagrams;
    }

    /** Returns why DTLS failed or ended; null if it did not. */
    @Nullable
    String dtlsFailure() {
        return dtlsFailure;
    }

    /** Keys for what comes, or null before the handshake is complete. */
    public @Nullable SrtpReceiver receiver() {
        return srtp == null ? null : srtp.receiver();
    }

    /** Keys for what goes, or null before the handshake is complete. */
    public @Nullable SrtpSender sender() {
        return srtp == null ? null : srtp.sender();
    }

    /** ICE's timers. */
    void onTimeout(long nowNs, PeerSink sink) {
        if (nowNs >= ice.nextDeadlineNs()) {
            ice.onTimeout(nowNs, sink);
        }
    }

    long nextDeadlineNs() {
        return ice.nextDeadlineNs();
    }

    /** Returns the time at which the peer last proved that it is there, by ICE; 0 before it ever did. */
    long consentConfirmedAtNs() {
        return ice.current().selectedTuple() == null ? 0 : ice.current().consentConfirmedAtNs();
    }

    /** Returns the number of datagrams and records that DTLS refused for a reason. */
    public int dtlsDropped(DtlsDropReason reason) {
        return keyAgreement.dropped(reason);
    }

    /** The ICE state. */
    public IceState iceState() {
        return ice.current().state();
    }

    /** Returns whether media goes over a TURN server of the peer's. */
    boolean isRelayed() {
        return ice.current().isRelayed();
    }

    /** Returns why ICE has found no way so far, a sentence for people. */
    String whyIceFailed() {
        return ice.whyFailed();
    }

    private void closeSrtp() {
        if (srtp != null) {
            srtp.close();
            srtp = null;
        }
    }

    @Override
    public void close() {
        try {
            closeSrtp(); // first: native memory and keys, whatever the others do
        } finally {
            try {
                keyAgreement.close();
            } finally {
                ice.close();
            }
        }
    }

    /**
     * Its part of a snapshot.
     *
     * @param snapshot makes ICE agents with other credentials than the first one's, and SRTP contexts
     */
    void state(State state, SessionSnapshot snapshot) throws StateException {
        dtlsStarted = state.bool(dtlsStarted);
        knowsFingerprint = state.bool(knowsFingerprint);
        dtlsDatagrams = state.i64(dtlsDatagrams);
        DtlsRole role = dtlsRole;
        if (state.bool(role != null)) {
            dtlsRole = state.choice(role == null ? DtlsRole.CLIENT : role, DtlsRole.values());
        }
        String failure = dtlsFailure;
        if (state.bool(failure != null)) {
            dtlsFailure = state.text(failure == null ? "" : failure, MAX_SENTENCE_BYTES);
        }
        state.part(ICE_PART, 1, part -> ice.state(part, snapshot.agents()));
        SrtpSession keys = srtp;
        if (!state.isReading() && keys == null) {
            return;
        }
        state.part(SRTP_PART, 1, part -> srtp = SrtpSession.state(part, keys, snapshot));
        if (snapshot.keys() == SessionSnapshot.Keys.WRITTEN) {
            state.part(DTLS_PART, 1, keyAgreement::state);
        }
    }

    /** The record was read: the owner hears of addresses and state. */
    void resume(long nowNs, PeerSink sink) {
        ice.resume(nowNs, sink);
    }
}
