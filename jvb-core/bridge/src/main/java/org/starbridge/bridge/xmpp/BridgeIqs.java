package org.starbridge.bridge.xmpp;

import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jivesoftware.smack.packet.IQ;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.starbridge.bridge.observation.FocusLog;
import org.starbridge.bridge.tracing.ColibriRequests;
import org.starbridge.bridge.tracing.TraceParent;
import org.starbridge.colibri.Colibri2Exception;
import org.starbridge.colibri.Colibri2Exception.Condition;
import org.starbridge.colibri.ConferenceModify;
import org.starbridge.colibri.xml.Colibri2Xml;
import org.starbridge.colibri.xml.XmlElement;
import org.starbridge.colibri.xmpp.ElementIq;
import org.starbridge.control.environment.ConferenceCounters;
import org.starbridge.control.environment.RequestWarning;
import org.starbridge.transport.counters.SharedCounters;

/**
 * Handler of a focus's requests, and its answers. Any thread may call it; requests about one conference are carried out
 * in the order of the calls.
 */
public final class BridgeIqs {
    static final String HEALTH = "healthcheck";
    static final String HEALTH_NAMESPACE = "http://jitsi.org/protocol/healthcheck";

    /** A focus gives a request up after 15 s; a thousand are carried out in far less. */
    private static final int MOST_PENDING = 4096;

    private static final String XMPP = "xmpp";

    private static final Logger LOG = LoggerFactory.getLogger(BridgeIqs.class);

    private final ColibriRequests colibri;
    private final ConferenceCounters conferenceCounters;
    private final Supplier<String> illness;
    private final RequestQueues queues;
    private final SharedCounters<XmppCounter> counters;
    private final FocusLog focuses;

    /**
     * @param illness why the bridge is not healthy; empty when it is
     * @param executor carries out requests; they may block
     * @param focuses takes who asked and what was answered
     */
    public BridgeIqs(
            ColibriRequests colibri,
            ConferenceCounters conferenceCounters,
            Supplier<String> illness,
            Executor executor,
            SharedCounters<XmppCounter> counters,
            FocusLog focuses) {
        this.colibri = colibri;
        this.conferenceCounters = conferenceCounters;
        this.illness = illness;
        queues = new RequestQueues(executor, MOST_PENDING);
        this.counters = counters;
        this.focuses = focuses;
    }

    /** Returns the number of requests that wait, or are carried out. */
    public int pending() {
        return queues.pending();
    }

    SharedCounters<XmppCounter> counters() {
        return counters;
    }

    /**
     * Returns whether the bridge works: an empty result, or an error that makes the focus move all participants away.
     */
    IQ onHealthCheck(IQ request) {
        String sentence = illness.get();
        return sentence.isEmpty()
                ? IQ.createResultIQ(request)
                : RefusalIq.of(request, new Colibri2Exception(Condition.INTERNAL_SERVER_ERROR, sentence));
    }

    /**
     * A Colibri2 request.
     *
     * @param answers takes the answer later
     * @return the answer if there is one at once
     */
    @Nullable
    IQ onModify(IQ request, Consumer<IQ> answers) {
        counters.increment(XmppCounter.REQUESTS);
        ConferenceModify modify;
        try {
            modify = read(request);
        } catch (Colibri2Exception refusal) {
            return refuse(request, "", refusal);
        }
        if (queues.offer(modify.meetingId(), () -> answers.accept(carryOut(request, modify)))) {
            return null;
        }
        counters.increment(XmppCounter.REQUESTS_OVERLOADED);
        return RefusalIq.of(
                request,
                new Colibri2Exception(
                        Condition.RESOURCE_CONSTRAINT,
                        MOST_PENDING + " requests are already waiting: try again later"));
    }

    private ConferenceModify read(IQ request) {
        XmlElement element = request instanceof ElementIq iq ? iq.element() : null;
        if (element == null) {
            counters.increment(XmppCounter.UNREADABLE);
            String fault = request instanceof ElementIq iq ? iq.fault() : null;
            throw Colibri2Exception.badRequest("the request cannot be read: " + fault);
        }
        return Colibri2Xml.parseModify(element, _ -> conferenceCounters.count(RequestWarning.UNREADABLE_ENTRY));
    }

    private IQ carryOut(IQ request, ConferenceModify modify) {
        try {
            IQ answer = answer(
                    request,
                    new ElementIq(Colibri2Xml.write(
                            colibri.handle(modify, ColibriRequests.Transport.XMPP, traceParent(request)))));
            focuses.carriedOut(XMPP, String.valueOf(request.getFrom()), modify.meetingId());
            return answer;
        } catch (Colibri2Exception refusal) {
            return refuse(request, modify.meetingId(), refusal);
        } catch (RuntimeException e) {
            LOG.error("internal error in a request for conference {}", modify.meetingId(), e);
            return refuse(
                    request,
                    modify.meetingId(),
                    new Colibri2Exception(
                            Condition.INTERNAL_SERVER_ERROR, "internal error of the bridge; see its log"));
        }
    }

    private static @Nullable TraceParent traceParent(IQ request) {
        XmlElement element = request instanceof ElementIq iq ? iq.element() : null;
        return element == null ? null : TraceParent.ofElement(element);
    }

    private IQ refuse(IQ request, String meetingId, Colibri2Exception refusal) {
        focuses.refused(XMPP, String.valueOf(request.getFrom()), meetingId, String.valueOf(refusal.getMessage()));
        counters.increment(XmppCounter.REQUESTS_REFUSED);
        return RefusalIq.of(request, refusal);
    }

    private static IQ answer(IQ request, IQ answer) {
        answer.setType(IQ.Type.result);
        answer.setStanzaId(request.getStanzaId());
        answer.setFrom(request.getTo());
        answer.setTo(request.getFrom());
        return answer;
    }
}
