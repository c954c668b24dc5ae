package org.starbridge.hammer.media;

/** A media file can't be used; the message is one sentence with the file, the byte offset and what was expected. */
public final class MediaFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String file;
    private final long offset;

    MediaFileException(String file, long offset, String problem) {
        super(file + ", at byte " + offset + ": " + problem);
        this.file = file;
        this.offset = offset;
    }

    MediaFileException(String file, long offset, String problem, Throwable cause) {
        this(file, offset, problem);
        initCause(cause);
    }

    /** The file's name as it was given. */
    public String file() {
        return file;
    }

    /** Returns the position in the file at which the offending bytes begin. */
    public long offset() {
        return offset;
    }
}
