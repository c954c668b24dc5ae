package org.starbridge.control.conference;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.starbridge.control.channel.ChannelPolicy;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.environment.RelayPolicy;
import org.starbridge.control.environment.TransportPolicy;
import org.starbridge.control.selection.SelectionPolicy;
import org.starbridge.control.selection.SlotLimits;

/** A configuration of conferences in which nothing is limited or hidden, but for what a test says. */
public final class TestConfig {
    /** Which of a bridge's addresses it may keep to itself. */
    public enum Addresses {
        PRIVATE,
        LOOPBACK
    }

    private int initialMaxHeightPx = -1;
    private int defaultMaxHeightPx = -1;
    private int initialLastN = -1;
    private List<String> webSocketBaseUrls = List.of("ws://127.0.0.1:9090");
    private final Set<Addresses> hidden = EnumSet.noneOf(Addresses.class);
    private TransportPolicy transport = TransportPolicy.DEFAULT;
    private Optional<String> announcedVersion = Optional.empty();
    private Duration idleTimeout = Duration.ofMinutes(1);
    private Duration wishInterval = ConferenceConfig.DEFAULT_WISH_INTERVAL;
    private ConferenceLimits limits = ConferenceLimits.DEFAULT;
    private SlotLimits slots = SlotLimits.DEFAULT;
    private RelayPolicy relay = RelayPolicy.DISABLED;
    private SelectionPolicy selection = SelectionPolicy.defaults(false);

    public TestConfig heights(int initialMaxHeightPx, int defaultMaxHeightPx) {
        this.initialMaxHeightPx = initialMaxHeightPx;
        this.defaultMaxHeightPx = defaultMaxHeightPx;
        return this;
    }

    public TestConfig initialLastN(int lastN) {
        initialLastN = lastN;
        return this;
    }

    public TestConfig withoutWebSockets() {
        webSocketBaseUrls = List.of();
        return this;
    }

    public TestConfig hiding(Addresses... which) {
        hidden.addAll(List.of(which));
        return this;
    }

    public TestConfig transport(TransportPolicy policy) {
        transport = policy;
        return this;
    }

    public TestConfig announcedVersion(String version) {
        announcedVersion = Optional.of(version);
        return this;
    }

    public TestConfig idleTimeout(Duration timeout) {
        idleTimeout = timeout;
        return this;
    }

    public TestConfig wishInterval(Duration interval) {
        wishInterval = interval;
        return this;
    }

    public TestConfig limits(ConferenceLimits limits) {
        this.limits = limits;
        return this;
    }

    public TestConfig slots(SlotLimits limits) {
        slots = limits;
        return this;
    }

    public TestConfig selection(SelectionPolicy policy) {
        selection = policy;
        return this;
    }

    public TestConfig relay(RelayPolicy policy) {
        relay = policy;
        return this;
    }

    public ConferenceConfig build() {
        return new ConferenceConfig(
                initialMaxHeightPx,
                defaultMaxHeightPx,
                initialLastN,
                webSocketBaseUrls,
                "jvb1",
                !hidden.contains(Addresses.PRIVATE),
                !hidden.contains(Addresses.LOOPBACK),
                transport,
                announcedVersion,
                idleTimeout,
                wishInterval,
                limits,
                ChannelPolicy.DEFAULT,
                slots,
                selection,
                relay);
    }
}
