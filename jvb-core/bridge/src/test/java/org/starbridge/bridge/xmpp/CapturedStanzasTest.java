package org.starbridge.bridge.xmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jivesoftware.smack.packet.IQ;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.jxmpp.jid.impl.JidCreate;
import org.jxmpp.stringprep.XmppStringprepException;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.tracing.TraceParent;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.colibri.xmpp.ElementIq;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.transport.counters.SharedCounters;

/**
 * What a real focus sent to a real bridge in one meeting, in its order: ours must give equivalent answers, ids,
 * credentials, addresses and ports aside.
 */
class CapturedStanzasTest {
    /** Values that differ from bridge to bridge and from run to run. */
    private static final Set<String> OWN_VALUES =
            Set.of("ufrag", "pwd", "ip", "port", "priority", "foundation", "ssrc", "url", "text");

    private final TestBridge bridge = TestBridge.embedded();
    private final SharedCounters<XmppCounter> counters = new SharedCounters<>(XmppCounter.class);
    private final BridgeIqs iqs = new BridgeIqs(
            ColibriRequests.untraced(bridge.colibri),
            bridge.counters,
            () -> "",
            Runnable::run,
            counters,
            new FocusLog(InstantSource.system()));

    @BeforeAll
    static void prepareSmack() {
        SmackSetUp.prepare(); // before anything of Smack is touched
    }

    /** An occupant that answers requests. */
    @FunctionalInterface
    private interface Asked {
        XmlElement answer(XmlElement request) throws Exception;
    }

    @Test
    void everyColibriRequestIsAnsweredLikeTheCapturedBridgeDid() throws Exception {
        assertEverythingIsAnsweredLikeThere(this::ask);
    }

    @Test
    @Timeout(120)
    void theSameThroughTheRoomOfARealServer(@TempDir Path folder) throws Exception {
        try (Prosody prosody = Prosody.start(folder);
                MucClients clients = new MucClients(
                        iqs,
                        new ProgramVersion("JVB", "0.1-test", "Linux"),
                        () -> BreweryStats.of(Map.of(), Optional.empty()),
                        new Random(1))) {
            clients.add("shard", prosody.client("jvb"));
            try (ScriptedFocus focus = ScriptedFocus.join(prosody, "focus")) {
                focus.awaitBridge("jvb");
                assertEverythingIsAnsweredLikeThere(request -> focus.ask(
                        "jvb",
                        IQ.Type.fromString(Objects.requireNonNull(request.attribute("type"))),
                        request.children().getFirst()));
            }
        }
    }

    private void assertEverythingIsAnsweredLikeThere(Asked asked) throws Exception {
        List<Path> files = captured("colibri2");
        assertThat(files).hasSize(16);
        for (Path file : files) {
            List<XmlElement> exchange = stanzas(file);
            assertThat(shape(asked.answer(exchange.getFirst()))).as("%s", file).isEqualTo(shape(exchange.getLast()));
        }
        assertThat(counters.get(XmppCounter.REQUESTS)).isEqualTo(16);
        assertThat(counters.get(XmppCounter.REQUESTS_REFUSED)).isZero();
        assertThat(bridge.conferences.count()).isZero();
    }

    @Test
    void theTraceThatAFocusNamesIsPassedOn() throws Exception {
        List<@Nullable TraceParent> parents = new ArrayList<>();
        BridgeIqs traced = new BridgeIqs(
                (request, transport, parent) -> {
                    assertThat(transport).isEqualTo(ColibriRequests.Transport.XMPP);
                    parents.add(parent);
                    return bridge.colibri.handle(request);
                },
                bridge.counters,
                () -> "",
                Runnable::run,
                counters,
                new FocusLog(InstantSource.system()));
        XmlElement captured = stanzas(captured("colibri2").getFirst()).getFirst();
        traced.onModify(iq(captured), _ -> {}); // its sender did not trace
        String named = captured.toXml()
                .replaceFirst("trace_id='0{32}'", "trace_id='0af7651916cd43dd8448eb211c80319c'")
                .replaceFirst("parent_id='0{16}'", "parent_id='b7ad6b7169203331'")
                .replaceFirst("trace_flags='00'", "trace_flags='01'");
        traced.onModify(iq(XmlText.parse(named)), _ -> {});
        assertThat(parents)
                .containsExactly(null, new TraceParent("0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331", true));
    }

    @Test
    void aCapturedHealthCheckIsAnsweredWithAnEmptyResult() throws Exception {
        XmlElement request = stanzas(captured("health-check").getFirst()).getFirst();

        IQ answer = iqs.onHealthCheck(iq(request));

        assertThat(answer.getType()).isEqualTo(IQ.Type.result);
        assertThat(answer.getStanzaId()).isEqualTo(request.attribute("id"));
        assertThat(answer.getTo().toString()).isEqualTo(request.attribute("from"));
        assertThat(XmlText.parse(answer.toXML().toString()).children()).isEmpty();
    }

    /** Everything else that was captured is none of the bridge's business, but it can be read. */
    @Test
    void everyCapturedStanzaCanBeRead() throws Exception {
        for (Path file : captured("single-")) {
            assertThat(stanzas(file)).as("%s", file).isNotEmpty();
        }
    }

    private XmlElement ask(XmlElement request) throws XmppStringprepException {
        List<IQ> later = new ArrayList<>();
        IQ iq = iq(request);
        IQ now = iqs.onModify(iq, later::add);
        IQ answer = now == null ? later.getFirst() : now;
        assertThat(answer.getStanzaId()).isEqualTo(request.attribute("id"));
        assertThat((Object) answer.getTo()).isEqualTo(iq.getFrom());
        return XmlText.parse(answer.toXML().toString());
    }

    private static ElementIq iq(XmlElement stanza) throws XmppStringprepException {
        ElementIq iq = new ElementIq(stanza.children().getFirst());
        iq.setStanzaId(stanza.attribute("id"));
        iq.setType(IQ.Type.fromString(Objects.requireNonNull(stanza.attribute("type"))));
        String from = stanza.attribute("from");
        iq.setFrom(JidCreate.from(from == null ? "focus@auth.meet.jitsi/focus" : from));
        iq.setTo(JidCreate.from(Objects.requireNonNull(stanza.attribute("to"))));
        return iq;
    }

    /** Type and child, without values of its own and in one order. */
    private static String shape(XmlElement stanza) {
        return stanza.attribute("type") + " "
                + stanza.children().stream()
                        .map(CapturedStanzasTest::normal)
                        .map(XmlElement::toXml)
                        .toList();
    }

    private static XmlElement normal(XmlElement element) {
        Map<String, String> attributes = new TreeMap<>(element.attributes());
        attributes.replaceAll((key, value) -> OWN_VALUES.contains(key) ? "…" : value);
        if (element.name().equals("candidate")) {
            attributes.put("id", "…");
        }
        return new XmlElement(
                element.namespace(),
                element.name(),
                new LinkedHashMap<>(attributes),
                element.text().isEmpty() ? "" : "…",
                element.children().stream()
                        .map(CapturedStanzasTest::normal)
                        .sorted(Comparator.comparing(XmlElement::toXml))
                        .toList());
    }

    private static List<XmlElement> stanzas(Path file) throws IOException {
        return XmlText.parse("<captured>" + Files.readString(file) + "</captured>")
                .children();
    }

    private static List<Path> captured(String part) throws IOException, URISyntaxException {
        Path folder = Path.of(Objects.requireNonNull(CapturedStanzasTest.class.getResource("/captured/xmpp"))
                .toURI());
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().contains(part))
                    .sorted()
                    .toList();
        }
    }
}
