package org.starbridge.rtp.packet;

import org.starbridge.rtp.memory.Memory;

/**
 * The client-to-mixer audio level element, RFC 6464 section 3: its first byte of data is V, then the level.
 *
 * <pre>
 *   +-+-+-+-+-+-+-+-+
 *   |V|    level    |   level: 0 (loudest) to 127 (silence), in -dBov; V: the sender believes it is voice
 *   +-+-+-+-+-+-+-+-+
 * </pre>
 *
 * <p>The two-byte form may carry a second byte of padding, so read the first byte of any non-empty element.
 */
public final class AudioLevel {
    /** Digital silence. */
    public static final int SILENCE = 127;

    private AudioLevel() {}

    /** The level of the element whose data is at {@code elementAddress}: 0 (loudest) to 127, in -dBov. */
    public static int level(long elementAddress) {
        return Memory.u8(elementAddress) & 0x7F;
    }

    /** True if the sender marked it as voice (the V bit). */
    public static boolean isVoice(long elementAddress) {
        return (Memory.u8(elementAddress) & 0x80) != 0;
    }

    /** The element's byte, for {@link RtpHeaderWriter#appendU8}; a level outside 0 to 127 is set to the nearest. */
    public static int value(boolean voice, int level) {
        return (voice ? 0x80 : 0) | Math.clamp(level, 0, SILENCE);
    }

    /** Writes the element's byte. */
    public static void write(long elementAddress, boolean voice, int level) {
        Memory.put8(elementAddress, value(voice, level));
    }
}
