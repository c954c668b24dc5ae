package org.starbridge.bridge.nat;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;

/** A source of the addresses that this machine has beyond a NAT. Asked by one thread at a time. */
public interface AddressSource {
    /** For the log: {@code STUN}, {@code EC2}. */
    String name();

    /**
     * Asks; takes seconds at most.
     *
     * @return the public address of each local one, as far as known; empty = there is nothing to be known here, do not
     *     ask again
     * @throws IOException when there was no answer, with a sentence that says what to do about it
     */
    Optional<Map<InetAddress, InetAddress>> ask() throws IOException, InterruptedException;
}
