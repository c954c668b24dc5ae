// The parts of a client for which a bridge chooses: a publisher of three encodings, and players that say what they want over a
// data channel and tell what they get.
'use strict';

const ENCODINGS = 3;

// Bits a second with which the encoder begins; without it the third encoding comes after half a minute.
const START_KBPS = 2500;

// Payload types of the codecs that a page offers, each with that of its retransmissions; and what is said of a codec.
const TYPES = [[VP8, 96], [101, 97]];
const PARAMETERS = {
    VP8: {}, VP9: {'profile-id': '0'}, AV1: {},
    H264: {'level-asymmetry-allowed': '1', 'packetization-mode': '1', 'profile-level-id': '42e01f'}
};
let codecs = ['VP8'];

// Whether frame descriptors are offered.
let hasDescriptors = true;

// From the next connection on they are not.
async function offerNoDescriptors() {
    hasDescriptors = false;
    needsDescriptors = false;
}

// Layers with their sizes, bitrates and frame rates, as Chromium tells them.
const ALLOCATION = 'http://www.webrtc.org/experiments/rtp-hdrext/video-layers-allocation00';
const ALLOCATION_ID = 12;
let tellsLayers = false;

async function tellLayers() {
    tellsLayers = true;
}

// Of video that is chosen from: with retransmissions and frame descriptors.
function mediasWithRtx() {
    const [audio, video] = medias();
    const [type] = video['payload-types'];
    video['payload-types'] = codecs.flatMap((name, i) => [
        {...type, id: TYPES[i][0], name, parameters: PARAMETERS[name]},
        {id: TYPES[i][1], name: 'rtx', clockrate: 90000, parameters: {apt: String(TYPES[i][0])}}]);
    if (hasDescriptors) {
        video['rtp-hdrexts'].push({id: DESCRIPTOR_ID, uri: DESCRIPTOR});
    }
    if (tellsLayers) {
        video['rtp-hdrexts'].push({id: ALLOCATION_ID, uri: ALLOCATION});
    }
    // A structure of layers needs extensions of the two-byte form, which a bridge uses if all of a transport may have them.
    audio['extmap-allow-mixed'] = true;
    video['extmap-allow-mixed'] = true;
    return [audio, video];
}

// Joins an existing conference with a data channel; resolves with the bridge's side.
async function joinWithChannel(meetingId, id) {
    endpointId = id;
    conferenceUrl = `/colibri/v2/conferences/${meetingId}`;
    const endpoint = {
        id, create: true, capabilities: ['source-names'], medias: mediasWithRtx(),
        transport: {'ice-controlling': true, sctp: {}}
    };
    const answer = await colibri('PATCH', conferenceUrl, {endpoints: [endpoint]});
    return answer.endpoints[0].transport.transport;
}

// A section of video with retransmissions and frame descriptors.
function videoSection(transport, mid, ssrcs) {
    const section = mediaSection(transport, 'video', mid, ssrcs);
    const ofType = section.lines.filter((line) => line.includes(`:${VP8} `));
    section.lines = section.lines.filter((line) => !ofType.includes(line)).map((line) => (
        line.startsWith('m=') ? line.replace(/ \d+$/, ` ${TYPES.slice(0, codecs.length).flat().join(' ')}`) : line));
    codecs.forEach((name, i) => {
        const [type, rtx] = TYPES[i];
        section.lines.push(...ofType.map(
            (line) => line.replace(`:${VP8} `, `:${type} `).replace('VP8/90000', `${name}/90000`)));
        const parameters = Object.entries(PARAMETERS[name]).map(([key, value]) => `${key}=${value}`);
        if (parameters.length > 0) {
            section.lines.push(`a=fmtp:${type} ${parameters.join(';')}`);
        }
        section.lines.push(`a=rtpmap:${rtx} rtx/90000`, `a=fmtp:${rtx} apt=${type}`);
    });
    if (hasDescriptors) {
        section.lines.push(`a=extmap:${DESCRIPTOR_ID} ${DESCRIPTOR}`);
    }
    if (tellsLayers && ssrcs.length === 0) {
        section.lines.push(`a=extmap:${ALLOCATION_ID} ${ALLOCATION}`);
    }
    section.lines.push('a=extmap-allow-mixed');
    if (ssrcs.length > 1) {
        section.lines.push(`a=ssrc-group:FID ${ssrcs[0]} ${ssrcs[1]}`);
    }
    return section;
}

