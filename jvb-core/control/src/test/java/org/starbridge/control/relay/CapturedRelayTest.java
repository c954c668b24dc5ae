package org.starbridge.control.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.colibri.channel.BridgeChannelJson;
import org.starbridge.colibri.channel.BridgeChannelMessage;
import org.starbridge.colibri.channel.BridgeChannelMessage.AddReceiver;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xml.XmlText;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.conference.TestBridge;
import org.starbridge.control.conference.TestBridge.FakeChannel;
import org.starbridge.control.conference.TestConfig;
import org.starbridge.control.environment.ConferenceCounter;
import org.starbridge.control.environment.RelayPolicy;

/**
 * Conferences of lib-jitsi-meet's pages over a Starbridge and a Jitsi Videobridge, as Jicofo set them up in November
 * 2026: its requests, the answers that it got, and what Jitsi Videobridge said over the relay's channel. Addresses,
 * credentials and names were replaced. {@code jitsi-videobridge.requests.txt} and {@code screens.theirs.requests.txt}
 * have the answers of Jitsi Videobridge. {@code scripts/jitsi-meet/trial --captures} makes such files.
 */
class CapturedRelayTest {
    private static final String RESOURCES = "captured/";

    /** What Jicofo asked, and what it was answered. */
    private record Exchange(XmlElement request, XmlElement answer) {}

    private static TestBridge bridge(String relayId) {
        return new TestBridge(new TestConfig()
                .relay(new RelayPolicy(relayId, List.of("ws://127.0.0.1:9090"), "0.1-test"))
                .build());
    }

    private static List<String> lines(String name) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(CapturedRelayTest.class.getResourceAsStream(RESOURCES + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    private static List<Exchange> exchanges(String name) throws IOException {
        List<String> lines = lines(name);
        List<Exchange> exchanges = new ArrayList<>();
        for (int at = 0; at < lines.size(); at += 2) {
            exchanges.add(new Exchange(
                    XmlText.parse(lines.get(at).substring("request ".length())),
                    XmlText.parse(lines.get(at + 1).substring("answer ".length()))));
        }
        assertThat(exchanges).hasSizeGreaterThan(5);
        return exchanges;
    }

    private static XmlElement ask(TestBridge bridge, XmlElement request) {
        return Colibri2Xml.write(bridge.colibri.handle(Colibri2Xml.parseModify(request, skipped -> {
            throw new AssertionError("not read: " + skipped);
        })));
    }

    @ParameterizedTest
    @CsvSource({
        "screen-share.requests.txt, sb-1",
        "jitsi-videobridge.requests.txt, jvb-1",
        "screens.ours-1.requests.txt, ours-1",
        "screens.theirs.requests.txt, theirs"
    })
    void answersHaveTheElementsThatJicofoGot(String name, String relayId) throws IOException {
        TestBridge bridge = bridge(relayId);
        for (Exchange exchange : exchanges(name)) {
            assertThat(shape(ask(bridge, exchange.request)))
                    .as(exchange.request.toXml())
                    .isEqualTo(shape(exchange.answer));
        }
    }

    /**
     * Names of an element and of what it holds, each once: how many candidates there are, and in which order elements
     * come, differs between bridges and does not matter.
     */
    private static String shape(XmlElement element) {
        TreeSet<String> children = new TreeSet<>();
        element.children().forEach(child -> children.add(shape(child)));
        return element.name() + (children.isEmpty() ? "" : children.toString());
    }

    /** Both sides of a channel: what Jitsi Videobridge said to a Starbridge, and what that said to it. */
    @ParameterizedTest
    @CsvSource({
        "screen-share.requests.txt, sb-1, screen-share.channel.txt, a2567004-v1",
        "screens.ours-1.requests.txt, ours-1, screens.theirs-to-ours-1.channel.txt, e0000002-v1",
        "screens.theirs.requests.txt, theirs, screens.ours-1-to-theirs.channel.txt, e0000001-v1"
    })
    void theOtherBridgeGetsWhatItAskedForOverTheChannel(String requests, String relayId, String messages, String screen)
            throws Exception {
        TestBridge bridge = bridge(relayId);
        List<XmlElement> answers = exchanges(requests).stream()
                .takeWhile(each -> !each.request.toXml().contains("expire='true'"))
                .map(each -> ask(bridge, each.request))
                .toList();
        String url = answers.stream()
                .flatMap(CapturedRelayTest::all)
                .filter(each -> each.name().equals("web-socket"))
                .map(each -> Objects.requireNonNull(each.attributes().get("url")))
                .filter(each -> each.contains("/colibri-relay-ws/"))
                .findFirst()
                .orElseThrow();
        String[] path = URI.create(url).getPath().split("/", -1);
        ChannelSlot slot = bridge.conferences
                .relayChannel(path[3], path[4], url.substring(url.indexOf("pwd=") + 4))
                .orElseThrow();
        FakeChannel channel = new FakeChannel();
        slot.onOpen(channel);

        Map<String, Integer> lastWishes = new LinkedHashMap<>();
        for (String text : lines(messages)) {
            slot.onText(channel, text);
            BridgeChannelMessage message = BridgeChannelJson.parse(text);
            if (message instanceof AddReceiver wish) {
                lastWishes.put(wish.sourceName(), wish.videoConstraints().maxHeight());
            }
        }

        assertThat(bridge.counters.get(ConferenceCounter.RELAY_MESSAGES_DROPPED))
                .isZero();
        assertThat(lastWishes).containsEntry(screen, 720);
        assertThat(bridge.conferences.snapshot().getFirst().relays().getFirst().wantedHeightsPx())
                .isEqualTo(lastWishes);
    }

    private static Stream<XmlElement> all(XmlElement element) {
        return Stream.concat(Stream.of(element), element.children().stream().flatMap(CapturedRelayTest::all));
    }
}
