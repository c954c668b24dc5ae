package org.starbridge.bridge.http;

import java.util.concurrent.atomic.LongAdder;

/** What the HTTP servers refused since the start. Any thread counts, any thread reads; nothing ever falls. */
public final class HttpCounters {
    /** Requests, refused ones included. */
    public final LongAdder requests = new LongAdder();

    /** Requests beyond a rate, answered with 429. */
    public final LongAdder rateLimited = new LongAdder();

    /** Requests beyond the number at the same time, answered with 503. */
    public final LongAdder busy = new LongAdder();

    /** Bodies beyond their size, answered with 413. */
    public final LongAdder tooLarge = new LongAdder();

    /** Requests to the private server whose body was not JSON, answered with 415. */
    public final LongAdder notJson = new LongAdder();

    /** Requests to the private server under a name that is not its own, answered with 421. */
    public final LongAdder foreignHosts = new LongAdder();

    /** Requests to the private server by web pages whose origin is not allowed, answered with 403. */
    public final LongAdder foreignOrigins = new LongAdder();

    /** Connections that were cut because a request took too long to arrive. */
    public final LongAdder slowClients = new LongAdder();

    /** How often the number of connections was reached, and accepting paused. */
    public final LongAdder connectionLimitReached = new LongAdder();
}
