package org.starbridge.media.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.starbridge.media.demux.Route;
import org.starbridge.media.drop.DropCounters;
import org.starbridge.media.egress.Egress;
import org.starbridge.media.endpoint.EndpointTable;
import org.starbridge.media.endpoint.FaultContext;
import org.starbridge.media.feedback.KeyFrameRequester;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.queue.WorkerCommands;
import org.starbridge.media.session.DtlsEventHandler;
import org.starbridge.media.session.TransportDatagrams;
import org.starbridge.testkit.SimulatedNetwork;
import org.starbridge.testkit.VirtualClock;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpKeys;
import org.starbridge.transport.udp.DatagramPort;

/** What becomes of keys without an endpoint. */
class DtlsEventHandlerTest {
    private final WorkerCommands commands = new WorkerCommands(8);
    private final DatagramPort port = new SimulatedNetwork(new VirtualClock(0), 1).open(SimulatedBridge.ADDRESS);
    private final Egress egress = new Egress(port, 64);
    private final TransportDatagrams datagrams = new TransportDatagrams(port, egress, new DropCounters());
    private final DtlsEventHandler events = new DtlsEventHandler(
            SrtpCrypto.libcrypto(),
            commands,
            new EndpointTable(new FaultContext()),
            datagrams,
            new KeyFrameRequester(new FanOuts(), (_, _, _) -> {}));
    private final long contextsBefore = SrtpCrypto.liveContexts();
    private final SrtpKeys keys = SimulatedKeys.ofClient("somebody");

    @AfterEach
    void close() {
        datagrams.close();
        egress.close();
    }

    @Test
    void anEndpointThatIsGoneNeedsNone() {
        events.of(new Route(7, 0, "gone")).onKeys(keys);
        assertThat(SrtpCrypto.liveContexts()).isEqualTo(contextsBefore + 4);
        assertThat(keys.sendKey()).as("wiped at once").containsOnly(0);
        Objects.requireNonNull(commands.poll()).run();
        assertThat(SrtpCrypto.liveContexts()).isEqualTo(contextsBefore);
    }

    @Test
    void thoseThatWaitInTheQueueAreFreedAtTheEnd() {
        events.of(new Route(7, 0, "late")).onKeys(keys);
        events.close();
        assertThat(SrtpCrypto.liveContexts()).isEqualTo(contextsBefore);
    }
}
