/**
 * Parts that depend on the operating system or on the virtual machine beyond the Java API: calls of the C library,
 * epoll, thread priorities, owners of ports, the collector's soft heap limit.
 *
 * <p>Each part either has a portable substitute ({@link org.starbridge.transport.platform.NioSleeper} for
 * {@link org.starbridge.transport.platform.Poller}) or does nothing where its system call is missing. This is a shell.
 */
@NullMarked
package org.starbridge.transport.platform;

import org.jspecify.annotations.NullMarked;
