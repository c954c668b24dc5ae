package org.starbridge.transport.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which way is chosen, and what is said about it. */
@Timeout(20)
class UdpIoTest {
    private static final String SYMBOL = "Symbol not found: recvmmsg";

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        "a symbol is missing, first use",
                        new ExceptionInInitializerError(new NoSuchElementException(SYMBOL)),
                        "the C library lacks a function: " + SYMBOL),
                Arguments.of(
                        "a symbol is missing, later use",
                        new NoClassDefFoundError("Could not initialize class LibC"),
                        "the C library cannot be called: java.lang.NoClassDefFoundError: Could not initialize class LibC"),
                Arguments.of(
                        "the foreign function API is not allowed",
                        new ExceptionInInitializerError(new IllegalCallerException("native access is off")),
                        "the C library cannot be called: java.lang.IllegalCallerException: native access is off"),
                Arguments.of(
                        "no linker for this machine",
                        new UnsupportedOperationException("no linker"),
                        "the C library cannot be called: java.lang.UnsupportedOperationException: no linker"),
                Arguments.of("a sandbox refuses a call", new IOException("errno 38"), "errno 38"));
    }

    private static UdpIo.Trial throwing(Throwable failure) {
        return () -> {
            switch (failure) {
                case IOException e -> throw e;
                case RuntimeException e -> throw e;
                case Error e -> throw e;
                default -> throw new IllegalArgumentException(failure);
            }
        };
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void takesNioAndSaysWhy(String what, Throwable failure, String reason) {
        UdpIo.Choice choice = UdpIo.choose(throwing(failure));
        assertThat(choice.io()).as(what).isEqualTo(UdpIo.NIO);
        assertThat(choice.whyNotNative()).contains(reason);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("failures")
    void refusesTheNativeWayByNameAndSaysWhy(String what, Throwable failure, String reason) {
        assertThatThrownBy(() -> UdpIo.require(throwing(failure)))
                .as(what)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage(reason);
    }

    @Test
    void takesTheNativeWayWhereTheTrialSucceeds() {
        assertThat(UdpIo.choose(() -> {})).isEqualTo(new UdpIo.Choice(UdpIo.NATIVE, java.util.Optional.empty()));
        assertThat(UdpIo.require(() -> {})).isEqualTo(UdpIo.NATIVE);
    }

    @Test
    void aFatalErrorIsNotAReasonToGoOn() {
        assertThatThrownBy(() -> UdpIo.choose(throwing(new OutOfMemoryError("no memory"))))
                .isInstanceOf(OutOfMemoryError.class);
    }

    @ParameterizedTest
    @CsvSource({"Linux, true, true", "Linux, false, false", "Mac OS X, true, false", "Windows 11, false, false"})
    void onlyLinuxSpreadsClientsOverSockets(String system, boolean hasReusePort, boolean isShared) {
        assertThat(UdpIo.whyNotShared(system, hasReusePort).isEmpty()).isEqualTo(isShared);
    }
}
