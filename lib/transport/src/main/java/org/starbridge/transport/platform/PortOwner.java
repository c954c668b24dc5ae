package org.starbridge.transport.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Owner of a UDP port of this network namespace, for people: by Linux's {@code /proc}, as far as it lets us look.
 * Looked up once, when a bridge can not start.
 */
public final class PortOwner {
    private static final Path PROC = Path.of("/proc");
    private static final int LOCAL_ADDRESS = 1;
    private static final int UID = 7;
    private static final int INODE = 9;
    private static final int MOST_COMMAND_CHARS = 200;

    private PortOwner() {}

    /** The process by its number and command; else the user's number; empty when nothing is known. */
    public static Optional<String> of(int port) {
        try {
            Set<String> sockets = new HashSet<>();
            Set<String> users = new HashSet<>();
            for (String table : List.of("udp", "udp6")) {
                look(PROC.resolve("net").resolve(table), port, sockets, users);
            }
            Optional<String> process = process(sockets);
            return process.isPresent()
                    ? process
                    : users.stream().findFirst().map(user -> "a process of the user with the number " + user);
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty(); // not Linux, or no proc
        }
    }

    /** A line: slot, local address, remote address, state, queues, timer, retransmissions, user, timeout, inode, … */
    private static void look(Path table, int port, Set<String> sockets, Set<String> users) throws IOException {
        String suffix = String.format(Locale.ROOT, ":%04X", port);
        if (Files.isReadable(table)) {
            for (String line : Files.readAllLines(table)) {
                String[] fields = line.strip().split("\\s+", -1);
                if (fields.length > INODE && fields[LOCAL_ADDRESS].endsWith(suffix)) {
                    sockets.add("socket:[" + fields[INODE] + "]");
                    users.add(fields[UID]);
                }
            }
        }
    }

    private static Optional<String> process(Set<String> sockets) throws IOException {
        if (sockets.isEmpty()) {
            return Optional.empty();
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (Path process : processes) {
                if (hasOneOf(sockets, process.resolve("fd"))) {
                    return Optional.of(describe(process.getFileName().toString()));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean hasOneOf(Set<String> sockets, Path descriptors) {
        try (DirectoryStream<Path> open = Files.newDirectoryStream(descriptors)) {
            for (Path descriptor : open) {
                if (sockets.contains(Files.readSymbolicLink(descriptor).toString())) {
                    return true;
                }
            }
        } catch (IOException | RuntimeException _) {
            // Not ours to look into, or gone meanwhile.
        }
        return false;
    }

    private static String describe(String pid) {
        return "process " + pid
                + ProcessHandle.of(Long.parseLong(pid))
                        .flatMap(process -> process.info().commandLine())
                        .map(command -> " (" + abbreviated(command) + ")")
                        .orElse("");
    }

    private static String abbreviated(String command) {
        return command.length() <= MOST_COMMAND_CHARS ? command : command.substring(0, MOST_COMMAND_CHARS) + "…";
    }
}
