package org.starbridge.media.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.starbridge.media.api.ForwardingTable.Stream;
import org.starbridge.media.api.ForwardingTable.Transport;
import org.starbridge.media.api.ForwardingTable.Use;
import org.starbridge.media.api.MediaKind;
import org.starbridge.media.api.OverloadedException;
import org.starbridge.media.demux.Route;
import org.starbridge.media.forward.FanOuts;
import org.starbridge.media.plan.ConferencePlan.Member;
import org.starbridge.media.plan.ConferencePlan.PlannedStream;

class StreamHandlesTest {
    private static final int INDEX_MASK = FanOuts.MAX_STREAMS - 1;

    private final StreamHandles handles = new StreamHandles();

    private static ConferencePlan plan(List<Integer> kept) {
        List<PlannedStream> streams = new ArrayList<>();
        kept.forEach(handle -> streams.add(
                new PlannedStream(handle, new Stream(handle, "s" + handle, MediaKind.AUDIO, Use.MEDIA, false), 1, 1)));
        Transport transport = new Transport(1, Map.of(), Map.of(), false, List.of(), Set.of());
        return new ConferencePlan("conf", 1, List.of(new Member(new Route(1, 0, "u"), transport, streams, 1)));
    }

    @Test
    void aStreamKeepsItsHandleWhileItsConferenceHasIt() {
        int first = handles.of("conf", 1, 100);
        int second = handles.of("conf", 1, 200);
        assertThat(second).isNotEqualTo(first);
        for (int i = 0; i < 10; i++) {
            handles.retain("conf", plan(List.of(first, second)));
            assertThat(handles.of("conf", 1, 100)).isEqualTo(first);
            assertThat(handles.of("conf", 1, 200)).isEqualTo(second);
        }
    }

    @Test
    void theSameSsrcElsewhereIsAnotherStream() {
        assertThat(Set.of(handles.of("conf", 1, 100), handles.of("conf", 2, 100), handles.of("other", 1, 100)))
                .hasSize(3);
    }

    @Test
    void aStreamThatComesBackIsAnotherStream() {
        int before = handles.of("conf", 1, 100);
        handles.retain("conf", plan(List.of()));
        assertThat(handles.of("conf", 1, 100)).isNotEqualTo(before);
    }

    @Test
    void anIndexIsUsedAgainLastAndUnderAnotherGeneration() {
        Set<Integer> all = new HashSet<>();
        int freed = handles.of("gone", 1, 0);
        int freedLater = handles.of("gone too", 1, 0);
        handles.retain("gone", plan(List.of()));
        handles.retain("gone too", plan(List.of()));
        for (int ssrc = 0; ssrc < FanOuts.MAX_STREAMS - 2; ssrc++) {
            int handle = handles.of("conf", 1, ssrc);
            assertThat(handle).isNotEqualTo(freed).isNotEqualTo(freedLater);
            all.add(handle & INDEX_MASK);
        }
        assertThat(all).hasSize(FanOuts.MAX_STREAMS - 2);

        int again = handles.of("conf", 2, 1);
        assertThat(again).isNotEqualTo(freed);
        assertThat(again & INDEX_MASK).isEqualTo(freed & INDEX_MASK);
        int againLater = handles.of("conf", 2, 2);
        assertThat(againLater & INDEX_MASK).isEqualTo(freedLater & INDEX_MASK);
        assertThatThrownBy(() -> handles.of("conf", 2, 3)).isInstanceOf(OverloadedException.class);
    }
}
