package org.starbridge.bridge.stats;

import java.util.Optional;

/**
 * Facts that do not change while the bridge runs.
 *
 * @param version of this program
 * @param region where it stands, if configured
 * @param relayId under which other bridges know it, if it has relays
 * @param release it belongs to, if configured
 * @param mediaIo how datagrams reach the kernel, as chosen at start: {@code native} or {@code nio}
 * @param whyNoRuns why packets to one receiver do not go to the kernel as one, as found at start; empty if they do
 * @param srtpCrypto what encrypts media, as chosen at start: {@code libcrypto} or {@code jce}
 * @param receiveBufferBytes the smallest receive buffer that the kernel granted to a media socket
 * @param sendBufferBytes the smallest send buffer that it granted
 */
public record BridgeFacts(
        String version,
        Optional<String> region,
        Optional<String> relayId,
        Optional<String> release,
        String mediaIo,
        Optional<String> whyNoRuns,
        String srtpCrypto,
        int receiveBufferBytes,
        int sendBufferBytes) {
    /** Returns whether packets to one receiver go to the kernel as one: yes, or why not. */
    String mediaRuns() {
        return whyNoRuns.map(reason -> "no: " + reason).orElse("yes");
    }

    /** Returns whether the kernel tells what it dropped at our sockets; plain Java has no way to ask. */
    boolean knowsKernelDrops() {
        return mediaIo.equals("native");
    }
}
