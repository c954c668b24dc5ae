package org.starbridge.bridge.upgrade;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message;
import org.starbridge.bridge.upgrade.UpgradeChannel.Message.Kind;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.Colibri2Exception.Reason;
import org.starbridge.colibri.ConferenceModified;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlText;

/** Requests that reached the old process after it had handed over: one at a time, each with its answer. */
final class PassedRequests {
    private final UpgradeChannel channel;

    PassedRequests(UpgradeChannel channel) {
        this.channel = channel;
    }

    /** The old process' side: has a request carried out by the new one. Any thread. */
    synchronized ConferenceModified passOn(ConferenceModify request) {
        try {
            String xml = Colibri2Xml.write(request).toXml();
            channel.send(Kind.REQUEST, List.of(), out -> out.write(xml.getBytes(StandardCharsets.UTF_8)));
            DataInputStream answer = channel.expect(Kind.ANSWER).input();
            if (answer.readBoolean()) {
                return Colibri2Xml.parseModified(
                        XmlText.parse(new String(answer.readAllBytes(), StandardCharsets.UTF_8)));
            }
            throw refusal(answer);
        } catch (IOException e) {
            throw new Colibri2Exception(
                    Condition.SERVICE_UNAVAILABLE,
                    "the conference has moved to a new process of this bridge, which does not answer: repeat the"
                            + " request");
        }
    }

    /** The old process says something else meanwhile. */
    synchronized void send(Kind kind) throws IOException {
        channel.send(kind);
    }

    private static Colibri2Exception refusal(DataInputStream in) throws IOException {
        try {
            Condition condition = Condition.valueOf(in.readUTF());
            Reason reason = Reason.valueOf(in.readUTF());
            String sentence = in.readUTF();
            return new Colibri2Exception(condition, reason, sentence, in.readBoolean() ? in.readUTF() : null);
        } catch (IllegalArgumentException e) {
            throw new IOException("a refusal of an unknown kind", e);
        }
    }

    /** The new process' side: carries a request out, and answers. */
    void answer(Message request, Function<ConferenceModify, ConferenceModified> requests) throws IOException {
        String xml = new String(request.content(), StandardCharsets.UTF_8);
        ConferenceModified modified = null;
        Colibri2Exception refusal = null;
        try {
            modified = requests.apply(Colibri2Xml.parseModify(XmlText.parse(xml), _ -> {}));
        } catch (Colibri2Exception e) {
            refusal = e;
        } catch (RuntimeException e) {
            refusal = new Colibri2Exception(Condition.INTERNAL_SERVER_ERROR, "internal error of the bridge");
        }
        answer(modified, refusal);
    }

    private void answer(@Nullable ConferenceModified modified, @Nullable Colibri2Exception refusal) throws IOException {
        channel.send(Kind.ANSWER, List.of(), out -> {
            out.writeBoolean(modified != null);
            if (modified != null) {
                out.write(Colibri2Xml.write(modified).toXml().getBytes(StandardCharsets.UTF_8));
            } else if (refusal != null) {
                out.writeUTF(refusal.condition().name());
                out.writeUTF(refusal.reason().name());
                out.writeUTF(refusal.sentence());
                out.writeBoolean(refusal.endpointId() != null);
                if (refusal.endpointId() != null) {
                    out.writeUTF(refusal.endpointId());
                }
            }
        });
    }
}
