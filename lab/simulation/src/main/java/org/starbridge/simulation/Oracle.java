package org.starbridge.simulation;

/** Rules that every run must keep. */
public enum Oracle {
    NONCE("no nonce protects two different inputs"),
    PROTECTION("a guest gets only packets that are authentic for it"),
    SEQUENCE("numbers continue without a gap where no packet was lost on the way to the bridge"),
    TIMESTAMP("timestamps rise with time, over every switch"),
    DECODABLE("a frame comes after the frames that it needs, and whole"),
    OWN_MEDIA("a guest does not get its own media"),
    MUTED("nothing is forwarded of a kind that is muted"),
    UNWANTED("no video goes to a guest that wants none"),
    SILENCE("nothing goes to or comes from a guest that left"),
    ANSWERED("each request is answered or refused within 1 s; an ordinary one is not refused"),
    LIVENESS("when faults end, each guest gets all others within 5 s"),
    ESTIMATE("bandwidth estimates stay within their bounds"),
    KEPT("nothing is kept after the last one left"),
    FAULT("no exception on a worker or in control"),
    DETERMINISM("the same seed sends the same datagrams at the same times");

    private final String sentence;

    Oracle(String sentence) {
        this.sentence = sentence;
    }

    /** The rule. */
    public String sentence() {
        return sentence;
    }
}
