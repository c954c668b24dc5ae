package org.starbridge.simulation;

/** Sites at which a run may make a fault. Each one must be reached by a sweep. */
public enum FaultSite {
    NETWORK_LOSS("datagrams are lost everywhere"),
    NETWORK_JITTER("datagrams overtake each other"),
    NETWORK_DUPLICATION("datagrams arrive twice"),
    UPLINK_LOSS("a guest's datagrams are lost in bursts on their way to the bridge"),
    DOWNLINK_LOSS("datagrams to a guest are lost in bursts"),
    NARROW_DOWNLINK("the link to a guest carries less than its media needs"),
    PARTITION("nothing reaches a guest, and the bridge receives nothing of it"),
    NAT_REBINDING("a NAT gives a guest another address"),
    FEEDBACK_SILENCE("a guest sends no transport-wide feedback"),
    LOW_REMB("a guest says that it takes next to nothing"),
    DEAF_CAMERA("a camera ignores requests for key frames"),
    CAMERA_PAUSE("a camera sends nothing, without a mute"),
    GARBAGE("datagrams that are not valid come from a guest's address"),
    REPLAY("datagrams arrive a second time, late"),
    WORKER_STALL("a media worker gets no processor"),
    SEND_BLOCKED("the socket takes nothing"),
    CLOCK_LEAP("the clock leaps, as while the process is suspended"),
    VANISH("a guest vanishes without leaving"),
    RETURN("a guest leaves and comes again under its old id"),
    JOIN_TWICE("an endpoint is created that exists"),
    REQUEST_DUPLICATED("a request comes twice"),
    REQUEST_LATE("a request comes late, perhaps after the one that follows it"),
    FORCE_MUTE("the focus mutes a guest"),
    NO_VIDEO_WANTED("a guest requests no video"),
    ONE_ON_STAGE("a guest requests one source large, and the others small");

    private final String sentence;

    FaultSite(String sentence) {
        this.sentence = sentence;
    }

    /** What happens there. */
    public String sentence() {
        return sentence;
    }
}
