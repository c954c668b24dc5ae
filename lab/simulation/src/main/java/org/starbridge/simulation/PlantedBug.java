package org.starbridge.simulation;

/** Bugs that the simulator plants around the bridge to examine itself. The product knows none of them. */
public enum PlantedBug {
    NONE("the bridge as it is"),
    NONCE_REUSED("a packet is sealed under the number of the one before"),
    SEQUENCE_GAP("an outgoing stream leaves out a number"),
    TIMESTAMP_JUMP("an outgoing stream's timestamps leap by 10 s"),
    WRONG_PAYLOAD("a packet carries the payload of another one"),
    PACKET_LOST("the bridge loses one in 200 packets of media"),
    PACKET_TWICE("the bridge sends one in 200 packets of media twice"),
    PACKETS_SWAPPED("the bridge sends packets in the wrong order"),
    WRONG_RECEIVER("a packet goes to another guest, too"),
    RTCP_SWALLOWED("the bridge sends no RTCP: no key frame is requested"),
    REBINDING_IGNORED("what comes from another address than before is dropped"),
    RECEIVER_FORGOTTEN("a guest gets no audio"),
    LEAVE_FORGOTTEN("an endpoint's expiry is answered and not carried out"),
    MUTE_FORGOTTEN("a mute is answered and not carried out"),
    UNMUTE_FORGOTTEN("the end of a mute is answered and not carried out"),
    CONFERENCE_KEPT("a conference's expiry is answered and not carried out"),
    ANSWER_LATE("some requests are answered after 2 s"),
    ANSWER_MISSING("some requests cause an exception"),
    JOIN_REFUSED("the fourth guest is refused"),
    CONSTRAINTS_IGNORED("messages about what a guest wants are dropped"),
    MEMORY_LEAK("native memory is kept for each guest that joined"),
    CLOCK_READ("a decision depends on the real time");

    private final String sentence;

    PlantedBug(String sentence) {
        this.sentence = sentence;
    }

    /** What is wrong. */
    public String sentence() {
        return sentence;
    }
}
