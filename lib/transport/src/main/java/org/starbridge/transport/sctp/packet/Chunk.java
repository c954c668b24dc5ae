package org.starbridge.transport.sctp.packet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Part of a packet (RFC 9260 section 3.3, RFC 3758, RFC 6525), read and known to be well-formed. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public sealed interface Chunk {
    int DATA = 0;
    int INIT = 1;
    int INIT_ACK = 2;
    int SACK = 3;
    int HEARTBEAT = 4;
    int HEARTBEAT_ACK = 5;
    int ABORT = 6;
    int SHUTDOWN = 7;
    int SHUTDOWN_ACK = 8;
    int ERROR = 9;
    int COOKIE_ECHO = 10;
    int COOKIE_ACK = 11;
    int SHUTDOWN_COMPLETE = 14;
    int RECONFIG = 130;
    int FORWARD_TSN = 192;

    /** ABORT and SHUTDOWN COMPLETE: the tag is the receiver's own, sent back. */
    int FLAG_T = 1;

    int FLAG_END = 1;
    int FLAG_BEGIN = 2;
    int FLAG_UNORDERED = 4;
    int FLAG_IMMEDIATE = 8;

    /** A whole message, or a part of one. */
    record Data(int flags, int tsn, int streamId, int ssn, int ppid, byte[] payload) implements Chunk {
        public boolean begins() {
            return (flags & FLAG_BEGIN) != 0;
        }

        public boolean ends() {
            return (flags & FLAG_END) != 0;
        }

        public boolean isUnordered() {
            return (flags & FLAG_UNORDERED) != 0;
        }

        public boolean wantsSackNow() {
            return (flags & FLAG_IMMEDIATE) != 0;
        }
    }

    /**
     * INIT, or INIT ACK if it has a cookie.
     *
     * @param unrecognized parameters that ask to be reported (RFC 9260 section 3.2.1), as they came
     */
    record Init(
            int tag,
            int windowBytes,
            int outgoingStreams,
            int incomingStreams,
            int initialTsn,
            boolean knowsForwardTsn,
            boolean knowsReconfig,
            byte @Nullable [] cookie,
            byte[] unrecognized)
            implements Chunk {
        /** Returns whether an association can come of it: there is a tag, and a stream in each direction. */
        public boolean isUsable() {
            return tag != 0 && outgoingStreams != 0 && incomingStreams != 0;
        }
    }

    /**
     * TSNs that came.
     *
     * @param gaps pairs of first and last, counted from {@code cumulativeTsn}
     */
    record Sack(int cumulativeTsn, int windowBytes, int[] gaps) implements Chunk {}

    record Heartbeat(byte[] info) implements Chunk {}

    record HeartbeatAck(byte[] info) implements Chunk {}

    record Abort(boolean isTagReflected) implements Chunk {}

    record Shutdown(int cumulativeTsn) implements Chunk {}

    record ShutdownAck() implements Chunk {}

    record ShutdownComplete(boolean isTagReflected) implements Chunk {}

    /**
     * Something was not understood.
     *
     * @param cause of the first cause in it, 0 if there is none
     */
    record Complaint(int cause) implements Chunk {}

    record CookieEcho(byte[] cookie) implements Chunk {}

    record CookieAck() implements Chunk {}

    /**
     * Up to here nothing more is to be waited for.
     *
     * @param skipped pairs of stream id and last SSN that is skipped
     */
    record ForwardTsn(int cumulativeTsn, int[] skipped) implements Chunk {}

    record Reconfig(List<Parameter> parameters) implements Chunk {
        /** RFC 6525 section 4. */
        public sealed interface Parameter {}

        /** "I reset these streams of mine"; none named: all. */
        public record OutgoingReset(int requestNumber, int responseNumber, int lastTsn, int[] streamIds)
                implements Parameter {}

        /** "Reset these streams of yours." */
        public record IncomingReset(int requestNumber, int[] streamIds) implements Parameter {}

        /** SSN/TSN reset and the adding of streams, which we deny. */
        public record OtherRequest(int requestNumber) implements Parameter {}

        public record Response(int responseNumber, int result) implements Parameter {}
    }

    /**
     * Any other chunk.
     *
     * @param raw header and value, for a report
     */
    record Unknown(int type, byte[] raw) implements Chunk {
        /** Returns whether the rest of the packet is not to be processed. */
        public boolean stops() {
            return (type & 0x80) == 0;
        }

        public boolean isToBeReported() {
            return (type & 0x40) != 0;
        }
    }
}
