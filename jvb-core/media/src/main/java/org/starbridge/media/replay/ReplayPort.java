package org.starbridge.media.replay;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.starbridge.media.blackbox.Event;
import org.starbridge.media.demux.AddressAnnouncements;
import org.starbridge.media.demux.Route;
import org.starbridge.rtp.memory.Memory;
import org.starbridge.transport.ice.Tuple;
import org.starbridge.transport.srtp.PacketKind;
import org.starbridge.transport.srtp.SrtpProfile;
import org.starbridge.transport.udp.DatagramPort;
import org.starbridge.transport.udp.GsoLimits;
import org.starbridge.transport.udp.IoCounts;
import org.starbridge.transport.udp.ReceiveBatch;
import org.starbridge.transport.udp.SendBatch;
import org.starbridge.transport.udp.SendFaults;
import org.starbridge.transport.udp.SocketAddresses;

/**
 * Socket whose datagrams come from a log, and which sends nothing. It hears which addresses endpoints have, because the
 * log has those of STUN messages only.
 */
public final class ReplayPort implements DatagramPort, AddressAnnouncements {
    private static final int E_BIT = 0x80;
    private static final int PADDING_BIT = 0x20;
    private static final int RTCP_WORD_BYTES = 4;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Arrival(byte @Nullable [] flow, @Nullable Tuple tuple, byte[] datagram, long atNs) {}

    private final InetSocketAddress local;
    private final GsoLimits runLimits;
    private final IoCounts counts = new IoCounts();
    private final SendFaults faults = new SendFaults();
    private final ArrayDeque<Arrival> arrived = new ArrayDeque<>();
    private final Map<Integer, Tuple> tuples = new HashMap<>();
    private final Map<Integer, SrtpProfile> profiles = new HashMap<>();
    /** Above all that may be in a record of replay windows. */
    private int rtcpIndex = 1 << 30;

    public ReplayPort(InetSocketAddress local, GsoLimits runLimits) {
        this.local = local;
        this.runLimits = runLimits;
    }

    /** The endpoint's packets are protected by this profile from now on. */
    public void profile(int endpointKey, SrtpProfile profile) {
        profiles.put(endpointKey, profile);
    }

    /** A STUN message of the log. */
    public void stun(Event event, long nowNs) {
        int flowBytes = Math.min(SocketAddresses.SIZE_BYTES, event.bytes().length);
        byte[] flow = Arrays.copyOf(event.bytes(), SocketAddresses.SIZE_BYTES);
        byte[] message = Arrays.copyOfRange(event.bytes(), flowBytes, event.bytes().length);
        arrived.add(new Arrival(flow, null, message, nowNs));
    }

    /** An RTP packet of the log: what was not kept of it is zero. */
    public void rtp(Event event, long nowNs) {
        byte[] kept = event.bytes();
        int plainBytes = Math.clamp(event.b(), kept.length, ReceiveBatch.SLOT_BYTES);
        byte[] datagram = Arrays.copyOf(kept, plainBytes + trailer(event.key(), PacketKind.RTP));
        if (kept.length > 0 && kept.length < plainBytes && (kept[0] & PADDING_BIT) != 0) {
            datagram[kept.length - 1] = 0;
            datagram[plainBytes - 1] = kept[kept.length - 1];
        }
        add(event, datagram, nowNs);
    }

    /** An RTCP packet of the log. */
    public void rtcp(Event event, long nowNs) {
        int plainBytes = event.bytes().length;
        byte[] datagram = Arrays.copyOf(event.bytes(), plainBytes + trailer(event.key(), PacketKind.RTCP));
        SrtpProfile profile = profiles.get(event.key());
        boolean isWordLast = profile == null || profile.isAead();
        int at = isWordLast ? datagram.length - RTCP_WORD_BYTES : plainBytes;
        int index = rtcpIndex++;
        datagram[at] = (byte) ((index >>> 24 & 0x7F) | E_BIT);
        datagram[at + 1] = (byte) (index >>> 16);
        datagram[at + 2] = (byte) (index >>> 8);
        datagram[at + 3] = (byte) index;
        add(event, datagram, nowNs);
    }

    private int trailer(int endpointKey, PacketKind kind) {
        SrtpProfile profile = profiles.get(endpointKey);
        return ClearCrypto.trailerBytes(profile == null ? SrtpProfile.AEAD_AES_128_GCM : profile, kind);
    }

    private void add(Event event, byte[] datagram, long nowNs) {
        arrived.add(new Arrival(null, tuples.get(event.key()), datagram, nowNs - event.a()));
    }

    @Override
    public int receive(ReceiveBatch batch) {
        batch.clear();
        while (batch.size() < batch.capacity() && !arrived.isEmpty()) {
            Arrival arrival = arrived.poll();
            int i = batch.size();
            Tuple tuple = arrival.tuple;
            InetSocketAddress from = tuple == null ? new InetSocketAddress(0) : tuple.remote();
            InetAddress to = tuple == null ? local.getAddress() : tuple.local().getAddress();
            batch.add(arrival.datagram, to, from, arrival.atNs);
            if (tuple != null && tuple.local().getPort() != local.getPort()) {
                SocketAddresses.writeUniquePort(batch.remote(i), tuple.local().getPort());
            }
            byte[] flow = arrival.flow;
            if (flow != null) {
                Memory.copyIn(flow, 0, batch.remote(i), SocketAddresses.SIZE_BYTES);
            }
        }
        return batch.size();
    }

    @Override
    public int send(SendBatch batch) {
        int count = 0;
        while (batch.messagesToSend() > 0) {
            int run = batch.frontDatagrams();
            count += run;
            batch.drop(run);
        }
        return count;
    }

    @Override
    public void announce(Tuple tuple, Route route) {
        tuples.put(route.endpointKey(), tuple);
    }

    @Override
    public void forget(Tuple tuple, Route route) {
        // another one is announced before packets come by it
    }

    @Override
    public void forget(Route route) {
        tuples.remove(route.endpointKey());
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
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
    public long kernelDrops() {
        return UNKNOWN;
    }

    @Override
    public SendFaults sendFaults() {
        return faults;
    }

    @Override
    public void close() {
        arrived.clear();
    }
}
