package org.starbridge.transport.dtls.record;

/** Ciphers of records, of the cipher suites that we negotiate. */
public enum RecordSuite {
    /** RFC 5288: the nonce is 4 secret bytes and 8 that are in the record. */
    AES_128_GCM("AES/GCM/NoPadding", "AES", 16, 4, 8),
    /** RFC 7905: the nonce is the record's number, combined with 12 secret bytes. */
    CHACHA20_POLY1305("ChaCha20-Poly1305", "ChaCha20", 32, 12, 0);

    static final int NONCE_BYTES = 12;
    static final int TAG_BYTES = 16;

    final String transformation;
    final String algorithm;
    final int keyBytes;
    final int saltBytes;
    /** Part of the nonce that a record carries. */
    final int explicitBytes;

    RecordSuite(String transformation, String algorithm, int keyBytes, int saltBytes, int explicitBytes) {
        this.transformation = transformation;
        this.algorithm = algorithm;
        this.keyBytes = keyBytes;
        this.saltBytes = saltBytes;
        this.explicitBytes = explicitBytes;
    }
}
