package org.starbridge.media.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A receiver behind a link: asks for what it misses as browsers do, decodes, and measures. Times of figures are seconds
 * since the viewer was connected.
 */
public final class SimulatedViewer {
    private static final long MS = 1_000_000;
    private static final int SLOT_MS = 100;
    private static final int IP_HEADER_BYTES = 28;

    /** One line of the record. */
    public static final class Slot {
        long offeredBytes;
        long deliveredBytes;
        long droppedPackets;
        long packets;
        long queueNs;
        long audioCame;
        long audioSent;
        long estimateBps;
        int encodings;
        int shown;
        int switches;
        long[] frames = {};
        double frozenSeconds;
        String note = "";
    }

    private final SimulatedClient client;
    private final SimulatedReception reception;
    private final List<Slot> slots = new ArrayList<>();
    private Slot slot = new Slot();
    private final int[] encodingOf = new int[16];
    private int switchesUp;
    private long startNs = Long.MIN_VALUE;

    SimulatedViewer(SimulatedClient client, List<SimulatedCamera> cameras) {
        this.client = client;
        reception = new SimulatedReception(client);
        cameras.forEach(camera -> reception.add(camera.ssrc()));
    }

    void onDatagram(int lengthBytes, boolean isDropped, long queueNs) {
        slot.packets++;
        slot.offeredBytes += lengthBytes + IP_HEADER_BYTES;
        if (isDropped) {
            slot.droppedPackets++;
        } else {
            slot.deliveredBytes += lengthBytes + IP_HEADER_BYTES;
            slot.queueNs = Math.max(slot.queueNs, queueNs);
        }
    }

    void onPacket(int ssrc, long extSeq, byte[] payload, long nowNs) {
        if (payload.length == SimulatedCamera.AUDIO_BYTES) {
            slot.audioCame++;
            return;
        }
        reception.onVideo(ssrc, extSeq, payload, nowNs);
    }

    void doWork(long nowNs) {
        reception.doWork(nowNs);
    }

    /** Ends a slot of the record. */
    void endSlot(long nowNs, long audioSent, long estimateBps, String note, List<Integer> forwarded) {
        slot.audioSent = audioSent;
        slot.estimateBps = estimateBps;
        slot.note = note;
        int shown = 0;
        int place = 0;
        long[] frames = new long[reception.sources().size()];
        for (var entry : new TreeMap<>(reception.sources()).entrySet()) {
            SimulatedDecoder decoder = entry.getValue().decoder;
            boolean isForwarded = forwarded.contains(entry.getKey());
            long sinceNs = Math.max(decoder.shownAtNs(), entry.getValue().forwardedSinceNs);
            boolean isShown = isForwarded && nowNs - decoder.shownAtNs() < 1000 * MS;
            if (!isForwarded) {
                entry.getValue().forwardedSinceNs = nowNs;
            } else if (decoder.frames() > 0) {
                slot.frozenSeconds = Math.max(slot.frozenSeconds, (nowNs - sinceNs) / 1e9);
            }
            shown += isShown ? 1 : 0;
            int encoding = isShown ? decoder.encoding() + 1 : 0;
            slot.encodings = slot.encodings * 10 + encoding;
            switchesUp += encoding > encodingOf[place] ? 1 : 0;
            slot.switches += encoding == encodingOf[place] ? 0 : 1;
            frames[place] = decoder.frames();
            encodingOf[place] = encoding;
            place++;
        }
        slot.frames = frames;
        slot.shown = shown;
        if (startNs != Long.MIN_VALUE) {
            slots.add(slot);
        }
        slot = new Slot();
        client.got.values().forEach(stream -> {
            stream.order.clear();
            stream.timestampByExtSeq.headMap(stream.highest - 2000).clear();
        });
        client.payloads.values().forEach(Map::clear);
        client.transportNumbers.clear();
    }

    void begin(long nowNs) {
        startNs = nowNs;
        slots.clear();
    }

    boolean hasBegun() {
        return startNs != Long.MIN_VALUE;
    }

    private List<Slot> between(double from, double to) {
        int first = (int) Math.round(from * 1000 / SLOT_MS);
        int last = (int) Math.round(to * 1000 / SLOT_MS);
        return slots.subList(Math.min(first, slots.size()), Math.min(last, slots.size()));
    }

    /** Mean bitrate that came through the link, with IP headers. */
    public double deliveredBps(double from, double to) {
        return between(from, to).stream().mapToLong(each -> each.deliveredBytes).sum() * 8 / (to - from);
    }

    /** Mean bitrate that the bridge sent into the link, with IP headers. */
    public double offeredBps(double from, double to) {
        return between(from, to).stream().mapToLong(each -> each.offeredBytes).sum() * 8 / (to - from);
    }

    /** The share of packets that the link dropped. */
    public double loss(double from, double to) {
        long packets =
                between(from, to).stream().mapToLong(each -> each.packets).sum();
        long dropped = between(from, to).stream()
                .mapToLong(each -> each.droppedPackets)
                .sum();
        return packets == 0 ? 0 : (double) dropped / packets;
    }

    /** The share of the audio that did not come. */
    public double audioLoss(double from, double to) {
        long sent = between(from, to).stream().mapToLong(each -> each.audioSent).sum();
        long came = between(from, to).stream().mapToLong(each -> each.audioCame).sum();
        return sent == 0 ? 0 : Math.max(0, 1 - (double) came / sent);
    }

