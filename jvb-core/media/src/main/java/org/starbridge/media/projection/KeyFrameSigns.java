package org.starbridge.media.projection;

/** Degree to which a codec's key frames are known from its payload: when a receiver may begin with it. */
enum KeyFrameSigns {
    /** Every key frame is recognised: one is waited for, however long. */
    ALWAYS,
    /** Some may be hidden: after a while any packet has to do. */
    MOSTLY,
    /** None is recognised: any packet has to do. */
    NEVER
}
