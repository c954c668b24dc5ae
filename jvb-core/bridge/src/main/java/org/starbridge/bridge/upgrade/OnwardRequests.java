package org.starbridge.bridge.upgrade;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.tracing.TraceParent;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;

/**
 * Requests of focuses. When the conferences are another process' own, requests that still come here are carried out
 * there, and answered from here. Any thread.
 */
public final class OnwardRequests implements ColibriRequests {
    private final ColibriRequests here;
    private volatile @Nullable Function<ConferenceModify, ConferenceModified> there;

    public OnwardRequests(ColibriRequests here) {
        this.here = here;
    }

    /**
     * The conferences are about to be the other's.
     *
     * @param there carries a request out in the other process; throws the refusal
     */
    void passOn(Function<ConferenceModify, ConferenceModified> there) {
        this.there = there;
    }

    @Override
    public ConferenceModified handle(ConferenceModify request, Transport transport, @Nullable TraceParent parent) {
        try {
            return here.handle(request, transport, parent);
        } catch (Colibri2Exception refusal) {
            Function<ConferenceModify, ConferenceModified> onward = there;
            if (onward == null || refusal.condition() != Condition.SERVICE_UNAVAILABLE) {
                throw refusal;
            }
            return onward.apply(request);
        }
    }

    @Override
    public void close() {
        here.close();
    }
}
