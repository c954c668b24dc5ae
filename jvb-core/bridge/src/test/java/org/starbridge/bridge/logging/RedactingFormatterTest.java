package org.starbridge.bridge.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactingFormatterTest {
    private static final InetAddress OURS = InetAddress.ofLiteral("203.0.113.7");

    private final RedactingFormatter formatter = new RedactingFormatter(new SimpleFormatter(), OURS::equals);

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            from 192.0.2.1                         | from xx.xx.xx.xx
            from 192.0.2.1:4433: refused           | from xx.xx.xx.xx:4433: refused
            /192.0.2.1:4433 is gone.               | /xx.xx.xx.xx:4433 is gone.
            by 192.0.2.1. Then by (198.51.100.2)   | by xx.xx.xx.xx. Then by (xx.xx.xx.xx)
            192.0.2.1 → 203.0.113.7:10000          | xx.xx.xx.xx → 203.0.113.7:10000
            a.example.org/192.0.2.1:5222           | a.example.org/xx.xx.xx.xx:5222
            from 2001:db8::1                       | from xx::xx
            from [2001:db8:0:0:0:0:0:1]:4433       | from [xx::xx]:4433
            at 2001:db8::1: no way. Or fe80::1%eth0 | at xx::xx: no way. Or xx::xx
            moved: 203.0.113.7:10000 to [2001:db8::7]:40, before 203.0.113.7:10000 to 192.0.2.1:5 | moved: 203.0.113.7:10000 to [xx::xx]:40, before 203.0.113.7:10000 to xx.xx.xx.xx:5
            mapped ::ffff:192.0.2.1                | mapped xx.xx.xx.xx
            192.0.2.1,192.0.2.2;192.0.2.3-192.0.2.4 | xx.xx.xx.xx,xx.xx.xx.xx;xx.xx.xx.xx-xx.xx.xx.xx
            """)
    void addressesAreLeftOut(String line, String redacted) {
        assertThat(formatter.redact(line)).isEqualTo(redacted);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-02 03:04:05.678 INFO    org.starbridge.bridge.app.Main: ready",
                "REST on 127.0.0.1:8080, [::1]:8080 and 0.0.0.0:9090, [::]:10000",
                "version 2.3.105-gabcdef123 and 25.0.1+8 and 300.1.2.3",
                "host-192.0.2.1.example.org and ip-10.0.0.1.internal",
                "sha-256 4A:AD:B9:B1:3F:82:18:3B:54:02:12:DF:3E:5D:49:6B:19:E5:7C:AB:4A:AD:B9:B1:3F:82:18:3B:54:02:12:DF",
                "aa:bb:cc:dd:ee:ff is no address of the Internet's",
                "at Foo::bar and ratio 3:4",
                "known as 203.0.113.7"
            })
    void whatIsNoClientsAddressStays(String line) {
        assertThat(formatter.redact(line)).isEqualTo(line);
    }

    /** Whatever way an address takes into a line: as an argument, in an exception's message, in that of a cause. */
    @Test
    void noLineOfALoggerHasOne() {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        Handler handler = new StreamHandler(lines, formatter);
        Logger logger = Logger.getAnonymousLogger();
        logger.setUseParentHandlers(false);
        logger.addHandler(handler);
        InetSocketAddress client = new InetSocketAddress(InetAddress.ofLiteral("192.0.2.99"), 5004);
        logger.log(Level.INFO, "heard {0}", client);
        IOException cause = new IOException("no route to 2001:db8::99");
        logger.log(Level.WARNING, "lost " + client, new IOException("reset by " + client, cause));
        handler.flush();
        assertThat(lines.toString(StandardCharsets.UTF_8))
                .contains("heard", "lost", "reset by", "no route to", "5004")
                .doesNotContain("192.0.2.99", "2001:db8");
    }
}