// Adds two encodings to the one of an answer as lib-jitsi-meet does: SSRCs of their own with the same attributes, a SIM group of
// all and an FID group of each.
function simulcast(sdp) {
    const parts = sdp.split(/^(?=m=)/m);
    const at = parts.findIndex((part) => part.startsWith('m=video'));
    const lines = parts[at].split('\r\n').filter((line) => line);
    const attributes = lines.filter((line) => line.startsWith('a=ssrc:')).map((line) => line.match(/^a=ssrc:(\d+) (.*)$/));
    const first = Number(attributes[0][1]);
    const named = attributes.filter((match) => Number(match[1]) === first).map((match) => match[2]);
    const group = lines.find((line) => line.startsWith('a=ssrc-group:FID'));
    const firstRtx = Number(group.split(' ')[2]);
    const primaries = [first];
    const repeats = [firstRtx];
    for (let i = 1; i < ENCODINGS; i += 1) {
        primaries.push((first + 2 * i) % 0x7fffffff + 1);
        repeats.push((firstRtx + 2 * i + 1) % 0x7fffffff + 1);
    }
    const others = lines.filter((line) => !line.startsWith('a=ssrc'));
    parts[at] = [
        ...others,
        `a=ssrc-group:SIM ${primaries.join(' ')}`,
        ...primaries.map((ssrc, i) => `a=ssrc-group:FID ${ssrc} ${repeats[i]}`),
        ...[...primaries, ...repeats].flatMap((ssrc) => named.map((attribute) => `a=ssrc:${ssrc} ${attribute}`)), ''
    ].join('\r\n');
    return {sdp: parts.join(''), primaries, repeats};
}

// The camera makes other pictures, such as {frameRate: 3} or {width: 160, height: 120}; none with active = false.
async function changeCamera(constraints, active = true) {
    const sender = pc.getSenders().find((s) => s.track && s.track.kind === 'video');
    await sender.track.applyConstraints(constraints);
    if (!active) {
        const parameters = sender.getParameters();
        parameters.encodings.forEach((encoding) => {
            encoding.active = false;
        });
        await sender.setParameters(parameters);
    }
    return sender.track.getSettings();
}

// Whether the browser itself sends less than it could, for want of bandwidth or CPU: what it says of each encoding.
async function limitations() {
    const reasons = [];
    (await pc.getStats()).forEach((report) => {
        if (report.type === 'outbound-rtp' && report.kind === 'video') {
            reasons.push(report.qualityLimitationReason || 'none');
        }
    });
    return {reasons};
}

// The bridge's side with another port, where one is given.
function reachedAt(transport, port) {
    return port ? {...transport, candidates: transport.candidates.map((candidate) => ({...candidate, port}))} : transport;
}

// Creates the conference and publishes the fake microphone alone; resolves with its SSRC.
async function publishAudio(meetingId, id) {
    const media = await navigator.mediaDevices.getUserMedia({audio: true});
    const local = await connect(await join(meetingId, id, true), null, media.getTracks());
    await tell(local, [{type: 'audio', id: `${id}-a0`, sources: [{ssrc: local.audio, name: `${id}-a0`}]}]);
    await connected();
    return {audio: local.audio};
}

// Codecs that could have all layers in one SSRC send an encoding in each, as lib-jitsi-meet has it.
async function separate(sender) {
    const parameters = sender.getParameters();
    parameters.encodings.forEach((encoding, i) => {
        encoding.scalabilityMode = 'L1T3';
        encoding.scaleResolutionDownBy = 2 ** (ENCODINGS - 1 - i);
    });
    await sender.setParameters(parameters);
}

