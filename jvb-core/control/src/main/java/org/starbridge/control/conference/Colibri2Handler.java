package org.starbridge.control.conference;

import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.request.RequestProblems;
import org.starbridge.control.request.RequestRules;

/**
 * Carries out Colibri2 requests, wherever they came from. Any thread may call it; requests about one conference happen
 * one after another, in the order of their calls.
 */
public final class Colibri2Handler {
    private final Conferences conferences;

    public Colibri2Handler(Conferences conferences) {
        this.conferences = conferences;
    }

    /**
     * Creates, changes or ends a conference and its endpoints.
     *
     * @throws Colibri2Exception when the request is refused; it changed nothing then
     */
    public ConferenceModified handle(ConferenceModify request) {
        try {
            RequestProblems problems = request.create()
                    ? RequestProblems.refusing(conferences.counters())
                    : RequestProblems.counting(conferences.counters());
            RequestRules.check(request, conferences.config().limits(), problems);
            return request.create() ? create(request) : update(request);
        } catch (Colibri2Exception refusal) {
            conferences.counters().increment(ConferenceCounter.REQUESTS_REFUSED);
            throw refusal;
        }
    }

    private ConferenceModified create(ConferenceModify request) {
        Conference conference = conferences.registry().add(request);
        try {
            return conference.create(request);
        } finally {
            conferences.registry().removeIfExpired(conference);
        }
    }

    private ConferenceModified update(ConferenceModify request) {
        Conference conference = conferences.registry().findByMeetingId(request.meetingId());
        if (conference == null) {
            throw Colibri2Exception.conferenceNotFound(request.meetingId());
        }
        try {
            return conference.update(request);
        } finally {
            conferences.registry().removeIfExpired(conference);
        }
    }
}
