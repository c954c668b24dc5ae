package org.starbridge.hammer.client.media;

import java.util.random.RandomGenerator;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.plan.NegotiatedMedia;
import org.starbridge.hammer.client.transport.Outbox;
import org.starbridge.transport.srtp.SrtpKeys;

/**
 * The sessions of some endpoints of one driver, and what these measure together. Owned by the driver.
 *
 * @param sessions makes them
 * @param meters of these endpoints
 */
public record MeasuredSessions(MediaSessions sessions, Meters meters) {
    /** Makes what an endpoint needs once it has keys. */
    public MediaSession create(SrtpKeys keys, EndpointPlan plan, NegotiatedMedia numbers, Outbox outbox) {
        return sessions.create(keys, plan, numbers, outbox, meters);
    }

    /** For whatever an endpoint draws at random. */
    public RandomGenerator random() {
        return sessions.random();
    }
}
