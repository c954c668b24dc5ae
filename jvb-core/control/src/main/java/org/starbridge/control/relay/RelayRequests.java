package org.starbridge.control.relay;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.RelayModified;
import org.starbridge.colibri.RelayModify;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.NegotiatedMedia;
import org.starbridge.control.request.RequestRules;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.media.api.RemoteTransport;

/** Creates, updates and expires the relays of one conference as requests say. Guarded by the conference's lock. */
public final class RelayRequests {
    private final Relays relays;
    private final RelayLifecycle lifecycle;
    private final RelayFactory factory;
    private final RelayDescriptions descriptions;
    private final RelayAnnouncements announcements;
    private final RelayAnswers answers;
    private final Settings settings;

    /** Settings by which requests are judged. */
    public record Settings(ConferenceConfig config, ConferenceEnvironment environment) {}

    public RelayRequests(
            Relays relays,
            RelayLifecycle lifecycle,
            RelayFactory factory,
            RelayDescriptions descriptions,
            RelayAnnouncements announcements,
            RelayAnswers answers,
            Settings settings) {
        this.relays = relays;
        this.lifecycle = lifecycle;
        this.factory = factory;
        this.descriptions = descriptions;
        this.announcements = announcements;
        this.answers = answers;
        this.settings = settings;
    }

    /**
     * Carries out what a request says of relays, and adds the answers.
     *
     * @throws Colibri2Exception when one is refused; it changed nothing then, and what was before it holds
     */
    public void handle(List<RelayModify> requests, List<RelayModified> answered) {
        for (RelayModify request : requests) {
            answered.add(handle(request));
        }
    }

    private RelayModified handle(RelayModify request) {
        if (request.expire()) {
            lifecycle.remove(request.id());
            return answers.toExpiry(request);
        }
        RelayRules.requireEnabled(settings.config().relay());
        try {
            return request.create() ? create(request) : update(request);
        } catch (OverloadedException e) {
            throw new Colibri2Exception(
                    Condition.RESOURCE_CONSTRAINT,
                    "relay " + request.id() + ": the media workers are overloaded (" + e.getMessage() + "), try again");
        }
    }

    private RelayModified create(RelayModify request) {
        RelayRules.checkCreation(
                request,
                settings.config().relay(),
                settings.config().limits(),
                settings.environment().data().isOffered());
        if (relays.find(request.id()) != null) {
            throw RelayRules.exists(request.id());
        }
        RequestRules.requireRoom("relays of a conference", relays.size(), RelayRules.MAX_RELAYS);
        NegotiatedMedia media = descriptions.media(request, NegotiatedMedia.NONE, true);
        RemoteTransport remote = descriptions.remote(request, null);
        Relay relay = factory.open(request);
        try {
            apply(relay, request, media, remote);
        } catch (OverloadedException e) {
            lifecycle.abandon(relay);
            throw e;
        }
        lifecycle.add(relay);
        announce(relay, request);
        return answers.toCreation(relay, request);
    }

    private RelayModified update(RelayModify request) {
        Relay relay = relays.find(request.id());
        if (relay == null) {
            throw RelayRules.unknown(request.id());
        }
        apply(
                relay,
                request,
                descriptions.media(request, relay.negotiated(), false),
                descriptions.remote(request, relay.transport().restarts()));
        announce(relay, request);
        return answers.toUpdate(relay, request);
    }

    private void apply(Relay relay, RelayModify request, NegotiatedMedia media, @Nullable RemoteTransport remote) {
        if (remote != null) { // first: it alone can be refused
            relay.transport().remote(remote);
        }
        if (!media.equals(relay.negotiated())) {
            relay.negotiated(media);
            announcements.onNegotiated();
        }
        URI url = RelayRules.webSocket(
                request.transport() == null ? null : request.transport().iceUdp());
        if (url != null) {
            relay.connect(url, settings.environment().connector(), factory.channel(relay));
        }
    }

    private void announce(Relay relay, RelayModify request) {
        List<EndpointModify> endpoints = request.endpoints();
        if (endpoints != null) {
            endpoints.forEach(endpoint -> announcements.handle(relay, endpoint));
        }
    }
}
