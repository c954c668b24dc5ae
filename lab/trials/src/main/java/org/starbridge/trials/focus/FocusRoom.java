package org.starbridge.trials.focus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Capabilities;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;

/**
 * One room: invites its participants once there are two, passes on what they declare, and invites all of them again
 * when their bridge is gone and one is there. For the focus's thread.
 */
final class FocusRoom {
    /** A room with this word in its name has data channels; other rooms have WebSockets. */
    static final String DATA_CHANNEL = "datachannel";

    /** A participant that asks for a new session more often is left without one. */
    private static final int MAX_RESTARTS = 20;

    /** Part of the connection that a room needs. */
    interface Link {
        /** Asks a bridge and waits for its answer. */
        ConferenceModified ask(String bridge, ConferenceModify request) throws IOException, InterruptedException;

        /** Sends a participant a Jingle message. */
        void send(String room, String participant, XmlElement jingle) throws IOException, InterruptedException;
    }

    private final String name;
    private final Link link;
    private final Bridges bridges;
    private final Consumer<String> log;
    private final String meeting = UUID.randomUUID().toString();
    private final Map<String, Participant> participants = new LinkedHashMap<>();
    private @Nullable String bridge;
    private String bridgeSession = "";

    /** @param name the room's bare address */
    FocusRoom(String name, Link link, Bridges bridges, Consumer<String> log) {
        this.name = name;
        this.link = link;
        this.bridges = bridges;
        this.log = line -> log.accept(name + ": " + line);
    }

    boolean isEmpty() {
        return participants.isEmpty();
    }

    void onEntered(String id) throws InterruptedException {
        if (participants.putIfAbsent(id, new Participant(id)) == null) {
            log.accept(id + " entered");
            inviteMissing();
        }
    }

    void onLeft(String id) throws IOException, InterruptedException {
        Participant left = participants.remove(id);
        if (left == null) {
            return;
        }
        log.accept(id + " left");
        if (participants.isEmpty()) {
            if (bridge != null) {
                update(ConferenceModify.expiring(meeting));
                bridge = null;
            }
        } else if (left.sid != null) {
            tellOthers(left, "source-remove", left.sources);
            update(EndpointModify.expiring(id));
        }
    }

    /** A bridge came, went, or is about to go. */
    void onBridges() throws IOException, InterruptedException {
        String used = bridge;
        if (used != null && !bridges.isUsable(used)) {
            log.accept("the bridge " + used + " has left");
            bridge = null;
        }
        if (bridge == null && participants.size() >= 2 && bridges.select().isPresent()) {
            inviteAllAgain();
        }
    }

    private void inviteAllAgain() throws IOException, InterruptedException {
        for (Participant each : participants.values()) {
            endSession(each);
        }
        inviteMissing();
    }

    private void endSession(Participant participant) throws IOException, InterruptedException {
        String sid = participant.sid;
        participant.sid = null;
        participant.sources = List.of();
        if (sid != null) {
            link.send(name, participant.id, JingleXml.terminate(sid, "success"));
        }
    }

    private void inviteMissing() throws InterruptedException {
        if (participants.size() < 2) {
            return;
        }
        for (Participant each : List.copyOf(participants.values())) {
            if (each.sid == null) {
                try {
                    invite(each);
                } catch (IOException e) {
                    log.accept(each.id + " could not be invited: " + e.getMessage());
                }
            }
        }
    }

    private void invite(Participant participant) throws IOException, InterruptedException {
        boolean hasData = name.contains(DATA_CHANNEL);
        EndpointModify.Builder endpoint = EndpointModify.builder(participant.id)
                .create(true)
                .capability(Capabilities.SOURCE_NAMES)
                .transport(new Transport(true, false, false, null, hasData ? new Sctp(null, null) : null));
        OfferedMedia.ALL.forEach(endpoint::media);
        ConferenceModified answer;
        String used = bridge;
        if (used == null) {
            used = bridges.select().orElseThrow(() -> new IOException("there is no bridge"));
            answer = link.ask(used, ConferenceModify.creating(meeting, name, List.of(endpoint.build())));
            bridge = used;
            bridgeSession = UUID.randomUUID().toString();
        } else {
            answer = link.ask(used, ConferenceModify.updating(meeting, List.of(endpoint.build())));
        }
        SessionOffer offer = new SessionOffer(answer, hasData);
        for (Participant other : participants.values()) {
            if (other != participant) {
                other.sources.forEach(source -> offer.add(other.id, source.asReceived()));
            }
        }
        String sid = Long.toHexString(UUID.randomUUID().getMostSignificantBits());
        participant.sid = sid;
        log.accept("invites " + participant.id + " to " + used);
        link.send(name, participant.id, JingleXml.jingle("session-initiate", sid, offer.contents(bridgeSession)));
    }

