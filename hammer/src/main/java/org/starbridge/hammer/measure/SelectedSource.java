package org.starbridge.hammer.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.media.Codec;
import org.starbridge.rtp.codec.Vp8Descriptor;

/**
 * One receiver's view of one video source of which a bridge chooses what it sends: one of several encodings, fewer
 * temporal layers, nothing for a while. Owned by the receiver's thread.
 *
 * <p>The bridge's own numbers say what should arrive: whatever it leaves out on purpose leaves no gap, so a gap is a
 * loss. What arrives has to be one of the packets that the encodings sent, each of which is decrypted and compared, and
 * has to make pictures.
 */
public final class SelectedSource {
    /** Without a packet for so long, a source does not flow. */
    static final long SILENCE_NS = 1_000_000_000;

    private final List<SentStream> encodings;
    private final EncodingFinder finder;
    private final SequenceWindow window = new SequenceWindow();
    private final @Nullable PictureCheck vp8;
    private final @Nullable LayerCheck layered;
    private final @Nullable PictureTally pictures;
    private final Vp8Descriptor descriptor = new Vp8Descriptor();
    private final FlowClock clock;
    private long packets;
    private long contentErrors;
    private long compared;
    private boolean windowOpen;
    private long windowBase = -1;
    private long received;
    private long reordered;
    private long duplicates;
    private long recovered;
    private long wrongMarkers;
    private final PictureShare share = new PictureShare();
    private final FreezeMeter freezes = new FreezeMeter();
    private final LayerLog layers = new LayerLog();
    private long switchesUpBefore;
    private long switchesDownBefore;

    /**
     * @param encodings low to high; they arrive on the first one's SSRC
     * @param isAnnounced whether the bridge says by {@link #onForwarded} what it forwards; if not, it is to forward
     *     always
     */
    public SelectedSource(List<SentStream> encodings, boolean isAnnounced) {
        this.encodings = List.copyOf(encodings);
        finder = new EncodingFinder(encodings);
        layered = encodings.get(0).frames() == null ? null : new LayerCheck(encodings);
        vp8 = layered == null && encodings.get(0).codec() == Codec.VP8 ? new PictureCheck() : null;
        pictures = vp8 != null ? vp8.tally() : layered != null ? layered.tally() : null;
        clock = new FlowClock(!isAnnounced, this::firstSentNs);
    }

    private long firstSentNs() {
        long first = Long.MAX_VALUE;
        for (SentStream encoding : encodings) {
            first = Math.min(first, encoding.log().firstSentNs());
        }
        return first;
    }

    /** The encoding on whose SSRC all of them arrive. */
    public SentStream lowest() {
        return encodings.get(0);
    }

    /** The bridge has said whether it sends this source. */
    public void onForwarded(boolean isForwarded, long nowNs) {
        clock.onForwarded(isForwarded, nowNs);
        if (!isForwarded) {
            freezes.pause();
            share.pause();
        }
    }

    /**
     * Takes a packet's sequence number, 0 to 65535; false if it is to be left alone: a duplicate, or too old to tell.
     */
    public boolean onPacket(int sequence) {
        SequenceWindow.Arrival arrival = window.onPacket(sequence);
        packets++;
        if (windowOpen && windowBase < 0) {
            windowBase = window.current() - 1; // it begins in the window
        }
        boolean isOurs = windowOpen && window.current() > windowBase;
        switch (arrival) {
            case NEWEST -> received += isOurs ? 1 : 0;
            case REORDERED -> {
                received += isOurs ? 1 : 0;
                reordered += isOurs ? 1 : 0;
            }
            case DUPLICATE -> duplicates += isOurs ? 1 : 0;
            case TOO_OLD -> {}
        }
        return arrival == SequenceWindow.Arrival.NEWEST || arrival == SequenceWindow.Arrival.REORDERED;
    }

    /** Takes the decrypted payload of the packet whose number was taken last, and its RTP timestamp, all 32 bits. */
    public void onPayload(
            long address,
            int lengthBytes,
            long payloadHash,
            int rtpTimestamp,
            boolean isMarked,
            long arrivalNs,
            DelaySample delays) {
        compared++;
        if (!finder.find(payloadHash, rtpTimestamp)) {
            contentErrors++;
            return;
        }
        SentStream encoding = encodings.get(finder.encoding());
        if (finder.extSeq() >= encoding.windowStart()) {
            delays.onPacket(encoding, 0, finder.extSeq(), finder.sentTimestamp(rtpTimestamp), arrivalNs);
        }
        share.onPacket(finder.encoding(), finder.picture(), arrivalNs);
        wrongMarkers += layered == null && isMarked != finder.wasMarked() ? 1 : 0;
        if (layered != null) {
            layered.read(finder.encoding(), finder.extSeq(), payloadHash, address, lengthBytes);
            if (layered.onPacket(window.current(), isMarked, arrivalNs)) {
                onPicture(arrivalNs, layered.tally());
            }
        } else if (vp8 == null) {
            clock.onPicture(arrivalNs);
        } else if (descriptor.wrap(address, lengthBytes) != null) {
            contentErrors++;
        } else if (vp8.onPacket(window.current(), descriptor, isMarked, finder, arrivalNs)) {
            onPicture(arrivalNs, vp8.tally());
        }
    }

    private void onPicture(long arrivalNs, PictureTally shown) {
        clock.onPicture(arrivalNs);
        freezes.onPicture(arrivalNs);
        layers.onPicture(arrivalNs, shown.heightPx());
    }

    /** Returns whether its layers are known, so that {@link #onDescriptor} comes before each payload. */
    public boolean isLayered() {
        return layered != null;
    }

