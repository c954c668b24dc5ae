package org.starbridge.bridge.dashboard;

import org.starbridge.bridge.config.reader.ConfigReader;

/**
 * The dashboard. The keys are those below {@code starbridge.dashboard}.
 *
 * @param enabled whether the private server has a page at {@code /}; true
 * @param actions whether the page offers what changes something; false
 */
public record DashboardConfig(boolean enabled, boolean actions) {
    private static final String AT = "starbridge.dashboard.";

    /** As documented. */
    public static final DashboardConfig DEFAULT = new DashboardConfig(true, false);

    /** Reads it. */
    public static DashboardConfig read(ConfigReader in) {
        return new DashboardConfig(in.flag(AT + "enabled"), in.flag(AT + "actions"));
    }
}
