package org.starbridge.hammer.client;

import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.media.ScriptedMedia;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.client.transport.DtlsParty;
import org.starbridge.hammer.client.transport.LocalAddresses;
import org.starbridge.hammer.media.Codec;
import org.starbridge.transport.dtls.DtlsHandshakes;
import org.starbridge.transport.dtls.DtlsIdentity;

/**
 * A connected endpoint that sends what a script says and nothing else: the valid peer from whom hostile packets come.
 * It joins like any other, keeps its consent, and ignores what it receives. Any thread.
 */
public final class ScriptedEndpoint implements AutoCloseable {
    private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(20);

    private final DtlsHandshakes handshakes = new DtlsHandshakes(1, 1, HANDSHAKE_TIMEOUT);
    private final DtlsIdentity identity;
    private final ScriptedMembership membership;
    private final ScriptedConnection connection;

    private ScriptedEndpoint(URI bridge, String meetingId, boolean ownConference, DtlsIdentity identity, Codec video) {
        this.identity = identity;
        SecureRandom random = new SecureRandom();
        membership = new ScriptedMembership(bridge, meetingId, ownConference, video, random);
        connection = new ScriptedConnection(membership.id(), new DtlsParty(handshakes, identity), random);
    }

    /**
     * Joins a conference, blocking until it is connected.
     *
     * @param bridge the bridge's REST interface
     * @param meetingId of a conference that exists, or, with {@code ownConference}, of one that is made for this
     *     endpoint and ended with it
     * @throws LoadTestException if the bridge does not let it in
     */
    public static ScriptedEndpoint join(
            URI bridge, String meetingId, boolean ownConference, Codec video, Duration timeout)
            throws InterruptedException {
        DtlsIdentity identity = DtlsIdentity.create(new SecureRandom(), Instant.now());
        return join(bridge, meetingId, ownConference, identity, video, timeout);
    }

    /** The same with a certificate of the caller's. */
    public static ScriptedEndpoint join(
            URI bridge, String meetingId, boolean ownConference, DtlsIdentity identity, Codec video, Duration timeout)
            throws InterruptedException {
        ScriptedEndpoint endpoint = new ScriptedEndpoint(bridge, meetingId, ownConference, identity, video);
        try {
            endpoint.join(timeout);
            return endpoint;
        } catch (RuntimeException | InterruptedException e) {
            endpoint.close();
            throw e;
        }
    }

    private void join(Duration timeout) throws InterruptedException {
        try {
            BridgeTransport side = membership.enter();
            int port = connection.localPort();
            LocalAddresses routes = LocalAddresses.loopback(port).withRoutesTo(side.addresses(), port);
            membership.answer(new ClientTransport(
                    connection.credentials(), identity.fingerprint(), routes.towards(side.addresses())));
            connection.connect(side, routes);
            connection.connected().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (IOException e) {
            throw new LoadTestException("a scripted endpoint cannot join: " + e.getMessage(), e);
        } catch (ExecutionException | TimeoutException e) {
            throw new LoadTestException(
                    "a scripted endpoint was not connected within " + timeout.toSeconds() + " s: " + e, e);
        }
    }

    /** The SSRC of the audio that it declared; it sends none by itself. */
    public int audioSsrc() {
        return membership.audioSsrc();
    }

    /** The SSRC of the video that it declared; it sends none by itself. */
    public int videoSsrc() {
        return membership.videoSsrc();
    }

    /** The bridge's user fragment for it. */
    public String bridgeUfrag() {
        BridgeTransport side = membership.bridgeSide();
        return side == null ? "" : side.credentials().ufrag();
    }

    /** The password with which its checks are signed. */
    public String bridgePassword() {
        BridgeTransport side = membership.bridgeSide();
        return side == null ? "" : side.credentials().password();
    }

    /** Returns the URLs at which its bridge channel would be; empty if the bridge has none. */
    public List<URI> channels() {
        BridgeTransport side = membership.bridgeSide();
        return side == null ? List.of() : side.webSockets();
    }

    /**
     * Has its thread do something soon with what it may send.
     *
     * @return false if too much waits already: it was not taken
     */
    public boolean send(Consumer<ScriptedMedia> task) {
        return connection.send(task);
    }

    /** Leaves, and ends the conference if it is its own. What can't be said any more isn't an error. */
    @Override
    public void close() {
        connection.close();
        try {
            membership.leave();
        } catch (IOException | RuntimeException _) {
            // The bridge expires an endpoint that is gone by itself.
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        handshakes.close();
        membership.close();
    }
}
