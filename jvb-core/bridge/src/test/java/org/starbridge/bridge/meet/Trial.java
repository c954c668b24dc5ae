package org.starbridge.bridge.meet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.starbridge.bridge.interop.Chromium;
import org.starbridge.bridge.meet.TrialTable.Seen;

/**
 * What the scenarios of a trial share: the deployment, the table, and the pages that are open. When a row fails, the
 * statistics of these pages and the bridges' own view become files.
 */
final class Trial {
    static final double JOIN_LIMIT_SECONDS = 15;
    static final double HEIGHT_LIMIT_SECONDS = 10;
    static final double FREEZE_LIMIT_SECONDS = 1;
    static final double LEAVE_LIMIT_SECONDS = 30;

    private static final String SECOND_BRIDGE = "ours-2";
    /** Down to names of an endpoint's parts; below is the state of a packet pipeline. */
    private static final int DEBUG_DEPTH = 4;

    /** Metrics of the queues of a Jitsi Videobridge, which docs/not-implemented.md names by their beginnings. */
    private static final Pattern QUEUE = Pattern.compile("(\\w+_)?(queue|rtp_receiver|rtp_sender)_\\w+");

    private final JitsiMeetDeployment deployment;
    private final Path checkout;
    private final String url;
    private final Path folder;
    private final TrialTable table;
    private final List<TrialPage> pages = new ArrayList<>();

    /**
     * @param url of the page
     * @param folder for what is known of a row that failed
     */
    Trial(TrialPrograms programs, JitsiMeetDeployment deployment, String url, Path folder) {
        this.deployment = deployment;
        checkout = programs.checkout();
        this.url = url;
        this.folder = folder;
        table = new TrialTable(programs.focusName(), this::keep);
    }

    TrialTable table() {
        return table;
    }

    JitsiMeetDeployment deployment() {
        return deployment;
    }

    /** A browser whose microphone hears speech. */
    Chromium openBrowser(int framesPerSecond) throws IOException {
        Path speech = folder.resolve("speech.wav");
        if (!Files.exists(speech)) {
            Files.write(speech, SpeechRecording.wav());
        }
        return openBrowser(framesPerSecond, speech);
    }

    /** The same with a microphone that plays this WAV file. */
    Chromium openBrowser(int framesPerSecond, Path speech) throws IOException {
        return Chromium.speaking(url, framesPerSecond, speech);
    }

    /** Another page of a browser: its first one, or a window more. */
    TrialPage page(Chromium browser, boolean isFirst, Map<String, Object> how) {
        TrialPage page = new TrialPage(isFirst ? browser.page() : browser.openPage(url), url, how);
        pages.add(page);
        return page;
    }

    /** The bridge that carries a page's media. */
    TrialBridge bridge(TrialPage page) {
        int port = (int) page.number("port", "bridgePort");
        return deployment.bridgeAt(port).orElseThrow(() -> new AssertionError("no bridge has port " + port));
    }

    /** Has a second bridge of this checkout from now on. */
    void secondBridge() throws Exception {
        if (deployment.bridges().stream().noneMatch(bridge -> bridge.nickname().equals(SECOND_BRIDGE))) {
            deployment.addBridge(TrialBridge.Kind.STARBRIDGE, SECOND_BRIDGE);
        }
    }

