package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.rtp.memory.Slab;
import org.starbridge.simulation.PlantedBug;
import org.starbridge.testkit.SimulatedNetwork.Interposer;
import org.starbridge.testkit.SimulatedNetwork.Onward;

/** Bugs of what the bridge sends and receives, planted between its ports and the network. */
final class PlantedNetwork implements Interposer {
    private static final int EACH = 200;
    private static final int REFUSED = 4;

    private final PlantedBug bug;
    private final Set<InetSocketAddress> first = new HashSet<>();
    private final List<InetSocketAddress> guests = new ArrayList<>();
    private long media;
    private @Nullable Held held;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Held(InetSocketAddress to, byte[] bytes) {}

    PlantedNetwork(PlantedBug bug) {
        this.bug = bug;
    }

    PlantedBug bug() {
        return bug;
    }

    /** The first address of a guest. */
    void onAddress(InetSocketAddress address) {
        first.add(address);
        guests.add(address);
    }

    /** A guest is about to join. */
    @SuppressWarnings("resource") // kept, and that is the bug
    void onJoin(int number) {
        if (bug == PlantedBug.MEMORY_LEAK) {
            Slab.allocate(64);
        }
        if (bug == PlantedBug.JOIN_REFUSED && number == REFUSED) {
            throw new Colibri2Exception(Colibri2Exception.Condition.BAD_REQUEST, "planted");
        }
    }

    @Override
    public void send(InetSocketAddress from, InetSocketAddress to, byte[] bytes, Onward network) {
        if (bug == PlantedBug.NONE) {
            network.send(from, to, bytes);
        } else if (!from.equals(SimulatedBridge.ADDRESS)) {
            if (bug != PlantedBug.REBINDING_IGNORED || first.contains(from)) {
                network.send(from, to, bytes);
            }
        } else if ((bytes[0] & 0xFF) < 128) {
            network.send(from, to, bytes);
        } else if ((bytes[1] & 0xFF) >= 192 && (bytes[1] & 0xFF) <= 223) {
            if (bug != PlantedBug.RTCP_SWALLOWED) {
                network.send(from, to, bytes);
            }
        } else {
            media++;
            sendMedia(from, to, bytes, network);
        }
    }

    private void sendMedia(InetSocketAddress from, InetSocketAddress to, byte[] bytes, Onward network) {
        boolean isDue = media % EACH == 0;
        Held waiting = held;
        if (bug == PlantedBug.PACKET_LOST && isDue) {
            return;
        }
        if (bug == PlantedBug.RECEIVER_FORGOTTEN
                && to.equals(guests.getFirst())
                && (bytes[1] & 0x7F) == SimulatedBridge.OPUS) {
            return;
        }
        if (bug == PlantedBug.PACKETS_SWAPPED && isDue && waiting == null) {
            held = new Held(to, bytes);
            return;
        }
        network.send(from, to, bytes);
        if (waiting != null && waiting.to.equals(to)) {
            held = null;
            network.send(from, to, waiting.bytes);
        }
        if (bug == PlantedBug.PACKET_TWICE && isDue) {
            network.send(from, to, bytes);
        }
        if (bug == PlantedBug.WRONG_RECEIVER && isDue) {
            network.send(from, guests.get((int) (media / EACH % guests.size())), bytes);
        }
    }
}
