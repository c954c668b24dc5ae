/**
 * Bit fields and variable-length numbers in native memory, as video codecs and the dependency descriptor use them.
 *
 * <p>A reader gives 0 behind the end of its input, a writer writes nothing behind its capacity; both say so afterwards.
 * No input causes an exception and nothing allocates. Readers and writers belong to one thread.
 */
@NullMarked
package org.starbridge.rtp.bits;

import org.jspecify.annotations.NullMarked;
