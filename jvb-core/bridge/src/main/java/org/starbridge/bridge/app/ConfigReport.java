package org.starbridge.bridge.app;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.bridge.config.ConfigCheck;
import org.starbridge.bridge.config.keys.ConfigFinding;
import org.starbridge.bridge.config.keys.ConfigFinding.Kind;
import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.xmpp.MucClientConfig;

/**
 * Reports how an operator's settings were applied: in the log when the bridge starts, or as a page on the command line.
 */
final class ConfigReport {
    private ConfigReport() {}

    /** A line for each key that does not simply hold, and for each error. */
    static void log(ConfigCheck check, Logger log) {
        for (ConfigFinding finding : check.findings()) {
            switch (finding.kind()) {
                case HONOURED -> {}
                case OLD_NAME -> log.info("configuration: {}", finding);
                case NOT_HONOURED, UNKNOWN -> log.warn("configuration: {}", finding);
            }
        }
        for (ConfigException error : check.errors()) {
            log.error("{}", error.getMessage());
        }
    }

    /** Everything, by what becomes of it. */
    static void print(ConfigCheck check, PrintWriter out) {
        section(out, "Honoured", check, Kind.HONOURED);
        section(out, "Honoured under a deprecated name", check, Kind.OLD_NAME);
        section(out, "Known, but without effect in this bridge", check, Kind.NOT_HONOURED);
        section(out, "Unknown, without effect", check, Kind.UNKNOWN);
        section(out, "XMPP servers that will be ignored", clientsLeftOut(check));
        section(out, "Errors", errors(check));
        out.println(check.errors().isEmpty() ? "The bridge would start." : "The bridge would not start.");
        out.flush();
    }

    /** The same as a JSON object. */
    static void printJson(ConfigCheck check, PrintWriter out) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("starts", check.errors().isEmpty());
        report.put("keys", check.findings().stream().map(ConfigReport::view).toList());
        report.put("ignored_xmpp_servers", clientsLeftOut(check));
        report.put("errors", errors(check));
        out.println(Json.write(report));
        out.flush();
    }

    private static Map<String, String> view(ConfigFinding finding) {
        Map<String, String> view = new LinkedHashMap<>();
        view.put("key", finding.key());
        view.put("effect", finding.kind().name().toLowerCase(Locale.ROOT));
        view.put("place", finding.place());
        view.put(finding.kind() == Kind.HONOURED ? "value" : "text", finding.message());
        return view;
    }

    private static List<String> errors(ConfigCheck check) {
        return check.errors().stream()
                .map(error -> String.valueOf(error.getMessage()))
                .toList();
    }

    private static void section(PrintWriter out, String title, ConfigCheck check, Kind kind) {
        section(
                out,
                title,
                check.findings().stream()
                        .filter(finding -> finding.kind() == kind)
                        .map(finding ->
                                kind == Kind.HONOURED ? finding.key() + " = " + finding.message() : finding.toString())
                        .toList());
    }

    private static void section(PrintWriter out, String title, List<String> lines) {
        if (!lines.isEmpty()) {
            out.println(title + " (" + lines.size() + "):");
            lines.forEach(line -> out.println("  " + line));
            out.println();
        }
    }

    private static List<String> clientsLeftOut(ConfigCheck check) {
        return check.config().map(ConfigReport::clientsLeftOut).orElse(List.of());
    }

    /**
     * Returns why entries below {@code apis.xmpp-client.configs} cannot be used: that stops nothing, so the bridge only
     * logs it.
     */
    private static List<String> clientsLeftOut(BridgeConfig config) {
        List<String> reasons = new ArrayList<>();
        for (Map.Entry<String, Map<String, String>> client :
                config.services().xmpp().clients().entrySet()) {
            try {
                MucClientConfig.of(client.getKey(), client.getValue());
            } catch (IllegalArgumentException e) {
                reasons.add(e.getMessage());
            }
        }
        return reasons;
    }
}
