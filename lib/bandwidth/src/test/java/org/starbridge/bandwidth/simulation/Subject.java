package org.starbridge.bandwidth.simulation;

import java.util.function.Supplier;
import org.starbridge.bandwidth.BandwidthConfig;

/**
 * Candidate of the exam: who controls the rates of all flows of a row.
 *
 * @param name as the scoreboard has it
 * @param controllers makes one for each flow
 */
record Subject(String name, Supplier<Controller> controllers) {
    /** The estimator of the bridge. */
    static final Subject BRIDGE = new Subject("Starbridge", () -> new BridgeController(BandwidthConfig.defaults()));

    /** Google Congestion Control of its draft. */
    static final Subject GCC = new Subject("GCC draft", GccDraft::new);

    /** SCReAM of its draft. */
    static final Subject SCREAM = new Subject("SCReAM v2 draft", ScreamDraft::new);

    /** A network whose flows it controls. */
    Network network(LinkConfig forward, long seed) {
        return new Network(forward, seed).controlledBy(controllers);
    }

    /** The same with another way back. */
    Network network(LinkConfig forward, LinkConfig backward, long seed) {
        return new Network(forward, backward, seed).controlledBy(controllers);
    }
}
