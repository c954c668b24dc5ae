// Sentences for one-word values of /debug. A word that is missing here is shown unchanged.

// org.starbridge.lastn.allocation.Reason: why a source is sent as it is.
export const reasons = {
  ideal: "gets the best layer that was requested",
  bandwidth: "the next layer does not fit into the remaining bandwidth",
  headroom: "the next layer fits, but was dropped soon after the last switch to it and needs spare bandwidth",
  held_back: "the next layer fits, but was dropped recently and is retried later",
  oversent: "exceeds the bandwidth, as allowed for a screen on stage",
  behind_on_stage: "not better than a source on stage that bandwidth limits",
  no_layers: "nothing arrives from the sender",
  not_wanted: "the receiver requested height 0",
  beyond_last_n: "exceeds the limit of sources (last-N)",
  disabled: "muted by its sender",
  force_muted: "muted by a moderator",
};

// org.starbridge.bandwidth.Reason and Budget.Basis: what bounds the bandwidth.
export const bounds = {
  start: "initial value, no measurement yet",
  delay: "queues grow on the path to the receiver",
  loss: "packets are lost",
  probe: "measured by a probe",
  acknowledged: "limited by the amount that is sent",
  remb: "the receiver's own limit (REMB)",
  configured: "the configured minimum or maximum",
  no_feedback: "the receiver sends no feedback",
  estimate: "the bandwidth estimate",
  overload: "the link to the receiver is overloaded",
  assumed: "declared by the receiver (assumedBandwidthBps)",
  estimates_not_trusted: "not limited: videobridge.cc.trust-bwe is false",
  no_rtx: "not limited: the receiver negotiated no retransmissions",
  no_estimate: "not limited: there is no estimate yet",
  starting: "not limited: the call has just started",
};

// org.starbridge.lastn.allocation.LastN.Limit: what limits the number of sources.
export const lastNLimits = {
  none: "no limit",
  receiver: "requested by the receiver",
  bridge: "videobridge.cc.jvb-last-n",
  load: "the bridge is overloaded",
  conference_size: "videobridge.load-management.conference-last-n-limits",
  ssrc_slots: "the receiver has no more SSRCs (videobridge.ssrc-limit.video)",
};

// org.starbridge.lastn.allocation.SourceAllocation.Priority: the order of sources.
export const priorities = { on_stage: "on stage", selected: "selected", by_speech: "by speech" };

// org.starbridge.bridge.impairment.Culprit: whose fault it is.
export const culprits = {
  none: "nothing", downlink: "its downlink", uplink: "its uplink", device: "its device", sender: "a sender", bridge: "this bridge",
  relay: "a relay",
};

export const say = (words, word) => words[word] ?? String(word ?? "").replaceAll("_", " ");
