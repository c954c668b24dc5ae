package org.starbridge.media.blackbox;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ApplicationData;
import org.starbridge.media.api.EndpointSpec;
import org.starbridge.media.api.RemoteTransport;
import org.starbridge.media.demux.Route;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.rtp.state.StateReader;
import org.starbridge.rtp.state.StateWriter;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;

/** Commands to a worker as bytes, and back. Names of endpoints, certificates and fingerprints are left out. */
public final class CommandCodec {
    private static final int MAX_TEXT_BYTES = 1024;
    private static final int MAX_CANDIDATES = 1000;
    private static final int MAX_ADDRESS_BYTES = 16;

    private CommandCodec() {}

    /** An endpoint to be added. */
    public record Added(Route route, EndpointSpec spec) {}

    static byte[] endpoint(Route route, EndpointSpec spec) {
        return written(state -> {
            route(state, route);
            state.text(spec.conferenceId(), MAX_TEXT_BYTES);
            credentials(state, spec.credentials());
            state.choice(spec.iceRole(), IceRole.values());
            state.i32(spec.audioFeedbackSsrc());
            state.i32(spec.videoFeedbackSsrc());
            state.bool(spec.hasUniquePort());
        });
    }

    /**
     * An endpoint to be added.
     *
     * @param identity serves no handshake: keys come from the log
     */
    public static Added endpoint(byte[] bytes, DtlsIdentity identity) throws StateException {
        Added[] result = new Added[1];
        read(bytes, state -> {
            Route route = route(state, null);
            String conferenceId = state.text("", MAX_TEXT_BYTES);
            EndpointSpec spec = new EndpointSpec(
                    conferenceId,
                    Integer.toString(route.endpointKey()),
                    credentials(state, null),
                    state.choice(IceRole.CONTROLLED, IceRole.values()),
                    identity,
                    state.i32(0),
                    state.i32(0),
                    ApplicationData.IGNORED,
                    state.bool(false));
            result[0] = new Added(route, spec);
        });
        return result[0];
    }

    static byte[] credentials(IceCredentials credentials) {
        return written(state -> credentials(state, credentials));
    }

    /** Of an ICE restart. */
    public static IceCredentials credentials(byte[] bytes) throws StateException {
        IceCredentials[] result = new IceCredentials[1];
        read(bytes, state -> result[0] = credentials(state, null));
        return result[0];
    }

    static byte[] remote(RemoteTransport remote) {
        return written(state -> remote(state, remote));
    }

    public static RemoteTransport remote(byte[] bytes) throws StateException {
        RemoteTransport[] result = new RemoteTransport[1];
        read(bytes, state -> result[0] = remote(state, null));
        return result[0];
    }

    private static RemoteTransport remote(State state, @Nullable RemoteTransport remote) throws StateException {
        Integer restart = state.optional(
                remote == null ? null : remote.iceRestart(), (s, value) -> s.i32(value == null ? 0 : value));
        IceCredentials credentials =
                state.optional(remote == null ? null : remote.credentials(), CommandCodec::credentials);
        List<IceCandidate> candidates =
                state.list(remote == null ? List.of() : remote.candidates(), MAX_CANDIDATES, CommandCodec::candidate);
        DtlsRole role = state.optional(remote == null ? null : remote.localDtlsRole(), CommandCodec::role);
        return new RemoteTransport(restart, credentials, candidates, List.of(), role);
    }

    private static DtlsRole role(State state, @Nullable DtlsRole role) throws StateException {
        return state.choice(role == null ? DtlsRole.CLIENT : role, DtlsRole.values());
    }

    private static IceCandidate candidate(State state, @Nullable IceCandidate candidate) throws StateException {
        return new IceCandidate(
                state.text(candidate == null ? "" : candidate.foundation(), MAX_TEXT_BYTES),
                state.i32(candidate == null ? 1 : candidate.component()),
                state.text(candidate == null ? "" : candidate.protocol(), MAX_TEXT_BYTES),
                state.i64(candidate == null ? 0 : candidate.priority()),
                address(state, candidate == null ? null : candidate.address()),
                state.choice(candidate == null ? IceCandidate.Type.HOST : candidate.type(), IceCandidate.Type.values()),
                "",
                state.i32(candidate == null ? 0 : candidate.generation()));
    }

    static InetSocketAddress address(State state, @Nullable InetSocketAddress address) throws StateException {
        byte[] host =
                state.bytes(address == null ? new byte[0] : address.getAddress().getAddress(), MAX_ADDRESS_BYTES);
        int port = state.i32(address == null ? 0 : address.getPort(), 0, 0xFFFF);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(host), port);
        } catch (UnknownHostException e) {
            throw new StateException("an address of " + host.length + " bytes");
        }
    }

    private static IceCredentials credentials(State state, @Nullable IceCredentials credentials) throws StateException {
        String ufrag = state.text(credentials == null ? "" : credentials.ufrag(), MAX_TEXT_BYTES);
        String password = state.text(credentials == null ? "" : credentials.password(), MAX_TEXT_BYTES);
        return new IceCredentials(ufrag, password);
    }

    static Route route(State state, @Nullable Route route) throws StateException {
        return new Route(
                state.i32(route == null ? 0 : route.endpointKey()),
                state.i32(route == null ? 0 : route.owner(), 0, 63),
                state.text(route == null ? "" : route.ufrag(), MAX_TEXT_BYTES),
                state.i32(route == null ? 0 : route.uniquePort(), 0, 0xFFFF));
    }

    /** Writes values whose size is bounded by what they are made of. */
    static byte[] written(State.Part part) {
        StateWriter writer = new StateWriter(0);
        try {
            writer.part(1, 1, part);
            return writer.record();
        } catch (StateException e) {
            throw new IllegalStateException("a command that is too long for a log", e);
        }
    }

    /** Reads what {@link #written} gave. */
    static void read(byte[] bytes, State.Part part) throws StateException {
        try {
            if (!StateReader.of(bytes, 0).part(1, 1, part)) {
                throw new StateException("a record without content");
            }
        } catch (IllegalArgumentException e) {
            throw new StateException("a value that cannot be: " + Objects.toString(e.getMessage()));
        }
    }
}
