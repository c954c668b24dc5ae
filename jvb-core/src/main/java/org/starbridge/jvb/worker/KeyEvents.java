package org.starbridge.jvb.worker;

import org.starbridge.jvb.demux.Route;
import org.starbridge.jvb.drop.DropCounters;
import org.starbridge.jvb.drop.DropReason;
import org.starbridge.jvb.egress.Egress;
import org.starbridge.jvb.endpoint.EndpointSession;
import org.starbridge.jvb.endpoint.KeyAgreement;
import org.starbridge.jvb.forward.FanOut;
import org.starbridge.jvb.forward.FanOuts;
import org.starbridge.jvb.forward.OutgoingStream;
import org.starbridge.jvb.media.MediaKind;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * What becomes of what the key agreements of one worker's endpoints put out on threads of theirs: the worker is asked to send
 * datagrams, to take keys, to tell of the end. Owned by the worker, which runs all but the listeners' methods.
 */
final class KeyEvents {
    private final WorkerCommands commands;
    private final Sessions sessions;
    private final FanOuts fanOuts;
    private final Egress egress;
    private final DropCounters drops;
    private final KeyFrameWishes keyFrameWishes;
    private final Runnable wakeUp;

    KeyEvents(
            WorkerCommands commands,
            Sessions sessions,
            FanOuts fanOuts,
            Egress egress,
            DropCounters drops,
            KeyFrameWishes keyFrameWishes) {
        this.commands = commands;
        this.sessions = sessions;
        this.fanOuts = fanOuts;
        this.egress = egress;
        this.drops = drops;
        this.keyFrameWishes = keyFrameWishes;
        wakeUp = commands::wake;
    }

    /** For the key agreement of the endpoint with this route; the endpoint may be gone when something comes of it. */
    KeyAgreement.Listener of(Route route) {
        return new Listener(route);
    }

    private void onDatagram(int endpointKey, byte[] datagram) {
        EndpointSession session = sessions.take(endpointKey);
        DropReason refused = session == null
                ? null
                : egress.send(datagram, session.receiver().destination());
        if (refused != null) {
            drops.count(refused);
        }
    }

    private void onKeys(int endpointKey, SrtpKeys keys) {
        EndpointSession session = sessions.take(endpointKey);
        if (session != null) {
            session.onKeys(keys);
            keys.wipe();
            requestKeyFramesFor(session);
        }
    }

    /** What was asked for when the receiver joined may have come before it could be sent anything. */
    private void requestKeyFramesFor(EndpointSession receiver) {
        for (OutgoingStream stream : receiver.outgoing().all()) {
            FanOut fanOut = fanOuts.find(stream.handle());
            if (fanOut != null && stream.kind() == MediaKind.VIDEO) {
                keyFrameWishes.request(fanOut.source(), stream.sourceSsrc());
            }
        }
    }

    private void onEnded(int endpointKey, String reason) {
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
            commands.post(() -> KeyEvents.this.onKeys(endpointKey, keys));
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
