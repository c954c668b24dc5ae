package org.starbridge.media.worker;

import java.util.List;

/**
 * Sizes of the tables that grow and shrink with conferences: without any, all are 0.
 *
 * @param routes endpoints in the map that control writes
 * @param ufrags endpoints in the map that workers share
 * @param streams streams that have a handle
 * @param workers each worker's own
 */
record TableSizes(int routes, int ufrags, int streams, List<Tables> workers) {
    /**
     * One worker's tables.
     *
     * @param sessions its endpoints
     * @param tuples addresses that it knows, of endpoints of all workers
     * @param plans conferences that it knows
     * @param fanOuts streams that a receiver here gets
     */
    record Tables(int sessions, int tuples, int plans, int fanOuts) {}
}
