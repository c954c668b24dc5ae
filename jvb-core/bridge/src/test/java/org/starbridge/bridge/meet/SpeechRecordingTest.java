package org.starbridge.bridge.meet;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.starbridge.lastn.speech.SpeechActivity;
import org.starbridge.lastn.speech.SpeechSettings;

/**
 * Time until a microphone that is opened while another one is muted has the floor. With Chromium's own fake microphone
 * it depends on chance: a beep of 20 ms in half a second is no word, for this detector as for Jitsi's.
 */
class SpeechRecordingTest {
    private static final int HEADER_BYTES = 44;
    private static final int SAMPLES_OF_A_PACKET = 960;
    private static final long PACKET_NS = 20_000_000;
    private static final int PACKETS_PER_SECOND = 50;

    @Test
    void anotherSpeakerHasTheFloorWithinTwoSeconds() {
        int[] levels = levels(SpeechRecording.wav());

        for (int start = 0; start < levels.length; start += 7) {
            assertThat(packetsUntilFloor(levels, start))
                    .as("packets from packet %d on", start)
                    .isBetween(1, 2 * PACKETS_PER_SECOND);
        }
    }

    @Test
    void beepsOfAFakeMicrophoneTakeNoFloor() {
        int[] beeps = new int[PACKETS_PER_SECOND / 2];
        beeps[0] = 105;

        assertThat(packetsUntilFloor(beeps, 3)).isEqualTo(-1);
    }

    /** One speaks for five seconds; then it is muted, and the other one has the same sound. -1 is not within 30 s. */
    private static int packetsUntilFloor(int[] levels, int start) {
        SpeechActivity activity = new SpeechActivity(SpeechSettings.defaults());
        activity.join(0);
        activity.join(1);
        int turn = 5 * PACKETS_PER_SECOND;
        for (int packet = 0; packet < 35 * PACKETS_PER_SECOND; packet++) {
            long nowNs = packet * PACKET_NS;
            int speaking = packet < turn ? 0 : 1;
            activity.level(speaking, levels[(start + packet) % levels.length], nowNs);
            activity.level(1 - speaking, 0, nowNs);
            if (nowNs >= activity.nextDecisionNs()) {
                activity.decide(nowNs);
            }
            if (activity.dominant() == 1) {
                return packet - turn + 1;
            }
        }
        return -1;
    }

    /** As RFC 6464 has them, the other way round: 127 is the loudest. */
    private static int[] levels(byte[] wav) {
        ByteBuffer samples = ByteBuffer.wrap(wav).order(ByteOrder.LITTLE_ENDIAN).position(HEADER_BYTES);
        int[] levels = new int[samples.remaining() / Short.BYTES / SAMPLES_OF_A_PACKET];
        Arrays.setAll(levels, _ -> {
            double sum = 0;
            for (int sample = 0; sample < SAMPLES_OF_A_PACKET; sample++) {
                double value = samples.getShort() / (double) Short.MAX_VALUE;
                sum += value * value;
            }
            double decibels = 10 * Math.log10(Math.max(sum / SAMPLES_OF_A_PACKET, 1e-12));
            return Math.clamp(Math.round(SpeechActivity.MAX_LEVEL + decibels), 0, SpeechActivity.MAX_LEVEL);
        });
        return levels;
    }
}
