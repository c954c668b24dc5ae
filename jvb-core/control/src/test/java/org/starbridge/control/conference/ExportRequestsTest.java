package org.starbridge.control.conference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.starbridge.control.conference.TestBridge.MEETING;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.json.Colibri2Json;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.control.export.ExportSpec;

/** What requests do to the exports of a conference, over REST and XMPP. */
class ExportRequestsTest {
    private static final String X =
            "'id':'x','url':'wss://stt.example/t?key=k','protocol':'mediajson','type':'transcriber'";
    private static final String OTHER_URL = X.replace("?key=k", "?key=l");

    private final TestBridge bridge = TestBridge.embedded();

    /** {@code create x} and so on for short. */
    private static String entries(String shorthand) {
        StringBuilder entries = new StringBuilder();
        for (String each : shorthand.split("\\+", -1)) {
            entries.append(entries.isEmpty() ? "" : ",")
                    .append('{')
                    .append(entry(each.strip()))
                    .append('}');
        }
        return entries.toString();
    }

    private static String entry(String word) {
        return switch (word) {
            case "create" -> X + ",'create':true";
            case "update" -> X;
            case "lists" -> X + ",'exports':['b','a'],'requests':['a.fr']";
            case "reordered" -> X + ",'requests':['a.fr'],'exports':['a','b']";
            case "other url" -> OTHER_URL;
            case "headers" -> X + ",'headers':{'X-Key':'2'}";
            case "expire" -> X + ",'expire':true";
            case "both" -> X + ",'create':true,'expire':true";
            case "video" -> X + ",'video':true";
            case "create video" -> X + ",'video':true,'create':true";
            case "create http" -> X.replace("wss:", "http:") + ",'create':true";
            case "create file" -> X.replace("wss://stt.example", "file://") + ",'create':true";
            case "create forbidden" -> X.replace("stt.example", "forbidden.example") + ",'create':true";
            case "create binary" -> X.replace("mediajson", "pcm") + ",'create':true";
            case "create phone" -> X.replace("transcriber", "phone") + ",'create':true";
            case "create nameless" -> X.replace("'id':'x',", "") + ",'create':true";
            case "http" -> X.replace("wss:", "http:");
            default -> throw new IllegalArgumentException(word);
        };
    }

    private static ConferenceModify request(String form, String connects) {
        String json = ("{'meeting-id':'" + MEETING + "','connects':[" + connects + "]}").replace('\'', '"');
        ConferenceModify rest = Colibri2Json.parseModify(json.getBytes(StandardCharsets.UTF_8), MEETING, _ -> {});
        return form.equals("REST")
                ? rest
                : Colibri2Xml.parseModify(XmlText.parse(Colibri2Xml.write(rest).toXml()), _ -> {});
    }

    /** What it did, or the condition of its refusal. */
    private String send(String form, String shorthand) {
        bridge.exporter.take();
        ConferenceModify request = request(form, entries(shorthand));
        Colibri2Exception refusal = catchThrowableOfType(Colibri2Exception.class, () -> bridge.colibri.handle(request));
        String done = String.join(", ", bridge.exporter.take());
        if (refusal == null) {
            return done;
        }
        assertThat(done).as("a refused list changes nothing").isEmpty();
        assertThat(refusal.sentence()).as("keys stay out of sentences").doesNotContain("key=");
        return refusal.condition().name().toLowerCase(Locale.ROOT);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "nothing",
            value = {
                // request        | X runs               | X is unknown
                "create           | bad_request          | start x",
                "update           | nothing              | nothing",
                "lists            | change x             | nothing",
                "other url        | change x             | nothing",
                "headers          | change x             | nothing",
                "expire           | stop x               | nothing",
                "expire+create    | stop x, start x      | start x",
                "create+expire    | stop x, start x      | start x",
                "expire+expire    | stop x               | nothing",
                "create+create    | bad_request          | bad_request",
                "update+update    | nothing              | nothing",
                "update+expire    | nothing              | nothing",
                "update+create    | bad_request          | bad_request",
                "both             | stop x               | nothing",
                "video            | nothing              | nothing",
                "create video     | bad_request          | feature_not_implemented",
                "create http      | bad_request          | bad_request",
                "create file      | bad_request          | bad_request",
                "create forbidden | bad_request          | bad_request",
                "create binary    | bad_request          | bad_request",
                "create phone     | bad_request          | bad_request",
                "create nameless  | bad_request          | bad_request",
                "http             | nothing              | nothing",
            })
    void t07EachRowOfTheLifecycle(String shorthand, String whenItRuns, String whenItIsUnknown) {
        for (String form : List.of("REST", "XMPP")) {
            TestBridge fresh = bridge.with("aaaa0001");
            assertThat(send(form, shorthand)).as("%s, unknown", form).isEqualTo(orNothing(whenItIsUnknown));
            send(form, "expire");
            assertThat(send(form, "create")).isEqualTo("start x");
            ExportSpec before = bridge.exporter.running.get("x");

            assertThat(send(form, shorthand)).as("%s, running", form).isEqualTo(orNothing(whenItRuns));

            if (whenItRuns == null || whenItRuns.startsWith("bad")) {
                assertThat(bridge.exporter.running).containsEntry("x", Objects.requireNonNull(before));
            }
            fresh.colibri.handle(ConferenceModify.expiring(MEETING));
        }
    }