    /** A percentile of the longest wait of each 100 ms, in ms. */
    public double queueMs(double percentile, double from, double to) {
        long[] waits = between(from, to).stream()
                .mapToLong(each -> each.queueNs)
                .sorted()
                .toArray();
        return waits.length == 0 ? 0 : waits[(int) Math.min(waits.length - 1, percentile * waits.length)] / 1e6;
    }

    /** From a time on, when the queue was last longer than {@code ms}; {@code from} if it never was. */
    public double queueAbove(double ms, double from, double to) {
        List<Slot> window = between(from, to);
        for (int i = window.size() - 1; i >= 0; i--) {
            if (window.get(i).queueNs > ms * MS) {
                return from + (i + 1) * SLOT_MS / 1000.0;
            }
        }
        return from;
    }

    /** When the bridge sent no more than {@code bps} over 300 ms for the first time after {@code from}. */
    public double offeredFalls(double from, double bps) {
        for (double at = from; at < seconds(); at += SLOT_MS / 1000.0) {
            if (offeredBps(at, at + 0.3) <= bps) {
                return at;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** When {@code bps} came through over a second for the first time after {@code from}. */
    public double deliveredReaches(double from, double bps) {
        for (double at = from; at + 1 <= seconds(); at += SLOT_MS / 1000.0) {
            if (deliveredBps(at, at + 1) >= bps) {
                return at + 1;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** When the first source was shown in an encoding, 1 or more, for the first time after {@code from}. */
    public double showsEncoding(double from, int encoding) {
        for (int i = (int) Math.round(from * 1000 / SLOT_MS); i < slots.size(); i++) {
            int first =
                    Integer.parseInt(Integer.toString(slots.get(i).encodings).substring(0, 1));
            if (first >= encoding) {
                return (i + 1) * SLOT_MS / 1000.0;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** The share of time in which a source, by its place, was shown in an encoding, 1 or more, or a better one. */
    public double shareShown(int place, int encoding, double from, double to) {
        long divisor = Math.round(Math.pow(10, reception.sources().size() - 1.0 - place));
        List<Slot> window = between(from, to);
        long shown = window.stream()
                .filter(each -> each.encodings / divisor % 10 >= encoding)
                .count();
        return window.isEmpty() ? 0 : (double) shown / window.size();
    }

    /** The share of time in which the first source was shown at least as large as each other one. */
    public double shareStageFirst(double from, double to) {
        List<Slot> window = between(from, to);
        long first = window.stream()
                .filter(each -> {
                    String all = String.format("%0" + reception.sources().size() + "d", each.encodings);
                    return all.chars().allMatch(encoding -> encoding <= all.charAt(0));
                })
                .count();
        return window.isEmpty() ? 0 : (double) first / window.size();
    }

    /** The longest time for which a source that is forwarded stood still, in seconds. */
    public double longestFreeze(double from, double to) {
        return between(from, to).stream()
                .mapToDouble(each -> each.frozenSeconds)
                .max()
                .orElse(0);
    }

    /** The median of the estimate. */
    public double medianEstimate(double from, double to) {
        long[] estimates = between(from, to).stream()
                .mapToLong(each -> each.estimateBps)
                .sorted()
                .toArray();
        return estimates.length == 0 ? 0 : estimates[estimates.length / 2];
    }

    /** Changes of a source's encoding, to another one, to nothing or from nothing. */
    public int switches(double from, double to) {
        return between(from, to).stream().mapToInt(each -> each.switches).sum();
    }

    /** Pictures of a source by its place, for each second. */
    public double framesPerSecond(int source, double from, double to) {
        List<Slot> window = between(from, to);
        return (window.getLast().frames[source] - window.getFirst().frames[source]) / (to - from);
    }

    /** The share of time in which the first source was shown in an encoding, 1 or more, or a better one. */
    public double showsEncodingFor(int encoding, double from, double to) {
        List<Slot> window = between(from, to);
        return (double) window.stream()
                        .filter(each -> Integer.toString(each.encodings).length() == each.frames.length
                                && Integer.toString(each.encodings).charAt(0) - '0' >= encoding)
                        .count()
                / window.size();
    }

    /** Changes to a better encoding so far, a source that appears included. */
    public int switchesUp() {
        return switchesUp;
    }

    /** How long the record is. */
    public double seconds() {
        return slots.size() * SLOT_MS / 1000.0;
    }

    /** The record as lines of text, one for each 100 ms. */
    public List<String> lines(double from, double to) {
        List<String> lines = new ArrayList<>();
        double at = from;
        for (Slot each : between(from, to)) {
            lines.add(String.format(
                    "%6.1f offered %5d delivered %5d dropped %3d queue %4d ms, audio %2d/%2d, estimate %5d, shown %s,"
                            + " frozen %.1f %s",
                    at,
                    each.offeredBytes * 8 / SLOT_MS,
                    each.deliveredBytes * 8 / SLOT_MS,
                    each.droppedPackets,
                    each.queueNs / MS,
                    each.audioCame,
                    each.audioSent,
                    each.estimateBps / 1000,
                    each.encodings,
                    each.frozenSeconds,
                    each.note));
            at += SLOT_MS / 1000.0;
        }
        return lines;
    }
}
