package org.starbridge.transport.dtls;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordGateTest {
    private static final byte[] CHANGE_CIPHER_SPEC = Garbage.hex("14 fefd 0000 000000000001 0001 01");

    @ParameterizedTest
    @CsvSource({
        "01, true, false",
        "02, false, true",
        "03, false, true",
        "0b, true, true",
        "0c, false, true",
        "0d, false, true",
        "0e, false, true",
        "0f, true, false",
        "10, true, false",
        "00, false, false",
        "14, false, false"
    })
    void admitsTheMessagesThatThePeersRoleSends(String type, boolean isFromClient, boolean isFromServer) {
        byte[] record = message(type, "000000 0001 000000 000000");
        assertThat(admits(new RecordGate(DtlsRole.SERVER), record)).isEqualTo(isFromClient);
        assertThat(admits(new RecordGate(DtlsRole.CLIENT), record)).isEqualTo(isFromServer);
    }

    @Test
    void aServerHoldsChangeCipherSpecBackUntilCertificateVerifyIsComplete() {
        RecordGate gate = new RecordGate(DtlsRole.SERVER);
        assertThat(admits(gate, CHANGE_CIPHER_SPEC)).isFalse();
        assertThat(admits(gate, message("0f", "000003 0003 000001 000002 aabb")))
                .isTrue();
        assertThat(admits(gate, CHANGE_CIPHER_SPEC))
                .as("the first byte is missing")
                .isFalse();
        assertThat(admits(gate, message("0f", "000003 0003 000000 000001 aa"))).isTrue();
        assertThat(admits(gate, CHANGE_CIPHER_SPEC))
                .as("the rest came too early")
                .isFalse();
        assertThat(admits(gate, message("0f", "000003 0003 000001 000002 aabb")))
                .isTrue();
        assertThat(admits(gate, CHANGE_CIPHER_SPEC)).isTrue();
    }

    @Test
    void aClientAdmitsChangeCipherSpecAtAnyTime() {
        assertThat(admits(new RecordGate(DtlsRole.CLIENT), CHANGE_CIPHER_SPEC)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"15 fefd 0000 000000000001 0002 0100", "17 fefd 0001 000000000001 0001 00"})
    void alertsAndEncryptedRecordsAreNotItsBusiness(String record) {
        assertThat(admits(new RecordGate(DtlsRole.SERVER), Garbage.hex(record))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "14 feff 0000 0fffffffffff 0001 01, 14 fefd 0000 000000000001 0001 01",
        "16 feff 0000 0fffffffffff 000c 01 000000 0000 000000 000000, 16 feff 0000 000000000001 000c 01 000000 0000 000000 000000",
        "16 feff 0000 0fffffffffff 000c 02 000000 0000 000000 000000, 16 fefd 0000 000000000001 000c 02 000000 0000 000000 000000",
        "17 fefd 0001 0fffffffffff 0001 00, 17 fefd 0001 0fffffffffff 0001 00"
    })
    void numbersPlainRecordsItself(String from, String to) {
        RecordGate gate = new RecordGate(DtlsRole.CLIENT);
        gate.neutralise(CHANGE_CIPHER_SPEC.clone(), 0);
        byte[] record = Garbage.hex(from);
        gate.neutralise(record, 0);
        assertThat(record).isEqualTo(Garbage.hex(to));
    }

    private static boolean admits(RecordGate gate, byte[] record) {
        assertThat(Records.isWellFormed(record)).isTrue();
        return gate.admits(record, 0, record.length);
    }

    private static byte[] message(String type, String rest) {
        String body = (type + rest).replace(" ", "");
        return Garbage.hex("16 fefd 0000 000000000001 %04x %s".formatted(body.length() / 2, body));
    }
}
