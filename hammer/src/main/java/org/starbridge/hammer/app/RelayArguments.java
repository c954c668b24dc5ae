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
                    "Start this many bridges and spread the endpoints over them; the Hammer acts as the focus and connects "
                            + "the bridges with relays (default: 1, no relays).")
    int bridges = 1;

    @Option(
            names = "--relay-bridge",
            paramLabel = "URL",
            description = "URL of a further running bridge, in addition to --bridge; may be repeated.")
    List<URI> running = new ArrayList<>();

    @Option(
            names = "--relay-topology",
            paramLabel = "KIND",
            defaultValue = "mesh",
            description =
                    "mesh (each bridge with each), star (all with the first one), or visitors: a star whose centre"
                            + " has all senders, while --receivers are visitors on the other bridges (default: mesh).")
    String topology = "mesh";

    @Option(
            names = "--relay-channel",
            paramLabel = "KIND",
            defaultValue = "websocket",
            description = "Transport of messages between bridges: websocket or sctp (default: websocket).")
    String channel = "websocket";

    @Option(
            names = "--kill-bridge",
            description = "Kill the last bridge of --relays in the middle of the measurement; its endpoints are"
                    + " re-invited to the other bridges. Media between all other endpoints is counted: none may be"
                    + " lost.")
    boolean killsBridge;

    @Option(
            names = "--relay-link",
            paramLabel = "SPEC",
            description =
                    "Emulate bad links between bridges, as in --link: loss=2%%,delay=20 or rate=3M. They are perfect"
                            + " in the last second of the measurement, so that losses can be repaired.")
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
            return "--relay-bridge needs --bridge for the first bridge, and cannot be combined with --relays";
        }
        if (!List.of("mesh", "star", VISITORS).contains(topology)) {
            return "--relay-topology " + topology + ": expected mesh, star or visitors";
        }
        if (topology.equals(VISITORS) && (!isMeant() || others.receivers == 0)) {
            return "--relay-topology visitors needs --relays 2 or more, and --receivers as the visitors";
        }
        if (!List.of("websocket", "sctp").contains(channel)) {
            return "--relay-channel " + channel + ": expected websocket or sctp";
        }
        if (link != null && !isMeant()) {
            return "--relay-link without --relays: there are no links between bridges";
        }
        try {
            between();
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
        if (bridges > 1 && others.bridge.url() != null) {
            return "--relays cannot be combined with --bridge: name the other bridges with --relay-bridge";
        }
        if (isMeant() && (others.xmpp.isMeant() || others.meet.isMeant() || others.soak || others.hostile)) {
            return "--relays cannot be combined with --xmpp, --meet, --soak or --hostile";
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
            return "--kill-bridge needs --relays 2 or more, so that endpoints can move to another bridge";
        }
        boolean isPlain = others.receivers == 0 && others.joinBurst == 0 && !others.selection.isSelective();
        boolean isCounted =
                !others.links.isMeant() && others.channel.messages().isNone() && !others.media.losesKeyFrames;
        if (!isPlain || !isCounted || others.selection.ssrcRewriting || others.seconds < 5) {
            return "--kill-bridge needs 5 seconds or more, in which all endpoints send and receive all streams "
                    + "(no --receivers, --join-burst, --link, --messages, --lose-key-frames, --ssrc-rewriting, "
                    + "--simulcast, --last-n or --max-height)";
        }
        return null;
    }

    /** Returns the link between bridges. */
    LinkSpecParser.Both between() {
        return link == null ? LinkSpecParser.Both.PERFECT : LinkSpecParser.parseBetweenBridges(link);
    }

    /**
     * Returns the spread of endpoints over bridges.
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
