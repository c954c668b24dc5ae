package org.starbridge.hammer.xmpp;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.client.ConferenceRequests;

/** Takes the time of each request, refused ones included, and tells it at the end. Any thread. */
public final class TimedRequests implements ConferenceRequests {
    private final ConferenceRequests requests;
    private final Consumer<String> teller;
    private final Histogram times = new ConcurrentHistogram(3);
    private final ConcurrentLinkedQueue<Long> inOrder = new ConcurrentLinkedQueue<>();

    public TimedRequests(ConferenceRequests requests, Consumer<String> teller) {
        this.requests = requests;
        this.teller = teller;
    }

    @Override
    public ConferenceModified send(ConferenceModify request) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        try {
            return requests.send(request);
        } finally {
            long tookNs = System.nanoTime() - startNs;
            times.recordValue(tookNs);
            inOrder.add(tookNs);
        }
    }

    /** Nanoseconds from request to answer; live. */
    public Histogram times() {
        return times;
    }

    /** For people. */
    public String summary() {
        return "%d requests over XMPP, answered within %.1f ms (median), %.1f ms (99 %%), %.1f ms (all)"
                .formatted(
                        times.getTotalCount(),
                        times.getValueAtPercentile(50) / 1e6,
                        times.getValueAtPercentile(99) / 1e6,
                        times.getMaxValue() / 1e6);
    }

    /** For people: which answers took longest, of the requests in the order of their answers. */
    public String slowest(int count) {
        List<Long> took = List.copyOf(inOrder);
        return IntStream.range(0, took.size())
                .boxed()
                .sorted(Comparator.comparing(took::get, Comparator.reverseOrder()))
                .limit(count)
                .map(place -> "no. %d %.0f ms".formatted(place + 1, took.get(place) / 1e6))
                .collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        teller.accept(summary());
        requests.close();
    }
}
