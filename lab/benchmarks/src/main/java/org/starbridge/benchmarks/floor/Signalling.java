package org.starbridge.benchmarks.floor;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.DtlsSetup;
import org.starbridge.colibri.EndpointModified;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Fingerprint;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.colibri.Transport;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.srtp.SrtpCrypto;

/**
 * As much of Colibri2 as lets clients in and out; everybody gets everything. Thread safe; what it decides is posted to
 * the loop.
 */
final class Signalling {
    private static final int LOCAL_PREFERENCE = 65_535;

    private final FloorLoop loop;
    private final DtlsHandshakes handshakes;
    private final DtlsIdentity identity;
    private final SrtpCrypto crypto;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, Members> conferences = new HashMap<>();

    private static final class Members {
        final FloorConference conference = new FloorConference();
        final Map<String, FloorEndpoint> endpoints = new HashMap<>();
    }

    Signalling(FloorLoop loop, DtlsHandshakes handshakes, DtlsIdentity identity, SrtpCrypto crypto) {
        this.loop = loop;
        this.handshakes = handshakes;
        this.identity = identity;
        this.crypto = crypto;
    }

    /**
     * Does what a request asks for.
     *
     * @throws Colibri2Exception if it names a conference or endpoint that there is not
     */
    synchronized ConferenceModified apply(ConferenceModify request) {
        Members members = request.create()
                ? conferences.computeIfAbsent(request.meetingId(), _ -> new Members())
                : conferences.get(request.meetingId());
        if (members == null) {
            throw Colibri2Exception.conferenceNotFound(request.meetingId());
        }
        List<EndpointModified> answers = new ArrayList<>();
        for (EndpointModify endpoint : request.endpoints()) {
            answers.add(apply(members, endpoint));
        }
        if (request.expire()) {
            members.endpoints.values().forEach(gone -> loop.post(() -> loop.remove(gone)));
            conferences.remove(request.meetingId());
        }
        return new ConferenceModified(answers, List.of(), null);
    }

    private EndpointModified apply(Members members, EndpointModify request) {
        if (request.expire()) {
            FloorEndpoint gone = members.endpoints.remove(request.id());
            if (gone != null) {
                loop.post(() -> loop.remove(gone));
            }
            return new EndpointModified(request.id(), true, null);
        }
        FloorEndpoint endpoint = members.endpoints.get(request.id());
        Transport answer = null;
        if (endpoint == null) {
            if (!request.create()) {
                throw Colibri2Exception.badRequest("endpoint " + request.id() + ": expected one that was created");
            }
            FloorEndpoint made = new FloorEndpoint(members.conference, loop, handshakes, identity, crypto, random);
            members.endpoints.put(request.id(), made);
            loop.post(() -> loop.add(made));
            endpoint = made;
            answer = Transport.of(describe(made));
        }
        Transport told = request.transport();
        IceUdpTransport remote = told == null ? null : told.iceUdp();
        if (remote != null) {
            connect(endpoint, remote);
        }
        return new EndpointModified(request.id(), false, answer);
    }

    private IceUdpTransport describe(FloorEndpoint endpoint) {
        IceCandidate host = IceCandidate.host(loop.candidate(), LOCAL_PREFERENCE);
        Candidate candidate = Candidate.host(
                host.foundation(),
                host.id(),
                loop.candidate().getAddress().getHostAddress(),
                loop.candidate().getPort(),
                host.priority());
        DtlsFingerprint ours = identity.fingerprint();
        return new IceUdpTransport(
                endpoint.credentials().ufrag(),
                endpoint.credentials().password(),
                null,
                true,
                List.of(candidate),
                List.of(new Fingerprint(ours.hash(), ours.value(), DtlsSetup.PASSIVE, false)),
                List.of());
    }

    private void connect(FloorEndpoint endpoint, IceUdpTransport remote) {
        List<DtlsFingerprint> fingerprints = new ArrayList<>();
        remote.fingerprints()
                .forEach(
                        each -> DtlsFingerprint.parse(each.hash(), each.value()).ifPresent(fingerprints::add));
        @Nullable String ufrag = remote.ufrag();
        @Nullable String password = remote.pwd();
        if (ufrag != null && password != null) {
            IceCredentials credentials = new IceCredentials(ufrag, password);
            loop.post(() -> endpoint.onRemote(credentials, fingerprints));
        }
    }
}
