package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.codec.FrameFacts;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.reception.ReceptionRegister;

/** One SSRC that an endpoint declared. Owned by the endpoint's worker. */
public final class IncomingStream {
    /** How long a receiver that is to get another encoding may still get this one, until a key frame. */
    private static final long SWITCH_NS = 2_000_000_000L;

    private static final int ALL = -1;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final int handle;
    private final ReportedTime clock;
    private ReceptionRegister reception;
    private final KeyFrameRequests keyFrameRequests;
    private ArrivalWindow arrivals = new ArrivalWindow();
    private final NackRegister missing = new NackRegister();
    private final AudioPolicy audioPolicy;
    /** Null of what is not an encoding of a video source. */
    private @Nullable EncodingRegister video;
    /** Null of what is not audio. */
    private @Nullable AudioRegister audio;

    private Stream stream;
    private int wireSsrc;
    /** Whether it is known under which SSRC it comes. */
    private boolean isLocated;

    private long workers;
    private int targets = ALL;
    private long unwantedSinceNs = NEVER;
    private long lastPacketNs = Long.MIN_VALUE;
    private boolean keyFrame;
    private boolean recovered;
    private boolean askSooner;
    /** Whether a key frame was asked for because packets are lost for good, and none came since. */
    private boolean awaitsRepair;

    private boolean empty;
    private long number;
    private boolean heard = true;
    private long keyFrames;
    private long askedFor;

    /**
     * A stream.
     *
     * @param handle its number in the process
     * @param keyFrameLimit how often the source is asked for a key frame
     */
    public IncomingStream(int handle, Stream stream, KeyFrameLimit keyFrameLimit, AudioPolicy audioPolicy) {
        this.handle = handle;
        this.stream = stream;
        this.audioPolicy = audioPolicy;
        clock = new ReportedTime(stream.kind());
        wireSsrc = stream.ssrc();
        isLocated = stream.rid() == null;
        reception = new ReceptionRegister(wireSsrc);
        keyFrameRequests = new KeyFrameRequests(keyFrameLimit);
        update(stream, 0);
    }

    /** Its packets come under an SSRC from now on, of which nothing came before: its numbers begin anew. */
    void comesUnder(int ssrc) {
        if (isLocated && video != null) {
            video.restart();
        }
        clock.restart(workers);
        if (video != null) {
            keyFrameRequests.onRequest(); // unless this very packet begins one: who wanted it before could not ask
        }
        isLocated = true;
        awaitsRepair = false;
        wireSsrc = ssrc;
        reception = new ReceptionRegister(ssrc);
        arrivals = new ArrivalWindow();
        missing.clear();
    }

    /** Whether it is known under which SSRC it comes. */
    boolean isLocated() {
        return isLocated;
    }

    /** The SSRC under which it comes; of one that was declared by name only, {@link #ssrc()} stands for it elsewhere. */
    int wireSsrc() {
        return wireSsrc;
    }

    /** The name by which it was declared, if its SSRC was not. */
    @Nullable
    String rid() {
        return stream.rid();
    }

    /** The SSRC of the lowest encoding of its source. */
    int lowest() {
        return stream.lowest();
    }

    boolean isLowest() {
        return stream.lowest() == stream.ssrc();
    }

    /** Which one it is of its source's encodings; nothing changes if it is of no video source. */
    public void place(SourceLayers layers, int encoding) {
        EncodingRegister register = video;
        if (register != null) {
            register.place(layers, encoding);
        }
    }

    /** The layers of its source; null if it is of no video source. */
    public @Nullable SourceLayers layers() {
        return video == null ? null : video.layers();
    }

    /** The declaration, or the set of workers with receivers, changed. */
    public void update(Stream stream, long workers) {
        this.stream = stream;
        clock.onWorkers(this.workers, workers);
        this.workers = workers;
        if (video == null && stream.kind() == MediaKind.VIDEO && stream.use() == Use.MEDIA) {
            video = new EncodingRegister();
        }
        if (audio == null && stream.kind() == MediaKind.AUDIO && stream.use() == Use.MEDIA) {
            audio = new AudioRegister(audioPolicy);
        }
    }

    /**
     * An authenticated packet, in the clear, that came under this SSRC.
     *
     * @param extSeq its sequence number, extended
     * @return null if it is to be forwarded, else why not
     */
    public @Nullable DropReason onPacket(RtpView packet, long extSeq, long arrivalNs, Negotiation negotiation) {
        PayloadType type = negotiation.payloadType(packet.payloadType());
        if (type != null) {
            reception.onPacket(extSeq, packet.timestamp(), arrivalNs, type.clockRateHz());
            clock.onPacket(type.clockRateHz());
        }
        return onMedia(packet, extSeq, arrivalNs, negotiation);
    }

