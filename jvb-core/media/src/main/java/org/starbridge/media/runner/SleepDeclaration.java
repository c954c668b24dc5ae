package org.starbridge.media.runner;

import java.lang.invoke.VarHandle;

/**
 * Declaration by which a thread that sleeps when it has nothing to do never sleeps through work, and is not woken while
 * it is awake. The owner declares itself asleep and then looks for work once more; a thread that adds work looks at the
 * declaration after adding it. Each writes before it reads what the other one writes, and the fences keep it so: what
 * was added may have been published by a release store only, which a later load can overtake. So at least one of the
 * two sees the other.
 */
public final class SleepDeclaration {
    private volatile boolean asleep;

    /** The owner is about to sleep: it has to look for work after this, and must not sleep if there is some. */
    public void declare() {
        asleep = true;
        VarHandle.fullFence();
    }

    /** The owner is awake. */
    public void withdraw() {
        asleep = false;
    }

    /** Returns whether the owner has to be woken; to be asked by any thread after it has added work. */
    public boolean standsAfterAdding() {
        VarHandle.fullFence();
        return asleep;
    }
}
