package org.starbridge.hammer.whip;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.client.plan.EndpointPlan;
import org.starbridge.hammer.client.signalling.BridgeTransport;
import org.starbridge.hammer.client.signalling.ClientTransport;
import org.starbridge.hammer.client.signalling.Signalling;
import org.starbridge.hammer.media.Codec;

/**
 * The first endpoint publishes by WHIP; all others watch it by WHEP. Each offers, and has joined when its offer is
 * answered.
 */
final class WhipSignalling implements Signalling {
    private final WhipClient client;
    private final URI publish;
    private final URI watch;
    private final Codec videoCodec;
    private final boolean rtx;
    private final Map<String, URI> sessions = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> warnings = new ConcurrentLinkedQueue<>();
    private volatile @Nullable EndpointPlan publisher;

    /** @param client closed with this */
    WhipSignalling(WhipClient client, URI publish, URI watch, Codec videoCodec, boolean rtx) {
        this.client = client;
        this.publish = publish;
        this.watch = watch;
        this.videoCodec = videoCodec;
        this.rtx = rtx;
    }

    @Override
    public String conference() {
        return publish.toString();
    }

    @Override
    public boolean isOpenedByFirst() {
        return true;
    }

    @Override
    public BridgeTransport enter(EndpointPlan plan, ClientTransport own, boolean isFirst)
            throws IOException, InterruptedException {
        if (isFirst) {
            publisher = plan;
        }
        URI url = isFirst ? publish : watch;
        WhipOffer offer = new WhipOffer(plan, own, videoCodec, rtx, isFirst);
        WhipClient.Created created = client.post(url, offer.text());
        if (created.session() == null) {
            warnings.add(
                    url + " answered endpoint " + plan.id() + " without Location, so its session cannot be deleted");
        } else {
            sessions.put(plan.id(), created.session());
        }
        WhipAnswer answer = WhipAnswer.read(plan.id(), created.answer());
        BridgeTransport bridge = answer.bridgeSide(String.valueOf(url.getHost()));
        EndpointPlan watched = publisher;
        return isFirst || watched == null ? bridge : bridge.withSsrcs(answer.ssrcs(watched));
    }

    /** All was said with the offer. */
    @Override
    public void answer(EndpointPlan plan, ClientTransport side) {}

    /** Deletes all sessions, some at a time. */
    @Override
    public void end() throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            sessions.values().forEach(session -> threads.execute(() -> delete(session)));
        }
        sessions.clear();
    }

    private void delete(URI session) {
        try {
            client.delete(session);
        } catch (IOException e) {
            warnings.add("DELETE " + session + ": " + e.getMessage());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public List<String> warnings() {
        return new ArrayList<>(warnings);
    }

    @Override
    public void close() {
        client.close();
    }
}
