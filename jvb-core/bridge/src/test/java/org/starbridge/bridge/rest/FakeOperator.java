package org.starbridge.bridge.rest;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers what an operator asked for. */
final class FakeOperator implements MucClientControl, LifecycleControl {
    final List<String> asked = new CopyOnWriteArrayList<>();
    final List<String> ids = new CopyOnWriteArrayList<>();
    volatile boolean isDraining;

    @Override
    public void add(String id, Map<String, String> properties) {
        if (!properties.containsKey("hostname")) {
            throw new IllegalArgumentException("XMPP client " + id + " lacks hostname");
        }
        ids.add(id);
    }

    @Override
    public boolean remove(String id) {
        return ids.remove(id);
    }

    @Override
    public List<String> ids() {
        return List.copyOf(ids);
    }

    @Override
    public boolean isDraining() {
        return isDraining;
    }

    @Override
    public void drain(boolean shallDrain) {
        isDraining = shallDrain;
    }

    @Override
    public void shutDownGracefully() {
        asked.add("graceful");
    }

    @Override
    public void shutDownNow() {
        asked.add("now");
    }
}
