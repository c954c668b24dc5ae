package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.starbridge.hammer.measure.PictureShare;

/**
 * Sources of which less than three quarters of the pictures came, as if the bridge left temporal layers out. Immutable.
 *
 * @param sources how many
 * @param received their pictures that came
 * @param sent their pictures that were sent meanwhile, in the encodings that came
 */
public record ThinPictures(
        @JsonProperty("thinSources") int sources,
        @JsonProperty("thinPicturesReceived") long received,
        @JsonProperty("thinPicturesSent") long sent) {
    /** Of an endpoint that got all pictures. */
    public static final ThinPictures NONE = new ThinPictures(0, 0, 0);

    /** Of one source. */
    public static ThinPictures of(PictureShare share) {
        return share.isThin() ? new ThinPictures(1, share.received(), share.sent()) : NONE;
    }

    /** Both together. */
    public ThinPictures plus(ThinPictures other) {
        return new ThinPictures(sources + other.sources, received + other.received, sent + other.sent);
    }
}
