/**
 * The bridge's figures, for people and for the programs that balance, scale and watch bridges.
 *
 * <p>In come snapshots of media, conferences, state, Java machine and processor, through suppliers; out go one flat
 * JSON object for {@code /colibri/stats} and the Prometheus page for {@code /metrics}, both from the one list of
 * {@link org.starbridge.bridge.stats.Figures}. Rates are computed when
 * {@link org.starbridge.bridge.stats.StatsCollector#collect} is called, every {@code stats.interval}, by the owner of
 * the timer; everything else is as fresh as the request. Names are the ones that Jitsi deployments know.
 */
@NullMarked
package org.starbridge.bridge.stats;

import org.jspecify.annotations.NullMarked;
