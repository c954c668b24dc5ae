package org.starbridge.hammer.client.signalling;

import java.io.IOException;
import java.util.List;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.EndpointPlan;

/**
 * How endpoints come into a conference and leave it: by asking a bridge, or by asking a focus that asks one. Blocking;
 * called on virtual threads, for several endpoints at once.
 */
public interface Signalling extends AutoCloseable {
    /** The name by which the conference can be found. */
    String conference();

    /**
     * Whether it is the first endpoint that brings the conference into being, so that the others have to wait until
     * that is in. If not, all come at once, and may have to: a focus does nothing for one participant alone.
     */
    boolean isOpenedByFirst();

    /**
     * Has an endpoint let in.
     *
     * @param own its side, whose addresses are not known yet: for a protocol in which the client offers
     * @param isFirst whether it is the run's first one
     * @return what the bridge has for it
     * @throws IOException if it can't be asked
     * @throws LoadTestException if it is refused
     */
    BridgeTransport enter(EndpointPlan plan, ClientTransport own, boolean isFirst)
            throws IOException, InterruptedException;

    /**
     * Tells an endpoint's own side of what {@link #enter} gave, and what it sends.
     *
     * @throws IOException if the request fails
     * @throws LoadTestException if it is refused
     */
    void answer(EndpointPlan plan, ClientTransport side) throws IOException, InterruptedException;

    /**
     * Has the bridge pass on nothing of an endpoint's picture, whatever it sends (force-mute), or all of it again.
     *
     * @throws IOException if it can't be asked
     * @throws LoadTestException if it refuses, or if only a focus may ask it and this is none
     */
    default void muteVideo(EndpointPlan plan, boolean muted) throws IOException, InterruptedException {
        throw new LoadTestException("only a focus mutes: endpoint " + plan.id() + " can not be muted");
    }

    /** Ends the conference and everybody in it. */
    void end() throws IOException, InterruptedException;

    /** What did not work and didn't matter enough to stop for; any thread. */
    List<String> warnings();

    /** Closes connections. */
    @Override
    void close();
}
