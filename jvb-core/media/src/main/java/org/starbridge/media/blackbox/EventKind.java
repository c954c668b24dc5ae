package org.starbridge.media.blackbox;

/** Kinds of events in a log. The order is part of the file format: new ones come last. */
public enum EventKind {
    /** A part of the log begins; {@code a}: media clock. */
    SEGMENT(Direction.FRAME),
    /** A duty cycle of the worker begins in which something happened; {@code a}: nanoseconds since the one before. */
    TURN(Direction.FRAME),

    /** An endpoint is added: {@link CommandCodec#endpoint}. */
    ADD_ENDPOINT(Direction.IN),
    /** An ICE restart; {@code a}: generation. */
    ICE_RESTART(Direction.IN),
    /** The peer's transport: {@link CommandCodec#remote}. */
    REMOTE_TRANSPORT(Direction.IN),
    /** An endpoint ends. */
    EXPIRE(Direction.IN),
    /** An exception ended the conference. */
    CONFERENCE_FAILED(Direction.IN),
    /** A plan of who gets what; {@code a}: version. */
    PLAN(Direction.IN),
    /** The handshake is complete; {@code a}: profile id. */
    KEYS(Direction.IN),
    /** The handshake failed, or its session ended. */
    KEYS_ENDED(Direction.IN),
    /** A key frame is wanted; {@code a}: SSRC, {@code b}: encoding. */
    KEY_FRAME(Direction.IN),
    /** Selection decided; {@code a}: wanted bit/s, {@code b}: allocated bit/s. */
    ALLOCATION(Direction.IN),
    /** A speaker is among the loudest or not; {@code a}: handle, {@code b}: 1 or 0. */
    HEARD(Direction.IN),
    /** The bridge made a packet; {@code a}: extended sequence number, {@code b}: length. */
    INJECTED(Direction.IN),
    /** A STUN message: 48 bytes of addresses, then the message. */
    STUN(Direction.IN),
    /** RTP; {@code a}: nanoseconds in the bridge, {@code b}: length. Header, descriptor, last byte if padded. */
    RTP(Direction.IN),
    /** RTCP; {@code a}: nanoseconds in the bridge. The whole packet. */
    RTCP(Direction.IN),
    /** A random number; {@code a}: the number. */
    RANDOM(Direction.IN),

    /** A timer of an endpoint ran. */
    TIMER(Direction.OUT),
    /** Waiting packets went to receivers; {@code a}: share of the turn that was used, {@code b}: 1 if all went. */
    FAN_OUT(Direction.OUT),
    /** RTP was sent; {@code a}: SSRC and sequence number, {@code b}: hash and length. */
    SENT_RTP(Direction.OUT),
    /** RTCP was sent; {@code a}: hash, {@code b}: length. */
    SENT_RTCP(Direction.OUT),
    /** STUN was sent; {@code a}: hash, {@code b}: length. */
    SENT_STUN(Direction.OUT),
    /** What a receiver's link carries by the estimate; {@code a}: bit/s. */
    ESTIMATE(Direction.OUT),
    /** A key frame was asked for; {@code a}: SSRC, {@code b}: encoding. */
    ASKED_KEY_FRAME(Direction.OUT),
    /** A speaker was found to be among the loudest or not; {@code a}: handle, {@code b}: 1 or 0. */
    ASKED_HEARD(Direction.OUT),
    /** The order of speakers was looked at, or changed; {@code a}: hash of the order. */
    SPEECH(Direction.OUT),

    /** Control wants to hear of layers; {@code a}: 1 or 0. */
    WANTS_LAYERS(Direction.IN),
    /** The pacer had a look at what waits for a receiver; {@code a}: packets that wait still. */
    PACED(Direction.OUT),
    /**
     * State of an endpoint at the beginning of a segment: the record of a hand-over without keys; {@code a}: SRTP
     * profile id.
     */
    RESTORE(Direction.IN);

    private static final EventKind[] ALL = values();

    /** What an event is for a replay. */
    public enum Direction {
        /** Structure of the log. */
        FRAME,
        /** Came in: a replay is fed with it. */
        IN,
        /** Went out, or was decided: a replay has to come to the same. */
        OUT
    }

    private final Direction direction;

    EventKind(Direction direction) {
        this.direction = direction;
    }

    public Direction direction() {
        return direction;
    }

    /** The number of this kind in logs: new kinds come last, so that old logs can be read. */
    @SuppressWarnings("EnumOrdinal")
    public int number() {
        return ordinal();
    }

    /** Returns the number of kinds. */
    static int count() {
        return ALL.length;
    }

    static EventKind of(int number) {
        return ALL[number];
    }
}
