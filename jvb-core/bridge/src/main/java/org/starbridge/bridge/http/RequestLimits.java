package org.starbridge.bridge.http;

/** Limits on requests that hold for a path. */
public enum RequestLimits {
    /** Rates, and the number of requests at the same time. */
    ALL,
    /** Rates, and the number of requests at the same time, counted apart from others. Bodies are not read. */
    UPGRADES,
    /** Rates only: requests may wait, and their handler limits how many do. */
    RATES,
    /** None: their handler limits them. */
    NONE
}
