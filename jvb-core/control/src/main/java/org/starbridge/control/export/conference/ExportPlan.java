package org.starbridge.control.export.conference;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Connect;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.request.RequestRules;

/**
 * Changes of a request to the exports of a conference: its list is a difference, keyed by id. A list is read whole
 * before anything of it is carried out.
 *
 * <p>What cannot be is refused where an export, or its conference, is created. In other entries it is left out and
 * counted, because a refusal would cost all participants their session.
 *
 * @param stopped ids of those that end
 * @param created those that begin, after the others have ended
 * @param changed those that go on otherwise
 */
record ExportPlan(List<String> stopped, List<ExportSpec> created, List<ExportSpec> changed) {
    /** One that changes nothing. */
    static final ExportPlan NOTHING = new ExportPlan(List.of(), List.of(), List.of());

    ExportPlan {
        stopped = List.copyOf(stopped);
        created = List.copyOf(created);
        changed = List.copyOf(changed);
    }

    /**
     * Reads a list.
     *
     * @param running the exports of the conference by id
     * @param isCreation whether the request creates the conference
     * @throws Colibri2Exception when it is refused
     */
    static ExportPlan read(
            List<Connect> connects, Map<String, ExportSpec> running, boolean isCreation, ExportReader reader) {
        Reading reading = new Reading(running, isCreation, reader);
        Map<String, List<Connect>> byId = new LinkedHashMap<>();
        for (Connect connect : connects) {
            String id = reading.idOf(connect);
            if (id != null) {
                byId.computeIfAbsent(id, _ -> new ArrayList<>()).add(connect);
            }
        }
        byId.forEach(reading::add);
        int count = running.size() - reading.stopped.size() + reading.created.size();
        if (!reading.created.isEmpty()) {
            RequestRules.requireRoom(
                    "exports of a conference", count - 1, reader.limits().exports());
        }
        return new ExportPlan(reading.stopped, reading.created, reading.changed);
    }

    private static final class Reading {
        final List<String> stopped = new ArrayList<>();
        final List<ExportSpec> created = new ArrayList<>();
        final List<ExportSpec> changed = new ArrayList<>();
        private final Map<String, ExportSpec> running;
        private final boolean isCreation;
        private final ExportReader reader;

        Reading(Map<String, ExportSpec> running, boolean isCreation, ExportReader reader) {
            this.running = running;
            this.isCreation = isCreation;
            this.reader = reader;
        }

        private boolean isStrict(Connect connect) {
            return isCreation || isNew(connect);
        }

        /** One entry with both flags counts as an expiry. */
        private static boolean isNew(Connect connect) {
            return connect.create() && !connect.expire();
        }

        /** Null if the entry is left out. */
        @Nullable
        String idOf(Connect connect) {
            String id = connect.id();
            if (id == null || id.isBlank()) {
                reader.raise(isStrict(connect), RequestWarning.UNUSABLE_EXPORT, "connect without an id");
                return null;
            }
            if (id.length() > reader.maxNameChars()) {
                reader.raise(
                        isStrict(connect),
                        RequestWarning.BEYOND_LIMIT,
                        "connect id of " + id.length() + " characters: the limit is " + reader.maxNameChars());
                return null;
            }
            return id;
        }

        void add(String id, List<Connect> entries) {
            Connect first = entries.getFirst();
            if (entries.size() == 1) {
                addOne(id, first, running.containsKey(id));
            } else if (entries.size() == 2 && isReplacement(first, entries.getLast())) {
                addOne(id, first.expire() ? first : entries.getLast(), running.containsKey(id));
                addOne(id, first.expire() ? entries.getLast() : first, false);
            } else {
                reader.raise(
                        entries.stream().anyMatch(this::isStrict),
                        RequestWarning.UNUSABLE_EXPORT,
                        "connect " + ExportReader.quoted(id) + " is in the request " + entries.size()
                                + " times: expected once, or once with expire and once with create");
                addOne(id, first, running.containsKey(id));
            }
        }

        private static boolean isReplacement(Connect one, Connect other) {
            return (one.expire() && isNew(other)) || (other.expire() && isNew(one));
        }

        private void addOne(String id, Connect connect, boolean isRunning) {
            if (connect.expire()) {
                expire(id, isRunning);
            } else if (connect.create()) {
                create(id, connect, isRunning);
            } else {
                update(id, connect);
            }
        }

        private void expire(String id, boolean isRunning) {
            if (isRunning) {
                stopped.add(id);
            } else {
                reader.count(RequestWarning.UNKNOWN_EXPORT);
            }
        }

        private void create(String id, Connect connect, boolean isRunning) {
            if (isRunning) {
                throw Colibri2Exception.badRequest("connect " + ExportReader.quoted(id)
                        + " already exists: expire it first, in the same request to replace it");
            }
            ExportSpec spec = reader.read(id, connect, true);
            if (spec != null) {
                created.add(spec);
            }
        }

        private void update(String id, Connect connect) {
            ExportSpec known = running.get(id);
            if (known == null) {
                reader.raise(
                        isCreation,
                        RequestWarning.UNKNOWN_EXPORT,
                        "no such connect: " + ExportReader.quoted(id) + " (create it first, or it was expired)");
                return;
            }
            ExportSpec spec = reader.read(id, connect, isCreation);
            if (spec != null && !spec.equals(known)) {
                changed.add(spec);
            }
        }
    }
}
