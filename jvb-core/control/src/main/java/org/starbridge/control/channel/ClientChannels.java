package org.starbridge.control.channel;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.starbridge.control.channel.BridgeChannel.Carrier;
import org.starbridge.rtp.state.State;
import org.starbridge.rtp.state.StateException;

/**
 * The channels that one client has open: at most one of each carrier. The bridge sends over the channel on which it
 * last received a message; if that one is closed, over the other. Password, pace and counts belong to the client,
 * whichever channel it opens. Guarded by the conference's lock, except for these three.
 */
public final class ClientChannels {
    private static final String PASSWORD_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final int PASSWORD_LENGTH = 24;
    private static final int MAX_PASSWORD_BYTES = 256;
    /** Of a bridge: 1000 clients with a few messages a second each. */
    private static final int BRIDGE_MESSAGES_PER_SECOND = 5_000;

    private static final int BRIDGE_BYTES_PER_SECOND = 16 << 20;

    private String password;
    private final MessagePace pace;
    private final MessageCounts messages = new MessageCounts();
    private final Map<Carrier, BridgeChannel> open = new EnumMap<>(Carrier.class);
    private @Nullable BridgeChannel lastHeard;

    /** @param random for the password that lets the client open them */
    public ClientChannels(RandomGenerator random, MessageLimits limits) {
        this(random, new MessagePace(limits.messagesPerSecond(), limits.bytesPerSecond()));
    }

    private ClientChannels(RandomGenerator random, MessagePace pace) {
        this.password = password(random);
        this.pace = pace;
    }

    /** Those of another bridge, which speaks for all its clients. */
    public static ClientChannels ofBridge(RandomGenerator random) {
        return new ClientChannels(random, new MessagePace(BRIDGE_MESSAGES_PER_SECOND, BRIDGE_BYTES_PER_SECOND));
    }

    private static String password(RandomGenerator random) {
        StringBuilder password = new StringBuilder(PASSWORD_LENGTH);
        for (int i = 0; i < PASSWORD_LENGTH; i++) {
            password.append(PASSWORD_ALPHABET.charAt(random.nextInt(PASSWORD_ALPHABET.length())));
        }
        return password.toString();
    }

    public String password() {
        return password;
    }

    /** Returns the pace at which the client may send. */
    public MessagePace pace() {
        return pace;
    }

    /** Returns the numbers of messages that the client and the bridge sent each other. */
    public MessageCounts messages() {
        return messages;
    }

    /** A channel was opened; the answer is the older one of its carrier, if there was one. */
    @Nullable
    public BridgeChannel opened(BridgeChannel channel) {
        lastHeard = channel;
        return open.put(channel.carrier(), channel);
    }

    /** A message came over a channel; false if another channel has replaced it. */
    public boolean heard(BridgeChannel channel) {
        boolean isOpen = channel.equals(open.get(channel.carrier()));
        if (isOpen) {
            lastHeard = channel;
        }
        return isOpen;
    }

    public void closed(BridgeChannel channel) {
        open.remove(channel.carrier(), channel);
        if (channel.equals(lastHeard)) {
            lastHeard = open.values().stream().findFirst().orElse(null);
        }
    }

    /** Returns the channel for messages to its client; null while the client has none open. */
    @Nullable
    public BridgeChannel current() {
        return lastHeard;
    }

    /** All of them; they are not its own any more. */
    public List<BridgeChannel> takeAll() {
        List<BridgeChannel> all = new ArrayList<>(open.values());
        open.clear();
        lastHeard = null;
        return all;
    }

    /** Its part of a snapshot: clients open channels of the other process with the same password. */
    public void state(State state) throws StateException {
        password = state.text(password, MAX_PASSWORD_BYTES);
    }
}
