package org.starbridge.control.participant;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.dtls.DtlsRole;

/**
 * One transport of this bridge, an ICE and a DTLS session, as control knows it: what it was opened with, its state, and
 * the media plane's end of it. Guarded by the conference's lock, except for {@link #state}.
 */
public final class EndpointTransport {
    private static final int STATE_PART = 10;
    private static final int RESTARTS_PART = 20;

    private final EndpointSpec spec;
    private final MediaEndpoint media;
    private final TransportState state;
    private final DataChannelTransport data;
    private final IceRestarts restarts;
    private @Nullable DtlsRole dtlsRole;
    /** The first description with addresses, by which checks can begin again. */
    private @Nullable RemoteTransport described;

    EndpointTransport(EndpointSpec spec, MediaEndpoint media, TransportState state, DataChannelTransport data) {
        this.spec = spec;
        this.media = media;
        this.state = state;
        this.data = data;
        this.restarts = new IceRestarts(state, media, spec.credentials());
    }

    /** Its number in the media plane. */
    public int key() {
        return media.key();
    }

    public EndpointSpec spec() {
        return spec;
    }

    public MediaEndpoint media() {
        return media;
    }

    /** Returns the state that the media plane last reported. Any thread. */
    public TransportState state() {
        return state;
    }

    /** Returns whether the client asked for data channels. */
    public boolean hasData() {
        return !spec.data().equals(ApplicationData.IGNORED);
    }

    /** Its data channels, which carry nothing if the client did not ask for any. */
    public DataChannelTransport data() {
        return data;
    }

    public IceRestarts restarts() {
        return restarts;
    }

    /**
     * Adds what the peer described; the first DTLS role that it leaves to us stays.
     *
     * @throws org.starbridge.media.api.OverloadedException when the worker's command queue is full; nothing was changed
     */
    public void remote(RemoteTransport remote) {
        media.remoteTransport(remote);
        restarts.onRemote(remote.iceRestart());
        if (described == null && !remote.candidates().isEmpty()) {
            described = remote;
        }
        if (dtlsRole == null) {
            dtlsRole = remote.localDtlsRole();
        }
    }

    /**
     * Has the peer's addresses checked again, if checks have failed and nothing was ever connected.
     *
     * @throws org.starbridge.media.api.OverloadedException when the worker's command queue is full
     */
    public void tryAgain() {
        if (described != null) {
            media.remoteTransport(described);
        }
    }

    /** Our DTLS role, null while the peer has not chosen. */
    public @Nullable DtlsRole dtlsRole() {
        return dtlsRole;
    }

    /** Returns why it can not go on in another process at the moment, as the end of a sentence; empty if it can. */
    Optional<String> whyNotMovable() {
        if (spec.hasUniquePort()) {
            return Optional.of("has a UDP port of its own");
        }
        if (state.hasEnded()) {
            return Optional.of("has ended its DTLS session and is about to expire");
        }
        if (!state.isDtlsConnected()) {
            return Optional.of("is not connected yet");
        }
        return restarts.isUnderWay() ? Optional.of("restarts ICE") : Optional.empty();
    }

    /** Its part of a snapshot. What it was opened with is written by its endpoint. */
    void state(State state) throws StateException {
        dtlsRole = state.<@Nullable DtlsRole>optional(
                dtlsRole, (each, role) -> each.choice(role == null ? DtlsRole.SERVER : role, DtlsRole.values()));
        state.part(STATE_PART, 1, this.state::state);
        state.part(RESTARTS_PART, 1, restarts::state);
    }
}
