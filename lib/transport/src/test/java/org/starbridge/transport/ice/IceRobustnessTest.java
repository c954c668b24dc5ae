package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.IceConnectivityTest.areConnected;
import static org.starbridge.transport.ice.IceConnectivityTest.introduce;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What strangers, forgers and flooders can do: nothing. */
final class IceRobustnessTest {
    private static final InetSocketAddress BRIDGE = address("10.0.0.1:10000");
    private static final InetSocketAddress CLIENT = address("10.0.0.2:5000");
    private static final Tuple AT_BRIDGE = new Tuple(BRIDGE, CLIENT);

    private final VirtualNetwork network = new VirtualNetwork(1);
    private final VirtualNetwork.Node bridge = network.node("bridge", IceRole.CONTROLLING);
    private final IceCredentials client = IceCredentials.random(network.random);
    private final StunKey bridgeKey =
            new StunKey(bridge.agent.localCredentials().password());
    private final StunKey clientKey = new StunKey(client.password());

    @Test
    void forgedUnsignedSuccessDoesNothing() {
        byte[] check = firstCheck();
        byte[] signed = StunWriter.success(TransactionId.of(check), BRIDGE, clientKey);
        byte[] unsigned = Arrays.copyOf(signed, signed.length - 32);
        Stun.put16(unsigned, 2, unsigned.length - Stun.HEADER_BYTES);

        deliver(unsigned);
        assertThat(bridge.agent.counters().dropped(IceDrop.UNSIGNED)).isEqualTo(1);
        assertThat(bridge.agent.counters().checksAnswered()).isZero();
        deliver(signed);
        assertThat(bridge.agent.counters().checksAnswered())
                .as("the transaction was still open for the true answer")
                .isEqualTo(1);
    }

    @Test
    void successWithAnotherPasswordDoesNothing() {
        byte[] check = firstCheck();
        for (StunKey wrong : List.of(bridgeKey, new StunKey("wrongwrongwrongwrongwrong"))) {
            deliver(StunWriter.success(TransactionId.of(check), BRIDGE, wrong));
        }
        assertThat(bridge.agent.counters().dropped(IceDrop.WRONG_SIGNATURE)).isEqualTo(2);
        assertThat(bridge.agent.counters().checksAnswered()).isZero();
    }

    @Test
    void responseFromElsewhereDoesNothing() {
        byte[] check = firstCheck();
        byte[] response = StunWriter.success(TransactionId.of(check), BRIDGE, clientKey);
        bridge.agent.onDatagram(network.nowNs, new Tuple(BRIDGE, address("10.0.0.66:5000")), response, bridge);
        assertThat(bridge.agent.counters().dropped(IceDrop.WRONG_SOURCE)).isEqualTo(1);
        assertThat(bridge.agent.counters().checksAnswered()).isZero();
    }

    @Test
    void replayedAndUnknownResponsesAreIgnored() {
        byte[] response = StunWriter.success(TransactionId.of(firstCheck()), BRIDGE, clientKey);
        deliver(response);
        deliver(response);
        deliver(StunWriter.success(new TransactionId(1, 2), BRIDGE, clientKey));
        assertThat(bridge.agent.counters().checksAnswered()).isEqualTo(1);
        assertThat(bridge.agent.counters().dropped(IceDrop.UNKNOWN_TRANSACTION)).isEqualTo(2);
    }

    /** FFmpeg's WHIP muxer answers so. */
    @Test
    void successWithoutAMappedAddressIsAccepted() {
        byte[] signed = StunWriter.error(TransactionId.of(firstCheck()), 400, "", List.of(), clientKey);
        Stun.put16(signed, 0, Stun.BINDING_SUCCESS);
        deliver(resigned(signed, clientKey));
        assertThat(bridge.agent.counters().checksAnswered()).isEqualTo(1);
    }

