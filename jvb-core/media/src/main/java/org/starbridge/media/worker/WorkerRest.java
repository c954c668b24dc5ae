package org.starbridge.media.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Rest of all media workers: datagrams stay in the sockets and timers wait, while commands are carried out. When the
 * workers are quiet they send nothing any more, whatever is asked of them. Any thread; each call is carried out by the
 * workers a little later, in order.
 */
public final class WorkerRest {
    private final List<MediaWorker> workers;

    WorkerRest(List<MediaWorker> workers) {
        this.workers = List.copyOf(workers);
    }

    /** No datagram is read from now on. Packets that were received before go to their receivers. */
    public void begin() {
        workers.forEach(worker -> worker.commands().post(() -> worker.onRest(true)));
    }

    /**
     * Returns whether no packet is on its way at any worker. Packets go from worker to worker at most twice, so nothing
     * is on its way after three answers in a row that say so.
     */
    public CompletableFuture<Boolean> isQuiet() {
        List<CompletableFuture<Boolean>> answers = new ArrayList<>();
        for (MediaWorker worker : workers) {
            CompletableFuture<Boolean> answer = new CompletableFuture<>();
            worker.commands().post(() -> answer.complete(worker.onRested()));
            answers.add(answer);
        }
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenApply(_ -> answers.stream().allMatch(CompletableFuture::join));
    }

    /** The workers go on. */
    public void end() {
        workers.forEach(worker -> worker.commands().post(() -> worker.onRest(false)));
    }
}
