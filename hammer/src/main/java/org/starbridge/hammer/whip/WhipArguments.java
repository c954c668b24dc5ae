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
                    "Publish one sender by WHIP to this URL, and watch it with receivers by WHEP. Without a URL, a "
                            + "bridge is started. Any server with WHIP and WHEP can be used.")
    @Nullable
    URI whip;

    @Option(
            names = "--whep",
            paramLabel = "URL",
            description = "WHEP URL of receivers (default: the URL of --whip, with whep instead of whip in its path).")
    @Nullable
    URI whep;

    @Option(names = "--whip-token", paramLabel = "TOKEN", description = "Bearer token for --whip and --whep.")
    @Nullable
    String token;

    /** Returns whether endpoints publish and watch that way. */
    public boolean isMeant() {
        return whip != null;
    }

    /** Returns whether the server is one that the Hammer does not start. */
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
                    ? "--whep " + whep + " needs --whip, too"
                    : token != null ? "--whip-token needs --whip, too" : null;
        }
        if (isOwnBridge(whip)) {
            return whep == null ? null : "--whep " + whep + " with --whip without a URL: give both URLs or none";
        }
        if (!isHttp(whip)) {
            return "--whip " + whip + ": expected a URL like http://127.0.0.1:9090/whip/room";
        }
        if (whep == null && watchingFrom(whip).equals(whip)) {
            return "--whip " + whip + " has no whip in its path: give the WHEP URL with --whep";
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
                new WhipClient(token, options.joining().timeout()),
                publish,
                watch,
                options.sent().videoCodec(),
                options.sent().rtx());
    }
}
