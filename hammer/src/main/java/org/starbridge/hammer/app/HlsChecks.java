package org.starbridge.hammer.app;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks for options that have no effect where viewers watch over HLS. What a publisher sends is said by the same
 * options as what endpoints of a conference send; without one nothing is sent. Stateless.
 */
final class HlsChecks {
    private HlsChecks() {}

    /** A mistake of the caller, as a sentence; null if there is none. */
    static @Nullable String problem(Arguments arguments) {
        if (!arguments.hls.isMeant()) {
            return null;
        }
        String conference = conferenceProblem(arguments);
        if (conference != null) {
            return conference;
        }
        String judging = first(judging(arguments));
        if (judging != null) {
            return judging + " cannot be combined with --hls or --hls-publish, which measure viewers, not endpoints";
        }
        String sending = arguments.hls.publishes() ? null : first(sending(arguments));
        if (sending != null) {
            return sending + " cannot be combined with --hls, which watches an existing stream; leave it out, or use"
                    + " --hls-publish instead of --hls";
        }
        return arguments.bridge.bridgeCpus() != null && !arguments.hls.isPublishing()
                ? "--bridge-cpus " + arguments.bridge.bridgeCpus()
                        + " cannot be combined with --hls, which starts no bridge; leave it out, or use --hls-publish, not"
                        + " --hls"
                : null;
    }

    private static @Nullable String conferenceProblem(Arguments arguments) {
        if (arguments.whip.isMeant()
                || arguments.meet.isMeant()
                || arguments.xmpp.isMeant()
                || arguments.relays.isMeant()
                || arguments.join.isMeant()) {
            return "--hls cannot be combined with --whip, --meet, --xmpp, --relays, --conferences or --guests";
        }
        if (arguments.hostile
                || arguments.soak
                || arguments.links.isMeant()
                || arguments.links.scenario != null
                || arguments.joinBurst > 0) {
            return "--hls cannot be combined with --hostile, --soak, --link, --bad-link or --join-burst: these are for a"
                    + " conference";
        }
        if (arguments.bridge.url() != null) {
            return "--hls cannot be combined with --bridge: give the stream's URL, and --bridge-pid for its server";
        }
        if (!arguments.hls.publishes()
                && (arguments.endpoints != null || arguments.senders != null || arguments.receivers != 0)) {
            return "--hls cannot be combined with -k, --senders or --receivers: use --viewers";
        }
        return arguments.report.stopRule() != null
                ? "--hls cannot be combined with --until, which is for conferences"
                : null;
    }

    /** Returns the options that only a conference's verdict, or its measured window, takes into account. */
    private static List<Option> judging(Arguments arguments) {
        return List.of(
                new Option("--turns", arguments.selection.turnSeconds > 0),
                new Option("--mute", arguments.selection.muteSeconds > 0),
                new Option("--ssrc-rewriting", arguments.selection.ssrcRewriting),
                new Option("--messages", arguments.channel.messagesPerSecond > 0),
                new Option("--lose-key-frames", arguments.media.losesKeyFrames),
                new Option("--undeclared", arguments.undeclared),
                new Option("--verify", arguments.verify));
    }

    /** Returns the options for what is sent, and how. */
    private static List<Option> sending(Arguments arguments) {
        List<Option> options = new ArrayList<>(arguments.media.sending());
        options.addAll(List.of(
                new Option("--kinds", !arguments.kinds.equals("both")),
                new Option("--simulcast", arguments.selection.simulcast),
                new Option("--last-n", arguments.selection.lastN != -1),
                new Option("--max-height", arguments.selection.maxHeight != -1),
                new Option("--bridge-channel", arguments.channel.bridgeChannel != null),
                new Option("--rtx", arguments.rtx),
                new Option("--nack", arguments.nack),
                new Option("--drivers", arguments.drivers != null)));
        return options;
    }

    private static @Nullable String first(List<Option> options) {
        return options.stream()
                .filter(Option::isSaid)
                .map(Option::name)
                .findFirst()
                .orElse(null);
    }

    /** An option, and whether it is on the command line with an effect. */
    record Option(String name, boolean isSaid) {}
}
