/**
 * Hand-over of all conferences from a running bridge to a new process on the same machine: the old one listens at a
 * Unix socket ({@link org.starbridge.bridge.upgrade.HandOver}), the new one asks there
 * ({@link org.starbridge.bridge.upgrade.TakeOver}). Until the old one has said that they are the other's, it can go on
 * as if nothing had been asked. This is a shell: threads of its own, which wait.
 */
@NullMarked
package org.starbridge.bridge.upgrade;

import org.jspecify.annotations.NullMarked;
