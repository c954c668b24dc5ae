package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * One channel of a {@link NioUdpSocket}, at one of our addresses or at all. Datagrams go directly between the kernel
 * and the batches' native memory. NIO makes an address object for a received datagram unless the one before came from
 * the same sender; there is no other garbage. Owned by its socket.
 */
final class NioChannel {
    private final DatagramChannel channel;
    private final InetSocketAddress localAddress;
    private final int receiveBufferBytes;
    private final int sendBufferBytes;
    private final long localHigh;
    private final long localLow;
    /** The last sender as NIO gave it, and in native memory. NIO repeats the object while the sender stays the same. */
    private @Nullable SocketAddress lastSender;

    private final Slab lastSenderNative = Slab.allocate(SocketAddresses.SIZE_BYTES);

    private NioChannel(
            DatagramChannel channel, InetSocketAddress local, UdpSocket.Sharing sharing, UdpSocket.Buffers buffers)
            throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        if (sharing == UdpSocket.Sharing.REUSE_PORT) {
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        }
        channel.setOption(StandardSocketOptions.SO_RCVBUF, buffers.receiveBytes());
        channel.setOption(StandardSocketOptions.SO_SNDBUF, buffers.sendBytes());
        receiveBufferBytes = channel.getOption(StandardSocketOptions.SO_RCVBUF);
        sendBufferBytes = channel.getOption(StandardSocketOptions.SO_SNDBUF);
        channel.bind(local);
        localAddress = (InetSocketAddress) channel.getLocalAddress();
        SocketAddresses.writeLocal(lastSenderNative.address(), localAddress.getAddress());
        localHigh = SocketAddresses.localHigh(lastSenderNative.address());
        localLow = SocketAddresses.localLow(lastSenderNative.address());
    }

    /** As {@link UdpSocket#share}. */
    void share() throws IOException {
        channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
    }

    static NioChannel open(InetSocketAddress local, UdpSocket.Sharing sharing, UdpSocket.Buffers buffers)
            throws IOException {
        boolean any = local.getAddress().isAnyLocalAddress();
        boolean v4 = !any && local.getAddress() instanceof Inet4Address;
        DatagramChannel channel = v4 ? DatagramChannel.open(StandardProtocolFamily.INET) : DatagramChannel.open();
        // Java's own wildcard is that of the channel's family, which is IPv4 on a machine without IPv6.
        InetSocketAddress bound = any ? new InetSocketAddress(local.getPort()) : local;
        try {
            return new NioChannel(channel, bound, sharing, buffers);
        } catch (java.net.BindException e) {
            channel.close();
            throw taken(local, e);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static java.net.BindException taken(InetSocketAddress local, java.net.BindException cause) {
        String where = local.getAddress().isAnyLocalAddress()
                ? ""
                : " at " + local.getAddress().getHostAddress();
        java.net.BindException named = new java.net.BindException(
                "UDP port " + local.getPort() + where + " cannot be bound: " + cause.getMessage());
        named.initCause(cause);
        return named;
    }

    DatagramChannel channel() {
        return channel;
    }

    InetSocketAddress localAddress() {
        return localAddress;
    }

    int receiveBufferBytes() {
        return receiveBufferBytes;
    }

    int sendBufferBytes() {
        return sendBufferBytes;
    }

    boolean isV4() {
        return localAddress.getAddress() instanceof Inet4Address;
    }

    boolean isAt(long high, long low) {
        return low == localLow && high == localHigh;
    }

    /** Takes what waits, from place {@code next} of the batch on; returns the place after the last one taken. */
    int receive(ReceiveBatch batch, int next, IoCounts counts) {
        int count = next;
        while (count < batch.capacity()) {
            ByteBuffer into = batch.buffer(count).clear();
            SocketAddress sender = receive(into);
            counts.onReceiveCall(sender == null ? 0 : 1);
            if (sender == null) {
                break;
            }
            int lengthBytes = into.position() > ReceiveBatch.SLOT_BYTES ? -1 : into.position();
            batch.set(count, lengthBytes, System.nanoTime());
            writeSender(batch.remote(count), sender);
            count++;
        }
        return count;
    }

    private @Nullable SocketAddress receive(ByteBuffer into) {
        try {
            return channel.receive(into);
        } catch (IOException e) {
            return null; // an unconnected socket hears of no peer's errors: what is left is our own closing
        }
    }

    @SuppressWarnings("ReferenceEquality") // equals ignores the scope of an IPv6 address
    private void writeSender(long address, SocketAddress sender) {
        if (sender != lastSender) {
            SocketAddresses.writeV6(lastSenderNative.address(), (InetSocketAddress) sender);
            SocketAddresses.writeLocal(lastSenderNative.address(), localHigh, localLow);
            lastSender = sender;
        }
        Memory.copy(lastSenderNative.address(), address, SocketAddresses.SIZE_BYTES);
    }

    /** Sends datagram {@code i} of the batch; null if it went. */
    @Nullable
    SendFault send(SendBatch batch, int i, JavaAddresses destinations) {
        int lengthBytes = batch.lengthBytes(i);
        ByteBuffer datagram = batch.buffer(i).clear().limit(lengthBytes);
        try {
            // 0 or all, as a datagram goes whole or not
            return channel.send(datagram, destinations.at(batch.destination(i))) < lengthBytes ? SendFault.FULL : null;
        } catch (NoRouteToHostException e) {
            return SendFault.UNREACHABLE;
        } catch (IOException e) {
            return fault(String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT));
        } catch (UnsupportedAddressTypeException e) {
            return SendFault.UNREACHABLE; // an IPv6 address on a machine without IPv6
        }
    }

    /**
     * Java gives only the C library's sentence, which may be in any language: what is not recognised counts as another.
     */
    private static SendFault fault(String sentence) {
        if (sentence.contains("unreachable") || sentence.contains("no route") || sentence.contains("is down")) {
            return SendFault.UNREACHABLE;
        }
        if (sentence.contains("not permitted") || sentence.contains("denied")) {
            return SendFault.FORBIDDEN;
        }
        if (sentence.contains("too long") || sentence.contains("too large")) {
            return SendFault.TOO_LONG;
        }
        return sentence.contains("invalid argument") || sentence.contains("assign requested")
                ? SendFault.BAD_ADDRESS
                : SendFault.OTHER;
    }

    void close() {
        lastSender = null;
        lastSenderNative.close();
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("UDP port " + localAddress.getPort() + " cannot be closed", e);
        }
    }
}
