package org.starbridge.colibri.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.EndpointModify;
import org.starbridge.colibri.PayloadType;

class Colibri2XmlTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "<conference-modify xmlns='jitsi:colibri2'/>",
                "<conference-modify xmlns='jitsi:colibri2' meeting-id=' '/>",
                "<conference-modify xmlns='jitsi:colibri2' meeting-id='m'><endpoint/></conference-modify>",
                "<conference-modify xmlns='jitsi:colibri2' meeting-id='m'><endpoint id='a' create='true'"
                        + " muc-role='king'/></conference-modify>",
                "<conference-modify xmlns='jitsi:colibri2' meeting-id='m'><endpoint id='a' create='true'>"
                        + "<initial-last-n value='x'/></endpoint></conference-modify>",
                "<conference-modified xmlns='jitsi:colibri2'/>",
                "<conference-modify xmlns='urn:other' meeting-id='m'/>"
            })
    void whatCannotBeIsABadRequest(String xml) {
        assertThatThrownBy(() -> Colibri2Xml.parseModify(XmlText.parse(xml), _ -> {}))
                .isInstanceOfSatisfying(
                        Colibri2Exception.class,
                        refusal -> assertThat(refusal.condition()).isEqualTo(Condition.BAD_REQUEST));
    }

    @Test
    void anUpdateLeavesOutWhatCannotBe() {
        List<String> skipped = new ArrayList<>();

        ConferenceModify request = Colibri2Xml.parseModify(
                XmlText.parse("<conference-modify xmlns='jitsi:colibri2' meeting-id='m'><endpoint id='a'>"
                        + "<media type='audio'>"
                        + "<payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='300' name='opus'/>"
                        + "<payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='111' name='opus'/>"
                        + "<rtp-hdrext xmlns='urn:xmpp:jingle:apps:rtp:rtp-hdrext:0' id='one' uri='urn:x'/></media>"
                        + "<initial-last-n value='many'/></endpoint></conference-modify>"),
                skipped::add);

        EndpointModify endpoint = request.endpoints().getFirst();
        assertThat(endpoint.medias().getFirst().payloadTypes())
                .extracting(PayloadType::id)
                .containsExactly(111);
        assertThat(endpoint.medias().getFirst().headerExtensions()).isEmpty();
        assertThat(endpoint.initialLastN()).isNull();
        assertThat(skipped).hasSize(3);
    }

    @Test
    void whatIsUnknownOrInAnotherNamespaceIsIgnored() {
        ConferenceModify request = Colibri2Xml.parseModify(
                XmlText.parse("<conference-modify xmlns='jitsi:colibri2' meeting-id='m' callstats-enabled='true' x='y'>"
                        + "<traceparent xmlns='jitsi:opentelemetry' trace_id='0'><deep/></traceparent>"
                        + "<endpoint xmlns='urn:other' id='nobody'/><endpoint id='a' medias='5'>"
                        + "<sources xmlns='urn:other'/><news>!</news></endpoint></conference-modify>"),
                null);

        assertThat(request)
                .isEqualTo(ConferenceModify.updating(
                        "m", List.of(EndpointModify.builder("a").build())));
    }

    @Test
    void anAbsentListDiffersFromAnEmptyOne() {
        ConferenceModify empty = Colibri2Xml.parseModify(
                XmlText.parse("<conference-modify xmlns='jitsi:colibri2' meeting-id='m'><connects/>"
                        + "<endpoint id='a'><sources/></endpoint></conference-modify>"),
                null);

        assertThat(empty.connects()).isEmpty();
        assertThat(empty.endpoints().getFirst().sources()).isEmpty();
        assertThat(Colibri2Xml.parseModify(Colibri2Xml.write(empty), null)).isEqualTo(empty);
    }

    @Test
    void redsNamelessParameterIsKept() {
        ConferenceModify request = Colibri2Xml.parseModify(
                XmlText.parse("<conference-modify xmlns='jitsi:colibri2' meeting-id='m'><endpoint id='a'>"
                        + "<media type='audio'><payload-type xmlns='urn:xmpp:jingle:apps:rtp:1' id='112' name='red'>"
                        + "<parameter value='111/111'/></payload-type></media></endpoint></conference-modify>"),
                null);

        PayloadType red = request.endpoints()
                .getFirst()
                .medias()
                .getFirst()
                .payloadTypes()
                .getFirst();
        assertThat(red.parameters()).isEqualTo(Map.of(PayloadType.NAMELESS, "111/111"));
        assertThat(Colibri2Xml.write(request).toXml()).contains("<parameter value='111/111'/>");
    }

    @Test
    void aRefusalIsReadAsItWasMeant() {
        Colibri2Exception refusal = Colibri2Exception.unknownEndpoint("0badcafe");

        Colibri2Exception back = Colibri2Xml.parseError(
                refusal.condition().wireName(), refusal.sentence(), Colibri2Xml.errorDetails(refusal));

        assertThat(back.condition()).isEqualTo(Condition.ITEM_NOT_FOUND);
        assertThat(back.reason()).isEqualTo(Reason.UNKNOWN_ENDPOINT);
        assertThat(back.endpointId()).isEqualTo("0badcafe");
        assertThat(back.sentence()).isEqualTo(refusal.sentence());
        assertThat(Colibri2Xml.errorDetails(refusal))
                .extracting(XmlElement::toXml)
                .containsExactly(
                        "<error xmlns='jitsi:colibri2' reason='unknown_endpoint'/>",
                        "<endpoint xmlns='jitsi:colibri2' id='0badcafe'/>");
    }

    @Test
    void textThatXmlHasNoPlaceForIsReplaced() {
        XmlElement element = new XmlElement("", "a", Map.of("k", "<'\"&\u0001\n"), "x\u0000\uD800y", List.of());

        XmlElement back = XmlText.parse(element.toXml());

        assertThat(back.attribute("k")).isEqualTo("<'\"&\uFFFD\n");
        assertThat(Objects.requireNonNull(back).text()).isEqualTo("x\uFFFD\uFFFDy");
    }

    @Test
    void beyondABoundOnlyTheElementIsLost() {
        XmlTree tree = new XmlTree();
        for (int i = 0; i < 100_000; i++) {
            tree.onStart("", "a", Map.of());
        }
        for (int i = 0; i < 100_000; i++) {
            assertThat(tree.isComplete()).isFalse();
            tree.onEnd();
        }

        assertThat(tree.isComplete()).isTrue();
        assertThat(tree.root()).isNull();
        assertThat(tree.fault()).contains("at most 64 nested elements");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "<a>",
                "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
                "<!DOCTYPE a [\u001e]><a/>",
                "<a>&nbsp;</a>"
            })
    void whatIsNoPlainXmlIsRefused(String text) {
        assertThatThrownBy(() -> XmlText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hugeValuesAreRefused() {
        String huge = "x".repeat(XmlTree.MAX_VALUE_CHARS + 1);

        assertThatThrownBy(() -> XmlText.parse("<a b='" + huge + "'/>")).hasMessageContaining("attribute b");
        assertThatThrownBy(() -> XmlText.parse("<a>" + huge + "</a>")).hasMessageContaining("<a/>");
    }
}
