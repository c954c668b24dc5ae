package org.starbridge.media.source;

import org.jspecify.annotations.Nullable;
import org.starbridge.media.api.ForwardingTable.Arrival;
import org.starbridge.media.api.ForwardingTable.PayloadType;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.StreamStats;
import org.starbridge.media.drop.DropReason;
import org.starbridge.media.layers.SourceLayers;
import org.starbridge.rtp.codec.RedPayload;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.rtp.reception.ReceptionRegister;
import org.starbridge.rtp.rtcp.GenericNackWriter;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/** One SSRC that an endpoint declared. Owned by the endpoint's worker. */
public final class IncomingStream {
    /** Time for which a receiver that is to get another encoding may still get this one, until a key frame. */
    private static final long SWITCH_NS = 2_000_000_000L;

    private static final int ALL = -1;
    private static final int VIDEO_PART = 10;
    private static final int LAYERS_PART = 20;
    private static final int AUDIO_PART = 30;
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
    /** True if it is known under which SSRC it comes. */
    private boolean isLocated;

    private long workers;
    private int targets = ALL;
    private long unwantedSinceNs = NEVER;
    private long lastPacketNs = Long.MIN_VALUE;
    /** True if a key frame was asked for because packets are lost for good, and none came since. */
    private boolean awaitsRepair;

