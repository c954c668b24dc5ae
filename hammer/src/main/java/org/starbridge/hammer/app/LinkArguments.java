package org.starbridge.hammer.app;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.badlink.BadLink;
import org.starbridge.hammer.badlink.BadLinks;
import org.starbridge.hammer.link.LinkAssignment;
import org.starbridge.hammer.link.LinkSpecParser;
import picocli.CommandLine.Option;

/** The options of emulated links; checked by {@link #check}. */
final class LinkArguments {
    @Option(
            names = "--link",
            paramLabel = "SPEC",
            description = {
                "Emulate a bad link to endpoints: to receive-only ones, or to all if there are none of these."
                        + " Comma-separated items, for example rate=1M,queue=300,delay=25,loss=1%%. May be"
                        + " repeated; each link takes its endpoints from the remaining ones.",
                "rate=1M, or rate=3M/500k@20/3M@40 to change it at 20 s and 40 s, repeated with every=60;"
                        + " trace=FILE with lines \"SECONDS RATE\" or in Mahimahi format; queue=300 ms, delay=25 ms,"
                        + " jitter=30 ms; loss=5%% in bursts of burst=8 packets; policer=1M/50k with a bucket of 50 kB."
                        + " The same with the prefix up: for the direction to the bridge, as in up:rate=300k.",
                "Endpoints: to=receivers, senders or all; share=50%% or count=3 of them; group=20 share one link."
            })
    List<String> specs = new ArrayList<>();

    @Option(
            names = "--bad-link",
            paramLabel = "NAME",
            description = "Run a bad-network scenario with targets for each figure, or all of them; --list shows them."
                    + " A scenario defines its own endpoints, links and duration.")
    @Nullable
    String scenario;

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check(Arguments others) {
        if (scenario != null && !scenario.equals(BadLink.ALL) && BadLinks.named(scenario) == null) {
            return "--bad-link " + scenario + ": expected all or one of " + String.join(", ", BadLinks.names());
        }
        if (scenario != null && others.changesScenario()) {
            return "--bad-link " + scenario + " with -k, --senders, --receivers, --kinds, --link, --simulcast,"
                    + " --last-n, --max-height or --seconds: the scenario defines its own";
        }
        if (specs.isEmpty()) {
            return null;
        }
        if (others.soak || others.hostile || others.media.losesKeyFrames) {
            return "--link cannot be combined with --soak, --hostile or --lose-key-frames: these judge every lost packet";
        }
        try {
            assignment(others.senders(), others.receivers);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Returns whether endpoints are to be behind links. */
    boolean isMeant() {
        return !specs.isEmpty();
    }

    /**
     * Returns the assignment of endpoints to links.
     *
     * @throws IllegalArgumentException for a mistake in a link
     */
    LinkAssignment assignment(int senders, int receivers) {
        return specs.isEmpty()
                ? LinkAssignment.NONE
                : LinkAssignment.of(specs.stream().map(LinkSpecParser::parse).toList(), senders, receivers);
    }
}
