package org.starbridge.media.api;

import java.util.concurrent.CompletableFuture;

/**
 * Rest of all media workers: datagrams stay in the sockets and timers wait, while commands are carried out. When the
 * workers are quiet they send nothing any more, whatever is asked of them. Any thread; each call is carried out by the
 * workers a little later, in order.
 */
public interface MediaRest {
    /** No datagram is read from now on. Packets that were received before go to their receivers. */
    void begin();

    /**
     * Returns whether no packet is on its way at any worker. Packets go from worker to worker at most twice, so nothing
     * is on its way after three answers in a row that say so.
     */
    CompletableFuture<Boolean> isQuiet();

    /** The workers go on. */
    void end();
}
