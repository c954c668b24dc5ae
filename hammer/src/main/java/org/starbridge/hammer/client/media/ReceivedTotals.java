package org.starbridge.hammer.client.media;

import java.util.ArrayList;
import java.util.List;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.result.PacketFaults;
import org.starbridge.hammer.client.result.ReceiverCount.Content;
import org.starbridge.hammer.client.result.ReceiverCount.Received;
import org.starbridge.hammer.client.result.SocketCount;
import org.starbridge.hammer.measure.ReceivedStream;
import org.starbridge.hammer.measure.SelectedSource;
import org.starbridge.hammer.measure.SentStream;

/** Sums over what one endpoint has received, made after the window. Used by the driver. */
final class ReceivedTotals {
    private long expected;
    private long received;
    private long recovered;
    private long duplicates;
    private long reordered;
    private long compared;
    private long contentErrors;
    private long shiftChanges;
    private PacketFaults faults = PacketFaults.NONE;
    final List<String> missing = new ArrayList<>();
    private final int[] streamsArrived;

    private ReceivedTotals(int endpoints) {
        streamsArrived = new int[endpoints];
    }

    /**
     * Adds up what a receiver has counted.
     *
     * @param receiver the endpoint's number; the bridge does not send its own streams back
     * @param options which endpoints are counted
     */
    static ReceivedTotals of(MediaReceiver media, int receiver, ConferenceOptions options) {
        ReceivedTotals totals = new ReceivedTotals(options.endpoints());
        media.selected().all().forEach(totals::add);
        for (ReceivedStream stream : media.measured()) {
            totals.add(stream, receiver, options.isCounted(stream.sent().endpoint()));
        }
        totals.faults = faults(media, receiver);
        return totals;
    }

    private static PacketFaults faults(MediaReceiver media, int receiver) {
        long markers = 0;
        long returned = 0;
        for (SelectedSource source : media.selected().all()) {
            markers += source.wrongMarkers();
        }
        for (ReceivedStream stream : media.streams()) {
            markers += stream.wrongMarkers();
            returned += stream.sent().endpoint() == receiver ? stream.packets() : 0;
        }
        return new PacketFaults(media.wrongPayloadTypes(), markers, media.repeated(), returned);
    }

    private void add(SelectedSource source) {
        expected += source.expectedInWindow();
        received += source.receivedInWindow();
        duplicates += source.duplicatesInWindow();
        reordered += source.reorderedInWindow();
        recovered += source.recoveredInWindow();
        compared += source.payloadsCompared();
        contentErrors += source.contentErrors();
    }

    private void add(ReceivedStream stream, int receiver, boolean isCounted) {
        SentStream sent = stream.sent();
        duplicates += stream.duplicatesInWindow();
        contentErrors += stream.contentErrors();
        if (sent.endpoint() == receiver || !isCounted) {
            return;
        }
        expected += sent.sentInWindow();
        received += stream.receivedInWindow();
        recovered += stream.recoveredInWindow();
        reordered += stream.reorderedInWindow();
        compared += stream.payloadsCompared();
        shiftChanges += stream.shiftChanges();
        if (stream.receivedInWindow() > 0) {
            streamsArrived[sent.endpoint()]++;
        } else {
            missing.add(sent.kind() + " of endpoint " + sent.endpoint());
        }
    }

    Received received(SocketCount socket, long unknownSsrc) {
        return new Received(
                expected,
                received,
                recovered,
                socket.kernelDrops(),
                duplicates,
                reordered,
                unknownSsrc,
                socket.receiveBufferBytes());
    }

    Content content() {
        return new Content(compared, contentErrors, shiftChanges, faults);
    }

    /** Other endpoints of which all {@code streams} arrived. */
    int couples(int streams) {
        int couples = 0;
        for (int arrived : streamsArrived) {
            couples += arrived > 0 && arrived == streams ? 1 : 0;
        }
        return couples;
    }
}
