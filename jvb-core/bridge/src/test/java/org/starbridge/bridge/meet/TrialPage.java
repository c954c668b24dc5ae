package org.starbridge.bridge.meet;

import java.util.Map;
import java.util.Objects;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/** One page of a trial: a participant with camera and microphone, once it has joined. */
final class TrialPage {
    private final Chromium.Page page;
    private final String url;
    private final Map<String, Object> how;
    private String id = "";

    /**
     * @param url of the page
     * @param how it joins, as {@link JitsiMeetDeployment#join} says
     */
    TrialPage(Chromium.Page page, String url, Map<String, Object> how) {
        this.page = page;
        this.url = url;
        this.how = how;
    }

    /** Begins again, as a participant that is not in the room yet. */
    void visit() {
        page.visit(url);
    }

    /** Joins the room; returns how many seconds that took. */
    double join() {
        long beforeNs = System.nanoTime();
        id = String.valueOf(page.call("join", how).get("id"));
        return (System.nanoTime() - beforeNs) / 1e9;
    }

    /** The id of its endpoint; empty before it has joined. */
    String id() {
        return id;
    }

    /** Calls a function of {@code meet.js}. */
    Map<String, Object> call(String function, Object... arguments) {
        return page.call(function, arguments);
    }

    /** Calls a function that resolves with a number of this name. */
    double number(String name, String function, Object... arguments) {
        return number(call(function, arguments), name);
    }

    static double number(Map<String, Object> seen, String name) {
        return ((Number) Objects.requireNonNull(seen.get(name), name)).doubleValue();
    }

    /** Calls a function that resolves with nothing when all is well. */
    Seen does(String what, String function, Object... arguments) {
        return new Seen(call(function, arguments).isEmpty(), what);
    }

    /** Calls a function that resolves with how many seconds it took, for which there is a limit. */
    Seen within(double limitSeconds, String function, Object... arguments) {
        return Seen.within(number("seconds", function, arguments), limitSeconds);
    }
}
