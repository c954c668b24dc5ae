package org.starbridge.control.export;

/**
 * State and figures of an export.
 *
 * @param spec what was asked for
 * @param isConnected whether its connection is open
 * @param hasGivenUp whether no more attempts are made
 * @param reconnectAttempts attempts since the last connection that lasted
 * @param queueSize packets that wait
 * @param lastPongMsAgo since the last answer to a ping; -1 before the first
 * @param counts what it did so far
 */
public record ExportReport(
        ExportSpec spec,
        boolean isConnected,
        boolean hasGivenUp,
        int reconnectAttempts,
        int queueSize,
        long lastPongMsAgo,
        Counts counts) {
    /**
     * Counts of an export.
     *
     * @param packetsSent packets of audio
     * @param packetsDropped packets that waited too long
     * @param failures connections that failed, refused handshakes included
     * @param internalErrors connections that the service closed with 1011
     * @param transcripts results
     * @param mediaEvents packets of translated audio
     * @param sendingChanges begins and ends of translated talk
     * @param infos what services said of themselves
     * @param others events that mean nothing here
     * @param parseFailures events that could not be read
     */
    public record Counts(
            long packetsSent,
            long packetsDropped,
            long failures,
            long internalErrors,
            long transcripts,
            long mediaEvents,
            long sendingChanges,
            long infos,
            long others,
            long parseFailures) {}
}
