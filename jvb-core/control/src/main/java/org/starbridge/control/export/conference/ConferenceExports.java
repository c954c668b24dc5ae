package org.starbridge.control.export.conference;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Connect;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.EndpointMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.SyntheticSourceSendingChangeEvent;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.export.AudioFormat;
import org.starbridge.control.export.ExportGroup;
import org.starbridge.control.export.ExportReport;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.control.export.ExportedConference;
import org.starbridge.control.export.MediaExporter;
import org.starbridge.control.message.MessageSender;
import org.starbridge.control.message.OtherBridges;
import org.starbridge.control.participant.FeedbackSsrcs;
import org.starbridge.control.participant.Participant;
import org.starbridge.control.relay.Membership;
import org.starbridge.control.relay.MembershipExtension;
import org.starbridge.control.relay.SendingTransport;
import org.starbridge.control.request.RequestRules;
import org.starbridge.control.selection.DeclaredSource;
import org.starbridge.control.selection.Member;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaEndpoint;
import org.starbridge.media.api.MediaKind;

/** The media exports of one conference. Guarded by the conference's lock, except for {@link ExportedConference}. */
public final class ConferenceExports implements MembershipExtension, ExportedConference {
    private static final String AUDIO_LEVEL = "urn:ietf:params:rtp-hdrext:ssrc-audio-level";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String conferenceId;
    private final MediaExporter exporter;
    private final ExportReader reader;
    private final SyntheticAudio synthetic;
    private final MessageSender clients;
    private final OtherBridges others;
    private final Access access;
    private final Map<String, ExportSpec> running = new LinkedHashMap<>();
    private boolean isEnded;
    /** Null until the first export. */
    private @Nullable ExportGroup group;

    private volatile ExportedAudio audio = ExportedAudio.NONE;

    /**
     * The conference that they are of.
     *
     * @param read runs something under its lock
     * @param onTableOutdated runs when the next forwarding table shows a change
     * @param leave takes what is to be released after the next table
     */
    public record Access(Consumer<Runnable> read, Runnable onTableOutdated, Consumer<MediaEndpoint> leave) {}

    ConferenceExports(
            String conferenceId,
            MediaExporter exporter,
            ExportReader reader,
            SyntheticAudio synthetic,
            MessageSender clients,
            OtherBridges others,
            Access access) {
        this.conferenceId = conferenceId;
        this.exporter = exporter;
        this.reader = reader;
        this.synthetic = synthetic;
        this.clients = clients;
        this.others = others;
        this.access = access;
    }

    /** Those of a conference that has none yet. */
    public static ConferenceExports create(
            String conferenceId,
            FeedbackSsrcs feedback,
            ConferenceConfig config,
            ConferenceEnvironment environment,
            ConferenceCounters counters,
            MessageSender clients,
            OtherBridges others,
            Access access) {
        return new ConferenceExports(
                conferenceId,
                environment.exporter(),
                new ExportReader(environment.exporter(), config.limits().nameLength(), counters),
                new SyntheticAudio(conferenceId, feedback, config, environment),
                clients,
                others,
                access);
    }

    /**
     * Carries out what a request says of exports.
     *
     * @param connects null if it says nothing
     * @param isCreation whether it creates the conference
     * @throws org.starbridge.colibri.Colibri2Exception when it is refused; nothing was changed
     */
    public void handle(@Nullable List<Connect> connects, boolean isCreation) {
        if (connects == null || connects.isEmpty()) {
            return;
        }
        ExportPlan plan = ExportPlan.read(connects, running, isCreation, reader);
        plan.stopped().forEach(id -> {
            running.remove(id);
            group().stop(id);
        });
        for (ExportSpec spec : plan.changed()) {
            running.put(spec.id(), spec);
            group().change(spec);
        }
        for (ExportSpec spec : plan.created()) {
            running.put(spec.id(), spec);
            group().start(spec);
        }
        Set<String> requested = new HashSet<>();
        running.values().forEach(spec -> requested.addAll(spec.requests()));
        if (synthetic.makes(requested) || !plan.created().isEmpty()) {
            access.onTableOutdated().run();
        }
    }

