package org.starbridge.transport.platform;

import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** Sleeps in a selector that watches the channels of one socket. */
public final class NioSleeper implements Sleeper {
    private final Selector selector;

    public NioSleeper(DatagramChannel... channels) {
        try {
            selector = Selector.open();
            for (DatagramChannel channel : channels) {
                channel.register(selector, SelectionKey.OP_READ);
            }
        } catch (IOException e) {
            throw new IllegalStateException("cannot open a selector: " + e.getMessage(), e);
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

    /** A selector knows milliseconds only. */
    @Override
    public int awaitNs(long timeoutNs) {
        return await(Math.clamp((timeoutNs + 999_999) / 1_000_000, 0, Integer.MAX_VALUE));
    }

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
