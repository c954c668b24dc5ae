package org.starbridge.sdp.text;

/** A description that cannot be read. The message is a sentence for people and names the line. */
public final class SdpException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;

    /**
     * @param line from 1; 0 if it is about the whole description
     * @param sentence what is wrong, with the value and what was expected
     */
    public SdpException(int line, String sentence) {
        super(line == 0 ? sentence : "line " + line + ": " + sentence, null, false, false);
        this.line = line;
    }

    /** From 1; 0 if it is about the whole description. */
    public int line() {
        return line;
    }
}
