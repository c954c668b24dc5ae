package org.starbridge.bridge.nat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.starbridge.media.api.MappedAddress;

/** Each pause is handed to the test, which thereby knows that the source was asked, and lets the asking go on. */
@Timeout(60)
class PublicAddressesTest {
    private static final InetSocketAddress A = at("10.0.0.5", 10000);
    private static final InetSocketAddress B = at("172.17.0.1", 10000);
    private static final InetAddress PUBLIC = InetAddress.ofLiteral("203.0.113.7");

    private final BlockingQueue<Duration> pauses = new SynchronousQueue<>();
    private final BlockingQueue<String> news = new LinkedBlockingQueue<>();

    private static InetSocketAddress at(String address, int port) {
        return new InetSocketAddress(InetAddress.ofLiteral(address), port);
    }

    private PublicAddresses addresses(MappedAddress... fixed) {
        PublicAddresses addresses = new PublicAddresses(List.of(A, B), List.of(fixed), pauses::put);
        addresses.tell(() -> news.add("news"));
        return addresses;
    }

    private Duration pause() throws InterruptedException {
        Duration pause = pauses.poll(30, TimeUnit.SECONDS);
        assertThat(pause).as("pause").isNotNull();
        return pause;
    }

    /** Answers what the test puts in, in turn; an empty text is a failure. */
    private static final class Script implements AddressSource {
        private final BlockingQueue<Optional<Map<InetAddress, InetAddress>>> answers = new LinkedBlockingQueue<>();

        void answers(@Nullable InetSocketAddress local, String mapped) {
            answers.add(
                    Optional.of(local == null ? Map.of() : Map.of(local.getAddress(), InetAddress.ofLiteral(mapped))));
        }

        void fails() {
            answers.add(Optional.empty());
        }

        @Override
        public String name() {
            return "STUN";
        }

        @Override
        public Optional<Map<InetAddress, InetAddress>> ask() throws IOException, InterruptedException {
            Optional<Map<InetAddress, InetAddress>> next = answers.take();
            if (next.isEmpty()) {
                throw new IOException("no answer: look at the firewall");
            }
            return next.get().isEmpty() ? Optional.empty() : next;
        }
    }

    @Test
    void offersWhatWasFoundOnceItIsFound() throws Exception {
        Script stun = new Script();
        try (PublicAddresses addresses = addresses()) {
            addresses.ask(stun);
            assertThat(addresses.mapped()).isEmpty();
            assertThat(addresses.isAsking()).isTrue();
            stun.answers(A, "203.0.113.7");
            assertThat(pause()).isEqualTo(PublicAddresses.REFRESH);
            assertThat(addresses.mapped()).containsExactly(new MappedAddress(A, at("203.0.113.7", 10000)));
            assertThat(addresses.isAsking()).isFalse();
            assertThat(news).hasSize(1);
        }
    }

    @Test
    void asksAgainWithLongerAndLongerPauses() throws Exception {
        Script stun = new Script();
        try (PublicAddresses addresses = addresses()) {
            addresses.ask(stun);
            for (int seconds : new int[] {5, 10, 20, 40, 80, 160, 300, 300}) {
                stun.fails();
                assertThat(pause()).isEqualTo(Duration.ofSeconds(seconds));
                assertThat(addresses.complaint("STUN"))
                        .hasValueSatisfying(text -> assertThat(text).contains("look at the firewall"));
                assertThat(addresses.isAsking()).isFalse();
            }
            stun.answers(A, "203.0.113.7");
            assertThat(pause()).isEqualTo(PublicAddresses.REFRESH);
            assertThat(addresses.complaint("STUN")).isEmpty();
            stun.fails();
            assertThat(pause()).isEqualTo(PublicAddresses.FIRST_PAUSE);
        }
    }

    @Test
    void whatWasSaidHoldsUntilSomethingElseIsSaid() throws Exception {
        Script stun = new Script();
        try (PublicAddresses addresses = addresses()) {
            addresses.ask(stun);
            stun.answers(A, "203.0.113.7");
            pause();
            stun.fails();
            pause();
            assertThat(addresses.mapped()).hasSize(1);
            assertThat(addresses.complaint("STUN")).isEmpty();
            stun.answers(A, "203.0.113.7");
            pause();
            assertThat(news).as("nothing new").hasSize(1);
            stun.answers(A, "198.51.100.9");
            pause();
            assertThat(addresses.mapped()).containsExactly(new MappedAddress(A, at("198.51.100.9", 10000)));
            assertThat(news).hasSize(2);
        }
    }

    @Test
    void aSourceThatHasNothingToSayIsNotAskedAgain() throws Exception {
        Script elsewhere = new Script();
        try (PublicAddresses addresses = addresses()) {
            addresses.ask(elsewhere);
            elsewhere.answers(null, "");
            assertThat(news.poll(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(addresses.isAsking()).isFalse();
            assertThat(addresses.complaint("STUN")).isEmpty();
            assertThat(addresses.mapped()).isEmpty();
        }
    }

    @Test
    void eachPublicAddressIsOfferedOnceTheWrittenOneFirst() throws Exception {
        MappedAddress written = new MappedAddress(B, new InetSocketAddress(PUBLIC, 10000));
        Script stun = new Script();
        try (PublicAddresses addresses = addresses(written)) {
            assertThat(addresses.mapped()).containsExactly(written);
            addresses.ask(stun);
            stun.answers(A, "203.0.113.7");
            pause();
            assertThat(addresses.mapped()).containsExactly(written);
        }
    }

    @Test
    void whatIsNoMappingIsNotOffered() throws Exception {
        Script stun = new Script();
        try (PublicAddresses addresses = addresses()) {
            addresses.ask(stun);
            stun.answers(A, "10.0.0.5"); // no NAT
            pause();
            assertThat(addresses.mapped()).isEmpty();
            stun.answers(at("192.168.7.7", 10000), "203.0.113.7"); // not heard there
            pause();
            assertThat(addresses.mapped()).isEmpty();
        }
    }

    @Test
    void otherAddressesOfTheMachineAreAskedAboutAtOnce() throws Exception {
        Script stun = new Script();
        InetSocketAddress later = at("10.0.0.6", 10000);
        MappedAddress written = new MappedAddress(later, at("198.51.100.1", 10000));
        try (PublicAddresses addresses = addresses()) {
            stun.answers(A, "203.0.113.7");
            addresses.ask(stun);
            assertThat(news.poll(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(addresses.mapped()).containsExactly(new MappedAddress(A, new InetSocketAddress(PUBLIC, 10000)));
            stun.answers(later, "203.0.113.7");
            addresses.onLocals(List.of(later), List.of(written));
            assertThat(news.poll(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(news.poll(30, TimeUnit.SECONDS)).as("answer").isNotNull();
            assertThat(addresses.mapped())
                    .containsExactly(written, new MappedAddress(later, new InetSocketAddress(PUBLIC, 10000)));
        }
    }
}
