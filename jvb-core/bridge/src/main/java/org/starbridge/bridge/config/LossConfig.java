package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigException;
import org.starbridge.bridge.config.reader.ConfigReader;
import org.starbridge.media.loss.LossPattern;

/**
 * Packets that are lost on purpose. The keys are those below {@code jmt.debug.packet-loss}.
 *
 * @param incoming from endpoints; none
 * @param outgoing to endpoints; none
 */
public record LossConfig(LossPattern incoming, LossPattern outgoing) {
    private static final String AT = "jmt.debug.packet-loss.";

    /** As documented. */
    static final LossConfig DEFAULT = new LossConfig(LossPattern.NONE, LossPattern.NONE);

    static LossConfig read(ConfigReader in) {
        return new LossConfig(pattern(in, AT + "incoming."), pattern(in, AT + "outgoing."));
    }

    private static LossPattern pattern(ConfigReader in, String at) {
        double rate = share(in.text(at + "uniform-rate"));
        int interval = in.integer(at + "burst-interval", 0, Integer.MAX_VALUE);
        int size = in.integer(at + "burst-size", 0, Integer.MAX_VALUE);
        if (!(rate >= 0 && rate <= 1)) {
            throw new ConfigException(at + "uniform-rate", rate, "0 to 1, or a percentage");
        }
        if (interval > 0 && size > interval) {
            throw new ConfigException(at + "burst-size", size, "burst-interval or less");
        }
        return new LossPattern(rate, size, interval);
    }

    /** {@code 0.05} or {@code 5 %}; not a number if it is neither. */
    private static double share(String text) {
        String digits = text.strip();
        boolean isPercentage = digits.endsWith("%");
        try {
            double number = Double.parseDouble(isPercentage ? digits.substring(0, digits.length() - 1) : digits);
            return isPercentage ? number / 100 : number;
        } catch (NumberFormatException _) {
            return Double.NaN;
        }
    }

    /** Returns whether anything is lost. */
    public boolean isOn() {
        return incoming.isOn() || outgoing.isOn();
    }
}
