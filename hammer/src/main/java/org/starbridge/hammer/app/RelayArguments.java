package org.starbridge.hammer.app;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.BridgeSpread;
import org.starbridge.hammer.client.signalling.MeshSignalling.RelayChannelKind;
import org.starbridge.hammer.link.LinkSpecParser;
import picocli.CommandLine.Option;

/** The options of a conference over several bridges, as picocli fills them in; checked by {@link #check}. */
final class RelayArguments {
    private static final int MAX_BRIDGES = 16;
    private static final String VISITORS = "visitors";

    @Option(
            names = "--relays",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "Start so many bridges and spread the endpoints over them: the Hammer plays the focus and joins "
                            + "the bridges by relays (default: 1, no relays).")
    int bridges = 1;

    @Option(
            names = "--relay-bridge",
            paramLabel = "URL",
            description = "A further bridge that is running, beside that of --bridge; may be given several times.")
    List<URI> running = new ArrayList<>();

    @Option(
            names = "--relay-topology",
            paramLabel = "KIND",
            defaultValue = "mesh",
            description =
                    "mesh (each bridge with each), star (all with the first one), or visitors: a star whose middle"
                            + " has all who send, while those of --receivers are visitors on the other bridges (default: mesh).")
    String topology = "mesh";

    @Option(
            names = "--relay-channel",
            paramLabel = "KIND",
            defaultValue = "websocket",
            description = "What carries messages between bridges: websocket or sctp (default: websocket).")
    String channel = "websocket";

    @Option(
            names = "--kill-bridge",
            description =
                    "In the midst of the measured time the last bridge of --relays is killed, and its endpoints are"
                            + " invited again to the others. What the others send each other is counted: nothing may be"
                            + " lost.")
    boolean killsBridge;

    @Option(
            names = "--relay-link",
            paramLabel = "SPEC",
            description =
                    "What is between each two bridges, as for --link: loss=2%%,delay=20 or rate=3M. Everything passes"
                            + " in the last second of the measured time, so that what was lost can be repaired.")
    @Nullable
    String link;

    boolean isMeant() {
        return bridges > 1 || !running.isEmpty();
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check(Arguments others) {
        if (bridges < 1 || bridges > MAX_BRIDGES) {
            return "--relays " + bridges + ": expected 1 to " + MAX_BRIDGES;
        }
        if (!running.isEmpty() && (bridges > 1 || others.bridge.url() == null)) {
            return "--relay-bridge: expected --bridge for the first bridge, and no --relays";
        }
        if (!List.of("mesh", "star", VISITORS).contains(topology)) {
            return "--relay-topology " + topology + ": expected mesh, star or visitors";
        }
        if (topology.equals(VISITORS) && (!isMeant() || others.receivers == 0)) {
            return "--relay-topology visitors: expected --relays 2 or more, and --receivers, who are the visitors";
        }
        if (!List.of("websocket", "sctp").contains(channel)) {
            return "--relay-channel " + channel + ": expected websocket or sctp";
        }
        if (link != null && !isMeant()) {
            return "--relay-link without --relays: there is nothing between bridges";
        }
        try {
            between();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
        if (bridges > 1 && others.bridge.url() != null) {
            return "--relays with --bridge: name the other bridges by --relay-bridge";
        }
        if (isMeant() && (others.xmpp.isMeant() || others.meet.isMeant() || others.soak || others.hostile)) {
            return "--relays with --xmpp, --meet, --soak or --hostile: not together";
        }
        return null;
    }

    /** A mistake about the bridge that is killed, as a sentence; null if there is none. */
    @Nullable
    String checkKill(Arguments others) {
        if (!killsBridge) {
            return null;
        }
        if (bridges < 2) {
            return "--kill-bridge: expected --relays 2 or more, so that endpoints can go to another bridge";
        }
        boolean isPlain = others.receivers == 0 && others.joinBurst == 0 && !others.selection.isSelective();
        boolean isCounted =
                !others.links.isMeant() && others.channel.messages().isNone() && !others.media.losesKeyFrames;
        if (!isPlain || !isCounted || others.selection.ssrcRewriting || others.seconds < 5) {
            return "--kill-bridge: expected 5 seconds or more, in which all send and get everything from the beginning "
                    + "(no --receivers, --join-burst, --link, --messages, --lose-key-frames, --ssrc-rewriting, "
                    + "--simulcast, --last-n or --max-height)";
        }
        return null;
    }

    /** What is between bridges. */
    LinkSpecParser.Both between() {
        return link == null ? LinkSpecParser.Both.PERFECT : LinkSpecParser.parseBetweenBridges(link);
    }

    /**
     * Where endpoints go.
     *
     * @param senders how many of them send
     */
    BridgeSpread spread(int senders) {
        int all = bridges + running.size(); // without --relays the first one of --bridge counts as one
        if (topology.equals(VISITORS)) {
            return new BridgeSpread(all, true, -1, senders);
        }
        return new BridgeSpread(all, topology.equals("star"), killsBridge ? all - 1 : -1);
    }

    RelayChannelKind channel() {
        return RelayChannelKind.valueOf(channel.toUpperCase(Locale.ROOT));
    }
}
