package org.starbridge.transport.srtp;

import java.util.Optional;

/**
 * Source of the ciphers; one per process, shared by all threads. Tests may wrap one to watch what is sealed. Ciphers
 * take what they need of the keys, which the caller may wipe after the call.
 */
public interface SrtpCrypto {
    /** A short name for log and statistics, for example {@code libcrypto (OpenSSL 3.0.19)}. */
    String name();

    /** A cipher that can {@link PacketCipher#seal}. */
    PacketCipher sealer(SessionKeys keys);

    /** A cipher that can {@link PacketCipher#open}. */
    PacketCipher opener(SessionKeys keys);

    /** Cipher contexts of libcrypto that the process holds now: two for each direction of a session. Any thread. */
    static long liveContexts() {
        return EvpContext.live();
    }

    /**
     * OpenSSL's libcrypto through the foreign function API.
     *
     * @throws UnsupportedOperationException when this machine has none that fits; the message says what was tried
     */
    static SrtpCrypto libcrypto() {
        return new LibcryptoCrypto();
    }

    /** The JDK's own ciphers: everywhere, slower, and with some garbage per packet. */
    static SrtpCrypto jce() {
        return new JceCrypto();
    }

    /** Returns why libcrypto can not be used on this machine, and what to install; empty where it can. */
    static Optional<String> whyNotLibcrypto() {
        return Libcrypto.isAvailable() ? Optional.empty() : Optional.of(Libcrypto.whyMissing());
    }

    /** libcrypto if this machine has it, else the JDK's ciphers; {@link #name} tells which. */
    static SrtpCrypto probe() {
        return Libcrypto.isAvailable() ? libcrypto() : jce();
    }
}
