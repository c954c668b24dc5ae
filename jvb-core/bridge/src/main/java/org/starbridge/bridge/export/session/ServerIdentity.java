package org.starbridge.bridge.export.session;

import org.jspecify.annotations.Nullable;

/**
 * Identity of the bridge for services.
 *
 * @param version of the bridge
 * @param region where it is; null if that was not configured
 */
public record ServerIdentity(String version, @Nullable String region) {}
