package org.starbridge.control.export;

import java.util.List;
import java.util.Map;
import org.starbridge.media.api.MediaEndpoint;

/**
 * Senders of audio in a conference, by transport: a snapshot that is replaced whenever sources change.
 *
 * @param version grows with each change
 * @param transports those that anybody sends over
 */
public record ExportedAudio(long version, List<Transport> transports) {
    /** Of a conference without senders. */
    public static final ExportedAudio NONE = new ExportedAudio(0, List.of());

    public ExportedAudio {
        transports = List.copyOf(transports);
    }

    /**
     * A transport: of an endpoint, or of a relay with many senders.
     *
     * @param media its end in the media plane
     * @param formats payload types of audio, by number
     * @param audioLevelId local id of the audio level extension (RFC 6464); 0 if it was not negotiated
     * @param sources audio sources whose packets come over it, by SSRC; synthetic ones are none
     */
    public record Transport(
            MediaEndpoint media, Map<Integer, AudioFormat> formats, int audioLevelId, Map<Integer, Source> sources) {
        public Transport {
            formats = Map.copyOf(formats);
            sources = Map.copyOf(sources);
        }
    }

    /**
     * An audio source.
     *
     * @param name its Colibri2 name
     * @param endpointId its owner
     * @param diarize whether the service is asked to tell speakers apart
     */
    public record Source(String name, String endpointId, boolean diarize) {}
}