    @Test
    void unauthenticRequestsGetNoAnswerAndTeachNothing() {
        bridge.bind("10.0.0.1:10000");
        bridge.meet(client);
        byte[] good = request(username(), 7);
        byte[] unsigned = Arrays.copyOf(good, good.length - 32);
        Stun.put16(unsigned, 2, unsigned.length - Stun.HEADER_BYTES);
        deliver(unsigned);
        deliver(StunWriter.request(
                new TransactionId(1, 2), username(), 9, IceRole.CONTROLLED, 7, true, new StunKey("wrong")));
        deliver(request("someoneElse:" + client.ufrag(), 7));
        deliver(request(bridge.agent.localCredentials().ufrag(), 7));

        assertThat(bridge.sent).isEmpty();
        assertThat(bridge.agent.pairCount()).isZero();
        assertThat(bridge.agent.counters().dropped(IceDrop.UNSIGNED)).isEqualTo(1);
        assertThat(bridge.agent.counters().dropped(IceDrop.WRONG_SIGNATURE)).isEqualTo(1);
        assertThat(bridge.agent.counters().dropped(IceDrop.WRONG_USERNAME)).isEqualTo(2);

        deliver(good);
        assertThat(bridge.agent.pairCount()).isEqualTo(1);
        assertThat(bridge.sent).as("an answer and a triggered check").hasSize(2);
    }

    @Test
    void unknownRequiredAttributeIsAnsweredWith420ButOnlyToThePeer() {
        bridge.bind("10.0.0.1:10000");
        bridge.meet(client);
        byte[] request = request(username(), 7);
        byte[] strange = insertAttribute(request, 0x7ABC, new byte[4]);
        deliver(resigned(strange, new StunKey("wrong")));
        assertThat(bridge.sent).isEmpty();
        deliver(resigned(strange, bridgeKey));

        assertThat(bridge.sent).hasSize(1);
        byte[] answer = bridge.sent.getFirst();
        StunMessage error = StunCodecTest.message(answer);
        assertThat(error.kind()).isEqualTo(StunMessage.Kind.ERROR);
        assertThat(error.errorCode()).isEqualTo(420);
        assertThat(bridgeKey.hasSigned(answer, error.integrityOffset())).isTrue();
        assertThat(answer.length).isLessThanOrEqualTo(strange.length);
        assertThat(bridge.agent.pairCount()).isZero();

        deliver(resigned(insertAttribute(request, 0xC057, new byte[4]), bridgeKey));
        assertThat(bridge.agent.pairCount()).as("optional ones may be unknown").isEqualTo(1);
    }

    @Test
    void roleConflictIsAnsweredWith487() {
        bridge.bind("10.0.0.1:10000");
        bridge.meet(client);
        deliver(StunWriter.request(new TransactionId(1, 2), username(), 9, IceRole.CONTROLLING, 0, false, bridgeKey));
        assertThat(bridge.sent).hasSize(1);
        assertThat(StunCodecTest.message(bridge.sent.getFirst()).errorCode()).isEqualTo(487);
        assertThat(bridge.agent.role()).isEqualTo(IceRole.CONTROLLING);

        deliver(StunWriter.request(new TransactionId(1, 3), username(), 9, IceRole.CONTROLLING, -1, false, bridgeKey));
        assertThat(bridge.agent.role()).isEqualTo(IceRole.CONTROLLED);
        assertThat(StunCodecTest.message(bridge.sent.get(1)).kind()).isEqualTo(StunMessage.Kind.SUCCESS);
    }

    @Test
    void aPeerThatOnlyReportsRoleConflictsIsLeftAlone() {
        bridge.bind("10.0.0.1:10000");
        bridge.told("10.0.0.2:5000");
        bridge.meet(client);
        for (int i = 0; i < 1000; i++) {
            byte[] last = bridge.sent.getLast();
            network.run(Duration.ofMillis(5));
            deliver(StunWriter.error(TransactionId.of(last), 487, "", List.of(), clientKey));
        }
        assertThat(bridge.sent.size()).isLessThan(30);
    }

