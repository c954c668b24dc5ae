package org.starbridge.transport.udp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import org.starbridge.transport.platform.NioSleeper;
import org.starbridge.transport.platform.Sleeper;

/**
 * A UDP socket of plain Java, one system call per datagram: runs wherever the JDK does. NIO tells no local address of a
 * datagram, so there is one channel for each of our addresses, and a datagram leaves through the channel of the address
 * that it is to come from.
 */
final class NioUdpSocket implements UdpSocket {
    static final String NO_RUNS = "NIO sends each datagram with a call of its own";

    private final List<NioChannel> channels;
    private final InetSocketAddress localAddress;
    private final JavaAddresses destinations = new JavaAddresses();
    private final SendFaults sendFaults = new SendFaults();
    private final IoCounts counts = new IoCounts();
    private final GsoLimits runLimits = GsoLimits.singly(NO_RUNS);
    private int firstChannel;

    private NioUdpSocket(List<NioChannel> channels) {
        this.channels = List.copyOf(channels);
        InetSocketAddress first = channels.get(0).localAddress();
        localAddress = channels.size() == 1 ? first : new InetSocketAddress(first.getPort());
    }

    /** As {@link UdpIo#open}. */
    static NioUdpSocket open(InetSocketAddress local, List<InetAddress> hosts, Sharing sharing, Buffers buffers)
            throws IOException {
        List<NioChannel> channels = new ArrayList<>();
        try {
            if (hosts.isEmpty() || !local.getAddress().isAnyLocalAddress()) {
                channels.add(NioChannel.open(local, sharing, buffers));
            }
            int port = local.getPort();
            for (InetAddress host : channels.isEmpty() ? hosts : List.<InetAddress>of()) {
                NioChannel opened = NioChannel.open(new InetSocketAddress(host, port), sharing, buffers);
                channels.add(opened);
                port = opened.localAddress().getPort();
            }
            return new NioUdpSocket(channels);
        } catch (IOException | RuntimeException e) {
            channels.forEach(NioChannel::close);
            throw e;
        }
    }

    @Override
    public void share() throws IOException {
        for (NioChannel channel : channels) {
            channel.share();
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return localAddress;
    }

    @Override
    public int receiveBufferBytes() {
        return channels.stream().mapToInt(NioChannel::receiveBufferBytes).min().orElseThrow();
    }

    @Override
    public int sendBufferBytes() {
        return channels.stream().mapToInt(NioChannel::sendBufferBytes).min().orElseThrow();
    }

    @Override
    public Sleeper sleeper() {
        return new NioSleeper(channels.stream().map(NioChannel::channel).toArray(DatagramChannel[]::new));
    }

    /**
     * The arrival time is when we took the datagram out of the socket: NIO does not tell the kernel's. Each call begins
     * with another channel, so that a busy one does not starve the others.
     */
    @Override
    public int receive(ReceiveBatch batch) {
        int count = 0;
        for (int i = 0; i < channels.size() && count < batch.capacity(); i++) {
            count = channels.get((firstChannel + i) % channels.size()).receive(batch, count, counts);
        }
        firstChannel = (firstChannel + 1) % channels.size();
        batch.size(count);
        return count;
    }

    @Override
    public int send(SendBatch batch) {
        int handedOver = 0;
        while (batch.size() > 0) {
            int i = batch.first();
            counts.onSendCall();
            SendFault fault = channelFor(batch.destination(i)).send(batch, i, destinations);
            if (fault == SendFault.FULL) {
                break; // the rest waits for the next call
            }
            if (fault == null) {
                handedOver++;
                counts.onSent(1);
            } else {
                sendFaults.count(fault);
            }
            batch.drop(1);
        }
        return handedOver;
    }

    /**
     * That of the address to send from; if it is not named, or no longer ours, the first one of the destination's
     * family.
     */
    private NioChannel channelFor(long destination) {
        if (channels.size() == 1) {
            return channels.get(0);
        }
        long high = SocketAddresses.localHigh(destination);
        long low = SocketAddresses.localLow(destination);
        NioChannel ofFamily = null;
        for (int i = 0; i < channels.size(); i++) {
            NioChannel channel = channels.get(i);
            if (channel.isAt(high, low)) {
                return channel;
            }
            if (ofFamily == null && channel.isV4() == SocketAddresses.isV4(destination)) {
                ofFamily = channel;
            }
        }
        return ofFamily == null ? channels.get(0) : ofFamily;
    }

    /** Java has no way to ask. */
    @Override
    public long kernelDrops() {
        return UNKNOWN;
    }

    @Override
    public SendFaults sendFaults() {
        return sendFaults;
    }

    @Override
    public GsoLimits runLimits() {
        return runLimits;
    }

    @Override
    public IoCounts counts() {
        return counts;
    }

    @Override
    public void close() {
        channels.forEach(NioChannel::close);
    }
}
