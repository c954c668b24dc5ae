package org.starbridge.bridge.impairment;

/**
 * Facts about the bridge over the last seconds. Shares are from 0 to 1.
 *
 * @param busyShare how busy the media workers are
 * @param kernelDropShare datagrams that the kernel dropped at the bridge's sockets, of those that came
 * @param lateDropShare packets that the bridge did not send because it was late or its buffers were full
 * @param stalls times that a worker did not run for long
 * @param sufferers the share of its participants that show symptoms
 * @param participants how many it has
 */
public record MachineFacts(
        double busyShare,
        double kernelDropShare,
        double lateDropShare,
        long stalls,
        double sufferers,
        int participants) {
    /** Of a bridge that has nothing to do. */
    public static final MachineFacts IDLE = new MachineFacts(0, 0, 0, 0, 0, 0);
}