    private static String orNothing(String done) {
        return done == null ? "" : done;
    }

    @Test
    void t08TheOrderOfNamesIsNoDifference() {
        bridge.with("aaaa0001");
        send("REST", "create");
        assertThat(send("REST", "lists")).isEqualTo("change x");
        assertThat(send("XMPP", "reordered")).isEmpty();
        assertThat(send("REST", "update")).as("absent lists are empty").isEqualTo("change x");
        assertThat(Objects.requireNonNull(bridge.exporter.running.get("x")).exports())
                .isEmpty();
    }

    @Test
    void t07ARefusedListLeavesOtherExportsAlone() {
        bridge.with("aaaa0001");
        send("REST", "create");
        String y = X.replace("'x'", "'y'") + ",'create':true";
        Colibri2Exception refusal = catchThrowableOfType(
                Colibri2Exception.class,
                () -> bridge.colibri.handle(request("REST", "{" + y + "},{" + X + ",'create':true}")));
        assertThat(refusal.condition()).isEqualTo(Colibri2Exception.Condition.BAD_REQUEST);
        assertThat(bridge.exporter.running.keySet()).containsExactly("x");
    }

    @Test
    void t07WhatIsLeftOutIsCounted() {
        bridge.with("aaaa0001");
        send("REST", "update");
        send("REST", "expire");
        send("REST", "create");
        send("REST", "video");
        send("REST", "http");
        assertThat(bridge.count(RequestWarning.UNKNOWN_EXPORT)).isEqualTo(2);
        assertThat(bridge.count(RequestWarning.MEDIA_EXPORT_UNAVAILABLE)).isEqualTo(1);
        assertThat(bridge.count(RequestWarning.UNUSABLE_EXPORT)).isEqualTo(1);
    }

    @Test
    void t15HeadersThatCannotBeAreLeftOut() {
        bridge.with("aaaa0001");
        bridge.colibri.handle(request(
                "REST",
                "{" + X + ",'create':true,'headers':{'X-Key':'a\\r\\nHost: evil','Host':'h','a b':'c','Upgrade':'u',"
                        + "'Sec-WebSocket-Key':'k'}}"));
        assertThat(Objects.requireNonNull(bridge.exporter.running.get("x")).headers())
                .containsExactly(java.util.Map.entry("X-Key", "aHost: evil"));
        assertThat(bridge.count(RequestWarning.UNUSABLE_EXPORT_HEADER)).isEqualTo(4);
        assertThat(bridge.exporter.running.toString()).doesNotContain("evil").doesNotContain("key=");
    }

    @Test
    void t15AListWithoutAUsableNameIsNotEverything() {
        bridge.with("aaaa0001");
        Colibri2Exception refusal = catchThrowableOfType(
                Colibri2Exception.class,
                () -> bridge.colibri.handle(request("REST", "{" + X + ",'create':true,'exports':[' ']}")));
        assertThat(refusal.condition()).isEqualTo(Colibri2Exception.Condition.BAD_REQUEST);
    }

    @Test
    void t15ThereIsALimitOfExports() {
        bridge.with("aaaa0001");
        for (String id : List.of("a", "b", "c")) {
            bridge.colibri.handle(request("REST", "{" + X.replace("'x'", "'" + id + "'") + ",'create':true}"));
        }
        assertThat(send("REST", "create")).isEqualTo("resource_constraint");
    }

    @Test
    void t14AnExportKeepsNoConferenceAlive() {
        bridge.with("aaaa0001");
        send("REST", "create");
        bridge.update(org.starbridge.colibri.EndpointModify.expiring("aaaa0001"));
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.exporter.take()).containsExactly("stop x");
    }

    @Test
    void t14AConferenceWithNothingButAnExportIsExpired() {
        bridge.colibri.handle(Colibri2Json.parseModify(
                ("{'meeting-id':'" + MEETING + "','create':true,'connects':[{" + X + ",'create':true}]}")
                        .replace('\'', '"'),
                null));
        bridge.pass(Duration.ofSeconds(20));
        bridge.conferences.expireIdle(bridge.nowNs.get());
        assertThat(bridge.conferences.count()).isOne();
        bridge.pass(Duration.ofMinutes(2));
        bridge.conferences.expireIdle(bridge.nowNs.get());
        assertThat(bridge.conferences.count()).isZero();
        assertThat(bridge.exporter.running).isEmpty();
    }

    @Test
    void anEndpointCannotBeCalledTranscriber() {
        bridge.with();
        Colibri2Exception refusal = catchThrowableOfType(
                Colibri2Exception.class,
                () -> bridge.update(TestBridge.creating("transcriber").build()));
        assertThat(refusal.condition()).isEqualTo(Colibri2Exception.Condition.BAD_REQUEST);
    }
}
