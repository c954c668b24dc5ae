package org.starbridge.rtp.codec;

import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * Finds the packet with which a key picture of H.264 or H.265 truly begins: with the parameter sets that some senders
 * put into packets of their own before the picture, under its timestamp. A receiver that is switched at the picture's
 * first slice would lack them. A sender with parameter sets out of band begins with the slice. Owned by one thread; one
 * for each SSRC.
 *
 * <p>An IDR picture of several slices begins once. Packets may come in any order within a picture; those of a key
 * picture before the newest one begin nothing.
 */
public final class KeyPictureStart {
    private boolean hasPicture;
    private int rtpTimestamp;
    private long startSequenceNumber;
    private boolean hasSequenceParameterSet;
    private boolean hasPictureParameterSet;
    private boolean isPicture;

    /** A stream without a packet yet. */
    public KeyPictureStart() {}

    /** Takes a packet of H.264 in; see {@link #onPacket(long, int, boolean, boolean, boolean)}. */
    public boolean onPacket(long sequenceNumber, int rtpTimestamp, H264Payload payload) {
        return onPacket(
                sequenceNumber,
                rtpTimestamp,
                payload.beginsSequenceParameterSet(),
                payload.beginsPictureParameterSet(),
                payload.beginsIdrPicture());
    }

    /** Takes a packet of H.265 in; see {@link #onPacket(long, int, boolean, boolean, boolean)}. */
    public boolean onPacket(long sequenceNumber, int rtpTimestamp, H265Payload payload) {
        return onPacket(
                sequenceNumber,
                rtpTimestamp,
                payload.beginsSequenceParameterSet(),
                payload.beginsPictureParameterSet(),
                payload.beginsRandomAccessPicture());
    }

    /**
     * Takes a packet in.
     *
     * @param sequenceNumber extended
     * @return whether a key picture begins with it: nothing of the picture that was sent before it is known so far
     */
    private boolean onPacket(
            long sequenceNumber, int rtpTimestamp, boolean beginsSps, boolean beginsPps, boolean beginsPicture) {
        boolean isSame = hasPicture && rtpTimestamp == this.rtpTimestamp;
        boolean isOlder = hasPicture && !isSame && sequenceNumber < startSequenceNumber;
        if (isOlder || (!isSame && !beginsSps && !beginsPicture)) {
            return false;
        }
        if (!isSame) {
            hasPicture = true;
            this.rtpTimestamp = rtpTimestamp;
            startSequenceNumber = Long.MAX_VALUE;
            hasSequenceParameterSet = false;
            hasPictureParameterSet = false;
            isPicture = false;
        }
        hasSequenceParameterSet |= beginsSps;
        hasPictureParameterSet |= beginsPps;
        isPicture |= beginsPicture;
        if ((beginsSps || beginsPicture) && sequenceNumber < startSequenceNumber) {
            startSequenceNumber = sequenceNumber;
            return true;
        }
        return false;
    }

    /**
     * Returns whether the newest key picture came with its sequence and picture parameter sets, as far as its packets
     * came.
     */
    public boolean hasParameterSets() {
        return hasSequenceParameterSet && hasPictureParameterSet;
    }

    /**
     * Returns whether the first slice of the newest key picture came; false if there were only parameter sets so far.
     */
    public boolean hasFirstSlice() {
        return isPicture;
    }

    /** Its part of a snapshot. */
    public void state(State state) throws StateException {
        hasPicture = state.bool(hasPicture);
        rtpTimestamp = state.i32(rtpTimestamp);
        startSequenceNumber = state.i64(startSequenceNumber);
        hasSequenceParameterSet = state.bool(hasSequenceParameterSet);
        hasPictureParameterSet = state.bool(hasPictureParameterSet);
        isPicture = state.bool(isPicture);
    }
}
