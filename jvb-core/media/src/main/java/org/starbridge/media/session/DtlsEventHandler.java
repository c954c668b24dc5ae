package org.starbridge.media.session;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.starbridge.media.demux.Route;
import org.starbridge.media.endpoint.EndpointSession;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.media.endpoint.SrtpSession;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.queue.WorkerCommands;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * Handler of what the key agreements of one worker's endpoints put out on threads of theirs: the worker is asked to
 * send datagrams, to take keys, to tell of the end. Owned by the worker, which runs all but the listeners' methods.
 */
public final class DtlsEventHandler {
    private final SrtpCrypto crypto;
    private final WorkerCommands commands;
    private final EndpointTable sessions;
    private final TransportDatagrams datagrams;
    private final KeyFrameRequester keyFrameRequests;
    private final Runnable wakeUp;
    /**
     * Addresses of endpoints that are gone here, by key, for the last DTLS flight until their key agreements have
     * ended.
     */
    private final Int2ObjectHashMap<byte[]> leaving = new Int2ObjectHashMap<>();
    /** Made by threads of key agreements, and still in the queue. */
    private final Set<SrtpSession> untaken = ConcurrentHashMap.newKeySet();

    public DtlsEventHandler(
            SrtpCrypto crypto,
            WorkerCommands commands,
            EndpointTable sessions,
            TransportDatagrams datagrams,
            KeyFrameRequester keyFrameRequests) {
        this.crypto = crypto;
        this.commands = commands;
        this.sessions = sessions;
        this.datagrams = datagrams;
        this.keyFrameRequests = keyFrameRequests;
        wakeUp = commands::wake;
    }

    /** For the key agreement of the endpoint with this route; the endpoint may be gone when something comes of it. */
    public KeyAgreement.Listener of(Route route) {
        return new Listener(route);
    }

    /**
     * The session is about to be closed; its key agreement, closed with it, tells the peer (close_notify) a little
     * later.
     */
    public void onLeaving(EndpointSession session) {
        byte[] address = datagrams.copyOfMedia(session);
        if (address != null) {
            leaving.put(session.route().endpointKey(), address);
        }
    }

    private void onDatagram(int endpointKey, byte[] datagram) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            datagrams.sendToMedia(session, datagram);
            return;
        }
        byte[] address = leaving.get(endpointKey);
        if (address != null) {
            datagrams.send(address, datagram);
        }
    }

    private void onKeys(int endpointKey, SrtpSession srtp) {
        untaken.remove(srtp);
        EndpointSession session = sessions.take(endpointKey);
        if (session == null) {
            srtp.close();
            return;
        }
        session.onKeys(srtp);
        keyFrameRequests.requestAll(session.outgoing());
        sessions.reschedule(session);
    }

    /** Fails for the endpoint concerned, as if the worker had tried itself. */
    private void onKeysRefused(int endpointKey, RuntimeException why) {
        if (sessions.take(endpointKey) != null) {
            throw why;
        }
    }

    /** Frees keys that are still in the queue; after the key agreements have ended. */
    public void close() {
        untaken.forEach(SrtpSession::close);
        untaken.clear();
    }

    private void onEnded(int endpointKey, String reason) {
        leaving.remove(endpointKey);
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.onKeysFailed(reason);
        }
    }

    /** One endpoint's; any thread. */
    private final class Listener implements KeyAgreement.Listener {
        private final int endpointKey;

        Listener(Route route) {
            endpointKey = route.endpointKey();
        }

        @Override
        public void send(byte[] datagram) {
            commands.offerWithoutWaking(() -> onDatagram(endpointKey, datagram));
        }

        @Override
        public Runnable wakeUp() {
            return wakeUp;
        }

        @Override
        public void onKeys(SrtpKeys keys) {
            try {
                SrtpSession srtp = SrtpSession.of(crypto, keys);
                untaken.add(srtp);
                commands.post(() -> DtlsEventHandler.this.onKeys(endpointKey, srtp));
            } catch (RuntimeException e) {
                commands.post(() -> onKeysRefused(endpointKey, e));
            } finally {
                keys.wipe();
            }
        }

        @Override
        public void onFailed(String reason) {
            commands.post(() -> onEnded(endpointKey, reason));
        }

        @Override
        public void onClosed() {
            commands.post(() -> onEnded(endpointKey, "the peer closed the DTLS session"));
        }
    }
}
