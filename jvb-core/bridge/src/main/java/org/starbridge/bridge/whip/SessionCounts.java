package org.starbridge.bridge.whip;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.whip.access.AccessControl;
import org.starbridge.bridge.whip.access.RefusalException;

/** Number of sessions that exist or are being made: in all, by address and by token. Any thread; locks are short. */
final class SessionCounts {
    private static final int RETRY_SECONDS = 10;

    private final int most;
    private final int mostPerAddress;
    private final int mostPerToken;
    private final Map<String, Integer> byAddress = new HashMap<>();
    private final Map<String, Integer> byToken = new HashMap<>();
    private int all;

    SessionCounts(int most, int mostPerAddress, int mostPerToken) {
        this.most = most;
        this.mostPerAddress = mostPerAddress;
        this.mostPerToken = mostPerToken;
    }

    /**
     * One more, if it is within the limits.
     *
     * @param replaced whose session ends when the new one is there, so that it does not count; null if none does
     * @throws RefusalException 429 if this client has as many as it may, 503 if all have
     */
    synchronized void reserve(Session.Holder holder, Session.@Nullable Holder replaced) throws RefusalException {
        int ofAddress = byAddress.getOrDefault(holder.address(), 0)
                - (replaced != null && replaced.address().equals(holder.address()) ? 1 : 0);
        if (ofAddress >= mostPerAddress) {
            throw new RefusalException(
                    429, "your address has " + ofAddress + " sessions, which is the limit", RETRY_SECONDS);
        }
        int ofToken = byToken.getOrDefault(holder.token(), 0)
                - (replaced != null && replaced.token().equals(holder.token()) ? 1 : 0);
        if (!holder.token().equals(AccessControl.ANYBODY) && ofToken >= mostPerToken) {
            throw new RefusalException(
                    429, "your token has " + ofToken + " sessions, which is the limit", RETRY_SECONDS);
        }
        int others = all - (replaced == null ? 0 : 1);
        if (others >= most) {
            throw new RefusalException(
                    503, "the bridge has " + others + " sessions, which is the limit", RETRY_SECONDS);
        }
        add(holder);
    }

    /** One more, without a limit: it has been reserved. */
    synchronized void add(Session.Holder holder) {
        all++;
        byAddress.merge(holder.address(), 1, Integer::sum);
        byToken.merge(holder.token(), 1, Integer::sum);
    }

    /** One less. */
    synchronized void remove(Session.Holder holder) {
        all--;
        byAddress.computeIfPresent(holder.address(), (_, count) -> count == 1 ? null : count - 1);
        byToken.computeIfPresent(holder.token(), (_, count) -> count == 1 ? null : count - 1);
    }
}
