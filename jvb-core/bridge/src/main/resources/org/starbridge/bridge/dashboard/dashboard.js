// Shows what /debug answers. All text is set as text, never as markup: names come from signalling.
import { $, NONE, bitrate, element, fill, forget, kept, link, milliseconds, newReading, percent, perSecond, round, table, tile }
  from "./dashboard-elements.js";
import { historyOf } from "./dashboard-history.js";
import { bounds, lastNLimits, priorities, culprits, reasons, say } from "./dashboard-words.js";

const INTERVAL_MS = 2000;
const NOTICE_MS = 5000;
const mayAct = document.documentElement.dataset.actions === "on";

// Pages. Each returns elements; an element that is the same as before stays in the document.

async function read(path) {
  const answer = await fetch(path, { cache: "no-store" });
  if (!answer.ok) throw new Error(answer.status === 404 ? path + " is disabled" : path + " answered with status " + answer.status);
  return answer.json();
}

const figures = { id: "figures", root: element("dl", { class: "tiles" }) };
const traffic = (view) => view.endpoint_connection_stats ?? {};
const cpu = (share) => percent(share, 2);

async function bridgePage() {
  const [debug, stats] = await Promise.all([read("/debug"), read("/debug/stats/jvb/all")]);
  newReading(debug.time);
  const drops = Object.entries(stats).filter(([key]) => key.startsWith("total_dropped_packets_"))
    .map(([key, count]) => ({ id: key, name: key.slice(22).replaceAll("_", " "), count, rate: perSecond(key, count) }))
    .filter((row) => row.count > 0);
  const busy = perSecond("busy", stats.total_media_busy_microseconds) / 1e6;
  const conferences = Object.values(debug.conferences).map((conference) => row(conference));
  fill(figures.root,
    tile("Conferences", stats.conferences, round(stats.conferences)),
    tile("Endpoints", stats.endpoints, round(stats.endpoints)),
    tile("Stress", stats.stress_level, percent(stats.stress_level, 0), stressOf(debug.load_management)),
    tile("Received", stats.bit_rate_download, bitrate(1000 * stats.bit_rate_download)),
    tile("Sent", stats.bit_rate_upload, bitrate(1000 * stats.bit_rate_upload)),
    tile("Packets sent per second", stats.packet_rate_upload, round(stats.packet_rate_upload)),
    tile("Loss towards the bridge", stats.incoming_loss, percent(stats.incoming_loss)),
    tile("Loss that receivers report", stats.outgoing_loss, percent(stats.outgoing_loss)),
    tile("Round trip", stats.rtt_aggregate, milliseconds(stats.rtt_aggregate)),
    tile("Bandwidth estimates", stats.bandwidth_estimate_bps, bitrate(stats.bandwidth_estimate_bps)),
    tile("Media workers, % of a core", busy, cpu(busy)),
    tile("Threads", stats.threads, round(stats.threads)),
    tile("Fullest packet ring", stats.media_ring_occupancy, percent(stats.media_ring_occupancy, 0)));
  showState(debug, stats.version);
  showPath([]);
  return [
    figures.root,
    ...drainSwitch(debug.drain),
    table("conferences", "Conferences", [
      { title: "Conference", show: (each) => link(each.name, "conference", each.id), value: (each) => each.name },
      { title: "Endpoints", number: true, show: (each) => round(each.endpoints), value: (each) => each.endpoints },
      { title: "Received", number: true, show: (each) => bitrate(each.received), value: (each) => each.received },
      { title: "Sent", number: true, show: (each) => bitrate(each.sent), value: (each) => each.sent },
      { title: "Packets/s", number: true, show: (each) => round(each.packets), value: (each) => each.packets },
      { title: "CPU, of a core", number: true, show: (each) => cpu(each.cpu), value: (each) => each.cpu },
    ], conferences),
    ...await historyOf("/debug", [["received_bps", "sent_bps"], ["busy_share"], ["conferences", "endpoints"]]),
    table("focuses", "Focuses that the bridge serves", [
      { title: "Focus", show: (each) => each.focus },
      { title: "Last request, seconds ago", number: true, show: (each) => round(each.seconds_ago), value: (each) => each.seconds_ago },
      { title: "Conference", show: (each) => each.conference },
      { title: "Answer", class: "words", show: (each) => each.answer },
      { title: "Requests", number: true, show: (each) => round(each.requests), value: (each) => each.requests },
      { title: "Refused", number: true, show: (each) => round(each.refused), value: (each) => each.refused },
    ], (debug.focuses ?? []).map((each) => ({ ...each, id: each.focus }))),
    table("drops", "Packets dropped since the start, by reason", [
      { title: "Reason", show: (each) => each.name },
      { title: "Packets", number: true, show: (each) => round(each.count), value: (each) => each.count },
      { title: "Per second", number: true, show: (each) => round(each.rate, 1), value: (each) => each.rate },
    ], drops),
    table("doctor", "Findings of the check at start", [
      { title: "Level", show: (each) => each.level },
      { title: "About", show: (each) => each.about },
      { title: "Found", class: "words", show: (each) => each.text },
      { title: "Advice", class: "words", show: (each) => each.advice },
    ], (debug.doctor ?? []).map((each) => ({ ...each, id: each.about }))),
    table("failed", "Endpoints that left recently without connecting", [
      { title: "Endpoint", show: (each) => link(each.endpoint, "conference", each.conference, each.endpoint), value: (each) => each.endpoint },
      { title: "Conference", show: (each) => each.conference },
      { title: "Left, seconds ago", number: true, show: (each) => round(each.seconds_ago), value: (each) => each.seconds_ago },
      { title: "Because", class: "words", show: (each) => each.verdict },
    ], (debug.failed_endpoints ?? []).map((each, i) => ({ ...each, id: each.conference + "/" + each.endpoint + "/" + i }))),
  ];
}

