package org.starbridge.hammer.client.result;

/**
 * Figures of the kernel for one endpoint's socket. Immutable.
 *
 * @param kernelDrops datagrams that the kernel dropped there since the window was opened
 * @param sendFailures datagrams that it did not take
 * @param receiveBufferBytes as large as the kernel granted it
 */
public record SocketCount(long kernelDrops, long sendFailures, int receiveBufferBytes) {}
