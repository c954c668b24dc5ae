package org.starbridge.jvb.config;

/**
 * What log lines show.
 *
 * @param redactsAddresses whether IP addresses of clients are left out; true, because they are personal data
 */
public record LogConfig(boolean redactsAddresses) {
    /** As documented. */
    static final LogConfig DEFAULT = new LogConfig(true);

    /** There is one log for both keys: the stricter one counts. */
    static LogConfig read(ConfigReader in) {
        boolean ofBridge = in.flag("videobridge.redact-remote-addresses");
        boolean ofIce = in.flag("ice4j.redact-remote-addresses");
        return new LogConfig(ofBridge || ofIce);
    }
}
