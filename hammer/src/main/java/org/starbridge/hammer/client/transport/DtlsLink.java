package org.starbridge.hammer.client.transport;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.transport.dtls.DtlsFingerprint;
import org.starbridge.transport.dtls.DtlsRole;
import org.starbridge.transport.dtls.DtlsSession;
import org.starbridge.transport.dtls.DtlsSrtpKeys;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.srtp.SrtpProfile;

/**
 * Agrees on SRTP keys with the bridge, as the DTLS client. Owned by the driver; what the DTLS threads say comes through
 * the driver's queue.
 */
final class DtlsLink {
    /** Events for the driver, on its own thread. */
    interface Events {
        void onDatagram(byte[] datagram);

        void onKeys(SrtpKeys keys);

        void onEnd(String reason);
    }

    private static final List<Integer> PROFILES =
            List.of(DtlsSrtpKeys.AEAD_AES_128_GCM, DtlsSrtpKeys.AES128_CM_HMAC_SHA1_80, DtlsSrtpKeys.AEAD_AES_256_GCM);

    private final DtlsSession session;

    /**
     * {@code post} runs a task on the driver's thread; {@code data} uses the session for other data; null if there is
     * none.
     */
    DtlsLink(DtlsParty party, Consumer<Runnable> post, @Nullable ApplicationData data, Events events) {
        session = new DtlsSession(party.handshakes(), party.identity(), PROFILES, new Relay(post, data, events));
    }

    void expect(List<DtlsFingerprint> fingerprints) {
        session.remoteFingerprints(fingerprints);
    }

    void start() {
        session.start(DtlsRole.CLIENT);
    }

    void onDatagram(byte[] datagram) {
        session.onDatagram(datagram);
    }

    void close() {
        session.close();
    }

    private final class Relay implements DtlsSession.Listener {
        private final Consumer<Runnable> post;
        private final @Nullable ApplicationData data;
        private final Events events;

        Relay(Consumer<Runnable> post, @Nullable ApplicationData data, Events events) {
            this.post = post;
            this.data = data;
            this.events = events;
        }

        @Override
        public void send(byte[] datagram) {
            post.accept(() -> events.onDatagram(datagram));
        }

        @Override
        public void onConnected(DtlsSrtpKeys keys) {
            SrtpProfile profile = SrtpProfile.byId(keys.profileId());
            if (profile == null) {
                throw new IllegalStateException("SRTP profile " + keys.profileId() + ": expected an offered one");
            }
            SrtpKeys srtp =
                    new SrtpKeys(profile, keys.localKey(), keys.localSalt(), keys.remoteKey(), keys.remoteSalt());
            post.accept(() -> events.onKeys(srtp));
            if (data != null) {
                data.onConnected(session::sendApplicationData);
            }
        }

        @Override
        public void onApplicationData(byte[] packet) {
            if (data != null) {
                data.onData(packet);
            }
        }

        @Override
        public void onFailed(String reason) {
            end(reason);
        }

        @Override
        public void onClosed() {
            end("the bridge ended the DTLS session");
        }

        private void end(String reason) {
            if (data != null) {
                data.onTransportEnd(reason);
            }
            post.accept(() -> events.onEnd(reason));
        }
    }
}
