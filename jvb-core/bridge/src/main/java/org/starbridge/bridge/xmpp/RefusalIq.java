package org.starbridge.bridge.xmpp;

import org.jivesoftware.smack.packet.IQ;
import org.jivesoftware.smack.packet.StanzaError;
import org.jspecify.annotations.Nullable;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.xml.Colibri2Xml;

/**
 * An error in answer to a request, without the request: Smack's own repeats it, which is not well-formed when its
 * element is unknown, and keeps a focus from reading the error when the request was what could not be read.
 */
final class RefusalIq extends IQ {
    private RefusalIq(IQ request, StanzaError error) {
        super((String) null, null);
        setType(Type.error);
        setStanzaId(request.getStanzaId());
        setFrom(request.getTo());
        setTo(request.getFrom());
        setError(error);
    }

    static IQ of(IQ request, StanzaError.Condition condition, String sentence) {
        return new RefusalIq(
                request,
                StanzaError.getBuilder(condition).setDescriptiveEnText(sentence).build());
    }

    static IQ of(IQ request, Colibri2Exception refusal) {
        StanzaError.Builder error = StanzaError.getBuilder(
                StanzaError.Condition.fromString(refusal.condition().wireName()));
        error.setDescriptiveEnText(refusal.sentence());
        Colibri2Xml.errorDetails(refusal).forEach(detail -> error.addExtension(new ElementExtension(detail)));
        return new RefusalIq(request, error.build());
    }

    @Override
    protected @Nullable IQChildElementXmlStringBuilder getIQChildElementBuilder(IQChildElementXmlStringBuilder xml) {
        return null;
    }
}
