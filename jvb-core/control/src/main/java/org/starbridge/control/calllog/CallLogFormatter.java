package org.starbridge.control.calllog;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.event.CallEvent;
import org.starbridge.control.event.CallEvent.ConferenceCreated;
import org.starbridge.control.event.CallEvent.ConferenceExpired;
import org.starbridge.control.event.CallEvent.Connected;
import org.starbridge.control.event.CallEvent.EndCause;
import org.starbridge.control.event.CallEvent.Ended;
import org.starbridge.control.event.CallEvent.Failed;
import org.starbridge.control.event.CallEvent.IceChanged;
import org.starbridge.control.event.CallEvent.IceRestarted;
import org.starbridge.control.event.CallEvent.Joined;
import org.starbridge.control.event.CallEvent.Left;
import org.starbridge.control.event.CallEvent.Moved;
import org.starbridge.control.event.CallEvent.OfEndpoint;
import org.starbridge.control.event.CallEvent.Step;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;

/**
 * Formats an event of a call as one line. It begins with the ids, under the names that logs of Jitsi Videobridge have
 * ({@code [confId=… epId=…]}). Addresses are not redacted: the log's formatter removes those of clients. Not thread
 * safe.
 */
final class CallLogFormatter {
    private static final int MOST_CHARS_OF_A_NAME = 200;

    private final LastConferences whereabouts = new LastConferences();

    /** Returns whether it is for those who look for a fault; all others are for every operator. */
    static boolean isDetail(CallEvent event) {
        return event instanceof IceChanged change && !isLoss(change) && !isReturn(change);
    }

    String of(CallEvent event, long nowNs) {
        return switch (event) {
            case ConferenceCreated created ->
                conference(created.conferenceId(), created.name(), created.meetingId()) + "conference created";
            case ConferenceExpired expired ->
                conference(expired.conferenceId(), expired.name(), expired.meetingId()) + "conference expired after "
                        + seconds(expired.lastedNs()) + ", " + because(expired.cause()) + "; it had "
                        + count(expired.allEndpoints(), "endpoint") + ", at most " + expired.mostEndpoints()
                        + " at a time";
            case OfEndpoint ofEndpoint -> endpoint(ofEndpoint) + of(ofEndpoint, nowNs);
        };
    }

    /** Returns the length of the ids at the beginning of the event's line, in characters. */
    int prefixChars(CallEvent event) {
        return switch (event) {
            case ConferenceCreated created ->
                conference(created.conferenceId(), created.name(), created.meetingId())
                        .length();
            case ConferenceExpired expired ->
                conference(expired.conferenceId(), expired.name(), expired.meetingId())
                        .length();
            case OfEndpoint ofEndpoint -> endpoint(ofEndpoint).length();
        };
    }

    private String of(OfEndpoint event, long nowNs) {
        return switch (event) {
            case Joined joined -> {
                String before = whereabouts.joined(joined.endpointId(), joined.conferenceId(), nowNs);
                yield (joined.isVisitor() ? "joined as a visitor" : "joined")
                        + (joined.statsId() == null ? "" : " (stats_id=" + clean(joined.statsId()) + ")")
                        + ", " + count(joined.present(), "endpoint") + " here now"
                        + (before == null ? "" : "; moved from conference " + before);
            }
            case Connected connected ->
                "connected after " + milliseconds(connected.tookNs()) + ": " + pair(connected.pair()) + ", SRTP "
                        + connected.profile();
            case Failed failed -> "failed to connect: " + failed.step() + ": " + clean(failed.reason());
            case Ended ended -> "connection ended: " + clean(ended.reason());
            case Moved moved -> "moved to another address: " + pair(moved.to()) + ", before " + pair(moved.from());
            case IceChanged change -> iceChange(change);
            case IceRestarted restart ->
                "ICE restart " + restart.generation()
                        + (restart.tookOver() ? " succeeded" : " failed: it found no working pair in time");
            case Left left -> {
                String elsewhere = whereabouts.left(left.endpointId(), left.conferenceId(), nowNs);
                yield "left after " + seconds(left.stayedNs()) + ", " + because(left.cause())
                        + notConnected(left.reached())
                        + (elsewhere == null ? "" : "; it is in conference " + elsewhere + " now")
                        + (left.untold() == 0
                                ? ""
                                : "; " + count(left.untold(), "more change") + " of its connection not logged");
            }
        };
    }

    private static String iceChange(IceChanged change) {
        if (isLoss(change)) {
            return "unreachable: it no longer answers ICE checks";
        }
        return isReturn(change) ? "reachable again" : "ICE " + change.from() + " to " + change.to();
    }

    private static boolean isLoss(IceChanged change) {
        return change.to() == IceState.DISCONNECTED;
    }

    private static boolean isReturn(IceChanged change) {
        return change.from() == IceState.DISCONNECTED && change.to() == IceState.CONNECTED;
    }

    private static String because(EndCause cause) {
        return switch (cause) {
            case REQUEST -> "requested by signalling";
            case REFUSED -> "the request that creates it was refused";
            case EMPTY -> "the last endpoint has left";
            case IDLE -> "inactivity timeout";
            case CONFERENCE_ENDED -> "the conference ended";
            case FAULT -> "an internal error";
            case BRIDGE_ENDS -> "the bridge is shutting down";
        };
    }

    private static String notConnected(Step reached) {
        return switch (reached) {
            case SIGNALLING -> "; never connected: signalling did not supply its transport";
            case ICE -> "; never connected: ICE found no working pair";
            case DTLS -> "; never connected: the DTLS handshake did not complete";
            case CONNECTED -> "";
        };
    }

    private static String conference(String id, @Nullable String name, String meetingId) {
        return "[confId=" + clean(id) + (name == null ? "" : " conf_name=" + clean(name)) + " meeting_id="
                + clean(meetingId) + "] ";
    }

    private static String endpoint(OfEndpoint event) {
        return "[confId=" + clean(event.conferenceId()) + " epId=" + clean(event.endpointId()) + "] ";
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static String seconds(long durationNs) {
        return TimeUnit.NANOSECONDS.toSeconds(durationNs) + " s";
    }

    private static String milliseconds(long durationNs) {
        return TimeUnit.NANOSECONDS.toMillis(durationNs) + " ms";
    }

    private static String pair(@Nullable Tuple tuple) {
        return tuple == null ? "addresses unknown" : address(tuple.local()) + " to " + address(tuple.remote());
    }

    private static String address(InetSocketAddress address) {
        String host = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host) + ":" + address.getPort();
    }

    /** Cleans what others chose, which must neither begin a line of its own nor fill the disk. */
    private static String clean(String chosen) {
        String bounded =
                chosen.length() <= MOST_CHARS_OF_A_NAME ? chosen : chosen.substring(0, MOST_CHARS_OF_A_NAME) + "…";
        return bounded.codePoints()
                .map(c -> isUnprintable(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static boolean isUnprintable(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
