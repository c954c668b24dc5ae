package org.starbridge.media.session;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.starbridge.media.endpoint.IceRestartTimes;
import org.starbridge.media.endpoint.KeyAgreement;
import org.starbridge.transport.ice.IceConfig;

/**
 * Settings that the sessions of all endpoints have in common.
 *
 * @param keyAgreement makes each endpoint's key agreement
 * @param iceConfig the ICE agents' timers and limits
 * @param random for transaction ids and tie breakers; thread safe
 * @param candidates addresses of the host candidates at the moment, best first
 * @param iceRestarts how long an ICE restart may take
 */
public record SessionSettings(
        KeyAgreement.Factory keyAgreement,
        IceConfig iceConfig,
        RandomGenerator random,
        Supplier<List<InetSocketAddress>> candidates,
        IceRestartTimes iceRestarts) {}
