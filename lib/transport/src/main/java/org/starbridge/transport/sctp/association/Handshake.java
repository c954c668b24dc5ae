package org.starbridge.transport.sctp.association;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;
import org.starbridge.transport.sctp.SctpDropReason;
import org.starbridge.transport.sctp.SctpSink;
import org.starbridge.transport.sctp.SctpState;
import org.starbridge.transport.sctp.association.Cookies.Cookie;
import org.starbridge.transport.sctp.packet.Chunk;
import org.starbridge.transport.sctp.packet.ChunkWriter;
import org.starbridge.transport.sctp.packet.PacketAssembler;
import org.starbridge.transport.sctp.send.RoundTrip;

/**
 * Coming up, from either side or from both at once: RFC 9260 sections 5.1 and 5.2. Of a peer that has only sent INIT
 * nothing is kept. Belongs to one {@link SctpAssociation}, before there is one and while there is.
 */
final class Handshake {
    /**
     * INITs that are answered: so many at once, then one for each interval; a peer in earnest repeats its own after a
     * second.
     */
    private static final int INIT_BURST = 10;

    private static final int MAX_SECRET_BYTES = 64;

    private static final long INIT_INTERVAL_NS = 100_000_000;

    private final SctpHost host;
    private final RandomGenerator random;
    /** Makes cookies of this association good for nothing elsewhere. */
    private long salt;
    /** Grows with the end of each association; a cookie from before does not bring it back. */
    private int generation;

    /** Of the process that the association was moved from: its cookies count as well. */
    private @Nullable Cookies inherited;

    private @Nullable Initiation initiation;
    private long initsPaidUntilNs = Long.MIN_VALUE;

    /** Outcome for a cookie that came back. */
    sealed interface Verdict {}

    /** Nothing; why is counted. */
    record Refused() implements Verdict {}

    /** It is about the association that is there: our answer to it was lost (section 5.2.4, action D). */
    record Known() implements Verdict {}

    /** A new association. If there is one already, its peer has lost it (action A). */
    record Agreed(Cookie cookie, RoundTrip roundTrip) implements Verdict {}

    Handshake(SctpHost host, RandomGenerator random) {
        this.host = host;
        this.random = random;
        salt = random.nextLong();
    }

    /** CLOSED, COOKIE_WAIT or COOKIE_ECHOED. */
    SctpState state() {
        if (initiation == null) {
            return SctpState.CLOSED;
        }
        return initiation.answer() == null ? SctpState.COOKIE_WAIT : SctpState.COOKIE_ECHOED;
    }

    /** The tag that our INIT named; 0 if there is none. */
    int localTag() {
        return initiation == null ? 0 : initiation.localTag;
    }

    /** The tag that the answer to our INIT named; 0 if there is none. */
    int peerTag() {
        Chunk.Init answer = initiation == null ? null : initiation.answer();
        return answer == null ? 0 : answer.tag();
    }

    void begin(long nowNs, SctpSink sink) {
        initiation = new Initiation(host.config(), newTag(), random.nextInt());
        initiation.send(nowNs, host.config(), sink);
    }

    /** An association is there, or none is to come. */
    void stop() {
        initiation = null;
    }

    /** An association has ended for good. */
    void onEnd() {
        generation++;
    }

    long nextDeadlineNs() {
        return initiation == null ? Long.MAX_VALUE : initiation.timeoutAtNs();
    }

    /** T1. The answer is false when it has fired too often. */
    boolean onTimeout(long nowNs, SctpSink sink) {
        if (initiation == null || nowNs < initiation.timeoutAtNs()) {
            return true;
        }
        if (host.config().isTooOften(initiation.sends())) {
            return false;
        }
        initiation.send(nowNs, host.config(), sink);
        return true;
    }

    /** Returns whether another INIT may be answered now; counted if not. */
    boolean isAnswerable(long nowNs) {
        long paidUntilNs = Math.max(nowNs, initsPaidUntilNs) + INIT_INTERVAL_NS;
        if (paidUntilNs - nowNs > INIT_BURST * INIT_INTERVAL_NS) {
            host.counts().add(SctpDropReason.TOO_MANY_INITS);
            return false;
        }
        initsPaidUntilNs = paidUntilNs;
        return true;
    }

    /** Answers INIT with a cookie that says everything. */
    void onInit(long nowNs, Chunk.Init init, @Nullable EstablishedAssociation present, SctpSink sink) {
        // If both begin at once, both INITs are about the same association, so ours keeps its tag.
        Initiation begun = initiation;
        Cookie cookie = Cookie.about(
                nowNs,
                begun != null ? begun.localTag : newTag(),
                begun != null ? begun.initialTsn : random.nextInt(),
                init,
                present == null ? 0 : present.localTag,
                present == null ? 0 : present.peerTag,
                generation);
        byte[] answer = ChunkWriter.init(
                cookie.localTag(),
                host.config().buffers().receiveBytes(),
                host.config().streams(),
                cookie.localInitialTsn(),
                host.cookies().bake(cookie, salt),
                init.unrecognized());
        PacketAssembler.sendAlone(host.config(), init.tag(), answer, sink);
    }

