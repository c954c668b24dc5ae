package org.starbridge.bridge.app;

import java.io.IOException;
import org.starbridge.bridge.config.BridgeConfig;
import org.starbridge.colibri.Sctp;
import org.starbridge.control.channel.BridgeChannel;
import org.starbridge.control.channel.ChannelSlot;
import org.starbridge.control.channel.ChannelText;
import org.starbridge.control.channel.DataChannelTransport;
import org.starbridge.control.channel.DataChannelTransports;
import org.starbridge.control.channel.MessagePace;

/**
 * A whole bridge whose data channels say back what they hear, whatever it is, so that a real client can compare. For
 * endpoints it can also take the role that it has for some relays only.
 */
public final class EchoBridge implements AutoCloseable {
    /** What is said to a message that is not text. */
    public static final String NOT_TEXT = "not text";

    private final Bridge bridge;
    private volatile Sctp.Role role = Sctp.Role.SERVER;

    /** Starts it. */
    public EchoBridge(BridgeConfig config) throws IOException {
        bridge = Bridge.start(config, Preparation.begin(), Echoes::new);
    }

    /** What it is in SCTP to endpoints that are created from now on. */
    public void role(Sctp.Role role) {
        this.role = role;
    }

    public Bridge bridge() {
        return bridge;
    }

    @Override
    public void close() {
        bridge.close();
    }

    private final class Echoes implements DataChannelTransports {
        private final DataChannelTransports transports;

        Echoes(DataChannelTransports transports) {
            this.transports = transports;
        }

        @Override
        public boolean isOffered() {
            return true;
        }

        @Override
        public DataChannelTransport open(Sctp.Role ofEndpoints) {
            return new EchoTransport(transports.open(role));
        }
    }

    /** The real transport, which serves the echo instead of the conference. */
    private record EchoTransport(DataChannelTransport transport) implements DataChannelTransport {
        @Override
        public void serve(ChannelSlot conference) {
            transport.serve(new Echo());
        }

        @Override
        public void onConnected(Outlet outlet) {
            transport.onConnected(outlet);
        }

        @Override
        public void onData(byte[] record) {
            transport.onData(record);
        }

        @Override
        public void onEnded() {
            transport.onEnded();
        }
    }

    private static final class Echo implements ChannelSlot {
        private final MessagePace pace = new MessagePace(100, 1 << 20);

        @Override
        public MessagePace pace() {
            return pace;
        }

        @Override
        public void onOpen(BridgeChannel channel) {}

        @Override
        public void onText(BridgeChannel channel, String text) {
            channel.send(ChannelText.of(text));
        }

        @Override
        public boolean tryText(BridgeChannel channel, String text) {
            onText(channel, text);
            return true;
        }

        @Override
        public void onBinary(BridgeChannel channel) {
            channel.send(ChannelText.of(NOT_TEXT));
        }

        @Override
        public void onClose(BridgeChannel channel, int code) {}
    }
}
