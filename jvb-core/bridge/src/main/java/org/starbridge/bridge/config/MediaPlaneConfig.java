package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigParts;
import org.starbridge.bridge.stats.TransitConfig;
import org.starbridge.media.downlink.DownlinkSettings;
import org.starbridge.media.source.AudioPolicy;

/**
 * Media workers, and what they do with packets.
 *
 * @param workers the workers
 * @param downlink how the bandwidth of receivers is estimated
 * @param keyFrames how often a source is asked for a key frame
 * @param audio silence and redundancy
 * @param loss packets that are lost on purpose
 * @param transit how long packets are in the bridge
 */
public record MediaPlaneConfig(
        MediaConfig workers,
        DownlinkSettings downlink,
        KeyFrameConfig keyFrames,
        AudioPolicy audio,
        LossConfig loss,
        TransitConfig transit) {
    static MediaPlaneConfig read(ConfigParts in) {
        return new MediaPlaneConfig(
                in.part(MediaConfig::read, MediaConfig.DEFAULT),
                in.part(CoreSettings::downlink, CoreSettings.DEFAULT_DOWNLINK),
                in.part(KeyFrameConfig::read, KeyFrameConfig.DEFAULT),
                in.part(CoreSettings::audio, AudioPolicy.DEFAULT),
                in.part(LossConfig::read, LossConfig.DEFAULT),
                in.part(TransitConfig::read, TransitConfig.DEFAULT));
    }
}
