package org.starbridge.hammer.whip;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Candidate;
import org.starbridge.colibri.IceUdpTransport;
import org.starbridge.hammer.LoadTestException;
import org.starbridge.sdp.MediaSection;
import org.starbridge.sdp.SessionDescription;
import org.starbridge.sdp.attribute.Attribute;
import org.starbridge.sdp.attribute.Fingerprint;
import org.starbridge.sdp.attribute.IcePwd;
import org.starbridge.sdp.attribute.IceUfrag;
import org.starbridge.sdp.attribute.Setup;

/** Reads the server's side of the transport from its answer. */
final class AnsweredTransport {
    private final SessionDescription answer;
    private final MediaSection tagged;

    private AnsweredTransport(SessionDescription answer, MediaSection tagged) {
        this.answer = answer;
        this.tagged = tagged;
    }

    /**
     * Reads it.
     *
     * @param endpoint that offered, for messages
     * @throws LoadTestException if something is missing without which an endpoint can not join
     */
    static IceUdpTransport read(String endpoint, SessionDescription answer) {
        MediaSection tagged = answer.media().stream()
                .filter(section -> !section.isRejected())
                .findFirst()
                .orElseThrow(() -> new LoadTestException("all sections of endpoint " + endpoint + " were rejected"));
        AnsweredTransport transport = new AnsweredTransport(answer, tagged);
        if (transport.find(Setup.class) == Setup.ACTIVE) {
            throw new LoadTestException("the server wants to start the DTLS handshake with endpoint " + endpoint
                    + " (a=setup:active): the Hammer is a DTLS client only");
        }
        return transport.read();
    }

    private IceUdpTransport read() {
        IceUfrag ufrag = find(IceUfrag.class);
        IcePwd pwd = find(IcePwd.class);
        return new IceUdpTransport(
                ufrag == null ? null : ufrag.value(),
                pwd == null ? null : pwd.value(),
                null,
                true,
                candidates(),
                fingerprints(),
                List.of());
    }

    private <T extends Attribute> @Nullable T find(Class<T> type) {
        return answer.find(tagged, type);
    }

    private List<Candidate> candidates() {
        return answer.media().stream()
                .flatMap(section -> section.attributes().all(org.starbridge.sdp.attribute.Candidate.class).stream())
                .map(candidate -> new Candidate(
                        candidate.component(),
                        candidate.foundation(),
                        0,
                        null,
                        candidate.address(),
                        0,
                        candidate.port(),
                        candidate.priority(),
                        candidate.protocol(),
                        candidate.type(),
                        candidate.relatedAddress(),
                        candidate.relatedPort() < 0 ? null : candidate.relatedPort(),
                        candidate.extensions().get("tcptype")))
                .toList();
    }

    private List<org.starbridge.colibri.Fingerprint> fingerprints() {
        List<Fingerprint> own = tagged.attributes().all(Fingerprint.class);
        return (own.isEmpty() ? answer.attributes().all(Fingerprint.class) : own)
                .stream()
                        .map(each -> new org.starbridge.colibri.Fingerprint(each.hash(), each.value(), null, false))
                        .toList();
    }
}
