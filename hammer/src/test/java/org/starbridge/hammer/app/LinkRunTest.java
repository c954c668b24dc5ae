package org.starbridge.hammer.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.bridge.app.Bridge;
import org.starbridge.bridge.app.FreePorts;
import org.starbridge.hammer.badlink.BadLinks;
import picocli.CommandLine;

/** Endpoints of the Hammer behind emulated links, over real sockets. */
@Timeout(120)
class LinkRunTest {
    @Test
    void aLinkLosesAndTheReceiverRecovers() throws Exception {
        try (Bridge bridge = FreePorts.bridge()) {
            JsonNode json = HammerRun.against(
                            bridge,
                            "--senders 1 --receivers 3 --simulcast --seconds 4 --warmup 0 --link"
                                    + " delay=10,loss=5%,up:delay=10,count=1 --link rate=20M,group=2")
                    .report();
            assertThat(json.at("/endpoints/0/link").isNull()).as("the sender").isTrue();
            JsonNode lossy = json.at("/endpoints/1");
            assertThat(lossy.at("/link/down/droppedAtRandom").asInt()).isPositive();
            assertThat(lossy.get("packetsRecovered").asInt()).isPositive();
            assertThat(lossy.at("/selection/pictures").asInt()).isGreaterThan(60);
            assertThat(lossy.at("/selection/picturesUndecodable").asInt()).isZero();
            assertThat(json.get("contentErrors").asInt())
                    .as(json::toPrettyString)
                    .isZero();
            JsonNode shared = json.at("/endpoints/2/link");
            assertThat(shared.get("link")).isEqualTo(json.at("/endpoints/3/link/link"));
            assertThat(shared.at("/down/utilisation").asDouble()).isBetween(0.05, 0.2);
            assertThat(shared.at("/down/deliveredBps").asDouble())
                    .as("of both")
                    .isGreaterThan(1.5 * shared.get("deliveredBps").asDouble());
            assertThat(shared.at("/firstFullLayerSeconds").isNumber()).isTrue();
        }
    }

    @Test
    void mistakesSayWhatToDo() {
        assertThat(mistake("--link", "rate=fast"))
                .contains("--link rate=fast: rate=fast: expected a bitrate like 300k");
        assertThat(mistake("--link", "rate=1M", "--soak")).contains("--link cannot be combined with --soak");
        assertThat(mistake("--bad-link", "nothing")).contains("expected all or one of start, fixed-300k");
        assertThat(mistake("--bad-link", "step", "-k", "3")).contains("the scenario defines its own");
    }

    private static String mistake(String... options) {
        StringWriter errors = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(errors));
        assertThat(command.execute(options)).isEqualTo(Main.USAGE);
        return errors.toString();
    }

    @Test
    void theScenariosCanBeListed() {
        StringWriter lines = new StringWriter();
        CommandLine command = Main.commandLine().setOut(new PrintWriter(lines));
        assertThat(command.execute("--list")).isZero();
        assertThat(lines.toString()).contains(BadLinks.names());
    }
}
