package org.starbridge.bridge.composition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.starbridge.bridge.composition.RecordedRoom.SpeakerTurn;

/** Places of participants in the composed picture. Stateless. */
enum Layout {
    /** All in pictures of one size. */
    GRID {
        @Override
        List<Place> places(RecordedRoom room, List<String> shown, String endpoint) {
            int columns = Math.max(1, (int) Math.ceil(Math.sqrt(shown.size())));
            int rows = Math.max(1, (shown.size() + columns - 1) / columns);
            int width = WIDTH / columns / 2 * 2;
            int height = HEIGHT / rows / 2 * 2;
            int place = shown.indexOf(endpoint);
            return List.of(new Place(width * (place % columns), height * (place / columns), width, height, ""));
        }
    },

    /** The dominant speaker is large, all are small below. */
    SPEAKER {
        @Override
        List<Place> places(RecordedRoom room, List<String> shown, String endpoint) {
            int width = Math.min(STRIP_HEIGHT * 16 / 9, WIDTH / shown.size()) / 2 * 2;
            int left = (WIDTH - width * shown.size()) / 2;
            List<Place> places = new ArrayList<>();
            String times = times(room, shown, endpoint);
            if (!times.isEmpty()) {
                places.add(new Place(0, 0, WIDTH, HEIGHT - STRIP_HEIGHT, times));
            }
            places.add(
                    new Place(left + width * shown.indexOf(endpoint), HEIGHT - STRIP_HEIGHT, width, STRIP_HEIGHT, ""));
            return places;
        }
    };

    static final int WIDTH = 1280;
    static final int HEIGHT = 720;
    private static final int STRIP_HEIGHT = 144;

    /** The picture does not change more often, as a person watches it, and so that FFmpeg's command stays short. */
    private static final double MIN_TURN_SECONDS = 2;

    private static final int MAX_TURNS = 2000;

    /**
     * A picture of a participant.
     *
     * @param times when it is shown, an expression of FFmpeg; empty = always
     */
    record Place(int left, int top, int width, int height, String times) {}

    /**
     * The places of a participant.
     *
     * @param shown participants with pictures
     */
    abstract List<Place> places(RecordedRoom room, List<String> shown, String endpoint);

    /** When a participant is the speaker; participants without a picture leave the one before. */
    private static String times(RecordedRoom room, List<String> shown, String endpoint) {
        double length = room.durationSeconds();
        double least = Math.max(MIN_TURN_SECONDS, length / MAX_TURNS);
        List<SpeakerTurn> turns = new ArrayList<>(List.of(new SpeakerTurn(0, shown.getFirst())));
        for (SpeakerTurn turn : room.speakers()) {
            boolean isFirst = turns.size() == 1 && room.speakers().getFirst().equals(turn);
            if (shown.contains(turn.endpoint())
                    && (isFirst || turn.fromSeconds() - turns.getLast().fromSeconds() >= least)) {
                turns.add(turn);
            }
        }
        List<String> times = new ArrayList<>();
        for (int i = 0; i < turns.size(); i++) {
            double to = i + 1 < turns.size() ? turns.get(i + 1).fromSeconds() : length + 1;
            if (turns.get(i).endpoint().equals(endpoint)) {
                times.add(String.format(
                        Locale.ROOT, "gte(t,%.2f)*lt(t,%.2f)", turns.get(i).fromSeconds(), to));
            }
        }
        return String.join("+", times);
    }
}
