package org.starbridge.media.api;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.ice.IceCredentials;

/** An endpoint on its worker. Methods may be called from any thread; they are carried out in order, later. */
public interface MediaEndpoint {
    /** Its number in {@link ForwardingTable}s: unique in the process, never used again. */
    int key();

    /** The UDP port that it has for itself, to be offered to its peer; 0 if it is reached by the shared one. */
    default int uniquePort() {
        return 0;
    }

    /**
     * Adds what the peer's description says; what is absent is left as it was.
     *
     * @throws OverloadedException when the worker's command queue is full; nothing was changed
     */
    void remoteTransport(RemoteTransport remote);

    /**
     * Makes a second ICE agent beside the one that carries media, which takes its place when it has found a pair, and
     * is given up if that lasts too long; {@link EndpointListener#onIceRestartOver} says which. One that is under way
     * is given up.
     *
     * @param generation names this restart in {@link RemoteTransport#iceRestart}; grows from restart to restart
     * @param local what the peer has to know to reach it
     * @throws OverloadedException when the worker's command queue is full; nothing was changed
     */
    void restartIce(int generation, IceCredentials local);

    /**
     * Ends the endpoint: its keys, sockets' table entries and streams are released; a second call does nothing.
     *
     * @throws OverloadedException when the worker's command queue is full: the caller has to try again, or it stays
     */
    void expire();

    /**
     * Asks it for a key frame of a source, if the limits on that allow it; without effect when its worker has too much
     * to do.
     *
     * @param ssrc of the source's lowest encoding
     */
    default void requestKeyFrame(int ssrc) {}

    /**
     * Selection decided what it gets. The estimator probes for more only while more is wanted than it allows. Without
     * effect while its worker has too much to do; the next call counts.
     *
     * @param wantedBps the bitrate in bit/s of all layers that it would get without a limit, audio included; 0 if it
     *     wants no video; {@link BandwidthEstimate#UNKNOWN} if it gets everything that it wants, whatever that costs
     * @param allocatedBps the bitrate in bit/s of the layers that it gets, audio included;
     *     {@link BandwidthEstimate#UNKNOWN} if it gets everything
     */
    default void onAllocation(long wantedBps, long allocatedBps) {}

    /**
     * Starts or stops to record the inputs and estimates of its bandwidth estimator. A recording is bounded, keeps the
     * last minutes, and ends by itself ten minutes after it was started or read last. Without effect where bandwidth is
     * not estimated, or while its worker has too much to do.
     */
    default void recordBandwidth(boolean isOn) {}

    /**
     * Returns what was recorded: ASCII lines, oldest first, see {@link org.starbridge.bandwidth.trace.Trace}; empty if
     * nothing is recorded. A copy that the worker makes after its present duty cycle; its caller sets a time limit, as
     * the endpoint may be gone.
     */
    default CompletableFuture<byte[]> bandwidthTrace() {
        return CompletableFuture.completedFuture(new byte[0]);
    }

    /**
     * Copies every packet that is taken from it into {@code tap} from now on. Lost packets are asked for as if there
     * were a receiver of every stream that the tap {@linkplain TapQueue#takes takes}. It is {@linkplain TapQueue#detach
     * detached} when the endpoint ends, and if it is the oldest of more than four.
     *
     * @return false if its worker has too much to do: nothing was changed, {@code tap} is not used
     */
    default boolean tap(TapQueue tap) {
        return false;
    }

    /**
     * Nothing is copied into {@code tap} any more; it is {@linkplain TapQueue#detach detached}. Without effect if it is
     * none of the endpoint's taps.
     *
     * @return false if its worker has too much to do: nothing was changed
     */
    default boolean untap(TapQueue tap) {
        return false;
    }

    /**
     * Takes an RTP packet as if its peer had sent it: for streams that the bridge makes itself, of an endpoint without
     * a peer. The packet goes to receivers, not to taps.
     *
     * @param packet plain, with header; not to be changed afterwards
     * @param extSeq its sequence number, extended; not negative
     * @return false if its worker has too much to do: the packet is dropped
     */
    default boolean inject(byte[] packet, long extSeq) {
        return false;
    }

    /**
     * Returns how far its transport came. The worker answers after its present duty cycle; the caller sets a time
     * limit, as the endpoint may be gone.
     */
    default CompletableFuture<ConnectionReport> connectionReport() {
        return new CompletableFuture<>();
    }

    /**
     * Copies its RTP and RTCP packets in both directions, without their encryption, into {@code queue} from now on, in
     * place of an earlier queue, which is {@linkplain TapQueue#detach detached}; this one is when the endpoint ends.
     * The numbers of each record are its direction ({@link org.starbridge.media.capture.PacketCapture#SENT}) and the
     * length of the packet.
     *
     * @param hasPayloads whether payloads are copied, or headers only
     * @return false if its worker has too much to do: nothing was changed, {@code queue} is not used
     */
    default boolean capture(TapQueue queue, boolean hasPayloads) {
        return false;
    }

    /**
     * Nothing is copied into {@code queue} any more; it is detached. Without effect if another one took its place.
     *
     * @return false if its worker has too much to do: nothing was changed
     */
    default boolean endCapture(TapQueue queue) {
        return false;
    }

    /**
     * Writes its state as a record with keys. The workers rest meanwhile, so that nothing is on its way.
     *
     * @return fails with a {@link StateException} if it has a state that can not be written
     */
    default CompletableFuture<byte[]> snapshot() {
        return CompletableFuture.failedFuture(new StateException("this endpoint has no state"));
    }

    /**
     * Goes on where the record of another process ends; after the first table of its conference, before its first
     * datagram.
     *
     * @return fails with a {@link StateException} if the record can not be read; the endpoint is to be expired then
     */
    default CompletableFuture<Void> restore(byte[] record) {
        return CompletableFuture.failedFuture(new StateException("this endpoint takes no state"));
    }

    /** Publishes {@link #stats} and {@link #layers} now, for a selection that follows. */
    default CompletableFuture<Void> publishFigures() {
        return CompletableFuture.completedFuture(null);
    }

    /** The latest published figures, at most about a second old. */
    EndpointStats stats();

    /**
     * Figures of its streams, at most about a second old. They are gathered only for some seconds after a caller has
     * asked, so the first answer is old, or {@link StreamStats#NONE}.
     */
    default StreamStats streams() {
        return StreamStats.NONE;
    }

    /**
     * The layers of each video source that it sends, by the SSRC of the source's lowest encoding; at most about a
     * second old. They are gathered only once a caller has asked, so the first answer is empty.
     */
    default Map<Integer, LayersSnapshot> layers() {
        return Map.of();
    }
}
