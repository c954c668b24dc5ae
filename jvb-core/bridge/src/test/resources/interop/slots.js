// Calls in which a viewer gets sources in slots (SSRC rewriting) while frame descriptors are negotiated: one call for each codec,
// all of their participants on one page.
'use strict';

const SLOT_RTX = 96;

// In the modes in which Jitsi Meet's clients send them.
const CODECS = {
    VP8: {id: 100, fmtp: {}, mode: 'L1T3'},
    VP9: {id: 101, fmtp: {'profile-id': '0'}, mode: 'L3T3_KEY'},
    AV1: {id: 41, fmtp: {}, mode: 'L3T3_KEY'},
    H264: {
        id: 107, fmtp: {'profile-level-id': '42e01f', 'level-asymmetry-allowed': '1', 'packetization-mode': '1'}, mode: 'L1T3'
    }
};

const participants = new Map();

function slotMedias(codec) {
    const {id, fmtp} = CODECS[codec];
    return [{
        type: 'video',
        'payload-types': [
            {
                id, name: codec, clockrate: 90000, parameters: fmtp,
                'rtcp-fbs': [
                    {type: 'ccm', subtype: 'fir'}, {type: 'nack'}, {type: 'nack', subtype: 'pli'}, {type: 'transport-cc'}]
            },
            {id: SLOT_RTX, name: 'rtx', clockrate: 90000, parameters: {apt: String(id)}}],
        'rtp-hdrexts': [{id: 5, uri: TRANSPORT_CC}, {id: DESCRIPTOR_ID, uri: DESCRIPTOR}],
        'extmap-allow-mixed': true
    }];
}

function slotSection(participant, mid, ssrcs) {
    const {id, fmtp} = CODECS[participant.codec];
    const parameters = Object.entries(fmtp).map(([name, value]) => `${name}=${value}`).join(';');
    const lines = [
        `m=video 9 UDP/TLS/RTP/SAVPF ${id} ${SLOT_RTX}`,
        'c=IN IP4 0.0.0.0', 'a=rtcp-mux', `a=mid:${mid}`, ...bridgeLines(participant.transport),
        ssrcs.length > 0 ? 'a=sendonly' : 'a=recvonly',
        ...(ssrcs.length > 0 ? [`a=msid:remote ${mid}-track`, `a=ssrc-group:FID ${ssrcs.join(' ')}`] : []),
        ...ssrcs.flatMap((ssrc) => [`a=ssrc:${ssrc} cname:remote`, `a=ssrc:${ssrc} msid:remote ${mid}-track`]),
        `a=rtpmap:${id} ${participant.codec}/90000`,
        ...(parameters ? [`a=fmtp:${id} ${parameters}`] : []),
        ...['nack', 'nack pli', 'ccm fir', 'transport-cc'].map((feedback) => `a=rtcp-fb:${id} ${feedback}`),
        `a=rtpmap:${SLOT_RTX} rtx/90000`, `a=fmtp:${SLOT_RTX} apt=${id}`,
        `a=extmap:5 ${TRANSPORT_CC}`, `a=extmap:${DESCRIPTOR_ID} ${DESCRIPTOR}`, 'a=extmap-allow-mixed'];
    return {mid, lines};
}

// Asks the bridge for a place in the call of a codec, which the first one makes.
async function enter(codec, id, isFirst) {
    const url = `/colibri/v2/conferences/slots-${codec}`;
    const endpoint = {
        id, create: true, capabilities: ['source-names', 'ssrc-rewriting'], medias: slotMedias(codec),
        transport: {'ice-controlling': true, sctp: {}}
    };
    const answer = isFirst
        ? await colibri('POST', '/colibri/v2/conferences', {
            'meeting-id': `slots-${codec}`, create: true, endpoints: [endpoint]})
        : await colibri('PATCH', url, {endpoints: [endpoint]});
    const participant = {
        codec, id, url, transport: answer.endpoints[0].transport.transport, pc: new RTCPeerConnection({bundlePolicy: 'max-bundle'})
    };
    participants.set(`${codec}-${id}`, participant);
    return participant;
}

async function announce(participant, sources) {
    const local = answered(participant.pc.localDescription.sdp);
    await colibri('PATCH', participant.url, {
        endpoints: [{
            id: participant.id,
            transport: {
                transport: {
                    ufrag: local.ufrag, pwd: local.pwd, 'rtcp-mux': true,
                    fingerprints: [{hash: local.hash, fingerprint: local.fingerprint, setup: local.setup}]
                }
            },
            sources
        }]
    });
}

