package org.starbridge.transport.ice;

public enum IceState {
    NEW,
    CHECKING,
    CONNECTED,
    DISCONNECTED,
    FAILED,
    CLOSED
}
