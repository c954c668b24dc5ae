package org.starbridge.sdp;

import org.starbridge.sdp.attribute.Attribute;

/** Writes descriptions and fragments. */
final class SdpWriter {
    private static final String END = "\r\n";

    private SdpWriter() {}

    static String text(SessionDescription description) {
        StringBuilder text = new StringBuilder(4096)
                .append("v=0")
                .append(END)
                .append("o=")
                .append(description.origin())
                .append(END)
                .append("s=")
                .append(description.name())
                .append(END);
        if (description.connection() != null) {
            text.append("c=").append(description.connection()).append(END);
        }
        text.append("t=0 0").append(END);
        append(description.attributes(), text);
        for (MediaSection section : description.media()) {
            append(section, text);
        }
        return text.toString();
    }

    static String text(TrickleFragment fragment) {
        StringBuilder text = new StringBuilder(1024);
        append(fragment.attributes(), text);
        for (MediaSection section : fragment.media()) {
            append(section, text);
        }
        return text.toString();
    }

    private static void append(MediaSection section, StringBuilder text) {
        text.append("m=")
                .append(section.media())
                .append(' ')
                .append(section.port())
                .append(' ')
                .append(section.protocol())
                .append(' ')
                .append(String.join(" ", section.formats()))
                .append(END);
        if (section.connection() != null) {
            text.append("c=").append(section.connection()).append(END);
        }
        for (String bandwidth : section.bandwidths()) {
            text.append("b=").append(bandwidth).append(END);
        }
        append(section.attributes(), text);
    }

    private static void append(Attributes attributes, StringBuilder text) {
        for (Attribute attribute : attributes.list()) {
            text.append("a=").append(attribute.text()).append(END);
        }
    }
}
