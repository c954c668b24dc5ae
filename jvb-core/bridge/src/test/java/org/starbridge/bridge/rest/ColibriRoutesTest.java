package org.starbridge.bridge.rest;

import static org.junit.jupiter.params.provider.Arguments.argumentSet;
import static org.starbridge.bridge.rest.ServedBridge.CONFERENCES;
import static org.starbridge.bridge.rest.ServedBridge.CREATE;
import static org.starbridge.bridge.rest.ServedBridge.MEETING;

import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.starbridge.control.conference.TestBridge;

/** Conferences over REST: each request with its status and a piece of its answer. */
class ColibriRoutesTest {
    @AutoClose
    private final ServedBridge served = ServedBridge.withConference();

    @ParameterizedTest
    @MethodSource("rows")
    void answers(String method, String path, String contentType, String body, int status, String contains)
            throws Exception {
        served.expect(method, path, contentType, body, status, contains);
    }

    static Stream<Arguments> rows() {
        return Stream.of(
                json("create again", "POST", CONFERENCES, CREATE, 409, "Conference already exists for ID: "),
                json(
                        "update of an unknown conference by POST",
                        "POST",
                        CONFERENCES,
                        "{\"meeting-id\":\"other-id\"}",
                        404,
                        "Conference not found for ID: other-id"),
                json(
                        "update of an unknown conference by PATCH",
                        "PATCH",
                        CONFERENCES + "/nope",
                        "{}",
                        404,
                        "conference_not_found"),
                json(
                        "update with nothing to answer",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"1a2b3c4d\",\"initial-last-n\":{\"value\":5}}"),
                        200,
                        "{\"endpoints\":[{\"id\":\"1a2b3c4d\"}]}"),
                json(
                        "force-mute of an unknown endpoint",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"deadbeef\",\"force-mute\":{\"audio\":true}}"),
                        200,
                        "{\"endpoints\":[{\"id\":\"deadbeef\"}]}"),
                json(
                        "expiry of an unknown endpoint",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"deadbeef\",\"expire\":true}"),
                        200,
                        "{\"endpoints\":[{\"id\":\"deadbeef\",\"expire\":true}]}"),
                json(
                        "unknown endpoint otherwise",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"deadbeef\",\"sources\":[]}"),
                        400,
                        "unknown_endpoint"),
                json(
                        "create without transport",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"e0\",\"create\":true,\"capabilities\":[\"source-names\"]}"),
                        400,
                        "e0 has no transport"),
                json(
                        "two relays",
                        "PATCH",
                        MEETING,
                        "{\"relays\":[{\"id\":\"r1\"},{\"id\":\"r2\"}]}",
                        400,
                        "feature-not-implemented"),
                json(
                        "header extension id as a string",
                        "PATCH",
                        MEETING,
                        endpoints("{\"id\":\"1a2b3c4d\",\"medias\":[{\"type\":\"audio\","
                                + "\"rtp-hdrexts\":[{\"id\":\"1\",\"uri\":\"urn:x\"}]}]}"),
                        400,
                        "rtp-hdrexts"),
                json("no meeting id", "POST", CONFERENCES, "{\"create\":true}", 400, "meeting-id"),
                json(
                        "create without a name",
                        "POST",
                        CONFERENCES,
                        "{\"meeting-id\":\"n\",\"create\":true}",
                        200,
                        "jvb-a0"),
                json(
                        "create and expire at once",
                        "POST",
                        CONFERENCES,
                        "{\"meeting-id\":\"n\",\"create\":true,\"expire\":true}",
                        200,
                        "jvb-v0"),
                json("expire", "PATCH", MEETING, "{\"expire\":true}", 200, "{}"),
                json("truncated JSON", "POST", CONFERENCES, "{\"meeting-id\":", 400, "bad-request"),
                json("JSON that is no object", "POST", CONFERENCES, "[]", 400, "bad-request"),
                json("empty body", "POST", CONFERENCES, "", 400, "bad-request"),
                json(
                        "whole numbers however they are written",
                        "PATCH",
                        MEETING,
                        endpoints(
                                "{\"id\":\"1a2b3c4d\",\"initial-last-n\":{\"value\":5.0},\"medias\":[{\"type\":\"audio\","
                                        + "\"payload-types\":[{\"id\":111.0,\"name\":\"opus\",\"clockrate\":4.8e4,\"channels\":2.0}]}]}"),
                        200,
                        "1a2b3c4d"),
                argumentSet("wrong content type", "POST", CONFERENCES, "text/plain", "{}", 415, "text/plain"),
                argumentSet("no content type", "POST", CONFERENCES, "", "{}", 415, "Content-Type: application/json"),
                argumentSet("neither content type nor body", "POST", CONFERENCES, "", "", 400, "got nothing"),
                argumentSet(
                        "content type with parameters",
                        "POST",
                        CONFERENCES,
                        "Application/JSON; charset=utf-8",
                        "{\"meeting-id\":\"n\",\"create\":true}",
                        200,
                        "jvb-a0"),
                get("all conferences", CONFERENCES, 200, "\"meeting-id\":\"" + TestBridge.MEETING),
                get("one conference", MEETING, 200, "\"endpoints\":[{\"id\":\"1a2b3c4d\"}]"),
                get("one unknown conference", CONFERENCES + "/nope", 404, "conference_not_found"),
                get(
                        "dominant speaker",
                        MEETING + "/dominant-speaker-identification",
                        200,
                        "\"dominantEndpoint\":\"null\""),
                get(
                        "dominant speaker of an unknown conference",
                        CONFERENCES + "/nope/dominant-speaker-identification",
                        404,
                        "conference_not_found"));
    }

    private static Arguments json(String name, String method, String path, String body, int status, String contains) {
        return argumentSet(name, method, path, "application/json", body, status, contains);
    }

    private static Arguments get(String name, String path, int status, String contains) {
        return argumentSet(name, "GET", path, "", "", status, contains);
    }

    private static String endpoints(String endpoint) {
        return "{\"endpoints\":[" + endpoint + "]}";
    }
}
