package org.starbridge.hammer.client.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * Growth that a run reached.
 *
 * @param planned how many conferences there were to be
 * @param reached how many there were, complete
 * @param end why there were not more, a part of a sentence; null if all were reached
 */
public record GrowthCount(
        @JsonProperty("conferencesPlanned") int planned,
        @JsonProperty("conferencesReached") int reached,
        @JsonProperty @Nullable String end) {}
