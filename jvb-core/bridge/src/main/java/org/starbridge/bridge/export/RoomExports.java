package org.starbridge.bridge.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.Connect;
import org.starbridge.control.conference.ConferenceSnapshot;

/**
 * Begins the exports that the operator configured, as a focus would: with a Colibri2 request for each conference that
 * has participants. What fails is tried again at the next look. One thread.
 */
public final class RoomExports {
    private static final Logger LOG = LoggerFactory.getLogger(RoomExports.class);
    private static final String ID = "configured-";
    private static final int PING_TIMEOUT_MS = 3_000;

    private final List<RoomExport> rooms;
    private final Supplier<List<ConferenceSnapshot>> conferences;
    private final Consumer<ConferenceModify> colibri;
    private final Set<One> begun = new HashSet<>();
    /** Those whose failure was told. */
    private final Set<One> failed = new HashSet<>();

    private record One(String conferenceId, int number) {}

    /**
     * One that has begun none.
     *
     * @param colibri carries out a request, or throws a {@link Colibri2Exception}
     */
    public RoomExports(
            ExportConfig config, Supplier<List<ConferenceSnapshot>> conferences, Consumer<ConferenceModify> colibri) {
        this.rooms = config.enabled() ? config.rooms() : List.of();
        this.conferences = conferences;
        this.colibri = colibri;
    }

    /** True if no room has a configured export. */
    public boolean isEmpty() {
        return rooms.isEmpty();
    }

    /** To be called about each second. */
    public void look() {
        List<ConferenceSnapshot> all = conferences.get();
        Set<String> ids = new HashSet<>();
        all.forEach(conference -> ids.add(conference.id()));
        begun.removeIf(one -> !ids.contains(one.conferenceId));
        failed.removeIf(one -> !ids.contains(one.conferenceId));
        for (ConferenceSnapshot conference : all) {
            boolean isOccupied = !conference.endpoints().isEmpty(); // a request would end an empty one
            for (int i = 0; isOccupied && i < rooms.size(); i++) {
                begin(conference, i);
            }
        }
    }

    private void begin(ConferenceSnapshot conference, int number) {
        RoomExport export = rooms.get(number);
        One one = new One(conference.id(), number);
        String room = export.room(conference.meetingId(), conference.name()).orElse(null);
        if (room == null || begun.contains(one)) {
            return;
        }
        try {
            colibri.accept(request(conference.meetingId(), ID + number, export, room));
            begun.add(one);
        } catch (Colibri2Exception | IOException e) {
            if (failed.add(one)) {
                LOG.error("conference {}: a configured export cannot start: {}", conference.id(), e.getMessage());
            }
        }
    }

    private static ConferenceModify request(String meetingId, String id, RoomExport export, String room)
            throws IOException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Map.Entry<String, Path> header : export.headerFiles().entrySet()) {
            headers.put(header.getKey(), Files.readString(header.getValue()).strip());
        }
        int interval = export.pingIntervalMs();
        Connect connect = new Connect(
                id,
                export.urlOf(room),
                "mediajson",
                export.type(),
                true,
                false,
                true,
                false,
                headers,
                interval <= 0 ? null : new Connect.Ping(interval, Math.min(interval, PING_TIMEOUT_MS)),
                null,
                null);
        return new ConferenceModify(meetingId, null, false, false, true, List.of(), List.of(), List.of(connect));
    }
}
