package org.starbridge.lastn.allocation;

/**
 * Quality that a source may not exceed, because one on stage has no better one.
 *
 * @param heightPx of the picture on stage; 0 if there is none
 * @param framesPerSecond of it; {@link Layer#UNKNOWN_RATE} if they are not known
 */
record Ceiling(int heightPx, double framesPerSecond) {
    /** Nothing is too good. */
    static final Ceiling NONE = new Ceiling(Integer.MAX_VALUE, Layer.UNKNOWN_RATE);

    private static final Ceiling DARK = new Ceiling(0, Layer.UNKNOWN_RATE);

    /** The one that a picture on stage is; null for no picture. */
    static Ceiling of(@org.jspecify.annotations.Nullable Layer onStage) {
        return onStage == null ? DARK : new Ceiling(onStage.heightPx(), onStage.framesPerSecond());
    }

    boolean admits(Layer layer) {
        if (layer.heightPx() != heightPx) {
            return layer.heightPx() < heightPx;
        }
        return framesPerSecond < 0 || layer.framesPerSecond() <= framesPerSecond;
    }

    Ceiling and(Ceiling other) {
        boolean isLower = heightPx < other.heightPx
                || (heightPx == other.heightPx && framesPerSecond >= 0 && !(framesPerSecond > other.framesPerSecond));
        return isLower ? this : other;
    }
}