    /** A packet of this stream that came as a retransmission; it is not counted as received here. */
    public @Nullable DropReason onRestored(RtpView packet, long extSeq, long arrivalNs, Negotiation negotiation) {
        return onMedia(packet, extSeq, arrivalNs, negotiation);
    }

    private @Nullable DropReason onMedia(RtpView packet, long extSeq, long arrivalNs, Negotiation negotiation) {
        keyFrame = false;
        empty = false;
        number = extSeq;
        ArrivalStatus arrival = onArrival(extSeq, arrivalNs, negotiation.supportsNack(packet.payloadType()));
        PayloadType type = negotiation.payloadType(packet.payloadType());
        if (type == null) {
            return DropReason.UNKNOWN_PAYLOAD_TYPE;
        }
        if (stream.muted()) {
            return DropReason.FORCE_MUTED;
        }
        if (stream.use() != Use.MEDIA) {
            return DropReason.CORRECTION_NOT_USED;
        }
        if (type.isRetransmission()) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        if (arrival == ArrivalStatus.DUPLICATE) {
            return DropReason.DUPLICATE;
        }
        if (arrival == ArrivalStatus.TOO_OLD) {
            return DropReason.TOO_LATE;
        }
        lastPacketNs = arrivalNs;
        if (video != null) {
            return onVideo(video, packet, extSeq, arrivalNs, negotiation);
        }
        return audio == null ? null : onAudio(audio, packet, extSeq, arrival == ArrivalStatus.NEW, negotiation);
    }

    private @Nullable DropReason onAudio(
            AudioRegister audio, RtpView packet, long extSeq, boolean isNewest, Negotiation negotiation) {
        if (packet.payloadLengthBytes() == 0) {
            empty = true;
            audio.onEmpty(extSeq);
            return null;
        }
        DropReason refused = audio.onPacket(packet, extSeq, isNewest, heard, negotiation);
        number = audio.number();
        return refused;
    }

    private @Nullable DropReason onVideo(
            EncodingRegister video, RtpView packet, long extSeq, long arrivalNs, Negotiation negotiation) {
        if (packet.payloadLengthBytes() == 0) {
            empty = true;
            video.onEmpty(extSeq);
            return null;
        }
        DropReason refused = video.onPacket(packet, negotiation.codec(packet.payloadType()), extSeq, arrivalNs);
        if (refused == DropReason.BEFORE_KEY_FRAME) {
            keyFrameRequests.onRequest();
            askSooner = true;
        }
        if (refused != null) {
            return refused;
        }
        number = video.number();
        keyFrame = video.facts().isKeyFrame();
        if (keyFrame) {
            keyFrames++;
            keyFrameRequests.onKeyFrame();
            missing.onKeyFrame(extSeq);
            awaitsRepair = false;
        } else if (requestRepair()) {
            askSooner = true;
        }
        return null;
    }

    /** Whether the last packet was only padding, so that it goes nowhere. */
    public boolean isEmpty() {
        return empty;
    }

    /** The extended sequence number under which the last packet goes on: without what was only padding. */
    public long number() {
        return number;
    }

    /** The last packet's place among the frames of its source, packed. */
    public long frameFacts() {
        if (video != null) {
            return video.facts().packed();
        }
        return audio == null ? 0 : audio.facts();
    }

    /** Of the last packet of video, what is known of its frame; null of audio. */
    public @Nullable FrameFacts videoFacts() {
        return video == null ? null : video.facts();
    }

    /** Whether of the last packet only its level goes on, to who listens for speakers: others are louder. */
    public boolean isLevelOnly() {
        return audio != null && audio.isLevelOnly();
    }

    /** How loud the last packet is, 0 (loudest) to 127; -1 if it is not told, was left out, or is no audio. */
    public int audioLevel() {
        return audio == null ? AudioRegister.NO_LEVEL : audio.level();
    }

    /** Whether nothing of its encoding came before the last packet that was sent after it; false of audio. */
    boolean isNewest() {
        return video != null && video.facts().isNewest();
    }

    /** Whether the last packet showed that its source sends other layers than before. */
    boolean changedLayers() {
        return video != null && video.changedLayers();
    }

