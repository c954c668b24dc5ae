package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/jitsi-meet/anonymise.py} on a made-up capture. */
@Timeout(60)
class AnonymiseTest {
    private static final Path SCRIPT = Path.of("..", "..", "scripts", "jitsi-meet", "anonymise.py");
    private static final String TO = "to='jvbbrewery@internal.auth.meet.localhost/ours-1'";
    private static final String FROM = "from='jvbbrewery@internal.auth.meet.localhost/ours-1'";
    private static final String WEB_SOCKET =
            "ws://203.0.113.9:44389/colibri-relay-ws/ours-1/70748977a9dfe706/theirs?pwd=d6yjuKk";

    private static final String STANZAS = """
            Nov 28 c2s1 debug RECV: <iq type='get' id='a1' %1$s><conference-modify meeting-id='50e0d7cf-c086-40df-a42e-7f7b9d97b865' name='my secret room@conference.meet.example' create='true' xmlns='jitsi:colibri2'><endpoint id='8026d9b9' stats-id='Hugh-a6v'/><relay id='theirs'><transport><candidate ip='203.0.113.7' port='44444' id='4a775ec9'/></transport></relay></conference-modify></iq>
            Nov 28 c2s2 debug SEND: <iq type='get' id='zz' from='focus'><conference-modify>to the bridge itself</conference-modify></iq>
            Nov 28 c2s1 debug SEND: <iq type='result' id='a1' %2$s><conference-modified xmlns='jitsi:colibri2'><relay id='theirs'><transport ufrag='anmaa1k8' pwd='4lqb218j'><fingerprint hash='sha-256'>F5:40:DD:25</fingerprint><web-socket url='%3$s'/><candidate port='45767' ip='203.0.113.7' id='5e31b216'/></transport></relay></conference-modified></iq>
            Nov 28 c2s1 debug RECV: <iq type='get' id='a2' %1$s><conference-modify meeting-id='50e0d7cf-c086-40df-a42e-7f7b9d97b865' xmlns='jitsi:colibri2'/></iq>
            """.formatted(TO, FROM, WEB_SOCKET);

    private static final String CHANNELS = """
            /colibri-relay-ws/ours-1/70748977a9dfe706/theirs?pwd=d6yjuKk client {"colibriClass":"AddReceiver","sourceName":"8026d9b9-v0","videoConstraints":{"maxHeight":180}}
            /colibri-relay-ws/ours-1/70748977a9dfe706/theirs?pwd=d6yjuKk server {"colibriClass":"EndpointMessage","msgPayload":{"text":"my secret"}}
            """;

    @Test
    void exchangesAndMessagesAreKeptWithoutWhatIsPrivate(@TempDir Path folder) throws Exception {
        Path stanzas = Files.writeString(folder.resolve("stanzas.log"), STANZAS);
        Path channels = Files.writeString(folder.resolve("channels.txt"), CHANNELS);
        assumeTrue(anonymise(folder, "--help") == 0, "without python3 the script cannot run");
        assertThat(anonymise(folder, stanzas.toString(), channels.toString(), folder + "/out"))
                .as(Files.readString(folder.resolve("log")))
                .isZero();

        List<String> requests = Files.readAllLines(folder.resolve("out/ours-1.requests.txt"));
        List<String> toOurs = Files.readAllLines(folder.resolve("out/theirs-to-ours-1.channel.txt"));
        List<String> toTheirs = Files.readAllLines(folder.resolve("out/ours-1-to-theirs.channel.txt"));
        assertThat(requests).as("a request without an answer is left out").hasSize(2);
        assertThat(requests.getFirst())
                .startsWith("request <conference-modify ")
                .contains("<endpoint id='e0000001' stats-id='Participant'/>", "ip='192.0.2.2'", "port='10001'")
                .endsWith("</conference-modify>");
        assertThat(requests.getLast())
                .startsWith("answer <conference-modified ")
                .contains(
                        "ip='192.0.2.2'",
                        "port='10002'",
                        "ws://127.0.0.1:9090/colibri-relay-ws/ours-1/",
                        "/theirs?pwd=");
        assertThat(toOurs)
                .containsExactly("{\"colibriClass\":\"AddReceiver\",\"sourceName\":\"e0000001-v0\","
                        + "\"videoConstraints\":{\"maxHeight\":180}}");
        assertThat(toTheirs).hasSize(1);
        assertThat(String.join("\n", requests) + toOurs + toTheirs)
                .doesNotContain(
                        "secret",
                        "203.0.113",
                        "50e0d7cf",
                        "Hugh",
                        "8026d9b9",
                        "anmaa1k8",
                        "4lqb218j",
                        "F5:40:DD",
                        "d6yjuKk",
                        "70748977a9dfe706",
                        "4a775ec9",
                        "5e31b216",
                        "44444",
                        "45767");
    }

    private static int anonymise(Path folder, String... arguments) throws Exception {
        ProcessBuilder builder = new ProcessBuilder("python3", SCRIPT.toString()).redirectErrorStream(true);
        builder.command().addAll(List.of(arguments));
        return builder.redirectOutput(folder.resolve("log").toFile()).start().waitFor();
    }
}