    @Test
    void signedFloodFromManyAddressesIsBounded() {
        bridge.bind("10.0.0.1:10000");
        bridge.meet(client);
        long checksBefore = bridge.agent.counters().checksSent();
        int flood = 20_000;
        for (int i = 0; i < flood; i++) {
            Tuple tuple = new Tuple(BRIDGE, address("10.1." + (i / 250) + "." + (1 + i % 250) + ":1000"));
            bridge.agent.onDatagram(network.nowNs, tuple, request(username(), i), bridge);
            network.nowNs += 100_000;
            bridge.agent.onTimeout(network.nowNs, bridge);
            assertThat(bridge.agent.pairCount()).isLessThanOrEqualTo(16);
        }
        // Two seconds: a burst of 100 and 50 per second.
        assertThat(bridge.agent.counters().requestsAnswered()).isBetween(190L, 201L);
        assertThat(bridge.agent.counters().dropped(IceDrop.RATE_LIMITED)).isGreaterThan(19_700);
        assertThat(bridge.agent.counters().checksSent() - checksBefore).isLessThan(60);
        assertThat(bridge.agent.outstandingChecks()).isLessThanOrEqualTo(200);
        assertThat(bridge.selections).isEmpty();
    }

    @Test
    void anAddressThatWasEvictedIsNotCheckedAnyMore() {
        bridge.bind("10.0.0.1:10000");
        bridge.meet(client);
        InetSocketAddress victim = address("10.1.0.1:1000");
        askFrom(victim, 0);
        network.run(Duration.ofMillis(100));
        long askedBefore = sentTo(victim);
        assertThat(askedBefore).as("an answer and a check").isGreaterThan(1);

        for (int i = 1; i <= 16; i++) {
            askFrom(address("10.1.1." + i + ":1000"), i);
        }
        assertThat(bridge.agent.isKnown(new Tuple(BRIDGE, victim))).isFalse();
        long sentBefore = sentTo(victim);
        network.run(Duration.ofSeconds(20));
        assertThat(sentTo(victim)).isEqualTo(sentBefore);
        assertThat(bridge.agent.counters().dropped(IceDrop.PAIR_EVICTED)).isEqualTo(1);
    }

    private void askFrom(InetSocketAddress source, long id) {
        bridge.agent.onDatagram(network.nowNs, new Tuple(BRIDGE, source), request(username(), id), bridge);
    }

    private long sentTo(InetSocketAddress destination) {
        return bridge.destinations.stream().filter(destination::equals).count();
    }