/** What the stress is made of. */
function stressOf(load) {
  const measured = load.measurement === "packet_rate" ? round(load.measured) + " packets/s" : percent(load.measured, 0) + " of all CPU in use";
  const limit = load.measurement === "packet_rate" ? round(load.threshold) : percent(load.threshold, 0);
  const arriving = load.arriving > 0 ? `; endpoints that arrive ${percent(load.arriving, 0)}` : "";
  return load.measurement ? `${measured} of ${limit}; this bridge alone ${percent(load.process_cpu, 0)}${arriving}` : "";
}

function row(conference) {
  const totals = conference.totals ?? {};
  const at = (name) => perSecond(conference.id + "/" + name, totals[name]);
  return {
    id: conference.id,
    name: conference.name ?? conference.meeting_id,
    endpoints: Object.keys(conference.endpoints).length,
    received: 8 * at("bytes_received"),
    sent: 8 * at("bytes_sent"),
    packets: at("packets_sent"),
    cpu: at("cpu_ns") / 1e9,
  };
}

async function conferencePage(id) {
  const debug = await read("/debug/" + encodeURIComponent(id) + "?view=brief");
  newReading(debug.time);
  const conference = debug.conferences[id];
  showState(debug);
  if (conference === "null") {
    showPath([id]);
    return [kept("ended", element("p", {}, "This conference has ended."))];
  }
  const wanted = filter.value.toLowerCase();
  const rows = Object.entries(conference.endpoints).map(([endpoint, view]) => endpointRow(id, endpoint, view))
    .filter((each) => (each.id + " " + each.name + " " + each.culprit + " " + each.sentence).toLowerCase().includes(wanted));
  const whole = row(conference);
  fill(figures.root,
    tile("Endpoints of the conference", whole.endpoints, round(whole.endpoints)),
    tile("Received from the conference", whole.received, bitrate(whole.received)),
    tile("Sent to the conference", whole.sent, bitrate(whole.sent)),
    tile("CPU of the conference", whole.cpu, cpu(whole.cpu)));
  showPath([id], conference.name ?? conference.meeting_id);
  return [
    figures.root,
    filter.root,
    table("endpoints", "Endpoints. Click a name for details", [
      { title: "Endpoint", show: (each) => link(each.id + (each.name ? " " + each.name : ""), "conference", id, each.id), value: (each) => each.id },
      { title: "Speaks", show: (each) => each.speaks ? "speaks" : "" },
      { title: "Connection", show: (each) => each.state },
      { title: "Suffers from", show: (each) => element("span", { class: each.culprit === "none" ? "soft" : "bad", title: each.sentence }, say(culprits, each.culprit)), value: (each) => each.severity },
      { title: "Received", number: true, show: (each) => bitrate(each.received), value: (each) => each.received },
      { title: "Sent", number: true, show: (each) => bitrate(each.sent), value: (each) => each.sent },
      { title: "Estimate", number: true, show: (each) => bitrate(each.estimate), value: (each) => each.estimate },
      { title: "Video, of ideal", number: true, show: (each) => bitrate(each.target) + " / " + bitrate(each.ideal), value: (each) => each.target },
      { title: "Sources", number: true, show: (each) => round(each.forwarded), value: (each) => each.forwarded },
      { title: "Lost, incoming", number: true, show: (each) => round(each.lost, 1), value: (each) => each.lost },
      { title: "Loss reported", number: true, show: (each) => percent(each.loss), value: (each) => each.loss },
      { title: "Round trip", number: true, show: (each) => milliseconds(each.rtt), value: (each) => each.rtt },
      { title: "Quality", number: true, show: (each) => each.quality < 0 ? NONE : round(each.quality), value: (each) => each.quality },
      { title: "CPU, of a core", number: true, show: (each) => cpu(each.cpu), value: (each) => each.cpu },
    ], rows),
    table("sufferers", "Likely cause", [
      { title: "Endpoint", show: (each) => link(each.id + (each.name ? " " + each.name : ""), "conference", id, each.id), value: (each) => each.id },
      { title: "Verdict", class: "words", show: (each) => each.sentence },
    ], rows.filter((each) => each.culprit !== "none")),
    ...relays(conference),
    ...exports(conference),
    ...await historyOf("/debug/" + encodeURIComponent(id), []),
    details("/debug/" + encodeURIComponent(id)),
  ];
}

