package org.starbridge.bridge.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.starbridge.bridge.export.session.ExportCounts;
import org.starbridge.bridge.export.session.ExportSession;
import org.starbridge.control.export.ExportGroup;
import org.starbridge.control.export.ExportReport;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.control.export.ExportedConference;

/** The exports of one conference, and the taps that they share. Any thread; guarded by itself. */
final class ConferenceExport implements ExportGroup {
    private final ExportedConference conference;
    private final ExportEnvironment environment;
    private final Map<String, ExportSession> sessions = new LinkedHashMap<>();
    private final List<ExportSession> ending = new ArrayList<>();
    /** By the key of the transport. */
    private final Map<Integer, EndpointAudio> taps = new HashMap<>();

    private final List<EndpointAudio> endingTaps = new ArrayList<>();
    private List<ExportSession> receivers = List.of();
    private ExportedAudio audio = ExportedAudio.NONE;
    private boolean hasChanged;

    ConferenceExport(ExportedConference conference, ExportEnvironment environment) {
        this.conference = conference;
        this.environment = environment;
    }

    @Override
    public synchronized void start(ExportSpec spec) {
        ExportCounts counts = new ExportCounts(environment.counters());
        ServiceConnector connector = new ServiceConnector(this, conference, counts, environment);
        ExportSession session = new ExportSession(
                conference.id(),
                spec,
                environment.config().reconnect(),
                connector,
                environment.identity(),
                counts,
                environment.webhooks(),
                environment.nowNs());
        connector.serves(session);
        sessions.put(spec.id(), session);
        onSessionsChanged();
    }

    @Override
    public synchronized void change(ExportSpec spec) {
        ExportSession session = sessions.get(spec.id());
        if (session != null) {
            session.change(spec, environment.nowNs());
            onSessionsChanged();
        }
    }

    @Override
    public synchronized void stop(String exportId) {
        ExportSession session = sessions.remove(exportId);
        if (session != null) {
            session.stop(environment.nowNs());
            ending.add(session);
            onSessionsChanged();
        }
    }

    private void onSessionsChanged() {
        receivers = List.copyOf(sessions.values());
        hasChanged = true;
        environment.wake(this);
    }

    @Override
    public synchronized List<ExportReport> reports() {
        long nowNs = environment.nowNs();
        return sessions.values().stream().map(session -> session.report(nowNs)).toList();
    }

    /** Reads taps and lets exports send. */
    synchronized void poll(long nowNs) {
        ExportedAudio now = conference.audio();
        if (hasChanged || now.version() != audio.version()) {
            hasChanged = false;
            audio = now;
            updateTaps();
        }
        for (EndpointAudio tap : taps.values()) {
            tap.poll(receivers, nowNs);
            hasChanged |= tap.isLost();
        }
        for (EndpointAudio tap : endingTaps) {
            tap.poll(List.of(), nowNs);
        }
        endingTaps.removeIf(EndpointAudio::isClosed);
        for (ExportSession session : receivers) {
            session.poll(nowNs);
        }
        for (ExportSession session : ending) {
            session.poll(nowNs);
        }
        ending.removeIf(ExportSession::isOver);
    }

    /** Transports are tapped over which something comes that an export wants. */
    private void updateTaps() {
        Map<Integer, ExportedAudio.Transport> wanted = new HashMap<>();
        for (ExportedAudio.Transport transport : audio.transports()) {
            if (isWanted(transport)) {
                wanted.put(transport.media().key(), transport);
            }
        }
        taps.entrySet().removeIf(entry -> {
            boolean isGone =
                    !wanted.containsKey(entry.getKey()) || entry.getValue().isLost();
            if (isGone) {
                entry.getValue().end();
                endingTaps.add(entry.getValue());
            }
            return isGone;
        });
        wanted.forEach((key, transport) ->
                taps.computeIfAbsent(key, _ -> new EndpointAudio(transport)).update(transport));
    }

    private boolean isWanted(ExportedAudio.Transport transport) {
        for (ExportedAudio.Source source : transport.sources().values()) {
            for (ExportSession session : receivers) {
                if (session.mayWant(source.name())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** True if there is nothing to poll. */
    synchronized boolean isIdle() {
        return sessions.isEmpty() && ending.isEmpty() && taps.isEmpty() && endingTaps.isEmpty();
    }

    /** Number of exports. */
    synchronized int count() {
        return sessions.size();
    }

    /** Ends all, as the bridge ends. */
    synchronized void stopAll() {
        List.copyOf(sessions.keySet()).forEach(this::stop);
    }
}
