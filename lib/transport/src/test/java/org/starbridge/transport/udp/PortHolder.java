package org.starbridge.transport.udp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** A second process: holds the port that it is given until its standard input ends. */
public final class PortHolder {
    private PortHolder() {}

    @SuppressWarnings("SystemOut") // how it tells the test that it is ready
    public static void main(String[] arguments) throws Exception {
        InetSocketAddress local =
                new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), Integer.parseInt(arguments[0]));
        try (UdpPortGroup group =
                UdpPortGroup.open(UdpIo.NIO, local, List.of(), 1, new UdpSocket.Buffers(4096, 4096))) {
            System.out.println(group.sockets().get(0).localAddress().getPort());
            System.out.flush();
            while (System.in.read() >= 0) {
                // until it ends
            }
        }
    }
}
