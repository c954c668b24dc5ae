package org.starbridge.bridge.nat;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.transport.ice.StunQuery;

/**
 * Asks STUN servers how they see each of our IPv4 addresses, from a socket of its own, and takes only the address of
 * the answer: the port that the media has outside is the one that the NAT forwards, which is ours unless a static
 * mapping says otherwise. See docs/decisions/020. IPv6 is not asked about: it is seldom translated.
 */
public final class StunMapping implements AddressSource {
    public static final String NAME = "STUN";

    private static final int ANSWER_LIMIT_BYTES = 1500;

    private final List<StunServer> servers;
    private final Supplier<List<InetAddress>> locals;
    private final Timing timing;
    private final RandomGenerator random;

    /**
     * Time to wait for an answer: RFC 8489 section 6.2.1, with fewer requests.
     *
     * @param first before the request is sent again; each further wait is twice as long
     * @param requests sent to one server at most
     */
    record Timing(Duration first, int requests) {
        /** Sent after 0, 0.5, 1.5 and 3.5 s, given up after 7.5 s. */
        static final Timing DEFAULT = new Timing(Duration.ofMillis(500), 4);
    }

    /**
     * @param servers asked in turn until one answers
     * @param locals our addresses at the moment; those that can not reach the servers are passed over
     * @param random for transaction ids
     */
    public StunMapping(List<StunServer> servers, Supplier<List<InetAddress>> locals, RandomGenerator random) {
        this(servers, locals, random, Timing.DEFAULT);
    }

    StunMapping(List<StunServer> servers, Supplier<List<InetAddress>> locals, RandomGenerator random, Timing timing) {
        this.servers = List.copyOf(servers);
        this.locals = locals;
        this.random = random;
        this.timing = timing;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Optional<Map<InetAddress, InetAddress>> ask() throws IOException, InterruptedException {
        List<String> failures = new ArrayList<>();
        for (StunServer server : servers) {
            try {
                Map<InetAddress, InetAddress> found = askFromEach(resolve(server));
                if (!found.isEmpty()) {
                    return Optional.of(found);
                }
                failures.add(server + " does not answer");
            } catch (UnknownHostException e) {
                failures.add("no IPv4 address found for " + server.host());
            }
        }
        throw new IOException("no STUN server answers (" + String.join(", ", failures)
                + "): allow UDP to it, set another one in ice4j.harvest.mapping.stun.addresses, or set the public address in"
                + " ice4j.harvest.mapping.static-mappings");
    }

    /** Returns the present address of a server: its first IPv4 address. May wait for the name service. */
    private static InetSocketAddress resolve(StunServer server) throws UnknownHostException {
        for (InetAddress address : InetAddress.getAllByName(server.host())) {
            if (address instanceof Inet4Address) {
                return new InetSocketAddress(address, server.port());
            }
        }
        throw new UnknownHostException(server.host());
    }

    /** From all of our addresses at one time: those that do not lead outside would hold up the others. */
    private Map<InetAddress, InetAddress> askFromEach(InetSocketAddress server)
            throws IOException, InterruptedException {
        Map<InetAddress, Future<Optional<InetAddress>>> asked = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (InetAddress local : locals.get()) {
                boolean canReach =
                        !local.isLoopbackAddress() || server.getAddress().isLoopbackAddress();
                if (canReach && local instanceof Inet4Address && !local.isLinkLocalAddress()) {
                    asked.put(local, threads.submit(() -> askFrom(local, server)));
                }
            }
            return answers(asked);
        }
    }

    private static Map<InetAddress, InetAddress> answers(Map<InetAddress, Future<Optional<InetAddress>>> asked)
            throws IOException, InterruptedException {
        Map<InetAddress, InetAddress> found = new LinkedHashMap<>();
        for (Map.Entry<InetAddress, Future<Optional<InetAddress>>> each : asked.entrySet()) {
            try {
                each.getValue().get().ifPresent(mapped -> found.put(each.getKey(), mapped));
            } catch (ExecutionException e) {
                throw new IOException("the query failed: " + e.getCause(), e);
            }
        }
        return found;
    }

    private Optional<InetAddress> askFrom(InetAddress local, InetSocketAddress server) {
        StunQuery query = StunQuery.of(random);
        byte[] request = query.request();
        try (DatagramSocket socket = new DatagramSocket(0, local)) {
            socket.connect(server); // the kernel drops others' datagrams, and reports a closed port
            Duration wait = timing.first();
            for (int sent = 0; sent < timing.requests(); sent++) {
                socket.send(new DatagramPacket(request, request.length));
                Optional<InetAddress> mapped = await(socket, query, wait);
                if (mapped.isPresent()) {
                    return mapped;
                }
                wait = wait.multipliedBy(2);
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // no route from this address, or the server's port is closed
        }
    }

    private static Optional<InetAddress> await(DatagramSocket socket, StunQuery query, Duration wait)
            throws IOException {
        long deadlineNs = System.nanoTime() + wait.toNanos();
        DatagramPacket answer = new DatagramPacket(new byte[ANSWER_LIMIT_BYTES], ANSWER_LIMIT_BYTES);
        try {
            for (long leftNs = wait.toNanos(); leftNs > 0; leftNs = deadlineNs - System.nanoTime()) {
                socket.setSoTimeout((int) Math.max(1, leftNs / 1_000_000));
                answer.setLength(ANSWER_LIMIT_BYTES);
                socket.receive(answer);
                InetSocketAddress mapped = query.mappedAddress(Arrays.copyOf(answer.getData(), answer.getLength()));
                if (mapped != null) {
                    return Optional.of(mapped.getAddress());
                }
            }
        } catch (SocketTimeoutException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