    /** Which one it is of its source's encodings. */
    public int encoding() {
        return stream.encoding();
    }

    /** What its last sender report said. */
    public ReportedTime clock() {
        return clock;
    }

    /** Every number that comes is noted, also of what is not forwarded: it is not missing. */
    private ArrivalStatus onArrival(long extSeq, long arrivalNs, boolean mayAsk) {
        long highestBefore = arrivals.hasStarted() ? arrivals.highest() : extSeq - 1;
        ArrivalStatus arrival = arrivals.onPacket(extSeq);
        recovered = false;
        askSooner = false;
        if (stream.muted() || workers == 0) {
            missing.clear(); // nobody waits for it
        } else if (arrival == ArrivalStatus.LATE) {
            recovered = missing.onLate(extSeq);
        } else if (arrival == ArrivalStatus.NEW && mayAsk) {
            askSooner = missing.onNew(extSeq, highestBefore, arrivalNs);
        }
        return arrival;
    }

    /** A retransmission, empty or of some other stream's packet, came under this SSRC. */
    void onCarried(RtpView packet, long extSeq, long arrivalNs, int clockRateHz) {
        reception.onPacket(extSeq, packet.timestamp(), arrivalNs, clockRateHz);
    }

    /** Whether the last packet had been asked for with a NACK. */
    public boolean wasRecovered() {
        return recovered;
    }

    /** Whether the last packet showed a gap that is to be asked for sooner than anything else of this stream. */
    public boolean asksSooner() {
        return askSooner;
    }

    /** Where only the loudest are heard: whether this one is. */
    void hear(boolean isHeard) {
        heard = isHeard;
    }

    /** So many of its packets were asked for again; others may have been given up. */
    void onAskedFor(int packets) {
        askedFor += packets;
        requestRepair();
    }

    /**
     * What was given up of video can only be replaced by a key frame: it is asked for once, until one comes. Receivers that miss
     * it sooner ask for themselves.
     */
    private boolean requestRepair() {
        if (video == null || !missing.takeGivenUp() || awaitsRepair) {
            return false;
        }
        awaitsRepair = true;
        keyFrameRequests.onRequest();
        return true;
    }

    StreamStats.Incoming figures() {
        return new StreamStats.Incoming(
                stream.sourceName(),
                stream.ssrc(),
                stream.kind(),
                stream.use(),
                reception.received(),
                Math.max(0, reception.lost()),
                askedFor,
                keyFrames,
                keyFrameRequests.sent());
    }

    /** Which encodings of its source receivers are to get, one bit each. */
    public void targets(int targets) {
        if (targets != this.targets) {
            if (isTarget()) {
                unwantedSinceNs = Math.max(NEVER, lastPacketNs);
            }
            this.targets = targets;
        }
    }

    /** Whether a receiver gets it, or got it until just now: what is missing of other encodings need not come. */
    boolean isWanted(long nowNs) {
        return isTarget() || nowNs - unwantedSinceNs < SWITCH_NS;
    }

    /** Whether it is what a receiver is to get, or the best that flows below that. */
    private boolean isTarget() {
        return video == null || video.layers().isBestUpTo(targets, stream.encoding());
    }

    /** What is missing. */
    NackRegister missing() {
        return missing;
    }

    /** Whether there was a packet, forwarded or not. */
    boolean hasStarted() {
        return arrivals.hasStarted();
    }

    /** The highest extended sequence number so far. */
    long highestExtended() {
        return arrivals.highest();
    }

    /** What the SSRC carries. */
    public Use use() {
        return stream.use();
    }

    /** The SSRC whose packets this one repeats; of media, its own. */
    int original() {
        return stream.original();
    }

    /** Whether the last packet began a key frame. */
    public boolean isKeyFrame() {
        return keyFrame;
    }

    /** Its number in the process. */
    public int handle() {
        return handle;
    }

    public int ssrc() {
        return stream.ssrc();
    }

    public MediaKind kind() {
        return stream.kind();
    }

    /** Workers with receivers, one bit each. */
    public long workers() {
        return workers;
    }

    /** When a packet was last taken from it; {@link Long#MIN_VALUE} = never. */
    public long lastPacketNs() {
        return lastPacketNs;
    }

    /** What was received and lost, RFC 3550 appendix A. */
    public ReceptionRegister reception() {
        return reception;
    }

    /** Requests for a key frame of this stream, merged. */
    public KeyFrameRequests keyFrameRequests() {
        return keyFrameRequests;
    }
}
