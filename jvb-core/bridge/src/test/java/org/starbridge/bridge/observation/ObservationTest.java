package org.starbridge.bridge.observation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.starbridge.bridge.http.route.Json;
import org.starbridge.bridge.impairment.Culprit;
import org.starbridge.bridge.impairment.Impairment;
import org.starbridge.bridge.observation.SimulatedRoom.Fault;
import org.starbridge.media.api.MediaStats;

/** History and events of a call, and their limits. */
class ObservationTest {
    private static List<?> column(HistoryRing ring, String name) {
        return (List<?>) Objects.requireNonNull(ring.view().get(name), name);
    }

    @Test
    void anHourIsKeptAndTheOldestOverwritten() {
        HistoryRing ring = new HistoryRing(List.of("a", "b"));
        for (int i = 0; i < HistoryRing.ROWS + 5; i++) {
            ring.add(10_000L * i, i, Double.NaN);
        }
        List<?> times = column(ring, "time");
        assertThat(times).hasSize(HistoryRing.ROWS);
        assertThat(times.getFirst()).isEqualTo(50L);
        assertThat(column(ring, "a").getLast()).isEqualTo(HistoryRing.ROWS + 4L);
        assertThat(column(ring, "b").getLast()).isEqualTo("");
    }

    @Test
    void eventsAreBoundedByNumberAndAge() {
        EventLog events = new EventLog();
        for (int i = 0; i < 2 * EventLog.CAPACITY; i++) {
            events.add(i, EventLog.Kind.JOINED, "e" + i, "");
        }
        assertThat(events.view("")).hasSize(EventLog.CAPACITY);
        assertThat(events.view("e" + (2 * EventLog.CAPACITY - 1))).hasSize(1);
        events.add(4_000_000, EventLog.Kind.LEFT, "last", "");
        assertThat(events.view("")).hasSize(1);
    }

    @Test
    void joinsAndVerdictsAreEventsWithTheirTimes() {
        ConferenceObserver observer = new SimulatedRoom(7, false).run(Fault.DOWNLINK_LOSSY);
        Impairment verdict = observer.impairment("room", "p0");
        assertThat(verdict.culprit()).isEqualTo(Culprit.DOWNLINK);
        assertThat(verdict.sentence())
                .startsWith("Its own downlink: ")
                .endsWith(".")
                .contains("are lost");
        JsonNode history = Json.tree(Json.write(observer.history("room", "p0")));
        assertThat(history.get("events"))
                .anySatisfy(event -> assertThat(event.get("kind").asText()).isEqualTo("joined"))
                .anySatisfy(event -> assertThat(event.get("kind").asText()).isEqualTo("layer"))
                .anySatisfy(event -> {
                    assertThat(event.get("kind").asText()).isEqualTo("suffers");
                    assertThat(event.get("time").asInt()).isBetween(50, 80);
                });
        assertThat(history.at("/figures/loss_to_it").size()).isBetween(9, 11);
        assertThat(observer.impairment("room", "stranger")).isEqualTo(Impairment.NONE);
        assertThat(observer.impairment("other", "p0")).isEqualTo(Impairment.NONE);
    }

    @Test
    void whatHasEndedIsForgotten() {
        ConferenceObserver observer = new SimulatedRoom(7, false).run(Fault.CONNECTION_GONE);
        assertThat(observer.impairment("room", "p0").culprit()).isEqualTo(Culprit.UPLINK);
        observer.look(List.of(), new MachineReading(MediaStats.NONE, 1, 0), Long.MAX_VALUE / 2, 0);
        assertThat(observer.impairment("room", "p0")).isEqualTo(Impairment.NONE);
        assertThat((List<?>) observer.history("room").get("events")).isEmpty();
    }
}
