package org.starbridge.hammer.app;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.bridge.BridgeArguments;
import org.starbridge.hammer.bridge.BridgeProcess;
import org.starbridge.hammer.bridge.ProcessMeter;
import org.starbridge.hammer.client.link.BridgePaths;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.signalling.ColibriRequests;
import org.starbridge.hammer.client.signalling.MeshBridge;
import org.starbridge.hammer.client.signalling.MeshSignalling;

/** The bridges of a conference beside the first one: running already, or started for the run. One thread. */
final class FurtherBridges implements AutoCloseable {
    private final RelayArguments arguments;
    private final List<URI> urls;
    private final List<BridgeProcess> processes;
    private @Nullable MeshSignalling signalling;

    private FurtherBridges(RelayArguments arguments, List<URI> urls, List<BridgeProcess> processes) {
        this.arguments = arguments;
        this.urls = urls;
        this.processes = processes;
    }

    /**
     * Finds or starts them.
     *
     * @param settings configuration keys and values of those that are started
     * @param say takes sentences for people
     */
    static FurtherBridges open(
            RelayArguments arguments, BridgeArguments first, Map<String, String> settings, Consumer<String> say)
            throws InterruptedException {
        List<URI> urls = new ArrayList<>(arguments.running);
        FurtherBridges further = new FurtherBridges(arguments, urls, new ArrayList<>());
        try {
            for (int i = 1; i < arguments.bridges; i++) {
                BridgeProcess process = first.start(withRelays(arguments, settings, i), say);
                further.processes.add(process);
                urls.add(process.url());
                say.accept("another bridge answers at " + process.url() + " (process " + process.pid() + ")");
            }
        } catch (InterruptedException | RuntimeException e) {
            further.close();
            throw e;
        }
        return further;
    }

    /** The settings of a bridge that takes part in relays, if there are any. */
    static Map<String, String> withRelays(RelayArguments arguments, Map<String, String> settings, int number) {
        if (!arguments.isMeant()) {
            return settings;
        }
        Map<String, String> all = new HashMap<>(settings);
        all.put("videobridge.relay.enabled", "true");
        all.put("videobridge.relay.region", "region-" + number);
        all.put("videobridge.relay.relay-id", "bridge-" + number);
        return all;
    }

    /** Plays the focus of a conference over all of them. */
    MeshSignalling signalling(URI first, ConferenceOptions options) throws InterruptedException {
        List<MeshBridge> bridges = new ArrayList<>();
        bridges.add(MeshBridge.at(first));
        for (URI url : urls) {
            bridges.add(MeshBridge.at(url));
        }
        MeshSignalling made = new MeshSignalling(
                bridges,
                options.spread(),
                arguments.channel(),
                UUID.randomUUID().toString(),
                new ColibriRequests(
                        options.sent().videoCodec(),
                        options.sent().rtx(),
                        options.reception().ssrcRewriting(),
                        options.channel().kind()),
                new BridgePaths(arguments.between().forth(), arguments.between().back()));
        signalling = made;
        return made;
    }

    /** The URLs of the first bridge and of all these. */
    List<URI> after(URI first) {
        List<URI> all = new ArrayList<>(List.of(first));
        all.addAll(urls);
        return all;
    }

    /** Asks the bridges; after {@link #signalling(URI, ConferenceOptions)}. */
    MeshSignalling focus() {
        return Objects.requireNonNull(signalling);
    }

    /** Measures the process of a bridge that was started, counted from 1; null of others. */
    @Nullable
    ProcessMeter meter(int bridge) {
        return bridge <= processes.size()
                ? ProcessMeter.of(processes.get(bridge - 1).pid())
                : null;
    }

    /** Kills a bridge that was started, counted from 1, without a warning. */
    void kill(int bridge) {
        processes.get(bridge - 1).kill();
    }

    @Override
    public void close() {
        processes.forEach(BridgeProcess::close);
    }
}
