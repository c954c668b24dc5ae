package org.starbridge.transport.platform;

/** The system call that sends a batch, so that a test can stand in for the kernel. */
public interface SendMmsg {
    /**
     * {@code sendmmsg} without blocking.
     *
     * @param messages address of the first {@code struct mmsghdr}
     * @return how many messages were sent; negative = the first one failed, see {@link #errno}
     */
    int sendmmsg(int fd, long messages, int count);

    /** The error number of this object's last call that failed. */
    int errno();
}
