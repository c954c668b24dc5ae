package org.starbridge.bridge.observation;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.impairment.MachineFacts;
import org.starbridge.media.api.MediaCounter;
import org.starbridge.media.api.MediaStats;
import org.starbridge.media.drop.DropReason;

/** The bridge's counters over the last looks. Owned by the observer. */
final class MachineWindow {
    private static final DropReason[] LATE = {
        DropReason.RING_OVERRUN, DropReason.WAITED_TOO_LONG, DropReason.TOO_MANY_WAITING, DropReason.EGRESS_FULL
    };

    private final Deque<Look> looks = new ArrayDeque<>();

    private record Look(long nowNs, MachineReading reading) {}

    /**
     * Takes the counters of this moment.
     *
     * @return the facts over the window, without those about participants; {@link MachineFacts#IDLE} at first
     */
    MachineFacts look(MachineReading reading, long nowNs) {
        Look first = looks.peekFirst();
        looks.addLast(new Look(nowNs, reading));
        if (looks.size() > ParticipantWindow.LOOKS) {
            looks.removeFirst();
        }
        return first == null ? MachineFacts.IDLE : between(first, looks.getLast());
    }

    private static MachineFacts between(Look first, Look last) {
        MediaStats before = first.reading.media();
        MediaStats now = last.reading.media();
        double seconds = (last.nowNs - first.nowNs) / 1e9;
        double busySeconds = risen(before, now, MediaCounter.BUSY_MICROSECONDS) / 1e6;
        double kernelDrops = risen(before, now, MediaCounter.KERNEL_DROPPED_DATAGRAMS);
        double received = risen(before, now, MediaCounter.PACKETS_RECEIVED);
        double sent = risen(before, now, MediaCounter.PACKETS_SENT);
        double late = 0;
        for (DropReason reason : LATE) {
            late += Math.max(0, dropped(now, reason) - dropped(before, reason));
        }
        return new MachineFacts(
                seconds <= 0 ? 0 : Math.min(1, busySeconds / seconds / Math.max(1, last.reading.workers())),
                share(kernelDrops, received + kernelDrops),
                share(late, sent + late),
                Math.max(0, last.reading.stalls() - first.reading.stalls()),
                0,
                0);
    }

    private static long risen(MediaStats before, MediaStats now, MediaCounter counter) {
        return Math.max(0, now.count(counter) - before.count(counter));
    }

    private static long dropped(@Nullable MediaStats stats, DropReason reason) {
        return stats == null
                ? 0
                : stats.droppedByReason().getOrDefault(reason.name().toLowerCase(java.util.Locale.ROOT), 0L);
    }

    private static double share(double part, double whole) {
        return whole <= 0 ? 0 : part / whole;
    }
}
