package org.starbridge.media.worker;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.starbridge.media.queue.WorkerCommands;

/** Two threads offer a command each, and there is room for one: one is taken, the other one is refused. */
@JCStressTest
@State
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the first one's was taken")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the second one's was taken")
@Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "OVER_CAPACITY: the bound does not hold")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "BOTH_REFUSED: with room for one")
public class BoundedCommandsStress {
    private final WorkerCommands commands = new WorkerCommands(1);

    @Actor
    public void first(ZZ_Result result) {
        result.r1 = commands.offer(() -> {});
    }

    @Actor
    public void second(ZZ_Result result) {
        result.r2 = commands.offer(() -> {});
    }
}
