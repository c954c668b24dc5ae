package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.ring.RingRecord;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.packet.HeaderExtensionIndex;
import org.starbridge.rtp.packet.RtpView;

/**
 * An RTP packet on its way in, after decryption. The rooms between the socket and the ring fill it and read it; when it
 * is published, {@link #writeTo} copies what receivers need into the packet's ring record. A flyweight: one for each
 * worker, filled again by {@link #parse} for every packet. Nothing may keep it beyond the packet. Owned by one worker.
 */
public final class IncomingPacket {
    /** The sender does not tell how loud a packet is. */
    static final int NO_AUDIO_LEVEL = -1;

    private final RtpView rtp = new RtpView();
    private final HeaderExtensionIndex extensions = new HeaderExtensionIndex();
    private final FrameFacts facts = new FrameFacts();
    private @Nullable IncomingStream stream;
    private long arrivalNs;
    private long extSeq;
    private long number;
    private int audioLevel;
    private boolean isVoice;
    private boolean isLevelOnly;
    private boolean isRestored;
    private boolean isRecovered;
    private boolean isPaddingOnly;
    private boolean hasChangedLayers;
    private boolean movesDeadline;

    /** A packet of nothing; {@link #parse} comes first. */
    public IncomingPacket() {}

    /**
     * Begins with a packet that was authenticated and decrypted.
     *
     * @param extSeq its sequence number, extended (RFC 3711 section 3.3.1)
     * @param arrivalNs when it arrived, on the media clock
     * @return null if it is well formed, else why not
     */
    public @Nullable DropReason parse(long address, int lengthBytes, long extSeq, long arrivalNs) {
        this.extSeq = extSeq;
        this.arrivalNs = arrivalNs;
        stream = null;
        number = extSeq;
        facts.clear();
        audioLevel = NO_AUDIO_LEVEL;
        isLevelOnly = false;
        isRestored = false;
        isRecovered = false;
        isPaddingOnly = false;
        hasChangedLayers = false;
        movesDeadline = false;
        if (rtp.wrap(address, lengthBytes) != null) {
            return DropReason.MALFORMED_RTP;
        }
        return extensions.fill(rtp) ? null : DropReason.MALFORMED_EXTENSION;
    }

    /** Its bytes; of a retransmission that was unwrapped, those of the original packet. */
    public RtpView rtp() {
        return rtp;
    }

    /** Returns the index of its header extension elements. */
    public HeaderExtensionIndex extensions() {
        return extensions;
    }

    /** Returns its arrival time, on the media clock. */
    public long arrivalNs() {
        return arrivalNs;
    }

    /** Its sequence number as its sender counts, extended. */
    public long extSeq() {
        return extSeq;
    }

    /** The stream that it belongs to; null before that is known, and of a retransmission of nothing. */
    public @Nullable IncomingStream stream() {
        return stream;
    }

    /** It belongs to a stream under whose SSRC it came. */
    void stream(IncomingStream stream) {
        this.stream = stream;
    }

    /**
     * It was a retransmission (RFC 4588) and is unwrapped in place.
     *
     * @param original the stream of the original packet
     * @param extSeq its number there, extended
     * @param lengthBytes its length; header and extension lie where they did
     * @return false if it is no well-formed packet
     */
    boolean restored(IncomingStream original, long extSeq, int lengthBytes) {
        if (rtp.wrap(rtp.address(), lengthBytes) != null) {
            return false;
        }
        stream = original;
        this.extSeq = extSeq;
        number = extSeq;
        isRestored = true;
        return true;
    }

    /** It did not come at all: a later packet repeats it (RFC 2198). {@link #parse} comes before. */
    public void repeated() {
        isRestored = true;
    }

    /** Returns whether it came as a retransmission (RFC 4588), or in a later packet (RFC 2198). */
    boolean isRestored() {
        return isRestored;
    }

    /** Its number among the packets of its stream that are forwarded: without padding and silence. */
    public long number() {
        return number;
    }

    void number(long number) {
        this.number = number;
    }

    /** Its place among the frames of its source; of audio only whether it is the newest and whether it is redundant. */
    public FrameFacts facts() {
        return facts;
    }

    /** Returns whether it begins a key frame. */
    public boolean isKeyFrame() {
        return facts.isKeyFrame();
    }

    /** Returns its loudness, 0 (loudest) to 127 (RFC 6464); {@link #NO_AUDIO_LEVEL} if that is not given. */
    int audioLevel() {
        return audioLevel;
    }

    /**
     * Sets its loudness.
     *
     * @param isVoice whether the sender takes it for voice
     * @param isLevelOnly whether it goes to no receiver, as others are louder
     */
    void audioLevel(int audioLevel, boolean isVoice, boolean isLevelOnly) {
        this.audioLevel = audioLevel;
        this.isVoice = isVoice;
        this.isLevelOnly = isLevelOnly;
    }

    /** Returns whether only its audio level is used, to find the speaker: others are louder, so no receiver gets it. */
    public boolean isLevelOnly() {
        return isLevelOnly;
    }

    /** Returns whether it was asked for with a NACK. */
    public boolean isRecovered() {
        return isRecovered;
    }

    void recovered() {
        isRecovered = true;
    }

    /** Returns whether it has no payload: padding that probes the bandwidth. It is not forwarded. */
    public boolean isPaddingOnly() {
        return isPaddingOnly;
    }

    void paddingOnly() {
        isPaddingOnly = true;
    }

    /** Returns whether it shows that its source sends other layers than before. */
    boolean hasChangedLayers() {
        return hasChangedLayers;
    }

    void changedLayers() {
        hasChangedLayers = true;
    }

    /** Returns whether something is due earlier because of it: its endpoint's deadline is to be computed again. */
    public boolean movesDeadline() {
        return movesDeadline;
    }

    /** Something is due earlier because of it. */
    public void moveDeadline() {
        movesDeadline = true;
    }

    /** Fills in the header of the ring record whose body it is. */
    public void writeTo(long recordAddress, IncomingStream stream) {
        RingRecord.writeMedia(recordAddress, stream.workers(), stream.handle(), rtp);
        RingRecord.writeOrder(recordAddress, number, arrivalNs, facts);
        if (audioLevel != NO_AUDIO_LEVEL) {
            RingRecord.writeAudioLevel(recordAddress, audioLevel, isVoice, !isLevelOnly);
        }
    }
}
