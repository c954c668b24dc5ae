package org.starbridge.bridge.export.session;

import org.starbridge.control.export.ExportReport;
import org.starbridge.transport.counters.SharedCounters;

/** Counts what one export does, for itself and among all. Any thread. */
public final class ExportCounts {
    private final SharedCounters<ExportCounter> own = new SharedCounters<>(ExportCounter.class);
    private final SharedCounters<ExportCounter> all;

    /** One of an export that did nothing. */
    public ExportCounts(SharedCounters<ExportCounter> all) {
        this.all = all;
    }

    public void increment(ExportCounter counter) {
        add(counter, 1);
    }

    public void add(ExportCounter counter, long count) {
        own.add(counter, count);
        all.add(counter, count);
    }

    /** Count of this export. */
    public long get(ExportCounter counter) {
        return own.get(counter);
    }

    ExportReport.Counts report() {
        return new ExportReport.Counts(
                own.get(ExportCounter.PACKETS_SENT),
                own.get(ExportCounter.PACKETS_DROPPED),
                own.get(ExportCounter.WEBSOCKET_FAILURES),
                own.get(ExportCounter.WEBSOCKET_INTERNAL_ERRORS),
                own.get(ExportCounter.TRANSCRIPTS_RECEIVED),
                own.get(ExportCounter.MEDIA_EVENTS_RECEIVED),
                own.get(ExportCounter.SENDING_CHANGES_RECEIVED),
                own.get(ExportCounter.INFO_RECEIVED),
                own.get(ExportCounter.OTHER_MESSAGES_RECEIVED),
                own.get(ExportCounter.PARSE_FAILURES));
    }
}
