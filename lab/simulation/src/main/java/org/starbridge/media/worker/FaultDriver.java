package org.starbridge.media.worker;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.starbridge.simulation.FaultSite;
import org.starbridge.simulation.Faults;
import org.starbridge.testkit.SimulatedNetwork.Conditions;
import org.starbridge.transport.link.LinkConditions;

/** Makes faults happen in a conference, one or a few at a time, and ends them. */
final class FaultDriver {
    private static final long MS = 1_000_000;
    private static final double CHANCE = 0.25;
    private static final Conditions USUAL = new Conditions(0, 0, 10 * MS, 0);

    private final WholeBridge bridge;
    private final Faults faults;
    private final Random random;
    private final Collection<SimulatedGuest> guests;
    private final StandInFocus focus;
    private final BiConsumer<Long, Runnable> later;
    private final Consumer<SimulatedGuest> vanish;
    private final Consumer<SimulatedGuest> onRebound;
    private final FaultyPort.Blockage blockage;
    private final Set<SimulatedGuest> returning = new HashSet<>();
    private byte[] heard = {};
    private boolean hasEnded;
    private boolean disturbedLinks;

    FaultDriver(
            WholeBridge bridge,
            Faults faults,
            Collection<SimulatedGuest> guests,
            StandInFocus focus,
            BiConsumer<Long, Runnable> later,
            Consumer<SimulatedGuest> vanish,
            Consumer<SimulatedGuest> onRebound,
            FaultyPort.Blockage blockage) {
        this.bridge = bridge;
        this.faults = faults;
        random = faults.random();
        this.guests = guests;
        this.focus = focus;
        this.later = later;
        this.vanish = vanish;
        this.onRebound = onRebound;
        this.blockage = blockage;
        bridge.network.conditions(USUAL);
    }

    /** A datagram from a guest, which may come again. */
    void onHeard(byte[] datagram) {
        heard = datagram;
    }

    /** Looks at each site once, and again after a while. */
    void act() {
        if (hasEnded) {
            return;
        }
        List<SimulatedGuest> present = guests.stream()
                .filter(each -> each.isPresent() && !each.isVanished)
                .toList();
        for (FaultSite site : FaultSite.values()) {
            if (!present.isEmpty() && isMine(site) && faults.happens(site, CHANCE)) {
                SimulatedGuest guest = present.get(random.nextInt(present.size()));
                if (!guest.isVanished && guest.isPresent()) {
                    begin(site, guest);
                }
            }
        }
        later.accept((500 + random.nextInt(4000)) * MS, this::act);
    }

    private static boolean isMine(FaultSite site) {
        return site != FaultSite.REQUEST_DUPLICATED && site != FaultSite.REQUEST_LATE;
    }

    private void begin(FaultSite site, SimulatedGuest guest) {
        long lengthNs = (200 + random.nextInt(5000)) * MS;
        InetSocketAddress address = guest.client.port.localAddress();
        switch (site) {
            case NETWORK_LOSS -> network(lengthNs, new Conditions(0.01 + 0.2 * random.nextDouble(), 0, 10 * MS, 0));
            case NETWORK_JITTER -> network(lengthNs, new Conditions(0, 0, 10 * MS, random.nextInt(200) * MS));
            case NETWORK_DUPLICATION -> network(lengthNs, new Conditions(0, 0.3, 10 * MS, 5 * MS));
            case UPLINK_LOSS -> {
                bridge.network.uplink(address, LinkConditions.PERFECT.withLoss(0.2 * random.nextDouble(), 3));
                later.accept(lengthNs, () -> bridge.network.uplink(address, LinkConditions.PERFECT));
            }
            case DOWNLINK_LOSS ->
                downlink(lengthNs, address, LinkConditions.PERFECT.withLoss(0.2 * random.nextDouble(), 3));
            case NARROW_DOWNLINK ->
                downlink(2 * lengthNs, address, LinkConditions.PERFECT.withRate(50_000 + random.nextInt(400_000)));
            case PARTITION -> {
                disturbedLinks = true;
                bridge.network.cut(address);
                later.accept(lengthNs, () -> bridge.network.mend(address));
            }
            case NAT_REBINDING -> {
                bridge.rebind(guest.client);
                guest.doubtfulUntilNs = Math.max(guest.doubtfulUntilNs, bridge.clock.nowNs() + 5000 * MS);
                onRebound.accept(guest);
            }
            case FEEDBACK_SILENCE -> {
                disturbedLinks = true;
                guest.client.isSilent = true;
                later.accept(lengthNs, () -> guest.client.isSilent = false);
            }
            case LOW_REMB -> {
                disturbedLinks = true;
                guest.client.sendRemb(10_000);
                later.accept(lengthNs, () -> ifHere(guest, () -> guest.client.sendRemb(50_000_000)));
            }
            case DEAF_CAMERA -> {
                guest.camera.isDeaf = true;
                later.accept(lengthNs, () -> guest.camera.isDeaf = false);
            }
            case CAMERA_PAUSE -> {
                guest.camera.isMuted = true;
                later.accept(lengthNs, () -> resume(guest));
            }
            case GARBAGE -> garbage(guest);
            case REPLAY -> replay(guest);
            case WORKER_STALL -> stall(lengthNs / 5);
            case SEND_BLOCKED -> {
                disturbedLinks = true;
                blockage.isFull = true;
                later.accept(random.nextInt(300) * MS, () -> blockage.isFull = false);
            }
            case CLOCK_LEAP -> {
                disturbedLinks = true;
                bridge.clock.advanceTo(bridge.clock.nowNs() + (1 + random.nextInt(200)) * 5L * MS);
            }
            case VANISH -> {
                vanish.accept(guest);
                if (random.nextBoolean()) {
                    later.accept(3 * lengthNs, () -> focus.expire(guest));
                }
            }
            case RETURN -> {
                returning.add(guest);
                focus.expire(guest);
            }
            case JOIN_TWICE -> focus.createAgain(guest);
            case FORCE_MUTE -> {
                focus.mute(guest, random.nextBoolean(), random.nextBoolean());
                later.accept(lengthNs, () -> ifHere(guest, () -> focus.mute(guest, false, false)));
            }
            case NO_VIDEO_WANTED -> {
                guest.say("{'colibriClass':'ReceiverVideoConstraints','lastN':0}");
                guest.noVideoSinceNs = Math.min(guest.noVideoSinceNs, bridge.clock.nowNs());
                later.accept(
                        lengthNs,
                        () -> ifHere(guest, () -> {
                            guest.noVideoSinceNs = SimulatedGuest.NEVER;
                            guest.say("{'colibriClass':'ReceiverVideoConstraints','lastN':-1}");
                        }));
            }
            case ONE_ON_STAGE -> onStage(guest);
            case REQUEST_DUPLICATED, REQUEST_LATE -> throw new IllegalArgumentException(site.toString());
        }
    }

