package org.starbridge.hammer.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.starbridge.transport.link.LinkConditions;

class LinkSpecParserTest {
    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path folder;

    @Test
    void readsEveryCondition() {
        LinkSpec spec = LinkSpecParser.parse("rate=1.5M,queue=3s,delay=25,jitter=30ms,loss=1%,burst=8,policer=2M/50k");
        LinkConditions down = spec.down();
        assertThat(down.rate().rateBps(0)).isEqualTo(1.5e6);
        assertThat(down.queueNs()).isEqualTo(3 * SECOND);
        assertThat(down.delayNs()).isEqualTo(25_000_000);
        assertThat(down.jitterNs()).isEqualTo(30_000_000);
        assertThat(down.loss()).isCloseTo(0.01, within(1e-12));
        assertThat(down.lossBurst()).isEqualTo(8);
        assertThat(down.policerBps()).isEqualTo(2e6);
        assertThat(down.policerBytes()).isEqualTo(50_000);
        assertThat(spec.up().isPerfect()).isTrue();
        assertThat(spec.side()).isEqualTo(LinkSpec.Side.RECEIVERS);
        assertThat(spec.share()).isEqualTo(1);
        assertThat(spec.group()).isEqualTo(1);
    }

    @Test
    void directionsAreApart() {
        LinkSpec spec = LinkSpecParser.parse("to=senders,count=2,down:delay=10,up:rate=300k,up:loss=0.05");
        assertThat(spec.side()).isEqualTo(LinkSpec.Side.SENDERS);
        assertThat(spec.count()).isEqualTo(2);
        assertThat(spec.down().rate().isUnlimited()).isTrue();
        assertThat(spec.down().delayNs()).isEqualTo(10_000_000);
        assertThat(spec.up().rate().rateBps(0)).isEqualTo(300_000);
        assertThat(spec.up().queueNs()).isEqualTo(LinkConditions.QUEUE_NS_DEFAULT);
        assertThat(spec.up().loss()).isEqualTo(0.05);
    }

    @Test
    void ratesChangeAndRepeat() {
        LinkConditions steps = LinkSpecParser.parse("rate=3M/500k@20/3M@40").down();
        assertThat(steps.rate().rateBps(19 * SECOND)).isEqualTo(3e6);
        assertThat(steps.rate().rateBps(20 * SECOND)).isEqualTo(0.5e6);
        assertThat(steps.rate().rateBps(99 * SECOND)).isEqualTo(3e6);
        LinkConditions stalls = LinkSpecParser.parse("rate=0/4M@200ms,every=2").down();
        assertThat(stalls.rate().bits(0, 10 * SECOND)).isCloseTo(5 * 1.8 * 4e6, within(1.0));
    }

    @Test
    void readsTracesOfBothKinds() throws IOException {
        Path changes = Files.writeString(folder.resolve("changes"), "# a comment\n0 2M\n\n5.5 300k\n");
        assertThat(LinkSpecParser.parse("trace=" + changes).down().rate().rateBps(6 * SECOND))
                .isEqualTo(300_000);
        Path mahimahi = Files.writeString(folder.resolve("mahimahi"), "10\n20\n30\n110\n300\n");
        LinkConditions down = LinkSpecParser.parse("trace=" + mahimahi).down();
        assertThat(down.rate().rateBps(50_000_000)).isEqualTo(3 * 1500 * 8 * 10);
        assertThat(down.rate().rateBps(150_000_000)).isEqualTo(1500 * 8 * 10);
        assertThat(down.rate().rateBps(350_000_000)).as("from the start again").isEqualTo(3 * 1500 * 8 * 10);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "share=50%; the link has no conditions; expected rate",
                "rate=1M,,delay=3; an empty item: expected KEY=VALUE",
                "rate; rate: expected KEY=VALUE, for example rate=1M,queue=300",
                "speed=1M; speed: expected one of to, share, count, group, rate",
                "up:share=50%,rate=1M; up:share: expected one of",
                "rate=fast; rate=fast: expected a bitrate like 300k",
                "rate=1M,rate=2M; rate occurs twice",
                "rate=1M@3; expected RATE or RATE/RATE@SECONDS",
                "rate=1M/2M; expected RATE or RATE/RATE@SECONDS",
                "rate=1M/0@3; the last rate is 0 bit/s",
                "queue=100,delay=5; queue=100 without rate",
                "up:queue=100,delay=5; up:queue=100 without up:rate",
                "burst=8,delay=5; burst=8 without loss",
                "loss=100%; expected less than 100%",
                "loss=5; loss=5: expected a share of 0% to 100%",
                "policer=1M; expected a rate and a bucket in bytes, for example 1M/50k",
                "every=3,delay=5; every=3 without rate",
                "rate=1M,share=10%,count=3; share and count cannot be combined",
                "rate=1M,share=0; expected more than 0",
                "rate=1M,group=0; group=0: expected a whole number",
                "rate=1M,to=me; to=me: expected receivers, senders or all",
                "rate=1M,trace=x; rate and trace cannot be combined",
                "trace=/nowhere; trace=/nowhere: there is no such file",
                "delay=-5; delay=-5: expected a time like 300",
            })
    void saysWhatIsExpected(String text, String message) {
        assertThatThrownBy(() -> LinkSpecParser.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("--link " + text + ": ")
                .hasMessageContaining(message);
    }
}
