package org.starbridge.hammer.app;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which options have no effect where viewers watch over HLS. What a publisher sends is said by the same options as what
 * endpoints of a conference send; without one nothing is sent. Stateless.
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
            return judging + " with --hls or --hls-publish: endpoints are not judged where viewers watch; leave it out";
        }
        String sending = arguments.hls.publishes() ? null : first(sending(arguments));
        if (sending != null) {
            return sending + " with --hls: the Hammer sends nothing to a stream that is there; leave it out, or use"
                    + " --hls-publish instead of --hls";
        }
        return arguments.bridge.bridgeCpus() != null && !arguments.hls.isPublishing()
                ? "--bridge-cpus " + arguments.bridge.bridgeCpus()
                        + " with --hls: the Hammer starts no bridge then; leave it out, or use --hls-publish instead of"
                        + " --hls"
                : null;
    }

    private static @Nullable String conferenceProblem(Arguments arguments) {
        if (arguments.whip.isMeant()
                || arguments.meet.isMeant()
                || arguments.xmpp.isMeant()
                || arguments.relays.isMeant()
                || arguments.crowd.isMeant()) {
            return "--hls with --whip, --meet, --xmpp, --relays, --conferences or --guests: one at a time";
        }
        if (arguments.hostile
                || arguments.soak
                || arguments.links.isMeant()
                || arguments.links.scenario != null
                || arguments.joinBurst > 0) {
            return "--hls with --hostile, --soak, --link, --bad-link or --join-burst: these are for endpoints of a"
                    + " conference";
        }
        if (arguments.bridge.url() != null) {
            return "--hls with --bridge: viewers need only the URL of the stream; --bridge-pid names its server's process";
        }
        if (!arguments.hls.publishes()
                && (arguments.endpoints != null || arguments.senders != null || arguments.receivers != 0)) {
            return "--hls with -k, --senders or --receivers: --viewers says how many watch";
        }
        return arguments.report.stopRule() != null ? "--hls with --until: that is for conferences" : null;
    }

    /** What only a conference's verdict, or its measured window, takes into account. */
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

    /** What is sent, and how. */
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
