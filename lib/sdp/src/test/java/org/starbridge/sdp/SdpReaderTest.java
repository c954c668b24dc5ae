package org.starbridge.sdp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.starbridge.sdp.attribute.Candidate;
import org.starbridge.sdp.attribute.Direction;
import org.starbridge.sdp.attribute.ExtMap;
import org.starbridge.sdp.attribute.Simulcast;
import org.starbridge.sdp.text.SdpException;

/** What is refused, and how the refusal says what is wrong. */
class SdpReaderTest {
    private static final String SESSION = "v=0\no=- 1 1 IN IP4 127.0.0.1\ns=-\nt=0 0\n";
    private static final String VIDEO = "m=video 9 UDP/TLS/RTP/SAVPF 96\n";

    private static SessionDescription read(String text) throws SdpException {
        return SdpReader.read(text, SdpLimits.DEFAULT);
    }

    /** The line that is written is varied has the number 7. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=rtpmap:200 VP8/90000 | payload type \"200\": expected 0 to 127",
                "a=rtpmap:-1 VP8/90000 | payload type \"-1\"",
                "a=rtpmap:96 | without a encoding",
                "a=rtpmap:96 VP8 | expected an encoding like VP8/90000",
                "a=rtpmap:96 VP8/0 | clock rate \"0\"",
                "a=rtpmap:96 VP8/99999999999999999999 | clock rate",
                "a=rtpmap:96 opus/48000/2/2 | expected an encoding",
                "a=fmtp:96 apt=97;apt=98 | two parameters \"apt\"",
                "a=fmtp:96 =1 | expected name=value",
                "a=rtcp-fb:all nack | payload type \"all\"",
                "a=rtcp-fb:96 | without a type",
                "a=extmap:0 urn:x | id \"0\": expected 1 to 255",
                "a=extmap:4352 urn:x | id \"4352\"",
                "a=extmap:99999 urn:x | id \"99999\"",
                "a=extmap:1/sendonly/x urn:x | or id/direction",
                "a=ice-ufrag: | 4 to 256 letters",
                "a=mid: | mid \"\": expected a value",
                "t=0 0 | a line t= is not expected here",
                "s=- | a line s= is not expected here",
                "a=extmap:1/up urn:x | direction \"up\"",
                "a=extmap:1 | without a uri",
                "a=rid:h up | direction \"up\": expected send or recv",
                "a=rid:h! send | id \"h!\"",
                "a=rid:h | without a direction",
                "a=simulcast:send | without a list of streams",
                "a=simulcast:send h; | rid \"\"",
                "a=simulcast:send h send l | once each",
                "a=ssrc:4294967296 cname:x | number \"4294967296\": expected 0 to 4294967295",
                "a=ssrc:1 | attribute \"\"",
                "a=ssrc-group:FID | without a ssrc",
                "a=setup:server | expected active, passive, actpass or holdconn",
                "a=fingerprint:sha-256 1:2 | pairs of hex digits",
                "a=fingerprint:sha-256 | without a value",
                "a=ice-ufrag:abc | 4 to 256 letters",
                "a=ice-pwd:short | of 5 characters",
                "a=candidate:1 1 udp 1 192.0.2.1 5000 host | expected the word typ",
                "a=candidate:1 1 udp 1 192.0.2.1 65536 typ host | port \"65536\"",
                "a=candidate:1 0 udp 1 192.0.2.1 5 typ host | component \"0\"",
                "a=candidate:1 1 udp 4294967296 192.0.2.1 5 typ host | priority",
                "a=candidate:1 1 udp 1 192.0.2.1 5 typ host generation | without a generation",
                "a=mid:a b | followed by \"b\"",
                "a=sctp-port:65536 | port \"65536\"",
                "a= | expected a=name",
                "a=(x) | expected a=name",
                "x=1 | a line x= is not expected here",
                "nothing | expected a letter, = and a value",
            })
    void namesTheLineAndTheFault(String line, String fault) {
        assertThatThrownBy(() -> read(SESSION + VIDEO + "a=mid:0\n" + line.strip() + "\n"))
                .isInstanceOfSatisfying(
                        SdpException.class,
                        exception -> assertThat(exception.line()).isEqualTo(7))
                .hasMessageStartingWith("line 7: ")
                .hasMessageContaining(fault);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m=video 9 UDP/TLS/RTP/SAVPF | without a format",
                "m=video 65536 UDP/TLS/RTP/SAVPF 96 | port \"65536\"",
                "m=video 9 UDP/TLS/RTP/SAVPF 128 | payload type \"128\"",
                "m=video 9 UDP/TLS/RTP/SAVPF 96 96 | two formats 96",
                "m=video | without a port",
            })
    void refusesSections(String line, String fault) {
        assertThatThrownBy(() -> read(SESSION + line + "\n"))
                .isInstanceOf(SdpException.class)
                .hasMessageContaining("line 5: media")
                .hasMessageContaining(fault);
    }

    @Test
    void refusesTwoSectionsOfOneName() {
        assertThatThrownBy(() -> read(SESSION + VIDEO + "a=mid:0\n" + VIDEO + "a=mid:0\n"))
                .hasMessage("line 7: two sections with mid \"0\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v=1\no=- 1 1 IN IP4 0.0.0.0\ns=-\nt=0 0\n",
                "v=0\ns=-\nt=0 0\n",
                "v=0\no=- 1 1 IN IP4\ns=-\nt=0 0\n",
                "v=0\nv=0\no=- 1 1 IN IP4 0.0.0.0\ns=-\nt=0 0\n",
                "v=0\no=- 1 1 IN IP4 0.0.0.0\no=- 1 1 IN IP4 0.0.0.0\ns=-\nt=0 0\n",
                "v=0\ns=-\nt=0 0\nm=audio 9 RTP/AVP 0\no=- 1 1 IN IP4 0.0.0.0\n",
                "v=0\no=- 1 1 IN IP4 0.0.0.0\ns=-\ts\b\nt=0 0\n",
                "v=0\r\ro=- 1 1 IN IP4 0.0.0.0\ns=-\nt=0 0\n",
            })
    void refusesSessions(String text) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(SdpException.class);
    }

    /** What clients do, and what costs nothing to take. */
    @Test
    void takesLinesInAnyOrderAndAnyDress() throws Exception {
        SessionDescription plain = read(SESSION + "a=group:BUNDLE 0\n" + VIDEO + """
                c=IN IP4 0.0.0.0
                b=AS:9
                a=mid:0
                a=sendonly
                a=rtcp-mux
                a=rid:h send
                a=simulcast:send h
                a=ssrc:5 cname:x
                a=ssrc-group:FID 5 6
                a=setup:actpass
                a=candidate:1 1 udp 1 192.0.2.1 5000 typ host generation 0
                a=rtpmap:96 VP8/90000
                """);
        SessionDescription dressed = read(String.join(
                "\r\n",
                "\uFEFF",
                " A=Group:bundle 0\t",
                "",
                "O=- 1 1 IN IP4 127.0.0.1",
                "V=0 ",
                "M=Video 9 UDP/TLS/RTP/SAVPF  96",
                "A=MID: 0",
                "a=SendOnly",
                "",
                "b=AS:9",
                "a=RTCP-MUX",
                "a=rid:h  SEND",
                "a=simulcast: SEND h",
                "a=SSRC:5  CNAME:x",
                "a=ssrc-group:fid 5  6",
                "a=Setup: ACTPASS",
                "c=IN IP4 0.0.0.0",
                "c=IN IP4 192.0.2.1",
                "a=candidate:1 1 UDP 1 192.0.2.1 5000 TYP HOST GENERATION 0",
                "a=rtpmap:96\tVP8/90000"));
        assertThat(dressed).isEqualTo(plain);
    }