function state(view) {
  const ice = view.ice_transport.state;
  if (ice !== "connected" && ice !== "completed") return "ICE " + ice;
  if (!view.dtls_transport.is_connected) return "DTLS is not connected";
  if (!view.active) return "silent";
  return view.message_transport.connected ? "connected" : "connected, no bridge channel";
}

function endpointRow(conference, id, view) {
  const figure = traffic(view);
  const at = (name, value) => perSecond(conference + "/" + id + "/" + name, value);
  const allocation = view.bitrate_controller.bitrate_allocator.allocation;
  return {
    id,
    name: view.stats_id,
    speaks: view.speaks,
    culprit: view.impairment.culprit,
    sentence: view.impairment.sentence,
    severity: view.impairment.severity,
    state: state(view),
    received: 8 * at("in", figure.bytes_received),
    sent: 8 * at("out", figure.bytes_sent),
    estimate: view.bandwidth_estimate.target_bps,
    target: allocation.targetBps,
    ideal: allocation.idealBps,
    forwarded: view.forwarded_sources.length, // names, most important first
    lost: at("lost", figure.packets_lost_inbound),
    loss: figure.outbound_loss_fraction,
    rtt: figure.rtt_ms,
    quality: figure.quality,
    cpu: at("cpu", view.cpu_ns) / 1e9,
  };
}

function relays(conference) {
  const rows = Object.entries(conference.relays ?? {}).map(([id, relay]) => ({ id, relay }));
  return rows.length === 0 ? [] : [table("relays", "Relays to other bridges", [
    { title: "Bridge", show: (each) => each.id },
    { title: "ICE", show: (each) => each.relay.ice_transport.state },
    { title: "Endpoints there", number: true, show: (each) => round(each.relay.remote_endpoints.length) },
    { title: "Received", number: true, show: (each) => bitrate(8 * perSecond("relay/in/" + each.id, each.relay.bytes_received)) },
    { title: "Sent", number: true, show: (each) => bitrate(8 * perSecond("relay/out/" + each.id, each.relay.bytes_sent)) },
  ], rows)];
}

function exportState(each) {
  if (each.is_connected) return "connected";
  return each.has_given_up ? "failed, not retried" : "not connected, attempt " + each.reconnect_attempts;
}

function exports(conference) {
  const rows = (conference.exporter?.exporters ?? []).map((each) => ({ ...each, id: each.tag }));
  return rows.length === 0 ? [] : [table("exports", "Media exports", [
    { title: "Export", show: (each) => each.id },
    { title: "Type", show: (each) => each.type },
    { title: "Service", show: (each) => each.url },
    { title: "Connection", show: exportState },
    { title: "Packets sent", number: true, show: (each) => round(perSecond("export/out/" + each.id, each.packets_sent)) + "/s" },
    { title: "Packets dropped", number: true, show: (each) => round(each.packets_dropped) },
    { title: "Results", number: true, show: (each) => round(each.transcripts_received) },
    { title: "Packets received", number: true, show: (each) => round(each.media_events_received) },
    { title: "Connections lost", number: true, show: (each) => round(each.websocket_failures + each.websocket_internal_errors) },
  ], rows)];
}

