package org.starbridge.transport.udp;

import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** Sleeps in a selector that watches the channels of one socket. */
final class NioSleeper implements Sleeper {
    private final Selector selector;

    NioSleeper(DatagramChannel... channels) {
        try {
            selector = Selector.open();
            for (DatagramChannel channel : channels) {
                channel.register(selector, SelectionKey.OP_READ);
            }
        } catch (IOException e) {
            throw new IllegalStateException("no selector to be had: " + e.getMessage(), e);
        }
    }

    @Override
    public int await(int timeoutMs) {
        try {
            return timeoutMs == 0
                    ? selector.selectNow(NioSleeper::onlyCount)
                    : selector.select(NioSleeper::onlyCount, timeoutMs);
        } catch (IOException e) {
            throw new IllegalStateException("the selector failed: " + e.getMessage(), e);
        }
    }

    /** With an action per key, the selector needs no set of ready keys, which would have to be emptied. */
    private static void onlyCount(SelectionKey key) {}

    @Override
    public void wake() {
        selector.wakeup();
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new IllegalStateException("the selector cannot be closed: " + e.getMessage(), e);
        }
    }
}
