/**
 * Configuration by an operator: HOCON in, one immutable {@link org.starbridge.bridge.config.BridgeConfig} tree out.
 *
 * <p>Read once at start by {@code app} and passed down as constructor arguments; nothing else reads files or system
 * properties. Keys under {@code videobridge}, {@code jmt} and {@code ice4j} keep the meaning that an existing
 * {@code jvb.conf} gives them; {@code starbridge} holds what has no key there. Every key that is honoured, with its
 * unit, default and reason, is in {@code reference.conf} next to this package's classes.
 */
@NullMarked
package org.starbridge.bridge.config;

import org.jspecify.annotations.NullMarked;
