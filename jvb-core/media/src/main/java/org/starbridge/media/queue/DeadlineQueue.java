package org.starbridge.media.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A binary heap of things with deadlines that change often: a change moves the thing within the heap, without
 * allocation. Of equal deadlines that of the thing that was added first is first. Not thread safe.
 */
public final class DeadlineQueue<T> {
    private static final class Entry<T> {
        final T thing;
        final long number;
        long deadlineNs;
        int index;

        Entry(T thing, int index, long number) {
            this.thing = thing;
            this.index = index;
            this.number = number;
        }

        boolean isBefore(Entry<T> other) {
            return deadlineNs != other.deadlineNs ? deadlineNs < other.deadlineNs : number < other.number;
        }
    }

    private final List<Entry<T>> heap = new ArrayList<>();
    private final Map<T, Entry<T>> entries = new HashMap<>();
    private long added;

    /** Adds a thing, or changes its deadline. */
    public void put(T thing, long deadlineNs) {
        Entry<T> entry = entries.get(thing);
        if (entry == null) {
            entry = new Entry<>(thing, heap.size(), added++);
            entries.put(thing, entry);
            heap.add(entry);
        } else if (entry.deadlineNs == deadlineNs) {
            return;
        }
        entry.deadlineNs = deadlineNs;
        siftUp(entry);
        siftDown(entry);
    }

    /** Removes a thing, if it is there. */
    public void remove(T thing) {
        Entry<T> entry = entries.remove(thing);
        if (entry == null) {
            return;
        }
        Entry<T> last = heap.remove(heap.size() - 1);
        if (last != entry) {
            place(last, entry.index);
            siftUp(last);
            siftDown(last);
        }
    }

    /** The thing with the earliest deadline, or null. */
    public @Nullable T peek() {
        return heap.isEmpty() ? null : heap.get(0).thing;
    }

    /** The earliest deadline; {@link Long#MAX_VALUE} when empty. */
    public long nextDeadlineNs() {
        return heap.isEmpty() ? Long.MAX_VALUE : heap.get(0).deadlineNs;
    }

    private void siftUp(Entry<T> entry) {
        while (entry.index > 0) {
            Entry<T> parent = heap.get((entry.index - 1) / 2);
            if (parent.isBefore(entry)) {
                return;
            }
            swap(entry, parent);
        }
    }

    private void siftDown(Entry<T> entry) {
        while (true) {
            int child = 2 * entry.index + 1;
            if (child >= heap.size()) {
                return;
            }
            if (child + 1 < heap.size() && heap.get(child + 1).isBefore(heap.get(child))) {
                child++;
            }
            if (entry.isBefore(heap.get(child))) {
                return;
            }
            swap(entry, heap.get(child));
        }
    }

    private void swap(Entry<T> a, Entry<T> b) {
        int index = a.index;
        place(a, b.index);
        place(b, index);
    }

    private void place(Entry<T> entry, int index) {
        entry.index = index;
        heap.set(index, entry);
    }

    /** Returns whether a thing is in here. */
    public boolean contains(T thing) {
        return entries.containsKey(thing);
    }

    /** The deadline of a thing; {@link Long#MAX_VALUE} if it is not in here. */
    public long deadlineNs(T thing) {
        Entry<T> entry = entries.get(thing);
        return entry == null ? Long.MAX_VALUE : entry.deadlineNs;
    }
}
