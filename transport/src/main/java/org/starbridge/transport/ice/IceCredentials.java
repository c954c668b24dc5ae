package org.starbridge.transport.ice;

import java.util.random.RandomGenerator;

public record IceCredentials(String ufrag, String password) {
    public static IceCredentials random(RandomGenerator random) {
        return new IceCredentials(
                Long.toString(random.nextLong(1L << 40, 1L << 50), 36),
                Long.toString(random.nextLong(1L << 55, 1L << 60), 36)
                        + Long.toString(random.nextLong(1L << 55, 1L << 60), 36));
    }
}