    @Test
    void floodFromElsewhereDoesNotSilenceTheClient() {
        VirtualNetwork.Node peer = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, peer);
        network.run(Duration.ofSeconds(1));
        for (int i = 0; i < 60_000; i++) {
            Tuple tuple = new Tuple(BRIDGE, address("10.9.9.9:" + (1 + i % 60_000)));
            bridge.agent.onDatagram(network.nowNs, tuple, request(username(), i), bridge);
            network.run(Duration.ofMillis(1));
        }
        assertThat(areConnected(bridge, peer)).isTrue();
        assertThat(peer.states).doesNotContain(IceState.DISCONNECTED);
    }

    @Test
    void noBytesMakeItThrow() {
        VirtualNetwork.Node peer = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, peer);
        network.run(Duration.ofSeconds(30));
        List<byte[]> templates = new ArrayList<>(peer.sent);
        for (long seed = 0; seed < 100_000; seed++) {
            Random random = new Random(seed);
            byte[] bytes = mutated(templates.get(random.nextInt(templates.size())), random);
            try {
                bridge.agent.onDatagram(network.nowNs, AT_BRIDGE, bytes, bridge);
                network.nowNs += 1_000_000;
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(bridge.agent.counters().checksAnswered()).isPositive();
    }

    @Test
    void noSignedNonsenseMakesItThrow() {
        VirtualNetwork.Node peer = network.node("client", IceRole.CONTROLLED);
        introduce(bridge, peer);
        network.run(Duration.ofSeconds(30));
        StunKey peerKey = new StunKey(peer.agent.localCredentials().password());
        List<byte[]> requests = peer.sent.stream().filter(each -> each[0] == 0).toList();
        for (long seed = 0; seed < 50_000; seed++) {
            Random random = new Random(seed);
            boolean isResponse = random.nextInt(3) == 0;
            byte[] bytes = isResponse
                    ? StunWriter.success(TransactionId.of(bridge.sent.getLast()), BRIDGE, peerKey)
                    : requests.get(random.nextInt(requests.size())).clone();
            for (int i = random.nextInt(4); i > 0; i--) {
                int offset = random.nextInt(bytes.length - 32);
                bytes[offset < 8 || random.nextInt(4) == 0 ? 20 + offset % 40 : offset] = (byte) random.nextInt();
            }
            Tuple from = new Tuple(BRIDGE, random.nextInt(10) == 0 ? address("10.0.0.2:0") : CLIENT);
            try {
                bridge.agent.onDatagram(network.nowNs, from, resigned(bytes, isResponse ? peerKey : bridgeKey), bridge);
                network.nowNs += 50_000_000;
                bridge.agent.onTimeout(network.nowNs, bridge);
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(bridge.agent.counters().requestsAnswered()).isGreaterThan(1000);
        assertThat(bridge.agent.counters().dropped(IceDrop.UNKNOWN_ATTRIBUTE)).isPositive();
        assertThat(bridge.agent.counters().dropped(IceDrop.MALFORMED)).isPositive();
        assertThat(bridge.agent.pairCount()).isLessThanOrEqualTo(100);
    }

    /** Random bytes, or a template with some bytes changed or cut off. */
    static byte[] mutated(byte[] template, Random random) {
        if (random.nextInt(10) == 0) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            return noise;
        }
        // Without FINGERPRINT the mutation gets further than the checksum.
        int lengthBytes = random.nextBoolean() ? template.length - 8 : template.length;
        byte[] bytes = Arrays.copyOf(template, random.nextInt(5) == 0 ? random.nextInt(lengthBytes) : lengthBytes);
        for (int i = random.nextInt(4); i > 0 && bytes.length > 0; i--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        if (bytes.length >= Stun.HEADER_BYTES && random.nextInt(8) != 0) {
            Stun.put16(bytes, 2, bytes.length - Stun.HEADER_BYTES);
            Stun.put32(bytes, 4, Stun.MAGIC_COOKIE);
        }
        return bytes;
    }

    private byte[] firstCheck() {
        bridge.bind("10.0.0.1:10000");
        bridge.told("10.0.0.2:5000");
        bridge.meet(client);
        return bridge.sent.getFirst();
    }

    private void deliver(byte[] datagram) {
        bridge.agent.onDatagram(network.nowNs, AT_BRIDGE, datagram, bridge);
    }

    private String username() {
        return bridge.agent.localCredentials().ufrag() + ":" + client.ufrag();
    }

    private byte[] request(String username, long id) {
        return StunWriter.request(new TransactionId(9, id), username, 9, IceRole.CONTROLLED, 7, false, bridgeKey);
    }

    /** The message with another attribute before its signature. */
    private static byte[] insertAttribute(byte[] message, int type, byte[] value) {
        int integrity = message.length - 32;
        byte[] longer = new byte[message.length + 4 + value.length];
        System.arraycopy(message, 0, longer, 0, integrity);
        Stun.put16(longer, integrity, type);
        Stun.put16(longer, integrity + 2, value.length);
        System.arraycopy(value, 0, longer, integrity + 4, value.length);
        System.arraycopy(message, integrity, longer, integrity + 4 + value.length, 32);
        return longer;
    }

    /** The message with a new signature and without its fingerprint. */
    private static byte[] resigned(byte[] message, StunKey key) {
        byte[] bytes = Arrays.copyOf(message, message.length - 8);
        Stun.put16(bytes, 2, bytes.length - Stun.HEADER_BYTES);
        int integrity = bytes.length - 24;
        System.arraycopy(key.sign(bytes, integrity), 0, bytes, integrity + 4, 20);
        return bytes;
    }
}