async function endpointPage(conferenceId, id) {
  const path = "/debug/" + encodeURIComponent(conferenceId) + "/" + encodeURIComponent(id);
  const debug = await read(path);
  newReading(debug.time);
  const conference = debug.conferences[conferenceId];
  const name = conference.name ?? conference.meeting_id;
  const view = conference === "null" ? "null" : conference.endpoints[id];
  showState(debug);
  showPath([conferenceId, id], name, view.stats_id);
  if (view === "null") return [kept("left", element("p", {}, "This endpoint has left.")), ...await whyNot(path)];
  const now = endpointRow(conferenceId, id, view);
  const why = view.bitrate_controller.why;
  const estimate = view.bandwidth_estimate;
  fill(figures.root,
    tile("Received from it", now.received, bitrate(now.received)),
    tile("Sent to it", now.sent, bitrate(now.sent)),
    tile("Bandwidth estimate", now.estimate, bitrate(now.estimate)),
    tile("Video target", now.target, bitrate(now.target)),
    tile("Loss that it reports", now.loss, percent(now.loss)),
    tile("Its round trip", now.rtt, milliseconds(now.rtt)),
    tile("Its CPU, of a core", now.cpu, cpu(now.cpu)));
  const facts = element("ul", { class: "lines" });
  for (const line of [
    "Connection: " + now.state + (now.speaks ? "; it is the dominant speaker" : ""),
    "Bandwidth for video: " + (why.budget.bps === null ? "" : bitrate(why.budget.bps) + ", ") + say(bounds, why.budget.basis),
    "Estimate limited by: " + say(bounds, estimate.reason) + (estimate.overusing ? "; its link is overused" : ""),
    "Last-N: " + (why.last_n.count < 0 ? "no limit" : why.last_n.count + ", " + say(lastNLimits, why.last_n.limit)),
    "Declared sources: " + (view.media_sources.join(", ") || "none"),
    "Muted by a moderator: " + (view.force_muted.join(", ") || "nothing"),
  ]) facts.append(element("li", {}, line));
  const sources = Object.entries(why.sources).map(([name, source]) => ({ id: name, source }));
  const streams = view.transceiver ?? { receiver: [], sender: [] };
  const verdict = element("p", { class: now.culprit === "none" ? "soft" : "bad" }, now.sentence || "Nothing is known to be wrong with its call.");
  return [
    figures.root,
    kept("verdict", verdict),
    kept("facts", facts),
    ...switches(path, conferenceId, id),
    ...(now.state.startsWith("connected") ? [] : await whyNot(path)),
    table("gets", "Video sources sent to it, and the reason", [
      { title: "Source", show: (each) => each.id },
      { title: "Order", show: (each) => say(priorities, each.source.priority) },
      { title: "Gets", show: (each) => layer(each.source.target), value: (each) => each.source.target.bps ?? 0 },
      { title: "Of ideal", show: (each) => layer(each.source.ideal), value: (each) => each.source.ideal.bps ?? 0 },
      { title: "Because", class: "words", show: (each) => because(each.source) },
    ], sources),
    table("sends", "Streams that it sends", [
      { title: "Source", show: (each) => each.source },
      { title: "Kind", show: (each) => each.kind },
      { title: "Codec", show: (each) => each.kind === "video" ? each.codec.toUpperCase() : each.codec },
      { title: "Encoding", number: true, show: (each) => each.kind === "video" ? String(each.encoding) : NONE, value: (each) => each.encoding },
      { title: "Layers", class: "words", show: (each) => each.layers || NONE },
      { title: "Bitrate", number: true, show: (each) => bitrate(each.bitrate), value: (each) => each.bitrate },
      { title: "Packets/s", number: true, show: (each) => round(each.rate), value: (each) => each.rate },
      { title: "Lost", number: true, show: (each) => percent(each.loss), value: (each) => each.loss },
      { title: "Round trip", number: true, show: () => milliseconds(now.rtt), value: () => now.rtt },
      { title: "Requested by NACK", number: true, show: (each) => round(each.packets_asked_for), value: (each) => each.packets_asked_for },
      { title: "RTX packets/s", number: true, show: (each) => round(each.rtx, 1), value: (each) => each.rtx },
      { title: "Key frames", number: true, show: (each) => round(each.key_frames), value: (each) => each.key_frames },
      { title: "SSRC", number: true, show: (each) => String(each.ssrc), value: (each) => each.ssrc },
    ], sentStreams(streams)),
    table("receives", "Streams that it receives", [
      { title: "Source", show: (each) => each.source || NONE },
      { title: "Kind", show: (each) => each.kind },
      { title: "Layer", show: (each) => each.kind === "video" ? layer(why.sources[each.source]?.target ?? {}) : NONE },
      { title: "Bitrate", number: true, show: (each) => bitrate(each.bitrate), value: (each) => each.bitrate },
      { title: "Loss reported", number: true, show: () => percent(now.loss), value: () => now.loss },
      { title: "Round trip", number: true, show: () => milliseconds(now.rtt), value: () => now.rtt },
      { title: "Because", class: "words", show: (each) => why.sources[each.source] ? because(why.sources[each.source]) : NONE },
      { title: "Packets", number: true, show: (each) => round(each.packets), value: (each) => each.packets },
      { title: "SSRC", number: true, show: (each) => String(each.ssrc), value: (each) => each.ssrc },
    ], streams.sender.map((each) => ({ ...each, id: String(each.ssrc), bitrate: 8 * perSecond("out/" + each.ssrc, each.payload_bytes) }))),
    ...await historyOf(path, [["received_bps", "sent_bps", "estimate_bps"], ["loss_to_it", "loss_from_it"], ["rtt_ms"]]),
    details(path, true),
  ];
}