    @Test
    void anExtensionUnderAnIdThatIsNotSupportedIsNotUsed() throws Exception {
        Attributes attributes = read(SESSION + VIDEO
                        + "a=extmap:15 urn:x\na=extmap:256/sendonly urn:y\na=extmap:4351 urn:z\n")
                .media()
                .getFirst()
                .attributes();
        assertThat(attributes.all(ExtMap.class)).isEmpty();
        assertThat(attributes.list()).hasSize(3);
    }

    @Test
    void linesAreCountedAsTheClientWroteThem() {
        assertThatThrownBy(() -> read("\n\n" + SESSION + "\n" + VIDEO + "\na=mid:a b\n"))
                .hasMessageStartingWith("line 10: mid followed");
        assertThatThrownBy(() -> read("\n" + SESSION.replace("o=", "i=") + "\n" + VIDEO))
                .hasMessage("line 7: a line o= is missing before this line or the end");
    }

    @Test
    void aDirectionOfTheSessionIsThatOfItsSections() throws Exception {
        SessionDescription read = read(SESSION + "a=recvonly\n" + VIDEO + VIDEO + "a=sendonly\n");
        assertThat(read.media()).extracting(read::direction).containsExactly(Direction.RECVONLY, Direction.SENDONLY);
        assertThat(read(SESSION + VIDEO).direction(read(SESSION + VIDEO).media().getFirst()))
                .isEqualTo(Direction.SENDRECV);
    }

    @Test
    void candidatesOfASectionMayComeInSeveral() throws Exception {
        TrickleFragment fragment = SdpReader.readFragment("""
                m=audio 9 RTP/AVP 0
                a=mid:0
                a=candidate:1 1 udp 1 192.0.2.1 5000 typ host
                m=audio 9 RTP/AVP 0
                a=mid:0
                a=candidate:2 1 udp 1 192.0.2.1 5001 typ host
                """, SdpLimits.DEFAULT);
        assertThat(fragment.candidates()).hasSize(2);
    }

