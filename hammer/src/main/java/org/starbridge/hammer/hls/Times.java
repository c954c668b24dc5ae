package org.starbridge.hammer.hls;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A distribution, in milliseconds; all zero without samples. Immutable.
 *
 * @param count of samples
 * @param unitsPerMs how many units of the histogram are a millisecond
 * @param histogram all samples as a compressed HdrHistogram (V2) in base64; empty without samples; null in a file of an
 *     older version
 */
public record Times(
        long count,
        double mean,
        double p50,
        double p99,
        double max,
        double unitsPerMs,
        @Nullable String histogram) {
    /** Of nothing. */
    static final Times NONE = new Times(0, 0, 0, 0, 0, 1, "");

    static Times of(Histogram samples, double unitsPerMs) {
        if (samples.getTotalCount() == 0) {
            return NONE;
        }
        ByteBuffer bytes = ByteBuffer.allocate(samples.getNeededByteBufferCapacity());
        byte[] encoded = new byte[samples.encodeIntoCompressedByteBuffer(bytes)];
        bytes.flip().get(encoded);
        return new Times(
                samples.getTotalCount(),
                samples.getMean() / unitsPerMs,
                samples.getValueAtPercentile(50) / unitsPerMs,
                samples.getValueAtPercentile(99) / unitsPerMs,
                samples.getMaxValue() / unitsPerMs,
                unitsPerMs,
                Base64.getEncoder().encodeToString(encoded));
    }

    /**
     * The samples of all of these together.
     *
     * @throws IllegalArgumentException if one has samples, and no histogram of them
     */
    static Times sum(List<Times> parts) {
        List<Times> sampled = parts.stream().filter(part -> part.count() > 0).toList();
        if (sampled.isEmpty()) {
            return NONE;
        }
        Histogram sum = sampled.getFirst().samples();
        sampled.stream().skip(1).forEach(part -> sum.add(part.samples()));
        return of(sum, sampled.getFirst().unitsPerMs());
    }

    private Histogram samples() {
        if (histogram == null || histogram.isEmpty()) {
            throw new IllegalArgumentException("there are no histograms in it: measure again with this version");
        }
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(histogram));
            return Histogram.decodeFromCompressedByteBuffer(bytes, 0);
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IllegalArgumentException("a histogram in it is damaged", e);
        }
    }
}
