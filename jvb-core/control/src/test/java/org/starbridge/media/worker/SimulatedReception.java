package org.starbridge.media.worker;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/** The video that a client gets: it asks for what it misses and for key frames, as browsers do, and decodes. */
final class SimulatedReception {
    private static final long MS = 1_000_000;
    private static final int MAX_ASKS = 10;
    private static final long FIRST_ASK_NS = 10 * MS;
    private static final long ASK_AGAIN_NS = 100 * MS;
    /** A picture that stands still for so long, although packets come, makes a browser ask for a key frame. */
    private static final long STALLED_NS = 400 * MS;

    private static final class Missing {
        int asks;
        long nextAskNs;
    }

    /** One source. */
    static final class Source {
        final SimulatedDecoder decoder = new SimulatedDecoder();
        private final TreeMap<Long, Missing> missing = new TreeMap<>();
        private long highest = -1;
        private long lastPacketNs;
        private long keyFrameAskedNs;
        long forwardedSinceNs;
    }

    private final SimulatedClient client;
    private final Map<Integer, Source> sources = new HashMap<>();

    SimulatedReception(SimulatedClient client) {
        this.client = client;
    }

    /** Shows what comes under an SSRC. */
    void add(int ssrc) {
        sources.put(ssrc, new Source());
    }

    /** What comes under an SSRC is ignored from now on. */
    void remove(int ssrc) {
        sources.remove(ssrc);
    }

    /** Sources by SSRC; live. */
    Map<Integer, Source> sources() {
        return sources;
    }

    void onVideo(int ssrc, long extSeq, byte[] payload, long nowNs) {
        Source source = sources.get(ssrc);
        if (source == null) {
            return;
        }
        source.lastPacketNs = nowNs;
        for (long each = Math.max(source.highest + 1, extSeq - 200); source.highest >= 0 && each < extSeq; each++) {
            Missing missing = new Missing();
            missing.nextAskNs = nowNs + FIRST_ASK_NS;
            source.missing.put(each, missing);
        }
        source.highest = Math.max(source.highest, extSeq);
        source.missing.remove(extSeq);
        source.decoder.onPacket(payload, nowNs);
    }

    void doWork(long nowNs) {
        sources.forEach((ssrc, source) -> {
            Iterator<Map.Entry<Long, Missing>> each = source.missing.entrySet().iterator();
            while (each.hasNext()) {
                Map.Entry<Long, Missing> entry = each.next();
                Missing missing = entry.getValue();
                if (missing.asks >= MAX_ASKS) {
                    each.remove();
                } else if (nowNs >= missing.nextAskNs) {
                    missing.asks++;
                    missing.nextAskNs = nowNs + ASK_AGAIN_NS;
                    client.recovery.request(ssrc, entry.getKey(), 1);
                }
            }
            boolean isStalled = source.lastPacketNs - source.decoder.shownAtNs() > STALLED_NS
                    && nowNs - source.lastPacketNs < STALLED_NS;
            if (isStalled && nowNs - source.keyFrameAskedNs > STALLED_NS) {
                source.keyFrameAskedNs = nowNs;
                client.requestKeyFrame(ssrc);
            }
        });
    }
}
