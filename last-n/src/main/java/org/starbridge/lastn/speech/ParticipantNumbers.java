package org.starbridge.lastn.speech;

import java.util.Arrays;

/**
 * Small consecutive numbers for participants' ids, given back when one leaves. A look-up is a hash and rarely more than
 * one comparison. Owned by its {@link SpeechActivity}.
 */
final class ParticipantNumbers {
    static final int NONE = -1;

    private int[] ids = new int[16];
    private int[] places = new int[16];
    private int[] free = new int[8];
    private int freeCount;
    private int size;
    private int next;

    ParticipantNumbers() {
        Arrays.fill(places, NONE);
    }

    int of(int id) {
        int at = hash(id);
        while (places[at] != NONE) {
            if (ids[at] == id) {
                return places[at];
            }
            at = (at + 1) & (ids.length - 1);
        }
        return NONE;
    }

    /** The place of a new id. */
    int add(int id) {
        if ((size + 1) * 2 > ids.length) {
            grow();
        }
        int place = freeCount > 0 ? free[--freeCount] : next++;
        put(id, place);
        size++;
        return place;
    }

    /** The place that is free again, or {@link #NONE} if the id was not there. */
    int remove(int id) {
        int mask = ids.length - 1;
        int at = hash(id);
        while (places[at] != NONE && ids[at] != id) {
            at = (at + 1) & mask;
        }
        int place = places[at];
        if (place == NONE) {
            return NONE;
        }
        size--;
        if (freeCount == free.length) {
            free = Arrays.copyOf(free, freeCount * 2);
        }
        free[freeCount++] = place;
        // An entry that was displaced by this one moves back.
        int hole = at;
        places[hole] = NONE;
        for (int each = (at + 1) & mask; places[each] != NONE; each = (each + 1) & mask) {
            int home = hash(ids[each]);
            if (((each - home) & mask) >= ((each - hole) & mask)) {
                ids[hole] = ids[each];
                places[hole] = places[each];
                places[each] = NONE;
                hole = each;
            }
        }
        return place;
    }

    private void grow() {
        int[] oldIds = ids;
        int[] oldPlaces = places;
        ids = new int[oldIds.length * 2];
        places = new int[ids.length];
        Arrays.fill(places, NONE);
        for (int i = 0; i < oldIds.length; i++) {
            if (oldPlaces[i] != NONE) {
                put(oldIds[i], oldPlaces[i]);
            }
        }
    }

    private void put(int id, int place) {
        int at = hash(id);
        while (places[at] != NONE) {
            at = (at + 1) & (ids.length - 1);
        }
        ids[at] = id;
        places[at] = place;
    }

    private int hash(int id) {
        int mixed = id * 0x9E3779B9;
        return (mixed ^ (mixed >>> 16)) & (ids.length - 1);
    }
}
