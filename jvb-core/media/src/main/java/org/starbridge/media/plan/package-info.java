/**
 * From forwarding tables to what a worker's packets look up. {@link org.starbridge.media.plan.Planner} turns each table
 * of a conference into one immutable, versioned plan for all workers; {@link org.starbridge.media.plan.PlanInstaller}
 * carries it out on each worker: incoming streams of the worker's own endpoints, and fan-outs to them. Runs when a plan
 * changes, never per packet; what is installed belongs to the worker.
 */
@NullMarked
package org.starbridge.media.plan;

import org.jspecify.annotations.NullMarked;
