package org.starbridge.rtp.dependency;

/** Reason why a dependency descriptor can not be used. */
public enum DependencyFault {
    /** It ends before its last field. */
    TRUNCATED("The dependency descriptor ends within its fields."),
    /** It brings no structure, and none came before. */
    NO_STRUCTURE("The dependency descriptor refers to a template structure that is not known."),
    /** Its template is not one of the structure. */
    UNKNOWN_TEMPLATE("The dependency descriptor names a template that its structure does not have."),
    /** Its structure has more than 64 templates. */
    TOO_MANY_TEMPLATES("The dependency descriptor's structure has more than 64 templates."),
    /** Its structure has more than 4 spatial or 8 temporal layers. */
    TOO_MANY_LAYERS("The dependency descriptor's structure has more than 4 spatial or 8 temporal layers."),
    /** The frame, or a template, refers to more than 16 frames. */
    TOO_MANY_FRAME_DIFFS("The dependency descriptor refers to more than 16 frames.");

    private final String sentence;

    DependencyFault(String sentence) {
        this.sentence = sentence;
    }

    /** The reason as one English sentence, for statistics and logs. */
    public String sentence() {
        return sentence;
    }
}
