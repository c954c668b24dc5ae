package org.starbridge.media.worker;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.starbridge.media.queue.WorkerCommands;
import org.starbridge.media.runner.SleepDeclaration;

/**
 * The lost wake-up through the command queue: a worker declares itself asleep and looks for commands once more, while
 * another thread offers one. First: the worker saw the command. Second: it was woken.
 */
@JCStressTest
@State
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "seen before going to sleep")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "woken")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "seen, and woken for nothing")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "LOST_WAKE_UP: asleep with a command to run")
public class CommandWakeUpStress {
    private final WorkerCommands commands = new WorkerCommands(4);
    private final SleepDeclaration sleep = new SleepDeclaration();
    private boolean woken;

    public CommandWakeUpStress() {
        commands.waker(() -> woken = sleep.standsAfterAdding());
    }

    @Actor
    public void worker(ZZ_Result result) {
        sleep.declare();
        result.r1 = !commands.isEmpty();
    }

    @Actor
    public void control(ZZ_Result result) {
        commands.offer(() -> {});
        result.r2 = woken;
    }
}
