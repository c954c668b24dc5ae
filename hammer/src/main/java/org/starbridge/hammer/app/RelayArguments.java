package org.starbridge.hammer.app;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.signalling.MeshSignalling.RelayChannelKind;
import org.starbridge.hammer.client.signalling.RelayTopology;
import picocli.CommandLine.Option;

/** The options of a conference over several bridges, as picocli fills them in; checked by {@link #check}. */
final class RelayArguments {
    private static final int MAX_BRIDGES = 16;

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
            description = "mesh (each bridge with each) or star (all with the first one) (default: mesh).")
    String topology = "mesh";

    @Option(
            names = "--relay-channel",
            paramLabel = "KIND",
            defaultValue = "websocket",
            description = "What carries messages between bridges: websocket or sctp (default: websocket).")
    String channel = "websocket";

    boolean isMeant() {
        return bridges > 1 || !running.isEmpty();
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    @Nullable
    String check(Arguments others) {
        if (bridges < 1 || bridges > MAX_BRIDGES) {
            return "--relays " + bridges + ": expected 1 to " + MAX_BRIDGES;
        }
        if (!running.isEmpty() && (bridges > 1 || others.bridge.url == null)) {
            return "--relay-bridge: expected --bridge for the first bridge, and no --relays";
        }
        if (!List.of("mesh", "star").contains(topology)) {
            return "--relay-topology " + topology + ": expected mesh or star";
        }
        if (!List.of("websocket", "sctp").contains(channel)) {
            return "--relay-channel " + channel + ": expected websocket or sctp";
        }
        if (bridges > 1 && others.bridge.url != null) {
            return "--relays with --bridge: name the other bridges by --relay-bridge";
        }
        if (isMeant() && (others.xmpp.isMeant() || others.meet.isMeant() || others.soak || others.hostile)) {
            return "--relays with --xmpp, --meet, --soak or --hostile: not together";
        }
        return null;
    }

    RelayTopology topology() {
        return RelayTopology.valueOf(topology.toUpperCase(Locale.ROOT));
    }

    RelayChannelKind channel() {
        return RelayChannelKind.valueOf(channel.toUpperCase(Locale.ROOT));
    }
}
