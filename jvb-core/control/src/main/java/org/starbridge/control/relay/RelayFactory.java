package org.starbridge.control.relay;

import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.RelayModify;
import org.starbridge.colibri.Sctp;
import org.starbridge.colibri.Transport;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ClientChannels;
import org.starbridge.control.environment.ConferenceConfig;
import org.starbridge.control.environment.ConferenceEnvironment;
import org.starbridge.control.participant.EndpointTransport;
import org.starbridge.control.participant.ReceiverBudgets;
import org.starbridge.control.participant.TransportFactory;

/** Makes the relays of one conference, each with a transport that is open. Guarded by the conference's lock. */
public final class RelayFactory {
    private final TransportFactory transports;
    private final RelayChannels channels;
    private final ConferenceConfig config;
    private final ConferenceEnvironment environment;

    /** One whose relays have these ends of channels. */
    public RelayFactory(
            TransportFactory transports,
            RelayChannels channels,
            ConferenceConfig config,
            ConferenceEnvironment environment) {
        this.transports = transports;
        this.channels = channels;
        this.config = config;
        this.environment = environment;
    }

    /**
     * Makes the relay of a creation that was checked.
     *
     * @throws org.starbridge.media.api.OverloadedException when the media workers cannot take it; nothing was made
     */
    Relay open(RelayModify request) {
        Transport asked = request.transport();
        EndpointTransport transport = transports.openRelay(
                request.id(),
                asked != null && asked.iceControlling(),
                sctpRole(asked),
                asked != null && asked.useUniquePort());
        Relay relay = new Relay(
                request.id(),
                request.meshId(),
                transport,
                ClientChannels.ofBridge(environment.random()),
                new RelayDownlink(
                        transport.media(),
                        new ReceiverBudgets(
                                config.selection().withoutTrust(),
                                environment.clockNs().getAsLong())),
                config.limits().nameLength());
        transport.data().serve(channels.of(relay));
        channels.watch(relay);
        return relay;
    }

    /** Our end of a relay's channel. */
    ChannelSlot channel(Relay relay) {
        return channels.of(relay);
    }

    private static Sctp.@Nullable Role sctpRole(@Nullable Transport asked) {
        if (asked == null || asked.sctp() == null) {
            return null;
        }
        return asked.sctp().role() == Sctp.Role.CLIENT ? Sctp.Role.CLIENT : Sctp.Role.SERVER;
    }
}
