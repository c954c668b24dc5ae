package org.starbridge.hammer.hls;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.starbridge.hammer.hls.Request.Kind;
import org.starbridge.playlist.MediaPlaylist;
import org.starbridge.playlist.MultivariantPlaylist;
import org.starbridge.playlist.Playlist;
import org.starbridge.playlist.PlaylistException;
import org.starbridge.playlist.PlaylistRules;

/** Checks what the first viewer gets by the rules of low-latency HLS and CMAF. Used by one thread. */
final class StreamCheck {
    private static final int MOST_FINDINGS = 50;
    private static final Pattern WANTED = Pattern.compile("_HLS_msn=(\\d+)(?:&_HLS_part=(\\d+))?");

    private final boolean isOn;
    private final Set<String> findings = new LinkedHashSet<>();
    /** Faults of media; the first file stands for all. */
    private final Set<String> faults = new HashSet<>();

    private final Map<Integer, MediaPlaylist> newest = new HashMap<>();

    StreamCheck(boolean isOn) {
        this.isOn = isOn;
    }

    /** {@code playlist} is what the body is, if it is one. */
    void onReply(Reply reply, @Nullable Playlist playlist) {
        if (!isOn || reply.request().viewer() != 0 || !reply.isGood()) {
            return;
        }
        switch (playlist) {
            case MultivariantPlaylist multivariant -> add(PlaylistRules.of(multivariant));
            case MediaPlaylist media -> onMediaPlaylist(reply.request(), media);
            case null -> onMedia(reply);
        }
    }

    private void onMediaPlaylist(Request request, MediaPlaylist media) {
        MediaPlaylist before = newest.get(request.rendition());
        MediaPlaylist whole = before == null ? media : media.completedBy(before);
        if (whole == null || whole.skipped() > 0) {
            findings.add("a delta update skips segments that the previous playlist did not have");
            return;
        }
        Matcher wanted = WANTED.matcher(String.valueOf(request.uri().getQuery()));
        if (request.kind() == Kind.BLOCKING_PLAYLIST && wanted.find()) {
            String part = wanted.group(2);
            add(PlaylistRules.answer(
                    media, Long.parseLong(wanted.group(1)), part == null ? -1 : Integer.parseInt(part)));
        }
        add(PlaylistRules.of(whole));
        if (before != null) {
            add(PlaylistRules.between(before, whole));
        }
        newest.put(request.rendition(), whole);
    }

    private void onMedia(Reply reply) {
        byte[] body = reply.body();
        if (body != null && !reply.request().kind().isPlaylist()) {
            String fault = reply.request().kind() == Kind.INIT ? Boxes.faultOfInit(body) : Boxes.faultOfMedia(body);
            if (fault != null && faults.add(fault)) {
                add(List.of(reply.request().uri().getPath() + ": " + fault));
            }
        }
    }

    /** A body that should be a playlist is none. */
    void onUnreadable(PlaylistException reason) {
        add(List.of("a playlist cannot be read: " + reason.getMessage()));
    }

    private void add(List<String> found) {
        for (String finding : found) {
            if (findings.size() < MOST_FINDINGS) {
                findings.add(finding);
            }
        }
    }

    /** The breaches, each once. */
    List<String> findings() {
        return new ArrayList<>(findings);
    }
}
