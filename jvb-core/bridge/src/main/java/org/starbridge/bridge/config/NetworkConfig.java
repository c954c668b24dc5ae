package org.starbridge.bridge.config;

import org.starbridge.bridge.config.reader.ConfigParts;
import org.starbridge.bridge.nat.AddressConfig;
import org.starbridge.bridge.nat.PublicAddressConfig;
import org.starbridge.transport.dtls.DtlsSettings;
import org.starbridge.transport.srtp.SrtpSettings;

/**
 * Addresses, ports, ICE, encryption and data channels.
 *
 * @param ice addresses and ports of media
 * @param publicAddresses where the bridge learns its public addresses
 * @param iceSession how each endpoint's ICE session goes
 * @param dtls handshakes
 * @param srtp media encryption
 * @param sctp the bridge channel over a data channel
 */
public record NetworkConfig(
        AddressConfig ice,
        PublicAddressConfig publicAddresses,
        IceSessionConfig iceSession,
        DtlsSettings dtls,
        SrtpSettings srtp,
        DataChannelConfig sctp) {
    static NetworkConfig read(ConfigParts in) {
        return new NetworkConfig(
                in.part(AddressConfig::read, AddressConfig.DEFAULT),
                in.part(PublicAddressConfig::read, PublicAddressConfig.DEFAULT),
                in.part(IceSessionConfig::read, IceSessionConfig.DEFAULT),
                in.part(TransportSettings::dtls, DtlsSettings.DEFAULT),
                in.part(TransportSettings::srtp, SrtpSettings.DEFAULT),
                in.part(DataChannelConfig::read, DataChannelConfig.DEFAULT));
    }
}
