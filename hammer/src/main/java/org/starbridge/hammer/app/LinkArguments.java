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
                "Put endpoints behind a bad link inside the Hammer: those that only receive, or all if there are none."
                        + " Items with commas between them, for example rate=1M,queue=300,delay=25,loss=1%%. May be"
                        + " given several times; each takes its endpoints from those that are left.",
                "rate=1M, or rate=3M/500k@20/3M@40 from these seconds of the measured time on, again every=60 s;"
                        + " trace=FILE with lines \"SECONDS RATE\" or of Mahimahi; queue=300 ms, delay=25 ms,"
                        + " jitter=30 ms; loss=5%% in bursts of burst=8 packets; policer=1M/50k with a bucket of 50 kB."
                        + " The same after up: for the way to the bridge, as in up:rate=300k.",
                "Whose link: to=receivers, senders or all; share=50%% or count=3 of them; group=20 behind one link."
            })
    List<String> specs = new ArrayList<>();

    @Option(
            names = "--bad-link",
            paramLabel = "NAME",
            description =
                    "Run a scenario of a bad network with targets for each figure, or all of them: --list names them."
                            + " It brings its own endpoints, links and duration.")
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
                    + " --last-n, --max-height or --seconds: the scenario brings its own, to which its targets belong";
        }
        if (specs.isEmpty()) {
            return null;
        }
        if (others.soak || others.hostile || others.media.losesKeyFrames) {
            return "--link with --soak, --hostile or --lose-key-frames: these judge every packet that is lost";
        }
        try {
            assignment(others.senders(), others.receivers);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Whether endpoints are to be behind links. */
    boolean isMeant() {
        return !specs.isEmpty();
    }

    /**
     * Which endpoint is behind which link.
     *
     * @throws IllegalArgumentException for a mistake in a link
     */
    LinkAssignment assignment(int senders, int receivers) {
        return specs.isEmpty()
                ? LinkAssignment.NONE
                : LinkAssignment.of(specs.stream().map(LinkSpecParser::parse).toList(), senders, receivers);
    }
}
