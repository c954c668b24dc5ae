package org.starbridge.media.projection;

/**
 * Mapping of the timestamps of what a receiver gets now to those of its source, by which sender reports are rewritten.
 */
public sealed interface TimestampMap permits LayerProjection, TimestampMap.Identity {
    /**
     * Returns whether a sender report of an encoding concerns what goes out: then {@link #timestampDelta} maps its
     * timestamp.
     */
    boolean mapsReportsOf(int encoding);

    /** Returns the value that is added to the timestamps of the current encoding. */
    int timestampDelta();

    /** Grows whenever {@link #timestampDelta} may have changed. */
    int mapVersion();

    /** The encoding that goes out now, or {@link org.starbridge.lastn.LayerId#NONE} if none does. */
    int currentEncoding();

    /** Of an encoding that goes whole: all timestamps stay. */
    record Identity(int encoding) implements TimestampMap {
        @Override
        public boolean mapsReportsOf(int encoding) {
            return this.encoding == encoding;
        }

        @Override
        public int timestampDelta() {
            return 0;
        }

        @Override
        public int mapVersion() {
            return 0;
        }

        @Override
        public int currentEncoding() {
            return encoding;
        }
    }
}
