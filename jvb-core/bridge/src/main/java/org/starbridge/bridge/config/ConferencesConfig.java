package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigParts;
import org.starbridge.control.environment.ConferenceLimits;
import org.starbridge.control.selection.SelectionSettings;
import org.starbridge.control.selection.SlotLimits;
import org.starbridge.lastn.speech.SpeechSettings;

/**
 * Limits and selection of conferences, and their clients' channels.
 *
 * @param limits how much clients may ask for
 * @param selection what a receiver gets before it asks, and at most
 * @param ssrcLimit how many SSRCs an endpoint is sent whose SSRCs are rewritten
 * @param speech what is made of audio levels
 * @param loadReducer how many sources receivers get in large conferences and on an overloaded bridge
 * @param expiration when idle endpoints and conferences are removed
 * @param connectionStatus when an endpoint counts as gone silent
 * @param connectionStats what clients learn about their connection
 * @param channel what the bridge channel takes from its clients
 */
public record ConferencesConfig(
        ConferenceLimits limits,
        SelectionSettings selection,
        SlotLimits ssrcLimit,
        SpeechSettings speech,
        LoadReducerConfig loadReducer,
        ExpirationConfig expiration,
        ConnectionStatusConfig connectionStatus,
        ConnectionStatsConfig connectionStats,
        ChannelConfig channel) {
    static ConferencesConfig read(ConfigParts in) {
        return new ConferencesConfig(
                in.part(CoreSettings::limits, ConferenceLimits.DEFAULT),
                in.part(ReceiverSettings::selection, SelectionSettings.DEFAULT),
                in.part(CoreSettings::slots, SlotLimits.DEFAULT),
                in.part(CoreSettings::speech, SpeechSettings.defaults()),
                in.part(LoadReducerConfig::read, LoadReducerConfig.DEFAULT),
                in.part(ExpirationConfig::read, ExpirationConfig.DEFAULT),
                in.part(ConnectionStatusConfig::read, ConnectionStatusConfig.DEFAULT),
                in.part(ConnectionStatsConfig::read, ConnectionStatsConfig.DEFAULT),
                in.part(ChannelConfig::read, ChannelConfig.DEFAULT));
    }
}