/** Media with its layers and its retransmissions; these are no streams of their own. */
function sentStreams({ receiver, layers = {} }) {
  const media = receiver.filter((each) => each.use === "media");
  media.sort((a, b) => a.source.localeCompare(b.source) || a.encoding - b.encoding);
  return media.map((each) => {
    const rtx = receiver.filter((other) => other.use === "retransmission" && other.media_ssrc === each.ssrc);
    const lowest = receiver.find((other) => other.source === each.source && other.use === "media" && other.encoding === 0);
    const shown = (layers[lowest?.ssrc] ?? []).filter((one) => one.encoding === each.encoding && one.active);
    const rate = perSecond("in/" + each.ssrc, each.packets);
    const lost = perSecond("lost/" + each.ssrc, each.lost);
    return {
      ...each, id: String(each.ssrc), rate,
      bitrate: 8 * perSecond("bytes/" + each.ssrc, each.bytes),
      loss: rate + lost > 0 ? lost / (rate + lost) : NaN,
      rtx: rtx.reduce((sum, other) => sum + perSecond("in/" + other.ssrc, other.packets), 0),
      layers: shown.map((one) => `${one.height}p${one.received_frames_per_second > 0 ? round(one.received_frames_per_second) : ""} ${bitrate(one.bps)}`).join(", "),
    };
  });
}

/** Where the same is in JSON, and how its packets are captured. */
function details(path, hasCapture) {
  const parts = [element("a", { href: path }, "The same as JSON")];
  if (hasCapture) {
    const capture = "/debug/features/endpoint" + path.slice("/debug".length) + "/pcap-dump/true";
    parts.push(mayAct ? "; captures: the buttons above" : element("span", {}, "; capture of its packets: ", element("code", {}, "POST " + capture)));
  }
  return kept("details", element("p", { class: "soft" }, ...parts));
}

const layer = (each) => each.height === undefined ? "nothing"
  : each.height + "p" + (each.frames_per_second > 0 ? round(each.frames_per_second) : "") + ", " + bitrate(each.bps);

function because(source) {
  const bound = source.estimate_reason ? " (" + say(bounds, source.estimate_reason) + ")" : "";
  const need = source.needed_bps > 0 && source.estimate_reason
    ? `: needs ${bitrate(source.needed_bps)} of ${bitrate(source.available_bps ?? NaN)}` : "";
  return say(reasons, source.reason) + need + bound;
}

/** Why it does not connect, in sentences. */
async function whyNot(path) {
  const answer = await fetch(path + "/why-not", { cache: "no-store" });
  if (!answer.ok) return [];
  const { verdict, findings } = await answer.json();
  const lines = element("ul", { class: "lines" });
  for (const finding of findings) lines.append(element("li", {}, finding.text + (finding.advice ? " " + finding.advice : "")));
  return [kept("why-not", element("section", {}, element("h2", {}, "Reasons that it is not connected"), element("p", {}, verdict), lines))];
}

