package org.starbridge.media.forward;

import org.starbridge.media.api.MediaKind;
import org.starbridge.media.ring.RingCursor;

/**
 * A conference's receivers on one worker, with the packets that wait for them. Owned by that worker.
 *
 * <p>Packets go out receiver by receiver, because what leaves for the same receiver at one time can share a system
 * call. In a small conference all packets go together. In a large one, where a frame is many milliseconds of work,
 * audio does not queue behind video: it has a lane of its own, which is always served first.
 */
public final class ReceiverGroup {
    /** From so many receivers on, audio has its own lane. */
    static final int LARGE = 256;

    private final String conferenceId;
    private final WaitingPackets audio = new WaitingPackets();
    private final WaitingPackets others = new WaitingPackets();
    private boolean separatesAudio;
    private boolean inTurn;

    public ReceiverGroup(String conferenceId) {
        this.conferenceId = conferenceId;
    }

    /** The conference's bridge-local id. */
    public String conferenceId() {
        return conferenceId;
    }

    /** The record at the cursor waits from now on; false if too many do. */
    boolean add(RingCursor cursor, FanOut fanOut, long nowNs) {
        if (audio.isEmpty() && others.isEmpty()) { // never between two packets of one stream
            separatesAudio = fanOut.streams().length >= LARGE;
        }
        WaitingPackets lane = separatesAudio && fanOut.kind() == MediaKind.AUDIO ? audio : others;
        return lane.add(cursor.lookback(), cursor.position(), fanOut, nowNs);
    }

    /** Returns the packets to be served next. */
    WaitingPackets lane() {
        return audio.isEmpty() ? others : audio;
    }

    /** Returns whether anything waits. */
    boolean hasWaiting() {
        return !audio.isEmpty() || !others.isEmpty();
    }

    boolean isInTurn() {
        return inTurn;
    }

    void inTurn(boolean inTurn) {
        this.inTurn = inTurn;
    }

    /** The fan-outs of the conference are about to change, and what a place means. */
    public void onFanOutsChanged() {
        audio.onFanOutsChanged();
        others.onFanOutsChanged();
    }

    /** Discards what waits: the conference has ended. */
    public void clear() {
        audio.clear();
        others.clear();
    }
}
