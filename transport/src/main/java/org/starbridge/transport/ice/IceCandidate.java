package org.starbridge.transport.ice;

import java.net.InetSocketAddress;

public record IceCandidate(
        String id,
        String foundation,
        int component,
        String protocol,
        long priority,
        InetSocketAddress address,
        Type type,
        int generation) {
    public enum Type {
        HOST,
        SRFLX,
        PRFLX,
        RELAYED
    }
}
