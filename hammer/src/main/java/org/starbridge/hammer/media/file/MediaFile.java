package org.starbridge.hammer.media.file;

import java.nio.file.Path;
import org.starbridge.hammer.media.FileBytes;
import org.starbridge.hammer.media.MediaKind;
import org.starbridge.hammer.media.RecordedStream;

/**
 * Reads media files: rtpdump and pcap with RTP in the clear, IVF with VP8, Ogg with Opus. The format is recognized by
 * the file's first bytes, not by its name. Blocking; for start-up.
 */
public final class MediaFile {
    private MediaFile() {}

    /**
     * Reads a video stream.
     *
     * @throws MediaFileException if the file can't be read or is damaged, or has no such stream
     */
    public static RecordedStream video(Path file, StreamSelection selection) {
        return read(FileBytes.of(file), MediaKind.VIDEO, selection);
    }

    /**
     * Reads an Opus stream.
     *
     * @throws MediaFileException if the file can't be read or is damaged, or has no such stream
     */
    public static RecordedStream audio(Path file, StreamSelection selection) {
        return read(FileBytes.of(file), MediaKind.AUDIO, selection);
    }

    public static RecordedStream read(FileBytes file, MediaKind kind, StreamSelection selection) {
        if (file.startsWith(0, RtpdumpReader.MAGIC)) {
            return RtpdumpReader.read(file).select(kind, selection);
        }
        if (PcapReader.hasMagic(file)) {
            return PcapReader.read(file).select(kind, selection);
        }
        if (file.startsWith(0, IvfReader.MAGIC)) {
            return ofKind(kind, file, IvfReader.read(file, TemporalPattern.NONE));
        }
        if (file.startsWith(0, OggOpusReader.MAGIC)) {
            return ofKind(kind, file, OggOpusReader.read(file));
        }
        throw file.fault(0, "an unknown format; expected rtpdump, pcap, IVF or Ogg");
    }

    private static RecordedStream ofKind(MediaKind kind, FileBytes file, RecordedStream stream) {
        if (stream.kind() != kind) {
            throw file.fault(0, "the file holds " + stream.kind() + "; expected " + kind);
        }
        return stream;
    }
}
