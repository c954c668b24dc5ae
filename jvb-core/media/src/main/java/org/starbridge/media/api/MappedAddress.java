package org.starbridge.media.api;

import java.net.InetSocketAddress;

/**
 * An address under which others reach one of ours through a NAT that forwards the port: offered as a server reflexive
 * candidate (RFC 8445 section 5.1.1), never bound.
 *
 * @param local ours, the candidate's base
 * @param mapped what the other side of the NAT sees
 */
public record MappedAddress(InetSocketAddress local, InetSocketAddress mapped) {}