    private void ifHere(SimulatedGuest guest, Runnable what) {
        if (!guest.isVanished) {
            what.run();
        }
    }

    private void resume(SimulatedGuest guest) {
        guest.camera.isMuted = false;
        guest.camera.refresh();
    }

    private void network(long lengthNs, Conditions conditions) {
        disturbedLinks = true;
        bridge.network.conditions(conditions);
        later.accept(lengthNs, () -> bridge.network.conditions(USUAL));
    }

    private void downlink(long lengthNs, InetSocketAddress address, LinkConditions conditions) {
        disturbedLinks = true;
        bridge.network.downlink(address, conditions);
        later.accept(lengthNs, () -> bridge.network.downlink(address, LinkConditions.PERFECT));
    }

    private void garbage(SimulatedGuest guest) {
        for (int i = 0; i < 20; i++) {
            byte[] datagram = new byte[1 + random.nextInt(300)];
            random.nextBytes(datagram);
            if (random.nextBoolean()) {
                datagram[0] = (byte) 0x90;
            }
            guest.client.sendRaw(datagram);
        }
    }

    private void replay(SimulatedGuest guest) {
        if (heard.length > 0) {
            byte[] datagram = heard;
            later.accept((long) random.nextInt(3000) * MS, () -> ifHere(guest, () -> guest.client.sendRaw(datagram)));
        }
    }

    private void stall(long lengthNs) {
        disturbedLinks = true;
        int worker = random.nextInt(bridge.workers.workers().size());
        bridge.stalledUntilNs[worker] = bridge.clock.nowNs() + lengthNs;
    }

    private void onStage(SimulatedGuest guest) {
        List<SimulatedGuest> others = guests.stream()
                .filter(each -> each != guest && each.hasVideo && each.isPresent())
                .toList();
        if (!others.isEmpty()) {
            String source = others.get(random.nextInt(others.size())).id + "-v0";
            guest.noVideoSinceNs = SimulatedGuest.NEVER;
            guest.say("{'colibriClass':'ReceiverVideoConstraints','lastN':-1,'onStageSources':['" + source
                    + "'],'defaultConstraints':{'maxHeight':180},'constraints':{'" + source + "':{'maxHeight':720}}}");
        }
    }

    /** Whether a guest that left comes again under its id; it is said once. */
    boolean returns(SimulatedGuest guest) {
        return returning.remove(guest);
    }

    /** Ends all that was begun. */
    void end() {
        hasEnded = true;
        bridge.network.conditions(USUAL);
        blockage.isFull = false;
        Arrays.fill(bridge.stalledUntilNs, 0);
        for (SimulatedGuest guest : guests) {
            if (!guest.isVanished) {
                InetSocketAddress address = guest.client.port.localAddress();
                bridge.network.mend(address);
                bridge.network.uplink(address, LinkConditions.PERFECT);
                bridge.network.downlink(address, LinkConditions.PERFECT);
                guest.client.isSilent = false;
                guest.client.sendRemb(50_000_000);
                guest.camera.isDeaf = false;
                if (guest.camera.isMuted) {
                    resume(guest);
                }
            }
        }
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** Whether estimates may have fallen. */
    boolean disturbedLinks() {
        return disturbedLinks;
    }
}
