package org.starbridge.hammer.app;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ChannelKind;
import org.starbridge.hammer.client.plan.MessageOptions;
import picocli.CommandLine.Option;

/** The options of bridge channels; checked by {@link #check}. */
final class ChannelArguments {
    /** A bridge keeps 50 messages of an endpoint, no more, until it comes to them. */
    private static final int MAX_MESSAGES = 50;

    @Option(
            names = "--bridge-channel",
            paramLabel = "KIND",
            description = "Bridge channel of endpoints: sctp (a data channel), ws (the WebSocket that the bridge "
                    + "offers, if any) or none (default: ws; with --meet, the offered one).")
    @Nullable
    String bridgeChannel;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Each endpoint sends N messages of about 300 bytes a second, for example 0.5, to the next over its "
                            + "bridge channel. The run fails unless each arrives exactly once and in order (default: 0).")
    double messagesPerSecond;

    @Option(
            names = "--messages-to",
            paramLabel = "WHOM",
            description =
                    "Recipient of messages: next (endpoint) or bridge; then each endpoint repeats its video request, and "
                            + "the bridge's statistics have to count all of them (default: next).")
    @Nullable
    String messagesTo;

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check(Arguments others) {
        if (bridgeChannel != null && !List.of("sctp", "ws", "none").contains(bridgeChannel)) {
            return "--bridge-channel " + bridgeChannel + ": expected sctp, ws or none";
        }
        if (!(messagesPerSecond >= 0 && messagesPerSecond <= MAX_MESSAGES)) {
            return "--messages " + messagesPerSecond + ": expected 0 to " + MAX_MESSAGES;
        }
        if (messagesPerSecond > 0 && others.channelKind() == ChannelKind.NONE) {
            return "--messages " + messagesPerSecond + " with --bridge-channel none: messages need the bridge channel";
        }
        if (messagesPerSecond > 0 && others.soak) {
            return "--messages " + messagesPerSecond + " cannot be combined with --soak: processes are paused there";
        }
        return messagesTo == null ? null : checkTo(messagesTo, others);
    }

    private @Nullable String checkTo(String whom, Arguments others) {
        if (!List.of("next", "bridge").contains(whom)) {
            return "--messages-to " + whom + ": expected next or bridge";
        }
        if (messagesPerSecond == 0) {
            return "--messages-to " + whom + " without --messages: no messages are sent";
        }
        if (whom.equals("bridge") && (others.hostile || others.joinBurst > 0)) {
            return "--messages-to bridge cannot be combined with --hostile or --join-burst, whose messages are counted, too";
        }
        if (whom.equals("bridge") && others.meet.isMeant() && others.bridge.url() == null) {
            return "--messages-to bridge with --meet: --bridge is needed, too, to read the bridge's statistics";
        }
        return null;
    }

    /** Returns the options of the messages that endpoints send. */
    MessageOptions messages() {
        return new MessageOptions(
                messagesPerSecond, "bridge".equals(messagesTo) ? MessageOptions.To.BRIDGE : MessageOptions.To.NEXT);
    }

    /** {@code unsaid} is what it is if no kind is named. */
    ChannelKind kind(ChannelKind unsaid) {
        return bridgeChannel == null ? unsaid : ChannelKind.valueOf(bridgeChannel.toUpperCase(Locale.ROOT));
    }
}