async function until(what, limitMs, condition) {
    const deadline = performance.now() + limitMs;
    while (!await condition()) {
        if (performance.now() > deadline) {
            throw new Error(`not within ${limitMs} ms: ${what}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

function isConnected(participant) {
    return participant.pc.connectionState === 'connected';
}

// Publishes the fake camera, `height` pixels high, which shows in the viewer whose picture it is.
async function publishInCall(codec, id, height, isFirst) {
    const media = await navigator.mediaDevices.getUserMedia({video: {width: 320, height, frameRate: 30}});
    const participant = await enter(codec, id, isFirst);
    const {pc: connection} = participant;
    await connection.setRemoteDescription({type: 'offer', sdp: bundle([slotSection(participant, 'camera', [])])});
    const [transceiver] = connection.getTransceivers();
    await transceiver.sender.replaceTrack(media.getVideoTracks()[0]);
    transceiver.direction = 'sendonly';
    await connection.setLocalDescription(await connection.createAnswer());
    const parameters = transceiver.sender.getParameters();
    parameters.degradationPreference = 'maintain-resolution';
    parameters.encodings[0].scalabilityMode = CODECS[codec].mode;
    await transceiver.sender.setParameters(parameters);
    const {sdp} = connection.localDescription;
    requireDescriptors(sdp);
    const [ssrc, rtx] = sdp.match(/^a=ssrc-group:FID (\d+) (\d+)/m).slice(1).map(Number);
    const name = `${id}-v0`;
    await announce(participant, [{
        type: 'video', id: name, sources: [{ssrc, name}, {ssrc: rtx, name}],
        'ssrc-groups': [{semantics: 'FID', sources: [ssrc, rtx]}]
    }]);
    await until(`${codec} ${id} is connected`, 20000, () => isConnected(participant));
}

// Joins to view; `slots` come as the bridge tells of them.
async function viewCall(codec, id) {
    const participant = await enter(codec, id, false);
    Object.assign(participant, {slots: [], source: null, changedAt: 0, renegotiation: Promise.resolve()});
    const {pc: connection} = participant;
    connection.ontrack = (event) => {
        const video = document.createElement('video');
        video.muted = true;
        video.srcObject = new MediaStream([event.track]);
        document.body.appendChild(video);
        video.play().catch(() => {});
    };
    const describe = async () => {
        const sections = participant.slots.map((slot, i) => slotSection(participant, `slot${i}`, slot));
        await connection.setRemoteDescription(
            {type: 'offer', sdp: bundle([dataSection(participant.transport), ...sections])});
        await connection.setLocalDescription(await connection.createAnswer());
        if (sections.length > 0) {
            requireDescriptors(connection.localDescription.sdp);
        }
    };
    participant.channel = connection.createDataChannel('JVB data channel', {protocol: 'http://jitsi.org/protocols/colibri'});
    participant.channel.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.colibriClass === 'VideoSourcesMap') {
            const [mapped] = message.mappedSources.slice(-1);
            participant.source = mapped.source;
            participant.changedAt = performance.now();
            if (!participant.slots.some(([ssrc]) => ssrc === mapped.ssrc)) {
                participant.slots.push([mapped.ssrc, mapped.rtx]);
                participant.renegotiation = participant.renegotiation.then(describe);
            }
        }
    };
    await describe();
    await announce(participant, []);
    await until(`${codec} ${id} is connected`, 20000,
        () => isConnected(participant) && participant.channel.readyState === 'open');
}

// What the browser says of the only slot.
async function slotFigures(participant) {
    const figures = {frames: 0, height: 0};
    (await participant.pc.getStats()).forEach((report) => {
        if (report.type === 'inbound-rtp' && report.kind === 'video') {
            Object.assign(figures, {
                frames: report.framesDecoded || 0, height: report.frameHeight || 0, keyFrames: report.keyFramesDecoded || 0,
                received: report.framesReceived || 0, packets: report.packetsReceived || 0, lost: report.packetsLost || 0,
                keyFrameRequests: report.pliCount || 0
            });
        }
    });
    return figures;
}

function prefer({channel}, source) {
    channel.send(JSON.stringify({colibriClass: 'ReceiverVideoConstraints', lastN: 1, selectedSources: [source]}));
}

// Watches what becomes of the slot's picture once `act` has had the bridge put another source into it. Resolves with how long it
// took from the bridge's word to the first frame of that source, -1 if none came within `limitMs`, and how long at the most no
// frame was decoded in the `watchMs` after it.
async function watchChange(participant, source, height, watchMs, limitMs, act) {
    if (participant.source === source) {
        throw new Error(`${source} is in the slot already`);
    }
    const before = await slotFigures(participant);
    await act();
    await until(`the bridge names ${source}`, 10000, () => participant.source === source);
    const begun = participant.changedAt;
    let last = begun;
    let firstMs = -1;
    let stallMs = 0;
    let now = before;
    while (performance.now() < (firstMs < 0 ? begun + limitMs : begun + firstMs + watchMs)) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        const figures = await slotFigures(participant);
        const time = performance.now();
        if (figures.frames > now.frames && figures.height === height) {
            if (firstMs < 0) {
                firstMs = time - begun;
            } else {
                stallMs = Math.max(stallMs, time - last);
            }
            last = time;
        }
        now = figures;
    }
    stallMs = Math.max(stallMs, performance.now() - last);
    return {codec: participant.codec, source, firstMs: Math.round(firstMs), stallMs: Math.round(stallMs), before, now};
}

// All codecs at once.
function inCalls(act) {
    return Promise.all(Object.keys(CODECS).map(act));
}

function publishInCalls(id, height, isFirst) {
    return inCalls((codec) => publishInCall(codec, id, height, isFirst)).then(() => {});
}

function viewCalls(id) {
    return inCalls((codec) => viewCall(codec, id)).then(() => {});
}

// Asks for one source, which may be in the slot already.
async function preferInCalls(viewer, source) {
    await inCalls(async (codec) => prefer(participants.get(`${codec}-${viewer}`), source));
}

// Asks for one source, and watches.
async function showInCalls(viewer, source, height, watchMs, limitMs) {
    const changes = await inCalls((codec) => {
        const participant = participants.get(`${codec}-${viewer}`);
        return watchChange(participant, source, height, watchMs, limitMs, () => prefer(participant, source));
    });
    return {changes};
}

// One leaves whose source is in the slot; the other source takes the slot at once, and is preferred from then on.
async function leaveCalls(leaver, viewer, other, height, watchMs, limitMs) {
    const changes = await inCalls(async (codec) => {
        const participant = participants.get(`${codec}-${viewer}`);
        const change = await watchChange(participant, other, height, watchMs, limitMs, async () => {
            participants.get(`${codec}-${leaver}`).pc.close();
            await colibri('PATCH', participant.url, {endpoints: [{id: leaver, expire: true}]});
        });
        prefer(participant, other);
        return change;
    });
    return {changes};
}
