package org.starbridge.transport.srtp;

/** Makes ciphers on libcrypto. */
final class LibcryptoCrypto implements SrtpCrypto {
    private final String name;

    LibcryptoCrypto() {
        if (!Libcrypto.isAvailable()) {
            throw new UnsupportedOperationException(Libcrypto.whyMissing());
        }
        this.name = "libcrypto (" + Libcrypto.version() + ")";
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public PacketCipher sealer(SessionKeys keys) {
        return keys.profile().isAead() ? new LibcryptoGcm(keys, true) : new LibcryptoCm(keys, true);
    }

    @Override
    public PacketCipher opener(SessionKeys keys) {
        return keys.profile().isAead() ? new LibcryptoGcm(keys, false) : new LibcryptoCm(keys, false);
    }
}
