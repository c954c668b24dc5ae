package org.starbridge.lastn.allocation;

import java.util.Comparator;
import java.util.List;

/**
 * A video source as allocation sees it.
 *
 * @param name its Colibri2 name
 * @param content what it shows
 * @param state whether anything of it may be forwarded
 * @param layers its qualities, lowest id first; none before anything is known
 */
public record VideoSource(String name, Content content, State state, List<Layer> layers) {
    private static final Comparator<Layer> BY_ID = Comparator.comparingInt(Layer::id);

    /** Sorts the layers. */
    public VideoSource {
        for (int i = 1; i < layers.size(); i++) {
            if (layers.get(i - 1).id() > layers.get(i).id()) {
                layers = layers.stream().sorted(BY_ID).toList();
                break;
            }
        }
        layers = List.copyOf(layers);
    }

    /** Content of a source, which decides what is dearest in it: motion, or sharpness. */
    public enum Content {
        /** A face: rather smooth than sharp. */
        CAMERA,
        /** A screen, also one with motion: rather sharp than smooth. */
        DESKTOP
    }

    /** State that says whether a source may be forwarded. */
    public enum State {
        /** It may. */
        ENABLED,
        /** Its owner muted it: video type {@code none}. */
        DISABLED,
        /** A moderator muted its owner: nothing of it is forwarded. */
        FORCE_MUTED
    }
}
