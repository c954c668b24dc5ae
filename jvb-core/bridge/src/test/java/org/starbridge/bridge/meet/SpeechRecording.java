package org.starbridge.bridge.meet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A WAV file that sounds like speech to a detector of speakers: vowels of a fifth of a second in short sentences.
 * Chromium's own short beeps are no speech to one, which then names a speaker by chance.
 */
final class SpeechRecording {
    private static final int SAMPLES_PER_SECOND = 48_000;
    private static final int SECONDS = 6;
    private static final int HEADER_BYTES = 44;
    private static final double VOWEL_SECONDS = 0.2;
    private static final double GAP_SECONDS = 0.04;
    private static final double SENTENCE_SECONDS = 1.6;
    private static final double PAUSE_SECONDS = 0.3;
    private static final int HARMONICS = 20;

    private SpeechRecording() {}

    /** The whole file: 16 bit, mono. */
    static byte[] wav() {
        int dataBytes = SAMPLES_PER_SECOND * SECONDS * Short.BYTES;
        ByteBuffer wav = ByteBuffer.allocate(HEADER_BYTES + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        wav.put(ascii("RIFF")).putInt(HEADER_BYTES - 8 + dataBytes).put(ascii("WAVEfmt "));
        wav.putInt(16).putShort((short) 1).putShort((short) 1);
        wav.putInt(SAMPLES_PER_SECOND).putInt(SAMPLES_PER_SECOND * Short.BYTES);
        wav.putShort((short) Short.BYTES).putShort((short) Short.SIZE);
        wav.put(ascii("data")).putInt(dataBytes);
        for (int at = 0; at < SAMPLES_PER_SECOND * SECONDS; at++) {
            wav.putShort((short) (Short.MAX_VALUE * sample((double) at / SAMPLES_PER_SECOND)));
        }
        return wav.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static double sample(double seconds) {
        double inSentence = seconds % (SENTENCE_SECONDS + PAUSE_SECONDS);
        double inVowel = inSentence % (VOWEL_SECONDS + GAP_SECONDS);
        if (inSentence > SENTENCE_SECONDS || inVowel > VOWEL_SECONDS) {
            return 0;
        }
        double pitchHz = 130 + 20 * Math.sin(2 * Math.PI * seconds / SECONDS);
        double sum = 0;
        for (int harmonic = 1; harmonic <= HARMONICS; harmonic++) {
            sum += Math.sin(2 * Math.PI * pitchHz * harmonic * seconds) / harmonic;
        }
        return 0.4 * sum * Math.sin(Math.PI * inVowel / VOWEL_SECONDS);
    }
}
