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
            description =
                    "What endpoints ask for everything over: sctp (a data channel), ws (the WebSocket that the bridge "
                            + "offers, if it does) or none (default: ws; with --meet, what is offered).")
    @Nullable
    String bridgeChannel;

    @Option(
            names = "--messages",
            paramLabel = "N",
            defaultValue = "0",
            description =
                    "Each endpoint says N messages of about 300 bytes a second, for example 0.5, to the next one over its "
                            + "bridge channel. The run fails if one does not arrive, once and in its order (default: 0).")
    double messagesPerSecond;

    @Option(
            names = "--messages-to",
            paramLabel = "WHOM",
            description =
                    "To whom: next, or bridge, to which each endpoint repeats its video request; by its statistics the "
                            + "bridge has to have got them all (default: next).")
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
            return "--messages " + messagesPerSecond + " with --bridge-channel none: they go over the bridge channel";
        }
        if (messagesPerSecond > 0 && others.soak) {
            return "--messages " + messagesPerSecond
                    + " with --soak: what is said while processes stand still is not judged";
        }
        return messagesTo == null ? null : checkTo(messagesTo, others);
    }

    private @Nullable String checkTo(String whom, Arguments others) {
        if (!List.of("next", "bridge").contains(whom)) {
            return "--messages-to " + whom + ": expected next or bridge";
        }
        if (messagesPerSecond == 0) {
            return "--messages-to " + whom + " without --messages: nothing is said";
        }
        if (whom.equals("bridge") && (others.hostile || others.joinBurst > 0)) {
            return "--messages-to bridge with --hostile or --join-burst: the bridge counts their messages, too";
        }
        if (whom.equals("bridge") && others.meet.isMeant() && others.bridge.url() == null) {
            return "--messages-to bridge with --meet needs --bridge: whose statistics say what has come?";
        }
        return null;
    }

    /** What endpoints say. */
    MessageOptions messages() {
        return new MessageOptions(
                messagesPerSecond, "bridge".equals(messagesTo) ? MessageOptions.To.BRIDGE : MessageOptions.To.NEXT);
    }

    /** {@code unsaid} is what it is if no kind is named. */
    ChannelKind kind(ChannelKind unsaid) {
        return bridgeChannel == null ? unsaid : ChannelKind.valueOf(bridgeChannel.toUpperCase(Locale.ROOT));
    }
}
