package org.starbridge.bridge.app;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.starbridge.bridge.config.BridgeConfigLoader;
import org.starbridge.transport.srtp.SrtpCrypto;
import org.starbridge.transport.udp.UdpIo;

/**
 * Parts that a start needs whatever the operator's configuration says, made by threads of its own while the command
 * line and that configuration are read: the documented defaults, the calls of native libraries, a key pair. With cold
 * code each of them takes a tenth to half a second.
 */
final class Preparation {
    private final SecureRandom random = new SecureRandom();
    private final CompletableFuture<CurrentIdentity> identity;

    private Preparation() {
        Thread.ofPlatform().daemon().name("defaults").start(BridgeConfigLoader::honouredKeys);
        Executor thread = Thread.ofPlatform().daemon().name("preparation")::start;
        identity = CompletableFuture.supplyAsync(this::inOrderOfNeed, thread);
    }

    /** Begins; returns at once. */
    static Preparation begin() {
        return new Preparation();
    }

    private CurrentIdentity inOrderOfNeed() {
        // Both only look whether the machine has it. Their first call binds the native functions.
        UdpIo.probe();
        SrtpCrypto.whyNotLibcrypto();
        return new CurrentIdentity(random, Clock.systemUTC().instant());
    }

    SecureRandom random() {
        return random;
    }

    /** The certificate of the first endpoints. Waits until there is one. */
    CurrentIdentity identity() {
        return identity.join();
    }
}
