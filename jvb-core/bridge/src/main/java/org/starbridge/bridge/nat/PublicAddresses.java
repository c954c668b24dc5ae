package org.starbridge.bridge.nat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.media.api.MappedAddress;

/**
 * Our public addresses, as far as they are known at the moment. Sources are asked in the background, each by a virtual
 * thread: until they answer, after 5 s, 10 s, 20 s and so on; and from then on every ten minutes, since lines are given
 * new addresses. What a source has said holds until it says something else. Any thread may ask.
 */
public final class PublicAddresses implements AutoCloseable {
    static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    static final Duration REFRESH = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(PublicAddresses.class);

    private final Pause pause;
    private final List<Asked> asked = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile List<MappedAddress> mapped;
    private volatile List<InetSocketAddress> locals;
    private volatile List<MappedAddress> fixed;
    private volatile Runnable onNews = () -> {};
    private volatile boolean isClosed;

    /** Way to wait; a test need not. */
    interface Pause {
        void sleep(Duration duration) throws InterruptedException;
    }

    /**
     * @param locals where media is received, best first
     * @param fixed what the operator wrote down; offered before what is found
     */
    public PublicAddresses(List<InetSocketAddress> locals, List<MappedAddress> fixed) {
        this(locals, fixed, Thread::sleep);
    }

    PublicAddresses(List<InetSocketAddress> locals, List<MappedAddress> fixed, Pause pause) {
        this.locals = List.copyOf(locals);
        this.fixed = List.copyOf(fixed);
        this.pause = pause;
        mapped = this.fixed;
    }

    /**
     * This machine has other addresses now: what was found out about those that are gone is not offered any more, and
     * all sources are asked again.
     *
     * @param nowLocals where media is received, best first
     * @param nowFixed what the operator wrote down about them
     */
    public void onLocals(List<InetSocketAddress> nowLocals, List<MappedAddress> nowFixed) {
        synchronized (this) {
            locals = List.copyOf(nowLocals);
            fixed = List.copyOf(nowFixed);
            mapped = merged();
            threads.forEach(Thread::interrupt);
        }
        onNews.run();
    }

    /** Runs {@code listener}, on any thread, when a source has answered for the first time, or with another address. */
    public void tell(Runnable listener) {
        onNews = listener;
    }

    /** Begins to ask; returns at once. */
    public synchronized void ask(AddressSource source) {
        Asked each = new Asked(source);
        asked.add(each);
        threads.add(Thread.ofVirtual().name("public-address-" + source.name()).start(() -> askForEver(each)));
    }

    /** Our addresses as others see them, each public one once. */
    public List<MappedAddress> mapped() {
        return mapped;
    }

    /** Returns whether any source that was asked for the first time has not said yet whether it knows something. */
    public boolean isAsking() {
        return asked.stream().anyMatch(each -> each.state == State.ASKING);
    }

    /** The same of one source. */
    public boolean isAsking(String source) {
        return asked.stream().anyMatch(each -> each.source.name().equals(source) && each.state == State.ASKING);
    }

    /**
     * Returns why a source is of no use so far, for people; empty when each has answered, or is still being asked for
     * the first time.
     */
    public Optional<String> complaint(String source) {
        return asked.stream()
                .filter(each -> each.source.name().equals(source) && each.state == State.SILENT)
                .map(each -> each.failure)
                .findFirst();
    }

    private void askForEver(Asked each) {
        Duration wait = FIRST_PAUSE;
        while (!isClosed) {
            try {
                switch (askOnce(each)) {
                    case NOTHING_HERE -> {
                        return;
                    }
                    case ANSWER -> {
                        wait = FIRST_PAUSE;
                        pause.sleep(REFRESH);
                    }
                    case NO_ANSWER -> {
                        pause.sleep(wait);
                        wait = longer(wait);
                    }
                }
            } catch (InterruptedException _) {
                wait = FIRST_PAUSE; // closed, or other addresses
            }
        }
    }

    private static Duration longer(Duration wait) {
        Duration twice = wait.multipliedBy(2);
        return twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE;
    }

    private Outcome askOnce(Asked each) throws InterruptedException {
        try {
            Optional<Map<InetAddress, InetAddress>> answer = each.source.ask();
            if (learn(each, answer.orElse(Map.of()))) {
                onNews.run();
            }
            return answer.isPresent() ? Outcome.ANSWER : Outcome.NOTHING_HERE;
        } catch (IOException | RuntimeException e) {
            onFailure(each, e);
            return Outcome.NO_ANSWER;
        }
    }

    private void onFailure(Asked each, Exception e) {
        boolean isFirst = each.state == State.ASKING;
        each.failure = e instanceof IOException ? String.valueOf(e.getMessage()) : e.toString();
        if (each.state != State.ANSWERED) {
            each.state = State.SILENT;
        }
        if (isFirst) {
            LOG.warn("public address: {}: {}; retrying until there is an answer", each.source.name(), each.failure);
            onNews.run();
        } else {
            LOG.debug("public address: {}: {}", each.source.name(), each.failure);
        }
    }

    /** Returns whether the address was unknown before. */
    private synchronized boolean learn(Asked each, Map<InetAddress, InetAddress> answer) {
        boolean isNews = each.state != State.ANSWERED || !answer.equals(each.known);
        each.known = answer;
        each.state = State.ANSWERED;
        if (isNews) {
            mapped = merged();
            answer.forEach((local, found) -> report(each.source, local, found));
        }
        return isNews;
    }

    private List<MappedAddress> merged() {
        Map<InetSocketAddress, MappedAddress> byPublic = new LinkedHashMap<>();
        fixed.forEach(each -> byPublic.putIfAbsent(each.mapped(), each));
        for (Asked each : asked) {
            for (InetSocketAddress local : locals) {
                InetAddress found = each.known.get(local.getAddress());
                if (found != null && !isOurs(found)) {
                    MappedAddress address = new MappedAddress(local, new InetSocketAddress(found, local.getPort()));
                    byPublic.putIfAbsent(address.mapped(), address);
                }
            }
        }
        return List.copyOf(byPublic.values());
    }

    private boolean isOurs(InetAddress address) {
        return locals.stream().anyMatch(local -> local.getAddress().equals(address));
    }

    private void report(AddressSource source, InetAddress local, InetAddress found) {
        if (locals.stream().noneMatch(each -> each.getAddress().equals(local))) {
            LOG.warn(
                    "{} maps {} to {}, but the local address is not among the bridge's addresses (a container's"
                            + " host?): not offered; ice4j.harvest.mapping.static-mappings can map the container's address",
                    source.name(),
                    local.getHostAddress(),
                    found.getHostAddress());
        } else if (isOurs(found)) {
            LOG.debug("{} is a public address itself, according to {}", local.getHostAddress(), source.name());
        } else {
            LOG.info(
                    "{} has the public address {}, according to {}",
                    local.getHostAddress(),
                    found.getHostAddress(),
                    source.name());
        }
    }

    /** Ends the asking; what is known stays known. */
    @Override
    public synchronized void close() {
        isClosed = true;
        threads.forEach(Thread::interrupt);
    }

    private enum Outcome {
        ANSWER,
        NO_ANSWER,
        NOTHING_HERE
    }

    private enum State {
        ASKING,
        SILENT,
        ANSWERED
    }

    /** One source and what it has said; written by its thread. */
    private static final class Asked {
        private final AddressSource source;
        private volatile State state = State.ASKING;
        private volatile String failure = "";
        private Map<InetAddress, InetAddress> known = Map.of();

        Asked(AddressSource source) {
            this.source = source;
        }
    }
}
