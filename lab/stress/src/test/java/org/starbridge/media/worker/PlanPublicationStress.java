package org.starbridge.media.worker;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.starbridge.media.queue.WorkerCommands;

/**
 * A conference's plan goes to a worker as a command: the worker sees it whole or not at all, also what no final field
 * protects, such as the elements of its arrays.
 */
@JCStressTest
@State
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "the command is not there yet")
@Outcome(id = "5, 6", expect = Expect.ACCEPTABLE, desc = "the plan, whole")
@Outcome(id = ".*", expect = Expect.FORBIDDEN, desc = "HALF_PUBLISHED: a plan that was not complete")
public class PlanPublicationStress {
    private final WorkerCommands commands = new WorkerCommands(4);
    private int first;
    private int second;

    @Actor
    public void control() {
        int[] plan = new int[2];
        plan[0] = 5;
        plan[1] = 6;
        commands.offer(() -> {
            first = plan[0];
            second = plan[1];
        });
    }

    @Actor
    public void worker(II_Result result) {
        Runnable command = commands.poll();
        if (command != null) {
            command.run();
            result.r1 = first;
            result.r2 = second;
        }
    }
}