    /** The dependency descriptor of the packet whose payload comes next; 0 bytes if it has none. */
    public void onDescriptor(long address, int lengthBytes) {
        if (layered != null) {
            layered.onDescriptor(address, lengthBytes);
        }
    }

    /** The packet taken last was lost and came because it had been asked for: it is not counted as received. */
    public void onRecovered() {
        if (windowOpen && window.current() > windowBase) {
            received--;
            recovered++;
        }
    }

    /** Returns whether a packet was lost without which nothing can be shown before the next key frame. */
    public boolean wantsKeyFrame() {
        return (vp8 != null && vp8.wantsKeyFrame()) || (layered != null && layered.wantsKeyFrame());
    }

    /** The packet was refused by SRTP. */
    public void onUndecryptable() {
        contentErrors++;
    }

    /** The measured window begins. */
    public void openWindow(long nowNs) {
        windowOpen = true;
        windowBase = window.highest();
        clock.begin(nowNs);
        freezes.begin();
        share.begin();
        switchesUpBefore = switchesUp();
        switchesDownBefore = switchesDown();
    }

    /** The senders stop: whether it flows now is what the window ends with. */
    public void closeWindow(long nowNs) {
        clock.end(nowNs);
        freezes.end(nowNs);
        share.end();
    }

    /** Packets of the window that were lost and came when they had been asked for. */
    public long recoveredInWindow() {
        return recovered;
    }

    /** Freezes in the window, as a browser counts them. */
    public long freezes() {
        return freezes.freezes();
    }

    /** Returns how long they took together. */
    public long frozenNs() {
        return freezes.frozenNs();
    }

    /** Returns how long the longest took. */
    public long longestFreezeNs() {
        return freezes.longestNs();
    }

    /** Returns the times at which pictures of another height first came. */
    public LayerLog layers() {
        return layers;
    }

    /** Changes to a higher encoding since the window was opened. */
    public long switchesUpInWindow() {
        return switchesUp() - switchesUpBefore;
    }

    /** Changes to a lower encoding since the window was opened. */
    public long switchesDownInWindow() {
        return switchesDown() - switchesDownBefore;
    }

    /** Returns whether pictures came within the last second. */
    public boolean isFlowing(long nowNs) {
        return clock.isFlowing(nowNs);
    }

    /**
     * Returns whether pictures came within the last second of the window; not if the bridge took the source away in
     * that second.
     */
    public boolean wasFlowing() {
        return clock.wasFlowing();
    }

    /**
     * Returns whether the bridge announced the source within the last second of the window, and no picture came yet.
     */
    public boolean wasBeginning() {
        return clock.wasBeginning();
    }

    /** Packets of the window by the bridge's numbers: whatever it did not leave out on purpose. */
    public long expectedInWindow() {
        return windowOpen && windowBase >= 0 ? window.highest() - windowBase : 0;
    }

    /** The extended sequence number, as the bridge counts, of the packet taken last. */
    public long currentExtSeq() {
        return window.current();
    }

    /** Packets of any time, duplicates included. */
    public long packets() {
        return packets;
    }

    public long receivedInWindow() {
        return received;
    }

    public long reorderedInWindow() {
        return reordered;
    }

    public long duplicatesInWindow() {
        return duplicates;
    }

    /** Payloads of any time that were compared with the sent ones: all. */
    public long payloadsCompared() {
        return compared;
    }

    /** Packets of any time that no encoding has sent, or that SRTP refused. */
    public long contentErrors() {
        return contentErrors;
    }

    /** Packets, of any time, with another marker than they were sent with; 0 where a bridge has to set it itself. */
    public long wrongMarkers() {
        return wrongMarkers;
    }

    /** Returns the share of the sent pictures that came in the window. */
    public PictureShare share() {
        return share;
    }

    /**
     * Tells the clock when the packet found last was sent, and with which timestamp it came; false before the first.
     */
    public boolean tellNewest(ReportedClock clock) {
        if (finder.encoding() < 0) {
            return false;
        }
        clock.onSent(finder.arrivedTimestamp(), finder.sentNs());
        return true;
    }

    /** Pixels of the picture that came last, by its key frame's header; -1 if there is none. */
    public int heightPx() {
        return pictures == null ? -1 : pictures.heightPx();
    }

    /** Pictures of any time. */
    public long pictures() {
        return pictures == null ? 0 : pictures.frames();
    }

    /** Of which a decoder could do nothing with, though nothing was lost. */
    public long undecodablePictures() {
        return pictures == null ? 0 : pictures.undecodable();
    }

    /** Of which a decoder could do nothing with after a loss. */
    public long brokenPictures() {
        return pictures == null ? 0 : pictures.broken();
    }

    /** Pictures before the first key frame: they are not missed. */
    public long earlyPictures() {
        return pictures == null ? 0 : pictures.early();
    }

    /** Pictures without their end, where the bridge took the source away. */
    public long cutOffPictures() {
        return pictures == null ? 0 : pictures.cutOff();
    }

    /** Changes to a higher encoding, of any time. */
    public long switchesUp() {
        return pictures == null ? 0 : pictures.switchesUp();
    }

    /** Changes to a lower encoding, of any time. */
    public long switchesDown() {
        return pictures == null ? 0 : pictures.switchesDown();
    }

    /** Returns how often, in the window, it began to flow. */
    public int beginnings() {
        return clock.beginnings();
    }

    /**
     * The longest time in the window from the bridge's word that it forwards this source, or from the sender's first
     * packet if that is later, to the first picture.
     */
    public long longestWaitNs() {
        return clock.longestWaitNs();
    }

    /** The longest time in the window between two pictures while the bridge was forwarding it. */
    public long longestPauseNs() {
        return clock.longestPauseNs();
    }
}