// Publishes the fake camera in three encodings, without sound; resolves with the SSRCs under which players get it. With a
// port, the bridge is reached there.
async function publishEncodings(meetingId, id, port, width = 640, height = 480) {
    const media = await navigator.mediaDevices.getUserMedia({video: {width, height, frameRate: 30}});
    const transport = reachedAt(await joinWithChannel(meetingId, id), port);
    pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    const section = videoSection(transport, 'video', []);
    section.lines.push('a=x-google-flag:conference', `a=fmtp:${VP8} x-google-start-bitrate=${START_KBPS}`);
    await pc.setRemoteDescription({type: 'offer', sdp: bundle([section, dataSection(transport)])});
    const [transceiver] = pc.getTransceivers();
    await transceiver.sender.replaceTrack(media.getVideoTracks()[0]);
    transceiver.direction = 'sendonly';
    const answer = await pc.createAnswer();
    const munged = simulcast(answer.sdp);
    const opened = openChannel();
    await pc.setLocalDescription({type: 'answer', sdp: munged.sdp});
    requireDescriptors(pc.localDescription.sdp);
    const name = `${id}-v0`;
    if (codecs[0] !== 'VP8') {
        await separate(transceiver.sender);
    }
    await tell(answered(pc.localDescription.sdp), [{
        type: 'video',
        id: name,
        sources: [...munged.primaries, ...munged.repeats].map((ssrc) => ({ssrc, name})),
        'ssrc-groups': [
            {semantics: 'SIM', sources: munged.primaries},
            ...munged.primaries.map((ssrc, i) => ({semantics: 'FID', sources: [ssrc, munged.repeats[i]]}))]
    }]);
    await connected();
    await opened;
    return {ssrc: munged.primaries[0], rtx: munged.repeats[0]};
}

