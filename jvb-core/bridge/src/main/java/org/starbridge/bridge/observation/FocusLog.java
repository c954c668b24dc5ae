package org.starbridge.bridge.observation;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The focuses that this bridge serves, with the last request of each and its answer: {@value #MOST} at most, those that
 * asked last. Any thread.
 */
public final class FocusLog {
    private static final int MOST = 16;
    private static final int LONGEST = 300;

    private final InstantSource clock;
    private final Map<String, Focus> focuses = new LinkedHashMap<>(MOST, 0.75f, true);

    /** @param answer "ok", or why it was refused */
    private record Focus(String transport, long timeMs, String conference, String answer, long requests, long refused) {
        static final Focus NONE = new Focus("", 0, "", "", 0, 0);
    }

    /** Begins without any. */
    public FocusLog(InstantSource clock) {
        this.clock = clock;
    }

    /**
     * A request was carried out.
     *
     * @param transport {@code xmpp} or {@code rest}
     * @param from who sent it: an XMPP address, or "" where that is not known
     * @param conference its meeting id
     */
    public void carriedOut(String transport, String from, String conference) {
        add(transport, from, conference, "ok", 0);
    }

    /** A request was refused. */
    public void refused(String transport, String from, String conference, String reason) {
        add(transport, from, conference, reason.isEmpty() ? "refused" : reason, 1);
    }

    private synchronized void add(String transport, String from, String conference, String answer, int refused) {
        String name = limited(from.isEmpty() ? transport : from);
        Focus before = focuses.getOrDefault(name, Focus.NONE);
        focuses.put(
                name,
                new Focus(
                        transport,
                        clock.millis(),
                        limited(conference),
                        limited(answer),
                        before.requests + 1,
                        before.refused + refused));
        if (focuses.size() > MOST) {
            focuses.remove(focuses.keySet().iterator().next());
        }
    }

    private static String limited(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
    }

    /** The focuses as JSON-like maps, the one that asked last first. */
    public synchronized List<Map<String, Object>> view() {
        List<Map<String, Object>> views = new ArrayList<>();
        focuses.forEach((name, focus) -> {
            Map<String, Object> view = new LinkedHashMap<>();
            view.put("focus", name);
            view.put("transport", focus.transport);
            view.put("seconds_ago", Math.max(0, (clock.millis() - focus.timeMs) / 1000));
            view.put("conference", focus.conference);
            view.put("answer", focus.answer);
            view.put("requests", focus.requests);
            view.put("refused", focus.refused);
            views.addFirst(view);
        });
        return views;
    }
}
