package org.starbridge.hammer.client.signalling;

import java.io.IOException;
import java.util.List;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.hammer.client.plan.EndpointPlan;

/**
 * Signalling by which endpoints come into a conference and leave it: by asking a bridge, or by asking a focus that asks
 * one. Blocking; called on virtual threads, for several endpoints at once.
 */
public interface Signalling extends AutoCloseable {
    /** The name by which the conference can be found. */
    String conference();

    /**
     * Returns whether the first endpoint creates the conference, so that the others have to wait until it is in. If
     * not, all come at once, and may have to: a focus does nothing for one participant alone.
     */
    boolean isOpenedByFirst();

    /**
     * Lets an endpoint join.
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
     * Sends an endpoint's own side of the transport that {@link #enter} gave, and its sources.
     *
     * @throws IOException if the request fails
     * @throws LoadTestException if it is refused
     */
    void answer(EndpointPlan plan, ClientTransport side) throws IOException, InterruptedException;

    /**
     * Force-mutes an endpoint's video at the bridge, or ends that.
     *
     * @throws IOException if it can't be asked
     * @throws LoadTestException if it refuses, or if only a focus may ask it and this is none
     */
    default void muteVideo(EndpointPlan plan, boolean muted) throws IOException, InterruptedException {
        throw new LoadTestException("only a focus can mute: endpoint " + plan.id() + " cannot be muted");
    }

    /**
     * Ends one endpoint, before the conference ends.
     *
     * @throws IOException if it can't be asked
     * @throws LoadTestException if it is refused, or if endpoints only leave together
     */
    default void leave(EndpointPlan plan) throws IOException, InterruptedException {
        throw new LoadTestException("endpoint " + plan.id() + " cannot leave individually with this signalling");
    }

    /** The same of one that may not be there. */
    default void leaveIfPossible(EndpointPlan plan) throws InterruptedException {
        try {
            leave(plan);
        } catch (IOException | LoadTestException _) {
            // A bridge ends an endpoint that never connects by itself.
        }
    }

    /** Ends the conference and all its endpoints. */
    void end() throws IOException, InterruptedException;

    /** Problems that did not end the run; any thread. */
    List<String> warnings();

    /** Closes connections. */
    @Override
    void close();
}
