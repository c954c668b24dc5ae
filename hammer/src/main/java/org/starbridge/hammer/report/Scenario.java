package org.starbridge.hammer.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.starbridge.hammer.client.plan.ConferenceOptions;
import org.starbridge.hammer.client.plan.SenderConstraints;
import org.starbridge.hammer.client.plan.VideoRequest;

/**
 * Participants of a run.
 *
 * @param conferences how many there are, all alike
 * @param senders endpoints that send and receive, in all conferences
 * @param receivers endpoints that only receive, in all conferences
 * @param kinds what senders send: {@code audio}, {@code video}, {@code both} or {@code none}
 * @param warmUpSeconds from the moment at which everything flows to the window
 * @param couples pairs of a receiver and another one who sends something that the bridge does not choose from; both
 *     stay on their bridges until the end
 * @param encodings of each sender's video
 * @param request what each endpoint asks for
 * @param senderConstraints what senders do when the bridge says how much of their video is wanted
 */
public record Scenario(
        int conferences,
        int senders,
        int receivers,
        String kinds,
        double warmUpSeconds,
        int couples,
        int encodings,
        VideoRequest request,
        SenderConstraints senderConstraints) {
    /** Returns the scenario of so many conferences with these options. */
    public static Scenario of(ConferenceOptions options, int conferences, String kinds, double warmUpSeconds) {
        return new Scenario(
                conferences,
                conferences * options.senders(),
                conferences * options.population().receivers(),
                kinds,
                warmUpSeconds,
                conferences * options.countedCouples(),
                options.sent().video().size(),
                options.channel().request(),
                options.channel().senderConstraints());
    }

    /** Adds itself for programs. */
    void putTo(ObjectNode json) {
        json.put("k", endpoints());
        json.put("conferences", conferences);
        json.put("senders", senders);
        json.put("receivers", receivers);
        json.put("kinds", kinds);
        json.put("warmUpSeconds", warmUpSeconds);
        json.put("encodings", encodings);
        json.put("lastN", request.lastN());
        json.put("maxHeight", request.maxHeightPx());
        json.put("senderConstraintsObeyed", senderConstraints == SenderConstraints.OBEYED);
    }

    /** Returns whether anything is sent but messages. */
    boolean hasMedia() {
        return !kinds.equals("none");
    }

    /** All who are counted. */
    public int endpoints() {
        return senders + receivers;
    }

    /** Returns the media that senders send, for people. */
    String media() {
        return kinds.equals("both") ? "audio and video" : kinds;
    }

    /** Returns the participants and what each asks for, for people. */
    String line() {
        int sendersOfEach = senders / conferences;
        String who = receivers == 0
                ? sendersOfEach + ", " + (request.isEverything() ? "full star" : "all send")
                : sendersOfEach + " that send, " + receivers / conferences + " that only receive";
        return (conferences == 1 ? "" : conferences + " conferences of ")
                + who
                + (encodings == 1 ? "" : ", video in " + encodings + " encodings")
                + (request.lastN() < 0 ? "" : "; each requests " + request.lastN() + " sources")
                + (request.maxHeightPx() < 0 ? "" : "; each requests " + request.maxHeightPx() + " pixels");
    }

    /** The same as the beginning of a sentence. */
    String subject() {
        return conferences == 1 ? line().replaceFirst("^(\\d+)", "$1 endpoints") : line();
    }
}
