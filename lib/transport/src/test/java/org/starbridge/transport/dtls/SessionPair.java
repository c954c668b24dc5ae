package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Two sessions and the pipe between them, which numbers the datagrams of both directions and may interfere. */
final class SessionPair implements AutoCloseable {
    static final DtlsIdentity ALICE = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);
    static final DtlsIdentity BOB = DtlsIdentity.create(new SecureRandom(), Instant.EPOCH);

    static final List<Integer> GCM_FIRST =
            List.of(DtlsSrtpKeys.AEAD_AES_128_GCM, DtlsSrtpKeys.AEAD_AES_256_GCM, DtlsSrtpKeys.AES128_CM_HMAC_SHA1_80);

    /** Decides about the n-th datagram, counted from 0 over both directions. */
    interface Pipe {
        /** Whether it arrives; may feed something else to the receiver before. */
        boolean carries(int n, byte[] datagram, DtlsSession receiver);
    }

    static final Pipe PERFECT = (_, _, _) -> true;

    final AtomicInteger sent = new AtomicInteger();
    final ListeningPeer clientHears;
    final ListeningPeer serverHears;
    final DtlsSession client;
    final DtlsSession server;

    SessionPair(DtlsHandshakes pool, Pipe pipe) {
        this(pool, GCM_FIRST, GCM_FIRST, pipe);
    }

    SessionPair(DtlsHandshakes pool, List<Integer> clientProfiles, List<Integer> serverProfiles, Pipe pipe) {
        clientHears = new ListeningPeer(datagram -> carry(datagram, true, pipe));
        serverHears = new ListeningPeer(datagram -> carry(datagram, false, pipe));
        client = new DtlsSession(pool, ALICE, clientProfiles, clientHears);
        server = new DtlsSession(pool, BOB, serverProfiles, serverHears);
    }

    private void carry(byte[] datagram, boolean toServer, Pipe pipe) {
        DtlsSession receiver = toServer ? server : client;
        if (pipe.carries(sent.getAndIncrement(), datagram, receiver)) {
            receiver.onDatagram(datagram);
        }
    }

    SessionPair knowEachOther() {
        client.remoteFingerprints(List.of(BOB.fingerprint()));
        server.remoteFingerprints(List.of(ALICE.fingerprint()));
        return this;
    }

    SessionPair start() {
        server.start(DtlsRole.SERVER);
        client.start(DtlsRole.CLIENT);
        return this;
    }

    /** Waits for both and compares their keys crosswise; answers the client's. */
    DtlsSrtpKeys awaitSameKeys() throws Exception {
        DtlsSrtpKeys ofClient = clientHears.awaitKeys();
        DtlsSrtpKeys ofServer = serverHears.awaitKeys();
        assertCrosswise(ofClient, ofServer);
        return ofClient;
    }

    static void assertCrosswise(DtlsSrtpKeys one, DtlsSrtpKeys other) {
        assertThat(one)
                .isEqualTo(new DtlsSrtpKeys(
                        other.profileId(), other.remoteKey(), other.remoteSalt(), other.localKey(), other.localSalt()));
        assertThat(one.localKey()).isNotEqualTo(one.remoteKey());
    }

    void assertDataFlows() throws Exception {
        assertThat(client.sendApplicationData(new byte[] {1, 2, 3})).isTrue();
        assertThat(serverHears.awaitData()).containsExactly(1, 2, 3);
        assertThat(server.sendApplicationData(new byte[] {4, 5})).isTrue();
        assertThat(clientHears.awaitData()).containsExactly(4, 5);
    }

    @Override
    public void close() {
        client.close();
        server.close();
        for (ListeningPeer peer : List.of(clientHears, serverHears)) {
            peer.awaitEnd();
        }
    }
}
