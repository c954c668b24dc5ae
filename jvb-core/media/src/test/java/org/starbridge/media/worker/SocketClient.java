package org.starbridge.media.worker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.starbridge.media.api.EndpointListener;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.rtp.packet.RtpHeaderWriter;
import org.starbridge.rtp.packet.RtpView;
import org.starbridge.transport.ice.IceAgent;
import org.starbridge.transport.ice.IceCandidate;
import org.starbridge.transport.ice.IceConfig;
import org.starbridge.transport.ice.IceCredentials;
import org.starbridge.transport.ice.IceRole;
import org.starbridge.transport.ice.IceSink;
import org.starbridge.transport.ice.IceState;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.srtp.SrtpSender;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SocketAddresses;
import org.starbridge.transport.udp.UdpIo;
import org.starbridge.transport.udp.UdpSocket;

/** A client on real sockets of the loopback interface: real ICE, SRTP with keys known to both sides. */
final class SocketClient implements IceSink, EndpointListener, AutoCloseable {
    final IceAgent ice;
    final SrtpSender srtp;
    /** What it believes to be its addresses, and the socket behind each, which a NAT may change. */
    final Map<InetSocketAddress, UdpSocket> sockets = new LinkedHashMap<>();

    /** Media and RTCP that came: from where, and where it was heard. */
    final List<Tuple> media = new ArrayList<>();

    /** STUN that came. */
    final List<Tuple> stun = new ArrayList<>();

    private final Map<InetSocketAddress, InetSocketAddress> believed = new HashMap<>();
    private final ReceiveBatch batch = new ReceiveBatch(64);
    private final SendBatch out = new SendBatch(8);
    private final Slab memory = Slab.allocate(4096);
    private final Slab destination = Slab.allocate(SocketAddresses.SIZE_BYTES);
    private final RtpHeaderWriter writer = new RtpHeaderWriter();
    private long nextIndex = 100;
    boolean bridgeHasKeys;

    SocketClient(String name, IceCredentials credentials, SrtpCrypto crypto, Random random) {
        ice = new IceAgent(IceRole.CONTROLLED, credentials, random, IceConfig.defaults());
        srtp = new SrtpSender(crypto, SimulatedKeys.ofClient(name), 8);
    }

    static UdpSocket open(String host) throws IOException {
        return UdpIo.NIO.open(
                new InetSocketAddress(InetAddress.ofLiteral(host), 0),
                UdpSocket.Sharing.EXCLUSIVE,
                new UdpSocket.Buffers(1 << 18, 1 << 18));
    }

    InetSocketAddress bind(String host) throws IOException {
        return add(open(host));
    }

    InetSocketAddress add(UdpSocket socket) {
        InetSocketAddress address = socket.localAddress();
        sockets.put(address, socket);
        believed.put(address, address);
        ice.addLocalCandidate(IceCandidate.host(address, 65535));
        return address;
    }

    /** As if a NAT gave the address another port: what is sent to the old one is lost from now on. */
    InetSocketAddress rebind(InetSocketAddress address) throws IOException {
        UdpSocket fresh = open(address.getAddress().getHostAddress());
        UdpSocket old = Objects.requireNonNull(sockets.put(address, fresh));
        believed.remove(old.localAddress());
        believed.put(fresh.localAddress(), address);
        old.close();
        return fresh.localAddress();
    }

    void start(long nowNs, InetSocketAddress bridge, IceCredentials bridgeCredentials) {
        ice.remoteCredentials(nowNs, bridgeCredentials, this);
        ice.addRemoteCandidate(nowNs, IceCandidate.host(bridge, 65535), this);
    }

    boolean isConnected() {
        return ice.state() == IceState.CONNECTED && bridgeHasKeys;
    }

    void sendMedia(InetSocketAddress from, InetSocketAddress to, int ssrc) {
        long at = memory.address();
        writer.fixed(at, 100, false, SimulatedBridge.OPUS, nextIndex, (int) nextIndex * 960, ssrc);
        int header = writer.end();
        Memory.fill(at + 2048, 100, 7);
        int length =
                srtp.protectRtp(Objects.requireNonNull(srtp.stream(ssrc)), nextIndex, at, header, 0, at + 2048, 100);
        nextIndex++;
        send(new Tuple(from, to), Memory.copyOf(at, length));
    }

    @Override
    public void send(Tuple tuple, byte[] datagram) {
        UdpSocket socket = Objects.requireNonNull(sockets.get(tuple.local()));
        socket.writeDestination(destination.address(), tuple.remote());
        Memory.copyIn(datagram, 0, out.slot(), datagram.length);
        out.commit(datagram.length, destination.address());
        socket.send(out);
    }

    void doWork(long nowNs) {
        for (UdpSocket socket : List.copyOf(sockets.values())) {
            InetSocketAddress local = Objects.requireNonNull(believed.get(socket.localAddress()));
            for (int count = socket.receive(batch); count > 0; count = socket.receive(batch)) {
                for (int i = 0; i < count; i++) {
                    Tuple tuple = new Tuple(local, SocketAddresses.read(batch.remote(i)));
                    onDatagram(nowNs, tuple, Memory.copyOf(batch.address(i), batch.lengthBytes(i)));
                }
            }
        }
        if (nowNs >= ice.nextDeadlineNs()) {
            ice.onTimeout(nowNs, this);
        }
    }

    private void onDatagram(long nowNs, Tuple tuple, byte[] datagram) {
        if (datagram[0] >= 0 && datagram[0] <= 3) {
            stun.add(tuple);
            ice.onDatagram(nowNs, tuple, datagram, this);
        } else if (!RtpView.isRtcp(datagram[1] & 0xFF)) {
            media.add(tuple);
        } else {
            rtcp.add(tuple);
        }
    }

    final List<Tuple> rtcp = new ArrayList<>();

    @Override
    public void onSelected(Tuple tuple) {}

    @Override
    public void onState(IceState state) {}

    @Override
    public void onIceState(IceState state) {}

    @Override
    public void onDtlsConnected(SrtpProfile profile) {
        bridgeHasKeys = true;
    }

    @Override
    public void onDtlsFailed(String reason) {
        throw new AssertionError(reason);
    }

    @Override
    public void close() {
        sockets.values().forEach(UdpSocket::close);
        srtp.close();
        batch.close();
        out.close();
        memory.close();
        destination.close();
    }
}
