package org.starbridge.hammer.whip;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.signalling.Signalling;
import picocli.CommandLine.Option;

/** The options for publishing by WHIP and watching by WHEP, as picocli fills them in. */
public final class WhipArguments {
    /** Stands for the bridge that the Hammer starts. */
    private static final String OWN_BRIDGE = "own";

    private static final String ROOM = "hammer";

    @Option(
            names = "--whip",
            arity = "0..1",
            fallbackValue = OWN_BRIDGE,
            paramLabel = "URL",
            description =
                    "The one sender publishes by WHIP to this URL, and receivers watch it by WHEP. Without a URL a "
                            + "bridge is started. Any server with WHIP and WHEP will do.")
    @Nullable
    URI whip;

    @Option(
            names = "--whep",
            paramLabel = "URL",
            description = "Where receivers watch (default: the URL of --whip, with whep instead of whip in its path).")
    @Nullable
    URI whep;

    @Option(names = "--whip-token", paramLabel = "TOKEN", description = "Bearer token for both.")
    @Nullable
    String token;

    /** Whether endpoints publish and watch that way. */
    public boolean isMeant() {
        return whip != null;
    }

    /** Whether the server is one that the Hammer does not start. */
    public boolean isElsewhere() {
        return whip != null && !isOwnBridge(whip);
    }

    private static boolean isOwnBridge(URI url) {
        return url.toString().equals(OWN_BRIDGE);
    }

    /** A mistake of the caller, as a sentence; null if there is none. */
    public @Nullable String check() {
        if (whip == null) {
            return whep != null
                    ? "--whep " + whep + " without --whip: say where the picture is published"
                    : token != null ? "--whip-token without --whip: say where the server is" : null;
        }
        if (isOwnBridge(whip)) {
            return whep == null ? null : "--whep " + whep + " with --whip without a URL: say both or none";
        }
        if (!isHttp(whip)) {
            return "--whip " + whip + ": expected a URL like http://127.0.0.1:9090/whip/room";
        }
        if (whep == null && watchingFrom(whip).equals(whip)) {
            return "--whip " + whip + " has no whip in its path: say by --whep where receivers watch";
        }
        return whep == null || isHttp(whep)
                ? null
                : "--whep " + whep + ": expected a URL like http://127.0.0.1:9090/whep/room";
    }

    private static boolean isHttp(URI url) {
        return url.getHost() != null && String.valueOf(url.getScheme()).startsWith("http");
    }

    private static URI watchingFrom(URI publishing) {
        String path = String.valueOf(publishing.getRawPath());
        int at = path.lastIndexOf("whip");
        return at < 0 ? publishing : publishing.resolve(path.substring(0, at) + "whep" + path.substring(at + 4));
    }

    /**
     * The way in.
     *
     * @param ownBridge the public HTTP server of the bridge that was started; null if none was
     * @throws IllegalStateException if {@link #isMeant} is false, or there is no server
     */
    public Signalling signalling(ConferenceOptions options, @Nullable URI ownBridge) {
        URI publish = whip;
        if (publish != null && isOwnBridge(publish)) {
            publish = ownBridge == null ? null : ownBridge.resolve("/whip/" + ROOM);
        }
        if (publish == null) {
            throw new IllegalStateException("no server for --whip");
        }
        URI watch = whep == null ? watchingFrom(publish) : whep;
        return new WhipSignalling(
                new WhipClient(token, options.joinTimeout()), publish, watch, options.videoCodec(), options.rtx());
    }
}