    private ExportGroup group() {
        ExportGroup known = group;
        if (known == null) {
            known = exporter.open(this);
            group = known;
        }
        return known;
    }

    /** Reports of the exports. */
    public List<ExportReport> reports() {
        return group == null ? List.of() : group.reports();
    }

    /** The conference has ended; a second call does nothing. Returns whether anything is to be released. */
    public boolean end() {
        isEnded = true;
        running.keySet().forEach(id -> group().stop(id));
        running.clear();
        audio = new ExportedAudio(audio.version() + 1, List.of());
        MediaEndpoint ended = synthetic.end();
        if (ended == null) {
            return false;
        }
        access.leave().accept(ended);
        return true;
    }

    @Override
    public List<Member> extend(List<Member> members) {
        return isEnded ? members : synthetic.placement().apply(members);
    }

    @Override
    public void onSelected(Membership membership) {
        if (isEnded || group == null) {
            return;
        }
        List<ExportedAudio.Transport> transports = new ArrayList<>();
        Map<String, Integer> syntheticSsrcs = new HashMap<>();
        for (SendingTransport transport : membership.sendingTransports()) {
            ExportedAudio.Transport exported = transport(transport, syntheticSsrcs);
            if (!exported.sources().isEmpty()) {
                transports.add(exported);
            }
        }
        synthetic.onSelected(syntheticSsrcs);
        ExportedAudio before = audio;
        if (!transports.equals(before.transports())) {
            audio = new ExportedAudio(before.version() + 1, transports);
        }
    }

    private static ExportedAudio.Transport transport(SendingTransport transport, Map<String, Integer> syntheticSsrcs) {
        Map<Integer, ExportedAudio.Source> sources = new HashMap<>();
        for (Participant participant : transport.participants()) {
            boolean isMuted = participant.mutedKinds().contains(MediaKind.AUDIO);
            for (DeclaredSource source : participant.sources()) {
                if (source.kind() != MediaKind.AUDIO) {
                    continue;
                }
                for (DeclaredSource.DeclaredSsrc declared : source.ssrcs()) {
                    if (declared.use() != Use.MEDIA) {
                        continue;
                    }
                    if (source.synthetic()) {
                        syntheticSsrcs.putIfAbsent(source.name(), declared.ssrc());
                    } else if (!isMuted) {
                        sources.put(
                                declared.ssrc(),
                                new ExportedAudio.Source(
                                        source.name(),
                                        participant.id(),
                                        participant.identity().diarize()));
                    }
                }
            }
        }
        Map<Integer, AudioFormat> formats = transport.negotiated().audioFormats();
        int levelId = transport.negotiated().extensionIds().getOrDefault(AUDIO_LEVEL, 0);
        return new ExportedAudio.Transport(transport.media(), formats, levelId, sources);
    }

    @Override
    public String id() {
        return conferenceId;
    }

    @Override
    public ExportedAudio audio() {
        return audio;
    }

    @Override
    public void onResult(ObjectNode result) {
        ObjectNode fields = NODES.objectNode();
        fields.set("msgPayload", result);
        send(new EndpointMessage("", RequestRules.TRANSCRIBER_ID, fields));
    }

    @Override
    public boolean onTalk(long connection, String sourceName, boolean isSending, long timestamp) {
        long shifted = synthetic.timestamp(connection, sourceName, timestamp);
        if (shifted < 0) {
            return false;
        }
        send(new SyntheticSourceSendingChangeEvent(sourceName, isSending, shifted));
        return true;
    }

    @Override
    public boolean onAudio(long connection, String sourceName, long chunk, long timestamp, byte[] payload) {
        return synthetic.send(connection, sourceName, chunk, timestamp, payload);
    }

    private void send(BridgeChannelMessage message) {
        access.read().accept(() -> {
            if (!isEnded) {
                clients.sendToAll(message);
                others.sendToAll(message, ChannelText.of(message));
            }
        });
    }
}
