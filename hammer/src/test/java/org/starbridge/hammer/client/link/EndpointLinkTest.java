package org.starbridge.hammer.client.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.starbridge.hammer.client.result.LinkCount;
import org.starbridge.hammer.client.result.PictureTimes;
import org.starbridge.hammer.link.LinkSpecParser;
import org.starbridge.transport.link.EmulatedLink;
import org.starbridge.transport.udp.ReceiveBatch;

/** Two endpoints behind one link, in virtual time. */
class EndpointLinkTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;
    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final InetSocketAddress BRIDGE = new InetSocketAddress(LOOPBACK, 10_000);
    private static final PictureTimes NO_PICTURES =
            new PictureTimes(0, null, 0, 0, 0, 0, 0, 100, 95, List.of());
    /** With headers 1000 bytes: 8 ms at 1 Mbit/s. */
    private static final byte[] DATAGRAM = new byte[1000 - EmulatedLink.HEADER_BYTES];

    private final List<Long> arrivals = new ArrayList<>();

    private EndpointLink endpoint(SharedLink link) {
        return new EndpointLink(link, (_, lengthBytes, _, arrivalNs) -> {
            assertThat(lengthBytes).isEqualTo(DATAGRAM.length);
            arrivals.add(arrivalNs);
        });
    }

    private static void receive(EndpointLink link, ReceiveBatch batch, long arrivalNs) {
        batch.clear();
        batch.add(DATAGRAM, LOOPBACK, BRIDGE, arrivalNs);
        link.onReceived(batch, 0);
    }

    @Test
    void datagramsArriveWhenTheLinkHasDeliveredThem() {
        SharedLink link = new SharedLink(0, LinkSpecParser.parse("rate=1M,queue=100,delay=20"), 0);
        try (ReceiveBatch batch = new ReceiveBatch(1);
                EndpointLink endpoint = endpoint(link)) {
            receive(endpoint, batch, 0);
            receive(endpoint, batch, MS);
            assertThat(endpoint.nextDeadlineNs()).isEqualTo(28 * MS);
            endpoint.onTime(28 * MS - 1);
            assertThat(arrivals).isEmpty();
            endpoint.onTime(50 * MS);
            assertThat(arrivals).as("not when somebody looked").containsExactly(28 * MS, 36 * MS);
            assertThat(endpoint.nextDeadlineNs()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Test
    void countsWhatHappensInTheWindow() {
        SharedLink link = new SharedLink(3, LinkSpecParser.parse("rate=1M/2M@5,queue=100"), 0);
        try (ReceiveBatch batch = new ReceiveBatch(1);
                EndpointLink first = endpoint(link);
                EndpointLink second = endpoint(link)) {
            receive(first, batch, 0); // before the window
            first.openWindow(SECOND);
            second.openWindow(SECOND);
            for (long ns = SECOND; ns < 11 * SECOND; ns += 8 * MS) { // 1 Mbit/s to each of both
                receive(first, batch, ns);
                receive(second, batch, ns);
            }
            first.closeWindow(11 * SECOND);
            second.closeWindow(11 * SECOND);
            LinkCount count = first.count(NO_PICTURES);
            assertThat(count.link()).isEqualTo(3);
            assertThat(count.down().packets()).isEqualTo(2500);
            assertThat(count.down().capacityBps()).isCloseTo(1.5e6, within(1.0));
            assertThat(count.down().utilisation()).isCloseTo(1, within(0.02));
            assertThat(count.down().queueFull()).isBetween(580L, 625L);
            assertThat(count.down().dropped()).isEqualTo(count.down().queueFull());
            assertThat(count.down().queueP95Ns()).isBetween(90 * MS, 108 * MS);
            assertThat(count.deliveredBps() + second.count(NO_PICTURES).deliveredBps())
                    .isCloseTo(count.down().deliveredBps(), within(1.0));
            assertThat(count.down().series().bps(2 * SECOND, 5 * SECOND)).isCloseTo(1e6, within(0.02e6));
            assertThat(count.down().series().offeredBps(2 * SECOND, 5 * SECOND))
                    .isCloseTo(2e6, within(0.02e6));
            assertThat(count.down().series().reaches(1.9e6, SECOND)).isBetween(5 * SECOND, 6200 * MS);
            assertThat(count.down().series().queueMs(0.95, 2 * SECOND, 5 * SECOND))
                    .isBetween(90.0, 108.0);
            assertThat(count.pictures().audioLoss()).isCloseTo(0.05, within(1e-9));
            assertThat(count.up().packets()).isZero();
        }
    }
}
