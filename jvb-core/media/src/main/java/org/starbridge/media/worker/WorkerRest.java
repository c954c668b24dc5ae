package org.starbridge.media.worker;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.starbridge.media.api.MediaRest;

/** Rest of a process' media workers. */
final class WorkerRest implements MediaRest {
    private final List<MediaWorker> workers;

    WorkerRest(List<MediaWorker> workers) {
        this.workers = List.copyOf(workers);
    }

    @Override
    public void begin() {
        workers.forEach(worker -> worker.commands().post(() -> worker.onRest(true)));
    }

    @Override
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

    @Override
    public void end() {
        workers.forEach(worker -> worker.commands().post(() -> worker.onRest(false)));
    }
}
