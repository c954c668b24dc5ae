package org.starbridge.bridge.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Token buckets: one for all clients, one per remote address. Each holds {@value #BURST_SECONDS} seconds' worth, so
 * that the burst of a focus that moves a thousand participants at once passes.
 *
 * <p>Addresses are bounded: beyond {@value #MAX_ADDRESSES} the one that was quiet for longest is forgotten, and starts
 * with a full bucket if it comes again; the bucket of all holds anyway. Thread safe; each call takes a short lock.
 */
final class RequestRates {
    static final int BURST_SECONDS = 10;
    static final int MAX_ADDRESSES = 10_000;

    private final int perSecond;
    private final int perSecondPerAddress;
    private final Bucket all;
    private final Map<ClientNetwork, Bucket> byNetwork = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<ClientNetwork, Bucket> eldest) {
            return size() > MAX_ADDRESSES;
        }
    };

    RequestRates(int perSecond, int perSecondPerAddress, long nowNs) {
        this.perSecond = perSecond;
        this.perSecondPerAddress = perSecondPerAddress;
        this.all = new Bucket(perSecond, nowNs);
    }

    /** Returns whether one more request of this client is within both rates; only then it is counted against them. */
    synchronized boolean take(ClientNetwork client, long nowNs) {
        Bucket own = byNetwork.computeIfAbsent(client, _ -> new Bucket(perSecondPerAddress, nowNs));
        all.fill(perSecond, nowNs);
        own.fill(perSecondPerAddress, nowNs);
        if (all.tokens < 1 || own.tokens < 1) {
            return false;
        }
        all.tokens--;
        own.tokens--;
        return true;
    }

    synchronized int addresses() {
        return byNetwork.size();
    }

    private static final class Bucket {
        private double tokens;
        private long filledAtNs;

        Bucket(int perSecond, long nowNs) {
            tokens = (double) perSecond * BURST_SECONDS;
            filledAtNs = nowNs;
        }

        void fill(int perSecond, long nowNs) {
            double earned = Math.max(0, nowNs - filledAtNs) / 1e9 * perSecond;
            tokens = Math.min((double) perSecond * BURST_SECONDS, tokens + earned);
            filledAtNs = nowNs;
        }
    }
}