    /** Our INIT is answered: the cookie goes back. The answer is false if the peer's is of no use. */
    boolean onInitAck(long nowNs, Chunk.Init answer, SctpSink sink) {
        byte[] cookie = answer.cookie();
        Initiation begun = initiation;
        if (begun == null || begun.answer() != null || cookie == null) {
            host.counts().add(SctpDropReason.UNEXPECTED_CHUNK);
            return true;
        }
        if (!answer.isUsable() || !PacketAssembler.fits(host.config(), cookie.length)) {
            host.counts().add(SctpDropReason.BAD_INIT);
            return false;
        }
        begun.onInitAck(answer, cookie);
        begun.send(nowNs, host.config(), sink);
        return true;
    }

    /** The peer has taken its cookie back; null if it had none of ours to take. */
    @Nullable
    Agreed onCookieAck(long nowNs) {
        Initiation begun = initiation;
        Chunk.Init answer = begun == null ? null : begun.answer();
        if (begun == null || answer == null) {
            return null; // The answer to a cookie that went twice.
        }
        Cookie agreed = Cookie.about(nowNs, begun.localTag, begun.initialTsn, answer, 0, 0, generation);
        return new Agreed(agreed, begun.roundTrip);
    }

    /** If our cookie came too late, it goes on from the beginning (section 5.2.6). */
    void onComplaint(long nowNs, Chunk.Complaint complaint, SctpSink sink) {
        if (state() == SctpState.COOKIE_ECHOED && complaint.cause() == ChunkWriter.CAUSE_STALE_COOKIE) {
            begin(nowNs, sink);
        }
    }

    /** The rules of section 5.2.4. */
    Verdict onCookieEcho(long nowNs, int tag, byte[] bytes, @Nullable EstablishedAssociation present, SctpSink sink) {
        if (!isOurs(bytes)) {
            return refuse(SctpDropReason.BAD_COOKIE);
        }
        Cookie cookie = Cookies.read(bytes);
        if (tag != cookie.localTag()) {
            return refuse(SctpDropReason.WRONG_TAG);
        }
        if (present != null && present.localTag == cookie.localTag() && present.peerTag == cookie.peerTag()) {
            return new Known();
        }
        boolean isExpired = host.cookies().isExpired(cookie, nowNs);
        if (isExpired || cookie.generation() != generation) {
            byte[] stale = ChunkWriter.cause(Chunk.ERROR, 0, ChunkWriter.CAUSE_STALE_COOKIE, new byte[4]);
            PacketAssembler.sendAlone(host.config(), cookie.peerTag(), stale, sink);
            return refuse(isExpired ? SctpDropReason.EXPIRED_COOKIE : SctpDropReason.STALE_COOKIE);
        }
        if (present != null) {
            boolean isRestart = present.localTag == cookie.localTie() && present.peerTag == cookie.peerTie();
            return isRestart
                    ? new Agreed(cookie, new RoundTrip(host.config()))
                    : refuse(SctpDropReason.STALE_COOKIE); // C
        }
        // If ours has begun as well, the cookie must be about the same one (action B or D).
        Initiation begun = initiation;
        if (begun != null && begun.localTag != cookie.localTag()) {
            return refuse(SctpDropReason.STALE_COOKIE);
        }
        return new Agreed(cookie, begun == null ? new RoundTrip(host.config()) : begun.roundTrip);
    }

    /** A packet that begins with this chunk came while there is no association: RFC 9260 section 8.4. */
    void onOutOfTheBlue(int tag, Chunk first, SctpSink sink) {
        host.counts().add(SctpDropReason.OUT_OF_THE_BLUE);
        switch (first) {
            case Chunk.Abort _, Chunk.ShutdownComplete _, Chunk.CookieAck _, Chunk.Complaint _ -> {}
            case Chunk.ShutdownAck _ ->
                PacketAssembler.sendAlone(
                        host.config(), tag, ChunkWriter.empty(Chunk.SHUTDOWN_COMPLETE, Chunk.FLAG_T), sink);
            default ->
                PacketAssembler.sendAlone(host.config(), tag, ChunkWriter.empty(Chunk.ABORT, Chunk.FLAG_T), sink);
        }
    }

    private boolean isOurs(byte[] cookie) {
        return host.cookies().isOurs(cookie, salt) || (inherited != null && inherited.isOurs(cookie, salt));
    }

    /** Part of a snapshot: what makes cookies that are under way count. */
    void state(State state) throws StateException {
        salt = state.i64(salt);
        generation = state.i32(generation);
        byte[] secret = state.bytes(host.cookies().copyOfSecret(), MAX_SECRET_BYTES);
        if (state.isReading()) {
            if (secret.length < Cookies.MIN_SECRET_BYTES) {
                throw new StateException("a secret of cookies that is too short");
            }
            inherited =
                    new Cookies(secret, host.config().timers().cookieLifetime().toNanos());
        }
    }

    private Verdict refuse(SctpDropReason reason) {
        host.counts().add(reason);
        return new Refused();
    }

    private int newTag() {
        int tag = random.nextInt();
        return tag == 0 ? 1 : tag;
    }
}
