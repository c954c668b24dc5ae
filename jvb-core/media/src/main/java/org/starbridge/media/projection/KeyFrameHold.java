package org.starbridge.media.projection;

import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Holds a video source of one encoding back from a receiver that has nothing of it, or from which it was cut off, up to
 * a key frame: what came before that is of no use to a decoder. Owned by the receiver's worker; exists from the
 * interruption to the first packet that goes.
 */
final class KeyFrameHold {
    /** A key frame is asked for again after this time, as long as none comes; see {@link RequestPace}. */
    private static final long REQUEST_INTERVAL_NS = 300_000_000;

    private static final long NEVER = Long.MIN_VALUE / 2;

    private final KeyFrameWait wait = new KeyFrameWait();
    private final HeldPackets held = new HeldPackets();
    private final RequestPace pace = new RequestPace();
    private boolean needsRequest = true;

    /** Returns whether the source goes to the receiver from a packet on. If not, the packet is held back. */
    boolean endsWith(SourcePacket packet) {
        FrameFacts facts = packet.facts();
        boolean canStart = wait.endsWith(facts, packet.arrivalNs(), true);
        if (canStart && facts.isNewest()) {
            held.clear();
            return true;
        }
        if (facts.isKeyFrame() && held.follow(packet.extSeq())) {
            held.release(packet.extSeq());
            return true;
        }
        held.add(packet.position(), packet.extSeq());
        if (facts.isKeyFrame()) {
            pace.onAnswer();
            needsRequest = true; // of a key frame that begins too late, packets are missing
        } else {
            onTime(packet.arrivalNs());
        }
        return false;
    }

    /** Time goes by, perhaps without a packet: the key frame is asked for again. */
    void onTime(long nowNs) {
        if (pace.isDue(REQUEST_INTERVAL_NS, NEVER, nowNs)) {
            needsRequest = true;
        }
    }

    /** Returns the time at which a key frame is asked for again; long ago if it was not asked for yet. */
    long requestAgainNs() {
        return pace.againNs(REQUEST_INTERVAL_NS, NEVER);
    }

    /** Returns whether a key frame is to be asked for now; the answer is given once. */
    boolean takeKeyFrameRequest(long nowNs) {
        boolean wasNeeded = needsRequest;
        needsRequest = false;
        if (wasNeeded) {
            pace.onRequest(nowNs);
        }
        return wasNeeded;
    }

    /** After the end: what went by and follows the packet that ended it; null if nothing does. */
    @Nullable
    HeldPackets held() {
        return held.hasReleased() ? held : null;
    }

    /** Packets that may still go, if the beginning of their key frame comes. */
    int heldPackets() {
        return held.size();
    }

    /** Its part of a snapshot; without the packets that are held: they are in the ring of another process. */
    void state(State state) throws StateException {
        wait.state(state);
        pace.state(state);
        needsRequest = state.bool(needsRequest);
    }
}
