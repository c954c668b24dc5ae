package org.starbridge.bridge.rest;

/** Operations of an operator on the bridge as a whole. Called on request threads, several at a time. */
public interface LifecycleControl {
    /** Returns whether new participants should go elsewhere. */
    boolean isDraining();

    /** Says whether new participants should go elsewhere. */
    void drain(boolean isDraining);

    /** No new conferences from now on; the bridge ends when the participants have left. */
    void shutDownGracefully();

    /** Participants are moved away; the bridge ends soon. */
    void shutDownNow();
}
