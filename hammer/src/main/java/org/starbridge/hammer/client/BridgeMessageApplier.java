package org.starbridge.hammer.client;

import java.util.Set;
import org.starbridge.hammer.client.channel.BridgeMessages;
import org.starbridge.hammer.client.media.MediaSession;
import org.starbridge.hammer.client.plan.EndpointPlan;

/** Has one endpoint's media follow what the bridge says over its channel, on the driver's thread. Called by any. */
final class BridgeMessageApplier implements BridgeMessages.Listener {
    private final Driver driver;
    private final EndpointPlan plan;
    private final MediaSession session;

    BridgeMessageApplier(Driver driver, EndpointPlan plan, MediaSession session) {
        this.driver = driver;
        this.plan = plan;
        this.session = session;
    }

    @Override
    public void onForwarded(Set<String> names) {
        driver.post(() -> session.media().selected().onForwarded(names, System.nanoTime()));
    }

    @Override
    public void onWanted(String source, int maxHeightPx) {
        if (source.equals(plan.videoSource())) {
            driver.post(() -> session.video().onWanted(maxHeightPx));
        }
    }

    @Override
    public void onMapped(String source, int ssrc) {
        driver.post(() -> session.media().ssrcs().onMapped(source, ssrc));
    }
}
