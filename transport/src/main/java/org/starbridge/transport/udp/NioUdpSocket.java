package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import org.jspecify.annotations.Nullable;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;

/**
 * A UDP socket of plain Java, one system call per datagram: runs wherever the JDK does. Datagrams go directly between the
 * kernel and the batches' native memory. NIO makes an address object for a received datagram unless the one before came
 * from the same sender; there is no other garbage.
 */
final class NioUdpSocket implements UdpSocket {
    private final DatagramChannel channel;
    private final InetSocketAddress localAddress;
    private final int receiveBufferBytes;
    private final JavaAddresses destinations = new JavaAddresses();
    /** The last sender as NIO gave it, and in native memory. NIO repeats the object while the sender stays the same. */
    private @Nullable SocketAddress lastSender;

    private final Slab lastSenderNative = Slab.allocate(SocketAddresses.SIZE_BYTES);
    private long sendFailures;

    private NioUdpSocket(DatagramChannel channel, InetSocketAddress local, Sharing sharing, Buffers buffers)
            throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        if (sharing == Sharing.REUSE_PORT) {
            channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
        }
        channel.setOption(StandardSocketOptions.SO_RCVBUF, buffers.receiveBytes());
        channel.setOption(StandardSocketOptions.SO_SNDBUF, buffers.sendBytes());
        receiveBufferBytes = channel.getOption(StandardSocketOptions.SO_RCVBUF);
        channel.bind(local);
        localAddress = (InetSocketAddress) channel.getLocalAddress();
    }

    /** As {@link UdpIo#open}. */
    static NioUdpSocket open(InetSocketAddress local, Sharing sharing, Buffers buffers) throws IOException {
        boolean any = local.getAddress().isAnyLocalAddress();
        boolean v4 = !any && local.getAddress() instanceof Inet4Address;
        DatagramChannel channel = v4 ? DatagramChannel.open(StandardProtocolFamily.INET) : DatagramChannel.open();
        // Java's own wildcard is that of the channel's family, which is IPv4 on a machine without IPv6.
        InetSocketAddress bound = any ? new InetSocketAddress(local.getPort()) : local;
        try {
            return new NioUdpSocket(channel, bound, sharing, buffers);
        } catch (java.net.BindException e) {
            channel.close();
            throw taken(local, e);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static java.net.BindException taken(InetSocketAddress local, java.net.BindException cause) {
        java.net.BindException named =
                new java.net.BindException("UDP port " + local.getPort() + " cannot be bound: " + cause.getMessage());
        named.initCause(cause);
        return named;
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public int receiveBufferBytes() {
        return receiveBufferBytes;
    }

    @Override
    public Sleeper sleeper() {
        return new NioSleeper(channel);
    }

    /** The arrival time is when we took the datagram out of the socket: NIO does not tell the kernel's. */
    @Override
    public int receive(ReceiveBatch batch) {
        int count = 0;
        while (count < batch.capacity()) {
            ByteBuffer into = batch.buffer(count).clear();
            SocketAddress sender = receive(into);
            if (sender == null) {
                break;
            }
            int lengthBytes = into.position() > ReceiveBatch.SLOT_BYTES ? -1 : into.position();
            batch.set(count, lengthBytes, System.nanoTime());
            writeSender(batch.remote(count), sender);
            count++;
        }
        batch.size(count);
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
            lastSender = sender;
        }
        Memory.copy(lastSenderNative.address(), address, SocketAddresses.SIZE_BYTES);
    }

    @Override
    public int send(SendBatch batch) {
        int handedOver = 0;
        while (batch.size() > 0) {
            int i = batch.first();
            int lengthBytes = batch.lengthBytes(i);
            ByteBuffer datagram = batch.buffer(i).clear().limit(lengthBytes);
            try {
                if (channel.send(datagram, destinations.at(batch.destination(i))) < lengthBytes) {
                    break; // 0, as a datagram goes whole or not: the buffer is full, the rest waits for the next call
                }
                handedOver++;
            } catch (IOException | UnsupportedAddressTypeException e) {
                sendFailures++; // refused, or an IPv6 address on a machine without IPv6
            }
            batch.drop(1);
        }
        return handedOver;
    }

    /** Java has no way to ask. */
    @Override
    public long kernelDrops() {
        return UNKNOWN;
    }

    @Override
    public long sendFailures() {
        return sendFailures;
    }

    @Override
    public void close() {
        lastSender = null;
        lastSenderNative.close();
        try {
            channel.close();
        } catch (IOException e) {
            throw new IllegalStateException("UDP port " + localAddress.getPort() + " cannot be closed", e);
        }
    }
}
