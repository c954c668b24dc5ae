package org.starbridge.transport.ice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.starbridge.transport.ice.VirtualNetwork.address;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.ice4j.Transport;
import org.ice4j.TransportAddress;
import org.ice4j.attribute.Attribute;
import org.ice4j.attribute.AttributeFactory;
import org.ice4j.attribute.ErrorCodeAttribute;
import org.ice4j.attribute.IceControllingAttribute;
import org.ice4j.attribute.MessageIntegrityAttribute;
import org.ice4j.attribute.PriorityAttribute;
import org.ice4j.attribute.UsernameAttribute;
import org.ice4j.attribute.XorMappedAddressAttribute;
import org.ice4j.message.Message;
import org.ice4j.message.MessageFactory;
import org.ice4j.message.Request;
import org.ice4j.message.Response;
import org.ice4j.security.CredentialsAuthority;
import org.ice4j.stack.StunStack;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Our codec and ice4j's must mean the same bytes, both ways. */
final class StunOracleTest {
    private static final String PASSWORD = "correctHorseBatteryStaple";
    private static final StunStack KEYS = keyHolder();

    @Test
    void ice4jReadsOurRequests() throws Exception {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            TransactionId id = TransactionId.random(random);
            String username = "abcd".repeat(1 + random.nextInt(4)) + ":" + "efghi".repeat(1 + random.nextInt(5));
            long priority = 1 + random.nextLong((1L << 31) - 1);
            long tieBreaker = random.nextLong();
            boolean useCandidate = random.nextBoolean();
            byte[] bytes = StunWriter.request(
                    id, username, priority, IceRole.CONTROLLING, tieBreaker, useCandidate, new StunKey(PASSWORD));

            Message message = Message.decode(bytes, 0, bytes.length);
            assertThat(message.getMessageType()).isEqualTo(Message.BINDING_REQUEST);
            UsernameAttribute name = (UsernameAttribute) message.getAttribute(Attribute.USERNAME);
            assertThat(new String(name.getUsername(), StandardCharsets.UTF_8)).isEqualTo(username);
            assertThat(((PriorityAttribute) message.getAttribute(Attribute.PRIORITY)).getPriority())
                    .isEqualTo(priority);
            assertThat(((IceControllingAttribute) message.getAttribute(Attribute.ICE_CONTROLLING)).getTieBreaker())
                    .isEqualTo(tieBreaker);
            assertThat(message.containsAttribute(Attribute.USE_CANDIDATE)).isEqualTo(useCandidate);
            assertThat(message.containsAttribute(Attribute.FINGERPRINT)).isTrue();
            assertSigned(message, bytes);
        }
    }

    @Test
    void ice4jReadsOurResponses() throws Exception {
        TransactionId id = new TransactionId(0x01020304, 0x05060708090A0B0CL);
        for (String literal : List.of("192.0.2.77:4242", "[2001:db8::77]:4242")) {
            byte[] bytes = StunWriter.success(id, address(literal), new StunKey(PASSWORD));
            Message message = Message.decode(bytes, 0, bytes.length);
            XorMappedAddressAttribute mapped =
                    (XorMappedAddressAttribute) message.getAttribute(Attribute.XOR_MAPPED_ADDRESS);
            TransportAddress seen = mapped.getAddress(message.getTransactionID());
            assertThat(seen.getAddress()).isEqualTo(address(literal).getAddress());
            assertThat(seen.getPort()).isEqualTo(4242);
            assertSigned(message, bytes);
        }
        byte[] error = StunWriter.error(id, 487, "", List.of(), new StunKey(PASSWORD));
        Message message = Message.decode(error, 0, error.length);
        assertThat((int) ((ErrorCodeAttribute) message.getAttribute(Attribute.ERROR_CODE)).getErrorCode())
                .isEqualTo(487);
        assertSigned(message, error);
    }

    @Test
    void weReadIce4jsRequests() throws Exception {
        for (long seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            long priority = 1 + random.nextLong((1L << 31) - 1);
            long tieBreaker = random.nextLong();
            boolean controlling = random.nextBoolean();
            String username = "x".repeat(4 + random.nextInt(9)) + ":peer";
            Request request = MessageFactory.createBindingRequest(priority);
            request.putAttribute(
                    controlling
                            ? AttributeFactory.createIceControllingAttribute(tieBreaker)
                            : AttributeFactory.createIceControlledAttribute(tieBreaker));
            if (controlling) {
                request.putAttribute(AttributeFactory.createUseCandidateAttribute());
            }
            request.putAttribute(AttributeFactory.createUsernameAttribute(username));
            byte[] id = new byte[12];
            random.nextBytes(id);
            request.setTransactionID(id);
            byte[] bytes = encode(request, username);

            StunMessage message = StunCodecTest.message(bytes);
            assertThat(message.username()).isEqualTo(username);
            assertThat(message.priority()).isEqualTo(priority);
            assertThat(message.tieBreaker()).isEqualTo(tieBreaker);
            assertThat(message.claimedRole()).isEqualTo(controlling ? IceRole.CONTROLLING : IceRole.CONTROLLED);
            assertThat(message.useCandidate()).isEqualTo(controlling);
            assertThat(new StunKey(PASSWORD).hasSigned(bytes, message.integrityOffset()))
                    .as("seed %d", seed)
                    .isTrue();
        }
    }

    @Test
    void weReadIce4jsResponses() throws Exception {
        for (String literal : List.of("192.0.2.77:4242", "[2001:db8::77]:4242")) {
            Request request = MessageFactory.createBindingRequest(1);
            byte[] id = new byte[12];
            new Random(1).nextBytes(id);
            request.setTransactionID(id);
            Response response = MessageFactory.createBindingResponse(
                    request, new TransportAddress(address(literal).getAddress(), 4242, Transport.UDP));
            response.setTransactionID(id);
            byte[] bytes = encode(response, "me:you");
            StunMessage message = StunCodecTest.message(bytes);
            assertThat(message.kind()).isEqualTo(StunMessage.Kind.SUCCESS);
            assertThat(message.mappedAddress(bytes)).isEqualTo(address(literal));
            assertThat(new StunKey(PASSWORD).hasSigned(bytes, message.integrityOffset()))
                    .isTrue();
        }
        Response error = MessageFactory.createBindingErrorResponseUnknownAttributes(new char[] {0x7777});
        error.setTransactionID(new byte[12]);
        StunMessage message = StunCodecTest.message(encode(error, "me:you"));
        assertThat(message.kind()).isEqualTo(StunMessage.Kind.ERROR);
        assertThat(message.errorCode()).isEqualTo(420);
    }

    @Test
    void aStunServerOfIce4jUnderstandsAndIsUnderstood() throws Exception {
        StunQuery query = StunQuery.of(new Random(7));
        byte[] bytes = query.request();
        Message asked = Message.decode(bytes, 0, bytes.length);
        assertThat(asked.getMessageType()).isEqualTo(Message.BINDING_REQUEST);
        assertThat(asked.containsAttribute(Attribute.MESSAGE_INTEGRITY)).isFalse();

        Response response = MessageFactory.createBindingResponse(
                (Request) asked, new TransportAddress(address("192.0.2.77:4242").getAddress(), 4242, Transport.UDP));
        response.setTransactionID(asked.getTransactionID());
        byte[] answer = response.encode(KEYS);
        assertThat(query.mappedAddress(answer)).isEqualTo(address("192.0.2.77:4242"));
        assertThat(StunQuery.of(new Random(8)).mappedAddress(answer))
                .as("an answer to another request")
                .isNull();
        assertThat(query.mappedAddress(bytes)).as("the question itself").isNull();
        assertThat(query.mappedAddress(new byte[0])).isNull();
    }

    /** ice4j's static function computes over exactly the bytes it is given, so the length field is adjusted here. */
    private static void assertSigned(Message message, byte[] bytes) {
        int offset = StunCodecTest.message(bytes).integrityOffset();
        byte[] covered = new byte[offset];
        System.arraycopy(bytes, 0, covered, 0, offset);
        Stun.put16(covered, 2, offset + 24 - 20);
        byte[] expected = MessageIntegrityAttribute.calculateHmacSha1(
                covered, 0, covered.length, PASSWORD.getBytes(StandardCharsets.UTF_8));
        MessageIntegrityAttribute integrity =
                (MessageIntegrityAttribute) message.getAttribute(Attribute.MESSAGE_INTEGRITY);
        assertThat(integrity.getHmacSha1Content()).isEqualTo(expected);
    }

    /** ice4j's encoder asks a stack for keys; this one has no socket. */
    private static StunStack keyHolder() {
        StunStack stack = new StunStack();
        stack.getCredentialsManager().registerAuthority(new CredentialsAuthority() {
            @Override
            public byte @Nullable [] getLocalKey(String name) {
                return PASSWORD.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public byte @Nullable [] getRemoteKey(String name, String media) {
                return PASSWORD.getBytes(StandardCharsets.UTF_8);
            }

            @Override
            public boolean checkLocalUserName(String name) {
                return true;
            }
        });
        return stack;
    }

    private static byte[] encode(Message message, String username) {
        MessageIntegrityAttribute integrity = AttributeFactory.createMessageIntegrityAttribute(username);
        integrity.setMedia("media");
        message.putAttribute(integrity);
        message.putAttribute(AttributeFactory.createFingerprintAttribute());
        return message.encode(KEYS);
    }
}
