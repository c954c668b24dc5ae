package org.starbridge.bridge.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartedComponentsTest {
    private final List<String> closed = new ArrayList<>();
    private final StartedComponents open = new StartedComponents();

    @Test
    void whatWasOpenedLastIsClosedFirstAndNothingTwice() {
        assertThat(open.add("sockets", closed::add)).isEqualTo("sockets");
        open.add("servers", closed::add);
        open.add("rooms", closed::add);

        open.close();
        open.close();

        assertThat(closed).containsExactly("rooms", "servers", "sockets");
    }

    @Test
    void aPartThatDoesNotCloseKeepsNoOlderOneOpen() {
        IllegalStateException ofRooms = new IllegalStateException("rooms, on purpose");
        LinkageError ofSockets = new LinkageError("sockets, on purpose");
        open.add("sockets", name -> {
            closed.add(name);
            throw ofSockets;
        });
        open.add("servers", closed::add);
        open.add("rooms", name -> {
            closed.add(name);
            throw ofRooms;
        });
        open.add("doors", closed::add);

        assertThatThrownBy(open::close).isSameAs(ofRooms).hasSuppressedException(ofSockets);
        open.close();

        assertThat(closed).containsExactly("doors", "rooms", "servers", "sockets");
    }

    @Test
    void whyAStartFailedStaysTheReasonWhateverClosingThrows() {
        IllegalStateException ofServers = new IllegalStateException("servers, on purpose");
        IOException reason = new IOException("a port is taken");
        open.add("sockets", closed::add);
        open.add("servers", name -> {
            closed.add(name);
            throw ofServers;
        });

        open.closeAfter(reason);

        assertThat(reason).hasSuppressedException(ofServers);
        assertThat(closed).containsExactly("servers", "sockets");
    }

    @Test
    void whatIsThrownAgainWhileClosingIsNotItsOwnReason() {
        IllegalStateException same = new IllegalStateException("broken for good");
        open.add("sockets", closed::add);
        open.add("servers", name -> {
            closed.add(name);
            throw same;
        });

        open.closeAfter(same);

        assertThat(same).hasNoSuppressedExceptions();
        assertThat(closed).containsExactly("servers", "sockets");
    }
}