    private boolean tapped;
    private boolean heard = true;
    private long keyFrames;
    private long bytes;
    private @Nullable PayloadType lastType;
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
        Arrival arrival = stream.arrival();
        Integer known = arrival == null ? Integer.valueOf(stream.ssrc()) : arrival.ssrc();
        isLocated = known != null;
        wireSsrc = known == null ? stream.ssrc() : known;
        reception = new ReceptionRegister(wireSsrc);
        keyFrameRequests = new KeyFrameRequests(keyFrameLimit);
        update(stream, 0);
    }

    /** Its packets come under another SSRC from now on, of which no packet came before: its numbers begin again. */
    void comesUnder(int ssrc) {
        if (isLocated && video != null) {
            video.restart();
        }
        if (audio != null) {
            audio.restart();
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

    /** Returns whether it is known under which SSRC it comes. */
    boolean isLocated() {
        return isLocated;
    }

    /** The SSRC under which it comes; {@link #ssrc()} stands for it elsewhere. */
    public int wireSsrc() {
        return wireSsrc;
    }

    /** Returns how its packets are known, if not by {@link #ssrc()} for good. */
    @Nullable
    Arrival arrival() {
        return stream.arrival();
    }

    /** The name of the encoding by which it was declared, if it was. */
    @Nullable
    String rid() {
        return stream.arrival() == null ? null : stream.arrival().rid();
    }

    /** The name of the media section by which it was declared, if it was. */
    @Nullable
    String mid() {
        return stream.arrival() == null ? null : stream.arrival().mid();
    }

    /** The SSRC of the lowest encoding of its source. */
    public int lowest() {
        return stream.lowest();
    }

    boolean isLowest() {
        return stream.lowest() == stream.ssrc();
    }

    /** Sets which one it is of its source's encodings; nothing changes if it is of no video source. */
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
     * A packet of this stream. One that came as a retransmission is not counted as received here.
     *
     * @return null if it is to be forwarded, else why not
     */
    @Nullable
    DropReason onPacket(IncomingPacket packet, Negotiation negotiation) {
        RtpView rtp = packet.rtp();
        PayloadType type = negotiation.payloadType(rtp.payloadType());
        bytes += rtp.lengthBytes();
        lastType = type;
        if (type != null && !packet.isRestored()) {
            reception.onPacket(packet.extSeq(), rtp.timestamp(), packet.arrivalNs(), type.clockRateHz());
            clock.onPacket(type.clockRateHz());
        }
        ArrivalStatus arrival = onArrival(packet, type != null && type.supportsNack());
        DropReason refused = type == null ? DropReason.UNKNOWN_PAYLOAD_TYPE : refusal(type, arrival);
        if (refused != null) {
            return refused;
        }
        lastPacketNs = packet.arrivalNs();
        keyFrameRequests.onPacket();
        if (rtp.payloadLengthBytes() == 0) {
            onPaddingOnly(packet);
            return null;
        }
        if (video != null) {
            return onVideo(video, packet, negotiation);
        }
        return audio == null ? null : audio.onPacket(packet, arrival == ArrivalStatus.NEW, heard, negotiation);
    }

    /**
     * Returns whether it is audio of which packets are missing directly before {@code extSeq}, no more than one packet
     * can repeat, and what came before them carried something.
     */
    boolean isAudioLostBefore(long extSeq) {
        AudioRegister register = audio;
        if (register == null) {
            return false;
        }
        long newest = register.newestExtSeq();
        return newest >= 0
                && newest == arrivals.highest()
                && extSeq > newest + 1
                && extSeq <= newest + RedPayload.MAX_BLOCKS
                && !stream.muted();
    }

    /** The RTP timestamp of the newest audio packet; 0 of video. */
    int newestAudioTimestamp() {
        return audio == null ? 0 : audio.newestTimestamp();
    }

    private @Nullable DropReason refusal(PayloadType type, ArrivalStatus arrival) {
        if (stream.muted()) {
            return DropReason.FORCE_MUTED;
        }
        if (stream.use() != Use.MEDIA) {
            return DropReason.CORRECTION_NOT_USED;
        }
        if (type.isRetransmission()) {
            return DropReason.RETRANSMISSION_OF_NOTHING;
        }
        return switch (arrival) {
            case DUPLICATE -> DropReason.DUPLICATE;
            case TOO_OLD -> DropReason.TOO_LATE;
            case NEW, LATE -> null;
        };
    }

    private void onPaddingOnly(IncomingPacket packet) {
        packet.paddingOnly();
        if (video != null) {
            video.onEmpty(packet.extSeq());
        }
        if (audio != null) {
            audio.onEmpty(packet.extSeq());
        }
    }

    private @Nullable DropReason onVideo(EncodingRegister video, IncomingPacket packet, Negotiation negotiation) {
        DropReason refused = video.onPacket(packet, negotiation);
        if (refused == DropReason.BEFORE_KEY_FRAME) {
            keyFrameRequests.onRequest();
            packet.moveDeadline();
        }
        if (refused != null) {
            return refused;
        }
        if (packet.isKeyFrame()) {
            keyFrames++;
            keyFrameRequests.onKeyFrame();
            missing.onKeyFrame(packet.extSeq());
            awaitsRepair = false;
        } else if (video.lacksStructure(packet.arrivalNs())) {
            keyFrameRequests.onRequest();
            packet.moveDeadline();
        } else if (requestRepair()) {
            packet.moveDeadline();
        }
        return null;
    }

    /** Returns the index of this one among its source's encodings. */
    public int encoding() {
        return stream.encoding();
    }

    /** Returns the time in its last sender report. */
    public ReportedTime clock() {
        return clock;
    }

    /** Every number that comes is noted, also of what is not forwarded: it is not missing. */
    private ArrivalStatus onArrival(IncomingPacket packet, boolean mayAsk) {
        long extSeq = packet.extSeq();
        long highestBefore = arrivals.hasStarted() ? arrivals.highest() : extSeq - 1;
        ArrivalStatus arrival = arrivals.onPacket(extSeq);
        if (stream.muted() || (workers == 0 && !tapped)) {
            missing.clear(); // no receiver waits for it
        } else if (arrival == ArrivalStatus.LATE && missing.onLate(extSeq)) {
            packet.recovered();
        } else if (arrival == ArrivalStatus.NEW && mayAsk && missing.onNew(extSeq, highestBefore, packet.arrivalNs())) {
            packet.moveDeadline();
        }
        return arrival;
    }

    /** A retransmission, empty or of some other stream's packet, came under this SSRC. */
    void onCarried(IncomingPacket packet, int clockRateHz) {
        bytes += packet.rtp().lengthBytes();
        reception.onPacket(packet.extSeq(), packet.rtp().timestamp(), packet.arrivalNs(), clockRateHz);
    }

    /** Sets whether it is recorded or served: every packet of it is wanted then. */
    void tapped(boolean isTapped) {
        if (isTapped && !tapped && video != null) {
            keyFrameRequests.onRequestUntilPacket();
        } else if (!isTapped) {
            keyFrameRequests.endRepeating();
        }
        tapped = isTapped;
    }

    /** Sets whether this one is heard, where only the loudest are. */
    void hear(boolean isHeard) {
        heard = isHeard;
    }

    /** Returns the time at which a NACK or a key frame request is due next; {@link Long#MAX_VALUE} if none is. */
    long nextDeadlineNs() {
        return Math.min(keyFrameRequests.nextDeadlineNs(), missing.nextDeadlineNs());
    }

    /** Returns whether something may have to be asked for again now. */
    public boolean isNackDue(long nowNs) {
        return nowNs >= missing.nextDeadlineNs();
    }

    /**
     * Adds what is due to a NACK. If no receiver wants the stream, nothing is missing any more.
     *
     * @param roundTripNs to the endpoint and back, 0 while unknown
     * @return how many numbers were added
     */
    public int collectMissing(GenericNackWriter nack, long nowNs, long roundTripNs) {
        if (!isWanted(nowNs)) {
            missing.clear();
            return 0;
        }
        int packets = missing.collect(nack, nowNs, roundTripNs);
        askedFor += packets;
        requestRepair();
        return packets;
    }

    /**
     * Asks for a key frame, which alone can replace what was given up of video: once, until one comes. Receivers that
     * miss it sooner ask for themselves.
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
                stream.original(),
                stream.encoding(),
                lastType == null ? "" : lastType.encoding(),
                bytes,
                reception.received(),
                Math.max(0, reception.lost()),
                askedFor,
                keyFrames,
                keyFrameRequests.sent());
    }

    /** Sets which encodings of its source receivers are to get, one bit each. */
    public void targets(int targets) {
        if (targets != this.targets) {
            if (isTarget()) {
                unwantedSinceNs = Math.max(NEVER, lastPacketNs);
            }
            this.targets = targets;
        }
    }

    /**
     * Returns whether a receiver gets it, or got it until just now: what is missing of other encodings need not come.
     */
    private boolean isWanted(long nowNs) {
        return tapped || isTarget() || nowNs - unwantedSinceNs < SWITCH_NS;
    }

    /** Returns whether it is what a receiver is to get, or the best that flows below that. */
    private boolean isTarget() {
        return video == null || video.layers().isBestUpTo(targets, stream.encoding());
    }

    /** Returns the register of what is missing. */
    NackRegister missing() {
        return missing;
    }

    /** Returns whether there was a packet, forwarded or not. */
    boolean hasStarted() {
        return arrivals.hasStarted();
    }

    /** The highest extended sequence number so far. */
    long highestExtended() {
        return arrivals.highest();
    }

    /** Returns what the SSRC carries. */
    public Use use() {
        return stream.use();
    }

    /** Returns whether it repeats packets of another stream (RFC 4588). */
    boolean isRetransmission() {
        return stream.use() == Use.RETRANSMISSION;
    }

    /** The SSRC whose packets this one repeats; of media, its own. */
    int original() {
        return stream.original();
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

    /** Returns the time at which a packet was last taken from it; {@link Long#MIN_VALUE} = never. */
    public long lastPacketNs() {
        return lastPacketNs;
    }

    /** Returns the register of what was received and lost, RFC 3550 appendix A. */
    public ReceptionRegister reception() {
        return reception;
    }

    /** Requests for a key frame of this stream, merged. */
    public KeyFrameRequests keyFrameRequests() {
        return keyFrameRequests;
    }

    /** Its part of a snapshot. Taps are not in it, nor what the plan says. */
    void state(State state) throws StateException {
        isLocated = state.bool(isLocated);
        int ssrc = state.i32(wireSsrc);
        if (ssrc != wireSsrc) {
            wireSsrc = ssrc;
            reception = new ReceptionRegister(ssrc);
        }
        reception.state(state);
        arrivals.state(state);
        missing.state(state);
        keyFrameRequests.state(state);
        clock.state(state, workers);
        unwantedSinceNs = state.time(unwantedSinceNs);
        lastPacketNs = state.time(lastPacketNs);
        awaitsRepair = state.bool(awaitsRepair);
        heard = state.bool(heard);
        keyFrames = state.i64(keyFrames);
        bytes = state.i64(bytes);
        askedFor = state.i64(askedFor);
        EncodingRegister encodingRegister = video;
        if (encodingRegister != null) {
            state.part(VIDEO_PART, 1, encodingRegister::state);
            if (isLowest()) {
                state.part(LAYERS_PART, 1, encodingRegister.layers()::state);
            }
        }
        if (audio != null) {
            state.part(AUDIO_PART, 1, audio::state);
        }
    }
}
