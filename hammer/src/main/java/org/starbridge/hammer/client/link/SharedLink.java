package org.starbridge.hammer.client.link;

import java.util.Random;
import org.starbridge.hammer.client.result.LinkDirectionCount;
import org.starbridge.hammer.link.LinkSpec;
import org.starbridge.transport.link.EmulatedLink;

/** Both directions of a link, for all endpoints behind it. Made by any thread, then owned by their driver. */
public final class SharedLink {
    private final int number;
    private final LinkSpec spec;
    private final EmulatedLink down;
    private final EmulatedLink up;
    private final LinkMeter downMeter = new LinkMeter();
    private final LinkMeter upMeter = new LinkMeter();
    private boolean isInWindow;
    private long windowStartNs;
    private long windowEndNs;

    /** {@code number}, from 0, is the seed of what happens at random. */
    public SharedLink(int number, LinkSpec spec, long nowNs) {
        this.number = number;
        this.spec = spec;
        down = new EmulatedLink(spec.down(), new Random(2L * number + 1), nowNs);
        up = new EmulatedLink(spec.up(), new Random(2L * number + 2), nowNs);
    }

    /** The measured window begins, and with it the schedules of the rates; the first call counts. */
    void openWindow(long nowNs) {
        if (!isInWindow) {
            isInWindow = true;
            windowStartNs = nowNs;
            down.start(nowNs);
            up.start(nowNs);
            downMeter.openWindow();
            upMeter.openWindow();
        }
    }

    /** The measured window ends; the first call counts. */
    void closeWindow(long nowNs) {
        if (isInWindow && windowEndNs == 0) {
            windowEndNs = nowNs;
            downMeter.closeWindow();
            upMeter.closeWindow();
        }
    }

    int number() {
        return number;
    }

    LinkSpec spec() {
        return spec;
    }

    EmulatedLink down() {
        return down;
    }

    EmulatedLink up() {
        return up;
    }

    LinkMeter downMeter() {
        return downMeter;
    }

    LinkMeter upMeter() {
        return upMeter;
    }

    long windowStartNs() {
        return windowStartNs;
    }

    long windowEndNs() {
        return windowEndNs;
    }

    LinkDirectionCount count(EmulatedLink link, LinkMeter meter) {
        double seconds = Math.max(1, windowEndNs - windowStartNs) / 1e9;
        double capacityBits = link.capacityBits(windowStartNs, windowEndNs);
        return new LinkDirectionCount(
                Double.isInfinite(capacityBits) ? 0 : capacityBits / seconds,
                meter.deliveredBytes() * 8 / seconds,
                meter.queueNs(50),
                meter.queueNs(95),
                meter.maxQueueNs(),
                meter.packets(),
                meter.policed(),
                meter.lost(),
                meter.queueFull(),
                meter.series());
    }
}