    void onJingle(String from, XmlElement jingle) throws IOException, InterruptedException {
        Participant participant = participants.get(from);
        String action = JingleXml.attribute(jingle, "action");
        if (participant == null || !JingleXml.attribute(jingle, "sid").equals(participant.sid)) {
            log.accept(action + " of no session, from " + from);
            return;
        }
        log.accept(action + " from " + from);
        List<DeclaredSource> declared = DeclaredSource.in(jingle, from);
        switch (action) {
            case "session-accept" -> {
                participant.sources = declared;
                update(participant, transport(jingle), declared);
                tellOthers(participant, "source-add", declared);
            }
            case "transport-info" -> update(participant, transport(jingle), null);
            case "source-add" -> {
                List<DeclaredSource> all = new ArrayList<>(participant.sources);
                all.addAll(declared);
                participant.sources = all;
                update(participant, null, all);
                tellOthers(participant, "source-add", declared);
            }
            case "source-remove" -> {
                Set<String> withdrawn = new HashSet<>();
                declared.forEach(source -> withdrawn.addAll(source.ssrcs()));
                participant.sources = DeclaredSource.without(participant.sources, withdrawn);
                update(participant, null, participant.sources);
                tellOthers(participant, "source-remove", declared);
            }
            case "session-terminate" -> terminated(participant, jingle);
            case "session-info" -> {
                XmlElement state = jingle.child(JingleXml.FOCUS, "ice-state");
                if (state != null && state.text().equals("failed")) {
                    restart(participant);
                }
            }
            default -> {} // nothing for the bridge in it
        }
    }

    private void terminated(Participant participant, XmlElement jingle) throws IOException, InterruptedException {
        tellOthers(participant, "source-remove", participant.sources);
        participant.sid = null;
        participant.sources = List.of();
        update(EndpointModify.expiring(participant.id));
        XmlElement session = jingle.child(JingleXml.FOCUS, "bridge-session");
        if (session != null && JingleXml.attribute(session, "restart").equals("true")) {
            restart(participant);
        }
    }

    private void restart(Participant participant) throws IOException, InterruptedException {
        if (++participant.restarts > MAX_RESTARTS) {
            log.accept(participant.id + " requested too many sessions");
            return;
        }
        if (participant.sid != null) {
            tellOthers(participant, "source-remove", participant.sources);
            endSession(participant);
            update(EndpointModify.expiring(participant.id));
        }
        inviteMissing();
    }

    private static @Nullable XmlElement transport(XmlElement jingle) {
        for (XmlElement content : JingleXml.children(jingle, JingleXml.JINGLE, "content")) {
            XmlElement transport = content.child(JingleXml.ICE, "transport");
            if (transport != null && transport.attribute("ufrag") != null) {
                return transport;
            }
        }
        return null;
    }

    private void update(Participant participant, @Nullable XmlElement transport, @Nullable List<DeclaredSource> sources)
            throws InterruptedException {
        List<XmlElement> parts = new ArrayList<>();
        if (transport != null) {
            parts.add(JingleXml.element(Colibri2Xml.NAMESPACE, "transport", Map.of(), transport));
        }
        if (sources != null) {
            parts.add(JingleXml.element(
                    Colibri2Xml.NAMESPACE,
                    "sources",
                    Map.of(),
                    sources.stream().map(DeclaredSource::toColibri).toList()));
        }
        XmlElement endpoint = JingleXml.element(Colibri2Xml.NAMESPACE, "endpoint", Map.of("id", participant.id), parts);
        XmlElement request =
                JingleXml.element(Colibri2Xml.NAMESPACE, Colibri2Xml.MODIFY, Map.of("meeting-id", meeting), endpoint);
        update(Colibri2Xml.parseModify(request, log));
    }

    private void update(EndpointModify endpoint) throws InterruptedException {
        update(ConferenceModify.updating(meeting, List.of(endpoint)));
    }

    private void update(ConferenceModify request) throws InterruptedException {
        String used = bridge;
        if (used == null) {
            return;
        }
        try {
            link.ask(used, request);
        } catch (IOException e) {
            log.accept(String.valueOf(e.getMessage()));
        }
    }

    private void tellOthers(Participant about, String action, List<DeclaredSource> sources)
            throws IOException, InterruptedException {
        if (sources.isEmpty()) {
            return;
        }
        List<XmlElement> contents = new ArrayList<>();
        for (DeclaredSource source : sources) {
            XmlElement description = JingleXml.element(
                    JingleXml.RTP,
                    "description",
                    Map.of("media", source.media()),
                    source.asReceived().toJingle(about.id));
            contents.add(JingleXml.element(
                    JingleXml.JINGLE, "content", Map.of("creator", "initiator", "name", source.media()), description));
        }
        for (Participant other : participants.values()) {
            String sid = other.sid;
            if (other != about && sid != null) {
                link.send(name, other.id, JingleXml.jingle(action, sid, contents));
            }
        }
    }
}