// Publishes the fake camera at 1280x720 in one encoding, without sound, with REMB or transport-wide feedback as the only feedback
// about its bandwidth. Resolves with the ms from the connection until it estimates that it can send `bps`; -1 if it does not within
// `limitMs`.
async function publishUntilItMaySend(meetingId, id, remb, bps, limitMs) {
    offersRemb = remb;
    offersTransportFeedback = !remb;
    const media = await navigator.mediaDevices.getUserMedia({video: {width: 1280, height: 720, frameRate: 30}});
    const transport = await joinWithChannel(meetingId, id);
    pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    const section = videoSection(transport, 'video', []);
    await pc.setRemoteDescription({type: 'offer', sdp: bundle([section, dataSection(transport)])});
    const [transceiver] = pc.getTransceivers();
    await transceiver.sender.replaceTrack(media.getVideoTracks()[0]);
    transceiver.direction = 'sendonly';
    await pc.setLocalDescription(await pc.createAnswer());
    const local = answered(pc.localDescription.sdp);
    if (pc.localDescription.sdp.includes('transport-cc') === remb) {
        throw new Error(`feedback is not as wanted: ${pc.localDescription.sdp}`);
    }
    await tell(local, [{type: 'video', id: `${id}-v0`, sources: [{ssrc: local.video, name: `${id}-v0`}]}]);
    await connected();
    const startMs = performance.now();
    while (performance.now() < startMs + limitMs) {
        if ((await figures()).availableBitrate >= bps) {
            return {ms: performance.now() - startMs};
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return {ms: -1, available: (await figures()).availableBitrate};
}

// From now on this page takes redundant audio.
async function takeRed() {
    offersRed = true;
}

// All that this page offers and takes from now on is of these codecs, at most two, the preferred one first.
async function useCodecs(names) {
    codecs = names;
}

// What is published goes on with another of the page's codecs.
async function changeCodec(name) {
    const [sender] = pc.getSenders().filter((each) => each.track && each.track.kind === 'video');
    const parameters = sender.getParameters();
    [parameters.encodings[0].codec] = parameters.codecs.filter((each) => each.mimeType === `video/${name}`);
    await sender.setParameters(parameters);
}

// Which codecs the browser can send.
async function sendableCodecs() {
    return {codecs: RTCRtpSender.getCapabilities('video').codecs.map((codec) => codec.mimeType.replace(/^video\//, ''))};
}

// Publishes the fake camera in the layers of one SSRC, or without layers, without sound; resolves with the SSRCs.
async function publishLayers(meetingId, id, scalabilityMode, width = 960, height = 544) {
    const media = await navigator.mediaDevices.getUserMedia({video: {width, height, frameRate: 30}});
    const transport = await joinWithChannel(meetingId, id);
    pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    const section = videoSection(transport, 'video', []);
    section.lines.push(`a=fmtp:${VP8} x-google-start-bitrate=${START_KBPS}`);
    await pc.setRemoteDescription({type: 'offer', sdp: bundle([section, dataSection(transport)])});
    const [transceiver] = pc.getTransceivers();
    await transceiver.sender.replaceTrack(media.getVideoTracks()[0]);
    transceiver.direction = 'sendonly';
    const opened = openChannel();
    await pc.setLocalDescription(await pc.createAnswer());
    const parameters = transceiver.sender.getParameters();
    parameters.degradationPreference = 'maintain-resolution';
    if (scalabilityMode) {
        parameters.encodings[0].scalabilityMode = scalabilityMode;
    }
    await transceiver.sender.setParameters(parameters);
    const {sdp} = pc.localDescription;
    requireDescriptors(sdp);
    const [ssrc, rtx] = sdp.match(/^a=ssrc-group:FID (\d+) (\d+)/m).slice(1).map(Number);
    const name = `${id}-v0`;
    await tell(answered(sdp), [{
        type: 'video', id: name, sources: [{ssrc, name}, {ssrc: rtx, name}],
        'ssrc-groups': [{semantics: 'FID', sources: [ssrc, rtx]}]
    }]);
    await connected();
    await opened;
    return {ssrc, rtx};
}

// What is sent now: the height of the highest encoding, the frames of it so far, and its mode.
async function sent() {
    let highest = {height: 0, frames: 0, mode: '', keyFrames: 0};
    (await pc.getStats()).forEach((report) => {
        if (report.type === 'outbound-rtp' && report.kind === 'video' && report.framesPerSecond > 0
                && report.frameHeight >= highest.height) {
            highest = {height: report.frameHeight, frames: report.framesEncoded, mode: report.scalabilityMode || '',
                keyFrames: report.keyFramesEncoded};
        }
    });
    return highest;
}

// Heights of the encodings that are sent now, low to high.
async function sentHeights() {
    const heights = [];
    (await pc.getStats()).forEach((report) => {
        if (report.type === 'outbound-rtp' && report.kind === 'video' && report.framesPerSecond > 0) {
            heights.push(report.frameHeight);
        }
    });
    return {heights: heights.sort((a, b) => a - b)};
}

// Keeps encoded frames as they come, whole and out of their packets, as lines of text: timestamp, key or delta, Base64.
const KEEPER = `
const MAX_BYTES = 16 << 20;
let lines = [];
let bytes = 0;
onmessage = () => { postMessage(lines.join('\\n')); };
onrtctransform = ({transformer}) => transformer.readable.pipeThrough(new TransformStream({
    transform(frame, controller) {
        const data = new Uint8Array(frame.data);
        bytes += data.length;
        if (bytes < MAX_BYTES) {
            let text = '';
            data.forEach((byte) => { text += String.fromCharCode(byte); });
            lines.push(frame.getMetadata().rtpTimestamp + ' ' + frame.type + ' ' + btoa(text));
        }
        controller.enqueue(frame);
    }
})).pipeTo(transformer.writable);`;
let keeper;

// From the next call of playSources on, the encoded frames of the first source are kept.
async function keepFrames() {
    keeper = new Worker(URL.createObjectURL(new Blob([KEEPER], {type: 'text/javascript'})));
}

// What was kept.
async function keptFrames() {
    return {lines: await new Promise((resolve) => {
        keeper.onmessage = (event) => resolve(event.data);
        keeper.postMessage('all');
    })};
}

let forwarded = [];

// Joins to play video sources, given as [{name, ssrc, rtx}], and hears what the bridge forwards; with a port, the bridge is
// reached there, and with the SSRC of an audio source, that is played, too.
async function playSources(meetingId, id, sources, port, audioSsrc) {
    const transport = reachedAt(await joinWithChannel(meetingId, id), port);
    pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    pc.ontrack = (event) => {
        if (keeper && event.receiver === pc.getReceivers()[0]) {
            event.receiver.transform = new RTCRtpScriptTransform(keeper, {});
        }
        const video = document.createElement('video');
        video.muted = true;
        video.srcObject = new MediaStream([event.track]);
        document.body.appendChild(video);
        video.play().catch(() => {});
    };
    const sections = sources.map((source) => videoSection(
        transport, source.name, source.rtx ? [source.ssrc, source.rtx] : [source.ssrc]));
    if (audioSsrc) {
        sections.unshift(mediaSection(transport, 'audio', 'audio', [audioSsrc]));
    }
    await pc.setRemoteDescription({type: 'offer', sdp: bundle([...sections, dataSection(transport)])});
    onMessage = (text) => {
        const message = JSON.parse(text);
        if (message.colibriClass === 'ForwardedSources') {
            forwarded = message.forwardedSources;
        }
    };
    const opened = openChannel();
    await pc.setLocalDescription(await pc.createAnswer());
    requireDescriptors(pc.localDescription.sdp);
    await tell(answered(pc.localDescription.sdp), []);
    await connected();
    await opened;
}

// Says what it wants: the fields of a ReceiverVideoConstraints.
async function want(constraints) {
    channel.send(JSON.stringify({colibriClass: 'ReceiverVideoConstraints', ...constraints}));
}

// What it is sent, by the bridge's word and by what is shown of each source.
async function shown() {
    const sources = {};
    const stats = await pc.getStats();
    stats.forEach((report) => {
        if (report.type === 'inbound-rtp' && report.kind === 'video') {
            sources[report.mid] = {
                codec: (stats.get(report.codecId) || {}).mimeType || '',
                height: report.frameHeight || 0,
                frames: report.framesDecoded || 0,
                frozenSeconds: report.totalFreezesDuration || 0,
                packetsLost: report.packetsLost || 0,
                qpSum: report.qpSum === undefined ? -1 : report.qpSum
            };
        }
    });
    return {forwarded, sources};
}

// Looks at what is played each 100 ms until the call of endRecord.
let record;
const SAMPLES_A_SECOND = 48000;

function beginRecord() {
    record = {heights: [], audio: [], stopped: false};
    const startMs = performance.now();
    let lastFrames = -1;
    let lastChangeMs = startMs;
    record.longestPauseMs = 0;
    const look = async () => {
        if (record.stopped) {
            return;
        }
        let frames = 0;
        let height = 0;
        let concealed = 0;
        let samples = 0;
        (await pc.getStats()).forEach((report) => {
            if (report.type === 'inbound-rtp' && report.kind === 'video') {
                frames += report.framesDecoded || 0;
                height = Math.max(height, report.frameHeight || 0);
            } else if (report.type === 'inbound-rtp') {
                concealed += (report.concealedSamples || 0) - (report.silentConcealedSamples || 0);
                samples += report.totalSamplesReceived || 0;
            }
        });
        const since = record.audio[record.audio.length - 1];
        if (!since || samples - since.samples >= SAMPLES_A_SECOND) {
            record.audio.push({ms: performance.now() - startMs, concealed, samples});
        }
        const nowMs = performance.now();
        if (frames !== lastFrames) {
            lastFrames = frames;
            lastChangeMs = nowMs;
        }
        record.longestPauseMs = Math.max(record.longestPauseMs, nowMs - lastChangeMs);
        const last = record.heights[record.heights.length - 1];
        if (!last || last.height !== height) {
            record.heights.push({ms: nowMs - startMs, height});
        }
        setTimeout(look, 100);
    };
    look();
}

// Resolves with changes of the height, the longest time without a decoded frame (to 100 ms), and the sums so far.
async function endRecord() {
    record.stopped = true;
    // Of each second of audio: how many ms were concealed.
    const concealedMs = record.audio.slice(1).map((each, i) => (
        Math.round((each.concealed - record.audio[i].concealed) / (SAMPLES_A_SECOND / 1000))));
    return {heights: record.heights, concealedMs, longestPauseMs: record.longestPauseMs, ...await playedSums()};
}

// What came of audio and video so far.
async function playedSums() {
    const sums = {concealedSamples: 0, samples: 0, freezes: 0, frozenSeconds: 0, framesDecoded: 0, videoBytes: 0};
    (await pc.getStats()).forEach((report) => {
        if (report.type === 'inbound-rtp' && report.kind === 'audio') {
            // Comfort noise is no concealment of a loss.
            sums.concealedSamples += (report.concealedSamples || 0) - (report.silentConcealedSamples || 0);
            sums.samples += report.totalSamplesReceived || 0;
        } else if (report.type === 'inbound-rtp') {
            sums.freezes += report.freezeCount || 0;
            sums.frozenSeconds += report.totalFreezesDuration || 0;
            sums.framesDecoded += report.framesDecoded || 0;
            sums.videoBytes += report.bytesReceived || 0;
        }
    });
    return sums;
}