    @Test
    void isBounded() {
        SdpLimits limits = new SdpLimits(200, 8, 40, 2);
        assertThatThrownBy(() -> SdpReader.read(SESSION + "a=x:" + "y".repeat(200), limits))
                .hasMessageContaining("the limit is 200");
        assertThatThrownBy(() -> SdpReader.read(SESSION + "a=x:" + "y".repeat(40), limits))
                .hasMessage("line 5: 44 characters: the limit is 40");
        assertThatThrownBy(() -> SdpReader.read(SESSION + "a=x\n".repeat(5), limits))
                .hasMessage("line 9: the limit is 8 lines");
        assertThatThrownBy(() -> SdpReader.read(SESSION + VIDEO.repeat(3), limits))
                .hasMessage("line 7: the limit is 2 sections");
    }

    @Test
    void doesNotQuoteAPassword() {
        assertThatThrownBy(() -> read(SESSION + "a=ice-pwd:secret-secret-secret-secret\n"))
                .hasMessageNotContaining("secret");
    }

    @Test
    void readsLinesThatMeanNothingHere() throws Exception {
        SessionDescription read = read(String.join(
                "\r\n",
                List.of(
                        "v=0",
                        "o=- 1 1 IN IP4 0.0.0.0",
                        "s=-",
                        "i=x",
                        "u=x",
                        "e=a",
                        "e=b",
                        "p=1",
                        "c=IN IP4 0.0.0.0",
                        "b=AS:9",
                        "t=0 0",
                        "r=1",
                        "t=1 1",
                        "z=1",
                        "a=x",
                        "m=audio 9/2 RTP/AVP 0",
                        "i=x",
                        "c=IN IP4 0.0.0.0",
                        "b=AS:1",
                        "b=TIAS:2",
                        "a=x:",
                        "")));
        assertThat(read.media().getFirst().bandwidths()).containsExactly("AS:1", "TIAS:2");
        assertThat(read.media().getFirst().port()).isEqualTo(9);
        assertThat(read.text()).contains("m=audio 9 RTP/AVP 0\r\nc=IN IP4 0.0.0.0\r\nb=AS:1\r\nb=TIAS:2\r\na=x:\r\n");
    }

    @Test
    void aRejectedSectionHasPortZero() throws Exception {
        SessionDescription read =
                read(SESSION + "m=video 0 UDP/TLS/RTP/SAVPF 96\nm=video 0 UDP/TLS/RTP/SAVPF 96\na=bundle-only\n");
        assertThat(read.media()).extracting(MediaSection::isRejected).containsExactly(true, false);
    }

    @Test
    void readsAlternativesThatArePaused() throws Exception {
        Simulcast simulcast = read(SESSION + VIDEO + "a=simulcast:recv a,~b;c send d\n")
                .media()
                .getFirst()
                .attributes()
                .first(Simulcast.class);
        assertThat(simulcast)
                .isEqualTo(new Simulcast(
                        Simulcast.streams(List.of("d")),
                        List.of(
                                new Simulcast.Stream(List.of(
                                        new Simulcast.Alternative("a", false), new Simulcast.Alternative("b", true))),
                                new Simulcast.Stream(List.of(new Simulcast.Alternative("c", false))))));
    }

    @Test
    void readsAFragment() throws Exception {
        TrickleFragment fragment = SdpReader.readFragment("""
                a=ice-options:trickle ice2
                a=group:BUNDLE 0 1
                m=audio 9 UDP/TLS/RTP/SAVPF 0
                a=mid:0
                a=ice-ufrag:EsAw
                a=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1
                a=candidate:1387637174 1 UDP 2122260223 192.0.2.1 61764 typ host generation 0 ufrag EsAw network-id 1
                a=candidate:3471623853 1 tcp 1518280447 192.0.2.1 9 typ host raddr 0.0.0.0 rport 9 tcptype active
                a=end-of-candidates
                """, SdpLimits.DEFAULT);
        assertThat(fragment.ufrag()).isEqualTo("EsAw");
        assertThat(fragment.pwd()).isEqualTo("P2uYro0UCOQ4zxjKXaWCBui1");
        assertThat(fragment.candidates()).hasSize(2);
        Candidate first = fragment.candidates().getFirst();
        assertThat(first.protocol()).isEqualTo("udp");
        assertThat(first.extensions()).isEqualTo(Map.of("generation", "0", "ufrag", "EsAw", "network-id", "1"));
        assertThat(fragment.candidates().getLast().relatedPort()).isEqualTo(9);
        assertThat(SdpReader.readFragment(fragment.text(), SdpLimits.DEFAULT)).isEqualTo(fragment);
    }

    @Test
    void aFragmentHasNoSession() {
        assertThatThrownBy(() -> SdpReader.readFragment(SESSION, SdpLimits.DEFAULT))
                .hasMessage("line 1: a line v= is not expected here");
    }
}