const filter = { root: element("p", { class: "bar" }), input: element("input", { type: "search", autocomplete: "off" }),
  get value() { return this.input.value; } };
filter.input.addEventListener("input", () => show());
filter.root.append(element("label", {}, "Filter by id, name or verdict", filter.input));

// What changes something; only if the configuration says so.

let noticeUntilMs = 0;
async function act(path) {
  const answer = await fetch(path, { method: "POST" });
  status(answer.ok ? "Done." : path + " answered with status " + answer.status, !answer.ok);
  noticeUntilMs = Date.now() + NOTICE_MS;
  show();
}
const actionBar = new Map();
function actions(id, ...buttons) {
  if (!mayAct) return [];
  const root = actionBar.get(id) ?? element("p", { class: "bar" },
    ...buttons.map(([text, path]) => element("button", { type: "button", onclick: () => act(path()) }, text)));
  actionBar.set(id, root);
  return [root];
}
let drains = false;
function drainSwitch(isDraining) {
  drains = isDraining;
  return actions("drain", ["Drain on or off", () => "/colibri/drain/" + (drains ? "disable" : "enable")]);
}
function switches(path, conference, id) {
  const feature = (name, state) => () => "/debug/features/endpoint" + path.slice("/debug".length) + "/" + name + "/" + state;
  return actions(conference + "/" + id,
    ["Trace its bandwidth estimator", feature("bandwidth-trace", "true")],
    ["Capture its packets", feature("pcap-dump", "true")],
    ["End the capture", feature("pcap-dump", "false")]);
}

// The frame around the pages.

function showState(debug, version) {
  const tags = [];
  const health = debug.health.success ? ["healthy", "good"] : [debug.health.message, "bad"];
  tags.push(element("li", { class: health[1] }, health[0]));
  if (debug.drain) tags.push(element("li", { class: "bad" }, "drained"));
  if (debug.shutdown_state !== "RUNNING") tags.push(element("li", { class: "bad" }, debug.shutdown_state.toLowerCase().replaceAll("_", " ")));
  const load = debug.load_management;
  tags.push(element("li", { class: load.state === "OVERLOADED" ? "bad" : undefined }, "stress " + load.stress));
  if (version) tags.push(element("li", { class: "soft" }, version));
  fill($("state"), ...tags);
}
function showPath(ids, conference, endpoint) {
  const parts = [link("All conferences", "")];
  if (ids.length > 0) parts.push(" / ", link(conference ?? ids[0], "conference", ids[0]));
  if (ids.length > 1) parts.push(" / ", ids[1] + (endpoint ? " " + endpoint : ""));
  fill($("path"), ...(ids.length > 0 ? parts : []));
}
function status(text, isBad) {
  const line = $("status");
  if (line.textContent !== text) line.textContent = text;
  line.className = isBad ? "bad" : "";
}

let route = location.hash;
let turn = 0;
async function show() {
  const mine = ++turn;
  const [kind, ...ids] = route.slice(2).split("/").filter(Boolean).map(decodeURIComponent);
  try {
    const parts = kind !== "conference" || ids.length === 0 ? await bridgePage()
      : ids.length === 1 ? await conferencePage(ids[0]) : await endpointPage(ids[0], ids[1]);
    if (mine !== turn) return; // the reader has moved on
    const main = $("main");
    if (parts.length !== main.children.length || parts.some((part, i) => part !== main.children[i])) main.replaceChildren(...parts);
    if (Date.now() > noticeUntilMs) status("Live", false);
  } catch (error) {
    if (mine === turn) status(error instanceof TypeError ? "The bridge does not respond" : error.message, true);
  }
}
addEventListener("hashchange", () => {
  if (!location.hash.startsWith("#/") || location.hash === route) return; // the link that skips to the figures
  route = location.hash;
  forget();
  $("main").replaceChildren();
  show();
});
let paused = false;
$("pause").addEventListener("click", () => {
  paused = !paused;
  $("pause").setAttribute("aria-pressed", String(paused));
  $("pause").textContent = paused ? "Resume" : "Pause";
  status(paused ? "Paused" : "Live", false);
});
async function loop() {
  if (!paused && !document.hidden) await show();
  setTimeout(loop, INTERVAL_MS);
}
loop();