    /**
     * What the first bridge says of itself beside a Jitsi Videobridge, in the same call. The table has what is missing;
     * {@code differences.md} has all.
     */
    void compareBridges(String scenario) {
        TrialBridge ours = deployment.firstBridge();
        TrialBridge theirs = deployment.bridges().stream()
                .filter(bridge -> bridge.kind() == TrialBridge.Kind.JITSI_VIDEOBRIDGE)
                .findFirst()
                .orElseThrow();
        StringBuilder text = new StringBuilder();
        table.row(scenario, "names in /colibri/stats", "all of theirs but those in docs/not-implemented.md", () -> {
            String page = Files.readString(checkout.resolve("docs/not-implemented.md"));
            BridgeDifferences found = difference(ours, theirs, "/colibri/stats", text);
            return seen(found.missing(page), found.otherTypes().keySet());
        });
        table.row(scenario, "names in /metrics", "all of theirs but those in docs/not-implemented.md", () -> {
            String page = Files.readString(checkout.resolve("docs/not-implemented.md"));
            BridgeDifferences found = BridgeDifferences.ofMetrics(ours.get("/metrics"), theirs.get("/metrics"));
            text.append(found.toMarkdown("/metrics"));
            return seen(
                    found.missing(page).stream()
                            .filter(name -> !QUEUE.matcher(name).matches())
                            .toList(),
                    found.otherTypes().keySet());
        });
        table.row(scenario, "names in /debug, to endpoints'", "all of theirs but those in docs/conformance.md", () -> {
            String page = Files.readString(checkout.resolve("docs/conformance.md"));
            BridgeDifferences found = difference(ours, theirs, "/debug?full=true", text);
            Files.writeString(folder.resolve("differences.md"), text);
            return seen(
                    found.missing(page, DEBUG_DEPTH),
                    found.otherTypes().keySet().stream()
                            .filter(name -> !page.contains("`" + name + "`"))
                            .toList());
        });
    }

    private static Seen seen(Collection<String> missing, Collection<String> otherTypes) {
        boolean isNone = missing.isEmpty() && otherTypes.isEmpty();
        return new Seen(isNone, isNone ? "none more is missing" : "missing " + missing + ", other types " + otherTypes);
    }

    private static BridgeDifferences difference(TrialBridge ours, TrialBridge theirs, String path, StringBuilder text)
            throws IOException, InterruptedException {
        BridgeDifferences found = BridgeDifferences.of(ours.get(path), theirs.get(path));
        text.append(found.toMarkdown(path));
        return found;
    }

    /** The scenario is over: its pages are closed. */
    void forgetPages() {
        pages.clear();
    }

    void forget(TrialPage page) {
        pages.remove(page);
    }

    /** A row of its own for each. Returns whether all came into the room: no later step could succeed otherwise. */
    boolean join(String scenario, TrialPage page, String name) {
        return table.row(
                scenario,
                name + " joins",
                "in the room within 15 s",
                () -> Seen.within(page.join(), JOIN_LIMIT_SECONDS));
    }

    static Seen height(Map<String, Object> seen) {
        double seconds = TrialPage.number(seen, "seconds");
        double frozenSeconds = TrialPage.number(seen, "frozenSeconds");
        return new Seen(
                seconds <= HEIGHT_LIMIT_SECONDS && frozenSeconds <= FREEZE_LIMIT_SECONDS,
                String.format(
                        Locale.ROOT,
                        "%.0f lines after %.1f s, frozen for %.1f s",
                        TrialPage.number(seen, "height"),
                        seconds,
                        frozenSeconds));
    }

    private void keep(int row, String name) {
        String start = String.format(Locale.ROOT, "failed-%02d-%s", row, name.replaceAll("[^A-Za-z0-9]+", "-"));
        try {
            for (TrialPage page : pages) {
                keep(start + "-page-" + page.id(), page);
            }
            for (TrialBridge bridge : deployment.bridges()) {
                if (bridge.isRunning()) {
                    Files.writeString(
                            folder.resolve(start + "-" + bridge.nickname() + ".json"), bridge.get("/debug?full=true"));
                }
            }
        } catch (IOException e) {
            table.leaveOut("What is known of row " + row + " could not be kept: " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void keep(String name, TrialPage page) throws IOException {
        String json;
        try {
            json = String.valueOf(page.call("statistics").get("json"));
        } catch (RuntimeException | AssertionError e) {
            json = "the page does not answer: " + e.getMessage();
        }
        Files.writeString(folder.resolve(name + ".json"), json);
    }
}
