package org.starbridge.bridge.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.bridge.export.mediajson.ServiceEvent;
import org.starbridge.bridge.export.session.ExportCounter;
import org.starbridge.bridge.export.session.ExportCounts;
import org.starbridge.control.export.ExportSpec;
import org.starbridge.control.export.ExportedAudio;
import org.starbridge.control.export.ExportedConference;
import org.starbridge.transport.counters.SharedCounters;

/** What a service says, and what becomes of it. */
class ServiceMessagesTest {
    private static final String MEDIA =
            "{'event':'media','sequenceNumber':1,'media':{'tag':'TAG','chunk':0,'timestamp':'9600','payload':'+P/+'}}";

    private final List<String> done = new ArrayList<>();
    private final SharedCounters<ExportCounter> counters = new SharedCounters<>(ExportCounter.class);
    private final AtomicLong nowNs = new AtomicLong();

    private final ExportedConference conference = new ExportedConference() {
        @Override
        public String id() {
            return "conference";
        }

        @Override
        public ExportedAudio audio() {
            return ExportedAudio.NONE;
        }

        @Override
        public void onResult(ObjectNode result) {
            done.add("result " + result);
        }

        @Override
        public boolean onTalk(long connection, String sourceName, boolean isSending, long timestamp) {
            return done.add("talk " + sourceName + " " + isSending + " " + timestamp);
        }

        @Override
        public boolean onAudio(long connection, String sourceName, long chunk, long timestamp, byte[] payload) {
            return done.add("audio " + sourceName + " " + chunk + " " + timestamp + " " + payload.length);
        }
    };

    private final ExportSpec spec = new ExportSpec(
            "x", URI.create("wss://stt.example/"), "translator", Map.of(), null, Set.of(), Set.of("a.fr"));

    private final ServiceMessages messages = new ServiceMessages(
            conference,
            () -> spec,
            new ExportCounts(counters),
            new ServiceEvent.Reader(1000),
            ExportConfig.DEFAULT,
            nowNs::get,
            1);

    private List<String> on(String text) {
        done.clear();
        messages.onText(text.replace('\'', '"'));
        return List.copyOf(done);
    }

    @Test
    void t11AResultGoesOnAsItIs() {
        String result =
                "{\"event\":\"transcription-result\",\"is_interim\":false,\"deep\":{\"x\":[1,2.5,null]},\"speaker\":1}";
        assertThat(on(result)).containsExactly("result " + result);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garbage",
                "[]",
                "{}",
                "{'event':7}",
                "{'event':'session-end'}",
                "{'event':'sources','exports':[]}",
                "{'event':'media','sequenceNumber':1}",
                "{'event':'media','sequenceNumber':1,'media':{'tag':'a.fr','chunk':0,'timestamp':0}}",
                "{'event':'media','sequenceNumber':'x','media':{'tag':'a.fr','chunk':0,'timestamp':0,'payload':''}}",
                "{'event':'start','sequenceNumber':1,'start':{'tag':'a.fr','timestamp':1}}",
                "{'event':'pong'}",
                "{'event':'stop','sequenceNumber':1,'stop':{'tag':'a.fr','timestamp':'soon'}}"
            })
    void t11WhatCannotBeReadIsCounted(String text) {
        assertThat(on(text)).isEmpty();
        assertThat(counters.get(ExportCounter.PARSE_FAILURES)).isEqualTo(1);
    }

    @Test
    void t11OfTenThousandResultsASecondSomeGoOn() {
        int gone = 0;
        for (int i = 0; i < 20_000; i++) {
            nowNs.addAndGet(100_000);
            gone += on("{'event':'transcription-result'}").size();
        }
        assertThat(gone).isBetween(1_000, 1_500);
        assertThat(counters.get(ExportCounter.TRANSCRIPTS_RECEIVED)).isEqualTo(20_000);
        assertThat(counters.get(ExportCounter.TRANSCRIPTS_DROPPED)).isEqualTo(20_000 - gone);
    }

    @Test
    void t12OnlyRequestedSourcesGetAudio() {
        assertThat(on(MEDIA.replace("TAG", "a.fr"))).containsExactly("audio a.fr 0 9600 3");
        assertThat(on(MEDIA.replace("TAG", "b.fr"))).isEmpty();
        assertThat(counters.get(ExportCounter.MEDIA_EVENTS_RECEIVED)).isEqualTo(2);
        assertThat(counters.get(ExportCounter.MEDIA_EVENTS_DROPPED)).isEqualTo(1);
    }

    @Test
    void t15BadBase64IsDropped() {
        assertThat(on(MEDIA.replace("TAG", "a.fr").replace("+P/+", "*"))).isEmpty();
        assertThat(on(MEDIA.replace("TAG", "a.fr").replace("+P/+", "A".repeat(800))))
                .hasSize(1);
        assertThat(counters.get(ExportCounter.MEDIA_EVENTS_DROPPED)).isEqualTo(1);
    }

    @Test
    void t13BracketsNeedATimestampAndARequestedName() {
        String start = "{'event':'start','sequenceNumber':0,'start':{'tag':'a.fr','mediaFormat':"
                + "{'encoding':'opus','sampleRate':48000,'channels':1},'timestamp':4294967300}}";
        assertThat(on(start)).containsExactly("talk a.fr true 4294967300");
        assertThat(on(start.replace(",'timestamp':4294967300", ""))).isEmpty();
        assertThat(on(start.replace("a.fr", "b.fr"))).isEmpty();
        assertThat(counters.get(ExportCounter.OTHER_MESSAGES_RECEIVED)).isEqualTo(1);
    }

    @Test
    void t13TalkEndsWithItsConnection() {
        on("{'event':'start','sequenceNumber':0,'start':{'tag':'a.fr','mediaFormat':"
                + "{'encoding':'opus','sampleRate':48000,'channels':1},'timestamp':9600}}");
        on(MEDIA.replace("TAG", "a.fr"));
        done.clear();
        messages.onEnd();
        messages.onEnd();
        assertThat(done).containsExactly("talk a.fr false 10560");
    }
}
