// A test-only client: joins a conference by Colibri2 REST and talks WebRTC to the bridge. The bridge's description becomes an
// SDP offer, the browser answers it. One peer connection a page.
'use strict';

const OPUS = 111;
const RED = 112;
const VP8 = 100;
const AUDIO_LEVEL = 'urn:ietf:params:rtp-hdrext:ssrc-audio-level';
const SEND_TIME = 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time';
const TRANSPORT_CC = 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01';
// Frame descriptors, as a focus negotiates them by default.
const DESCRIPTOR = 'https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension';
const DESCRIPTOR_ID = 11;

// The bridge's side of a=setup in the offer: 'actpass' makes the browser the DTLS client, 'active' makes it the server.
let bridgeSetup = 'actpass';
// Whether goog-remb and the absolute send time are negotiated, in addition to transport-wide feedback.
let offersRemb = false;
// Whether transport-wide feedback is.
let offersTransportFeedback = true;
// Whether redundant audio (RED, RFC 2198) is negotiated, of which Opus is preferred.
let offersRed = false;
let pc;
let endpointId;
let conferenceUrl;

async function colibri(method, url, body) {
    const response = await fetch(url, {
        method, headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)
    });
    const text = await response.text();
    if (!response.ok) {
        throw new Error(`${method} ${url}: ${response.status} ${text}`);
    }
    return JSON.parse(text);
}

function medias() {
    const transportFeedback = offersTransportFeedback ? [{type: 'transport-cc'}] : [];
    const transportNumber = offersTransportFeedback ? [{id: 5, uri: TRANSPORT_CC}] : [];
    const videoFeedback = [
        {type: 'ccm', subtype: 'fir'}, {type: 'nack'}, {type: 'nack', subtype: 'pli'}, ...transportFeedback,
        ...(offersRemb ? [{type: 'goog-remb'}] : [])];
    const sendTime = offersRemb ? [{id: 3, uri: SEND_TIME}] : [];
    return [
        {
            type: 'audio',
            'payload-types': [{id: OPUS, name: 'opus', clockrate: 48000, channels: 2,
                'rtcp-fbs': transportFeedback}, ...(offersRed ? [{id: RED, name: 'red', clockrate: 48000, channels: 2}] : [])],
            'rtp-hdrexts': [{id: 1, uri: AUDIO_LEVEL}, ...transportNumber]
        },
        {
            type: 'video',
            'payload-types': [{id: VP8, name: 'VP8', clockrate: 90000, 'rtcp-fbs': videoFeedback}],
            'rtp-hdrexts': [...transportNumber, ...sendTime]
        }];
}

async function join(meetingId, id, create) {
    endpointId = id;
    conferenceUrl = `/colibri/v2/conferences/${meetingId}`;
    const endpoint = {
        id, create: true, capabilities: ['source-names'], medias: medias(), transport: {'ice-controlling': true}
    };
    const answer = create
        ? await colibri('POST', '/colibri/v2/conferences', {'meeting-id': meetingId, create: true, endpoints: [endpoint]})
        : await colibri('PATCH', conferenceUrl, {endpoints: [endpoint]});
    return answer.endpoints[0].transport.transport;
}

// The lines that say where the bridge is.
function bridgeLines(transport) {
    const fingerprint = transport.fingerprints[0];
    return [
        `a=ice-ufrag:${transport.ufrag}`, `a=ice-pwd:${transport.pwd}`,
        `a=fingerprint:${fingerprint.hash} ${fingerprint.fingerprint}`, `a=setup:${bridgeSetup}`,
        ...transport.candidates.map((c) =>
            `a=candidate:${c.foundation} ${c.component} ${c.protocol} ${c.priority} ${c.ip} ${c.port} typ ${c.type}`)];
}

// An SDP offer of sections that begin with their mid, in a bundle.
function bundle(sections) {
    const mids = sections.map((section) => section.mid).join(' ');
    return [
        'v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', `a=group:BUNDLE ${mids}`, 'a=msid-semantic: WMS *',
        ...sections.flatMap((section) => section.lines), ''].join('\r\n');
}

// A section of audio or video; `ssrcs` are what the bridge sends in it, the retransmissions' last, or none if it only receives.
function mediaSection(transport, kind, mid, ssrcs) {
    const codec = kind === 'audio'
        ? [`a=rtpmap:${OPUS} opus/48000/2`, `a=fmtp:${OPUS} minptime=10;useinbandfec=1`, `a=extmap:1 ${AUDIO_LEVEL}`,
            ...(offersRed ? [`a=rtpmap:${RED} red/48000/2`, `a=fmtp:${RED} ${OPUS}/${OPUS}`] : [])]
        : [`a=rtpmap:${VP8} VP8/90000`, `a=rtcp-fb:${VP8} nack`, `a=rtcp-fb:${VP8} nack pli`, `a=rtcp-fb:${VP8} ccm fir`,
            ...(offersRemb ? [`a=rtcp-fb:${VP8} goog-remb`, `a=extmap:3 ${SEND_TIME}`] : [])];
    const transportFeedback = offersTransportFeedback
        ? [`a=rtcp-fb:${kind === 'audio' ? OPUS : VP8} transport-cc`, `a=extmap:5 ${TRANSPORT_CC}`] : [];
    const lines = [
        `m=${kind} 9 UDP/TLS/RTP/SAVPF ${kind === 'audio' ? `${OPUS}${offersRed ? ` ${RED}` : ''}` : VP8}`,
        'c=IN IP4 0.0.0.0', 'a=rtcp-mux', `a=mid:${mid}`, ...bridgeLines(transport),
        ssrcs.length > 0 ? 'a=sendonly' : 'a=recvonly',
        ...(ssrcs.length > 0 ? [`a=msid:remote ${mid}-track`] : []),
        ...ssrcs.flatMap((ssrc) => [`a=ssrc:${ssrc} cname:remote`, `a=ssrc:${ssrc} msid:remote ${mid}-track`]),
        ...codec, ...transportFeedback];
    return {mid, lines};
}

// The section of the data channel.
function dataSection(transport) {
    return {
        mid: 'data',
        lines: [
            'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0', 'a=mid:data',
            ...bridgeLines(transport), 'a=sctp-port:5000', 'a=max-message-size:262144']
    };
}

// The bridge's side as an SDP offer; `remote` is {audio: ssrc, video: ssrc} of what it sends, or null if it only receives.
function offer(transport, remote) {
    return bundle(['audio', 'video'].map((kind) => mediaSection(transport, kind, kind, remote ? [remote[kind]] : [])));
}

// Whether the browser has to negotiate frame descriptors.
let needsDescriptors = true;

// It need not: not every browser has them.
async function doWithoutDescriptors() {
    needsDescriptors = false;
}

function requireDescriptors(sdp) {
    if (needsDescriptors && !sdp.includes(DESCRIPTOR)) {
        throw new Error(`frame descriptors are not negotiated: ${sdp}`);
    }
}

function answered(sdp) {
    const first = (pattern) => (sdp.match(pattern) || [])[1];
    const section = (kind) => sdp.split(/^m=/m).find((part) => part.startsWith(kind)) || '';
    const ssrc = (kind) => Number((section(kind).match(/^a=ssrc:(\d+)/m) || [])[1] || 0);
    return {
        ufrag: first(/^a=ice-ufrag:(.*)\r?$/m),
        pwd: first(/^a=ice-pwd:(.*)\r?$/m),
        hash: first(/^a=fingerprint:(\S+) /m),
        fingerprint: first(/^a=fingerprint:\S+ (.*)\r?$/m),
        setup: first(/^a=setup:(.*)\r?$/m),
        audio: ssrc('audio'),
        video: ssrc('video')
    };
}

async function connect(transport, remote, tracks) {
    pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    const stream = new MediaStream();
    pc.ontrack = (event) => {
        stream.addTrack(event.track);
        const video = document.getElementById('video');
        video.srcObject = stream;
        video.play().catch(() => {});
    };
    await pc.setRemoteDescription({type: 'offer', sdp: offer(transport, remote)});
    for (const track of tracks) {
        const transceiver = pc.getTransceivers().find((t) => t.receiver.track.kind === track.kind);
        await transceiver.sender.replaceTrack(track);
        transceiver.direction = 'sendonly';
    }
    await pc.setLocalDescription(await pc.createAnswer());
    return answered(pc.localDescription.sdp);
}

async function tell(local, sources) {
    await colibri('PATCH', conferenceUrl, {
        endpoints: [{
            id: endpointId,
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

async function connected() {
    const deadline = performance.now() + 15000;
    while (pc.connectionState !== 'connected') {
        if (performance.now() > deadline || pc.connectionState === 'failed') {
            throw new Error(`peer connection is ${pc.connectionState}, ICE ${pc.iceConnectionState}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

// Creates the conference and publishes the fake camera and microphone; resolves with {audio, video}: the SSRCs.
async function publish(meetingId, id, setup) {
    bridgeSetup = setup;
    const media = await navigator.mediaDevices.getUserMedia({audio: true, video: {width: 640, height: 480}});
    const local = await connect(await join(meetingId, id, true), null, media.getTracks());
    await tell(local, [
        {type: 'audio', id: `${id}-a0`, sources: [{ssrc: local.audio, name: `${id}-a0`}]},
        {type: 'video', id: `${id}-v0`, sources: [{ssrc: local.video, name: `${id}-v0`}]}]);
    await connected();
    return {audio: local.audio, video: local.video};
}

// Joins and plays what is sent under the given SSRCs; with a port, the bridge is reached there.
async function play(meetingId, id, remote, setup, remb, port) {
    bridgeSetup = setup;
    offersRemb = Boolean(remb);
    const transport = await join(meetingId, id, false);
    if (port) {
        transport.candidates = transport.candidates.map((candidate) => ({...candidate, port}));
    }
    const local = await connect(transport, remote, []);
    await tell(local, []);
    await connected();
}

// The figures that prove media and feedback, of all streams together.
async function figures() {
    const sum = {
        framesDecoded: 0, audioEnergy: 0, packetsLost: 0, srtpCipher: '', dtlsRole: '',
        receiverReports: 0, reportedLost: 0, senderReports: 0, keyFrameRequests: 0, availableBitrate: 0
    };
    (await pc.getStats()).forEach((report) => {
        switch (report.type) {
            case 'inbound-rtp':
                sum.framesDecoded += report.framesDecoded || 0;
                sum.audioEnergy += report.totalAudioEnergy || 0;
                sum.packetsLost += report.packetsLost || 0;
                break;
            case 'outbound-rtp':
                sum.keyFrameRequests += report.pliCount || 0;
                break;
            case 'remote-inbound-rtp': // what the bridge's receiver reports say
                sum.receiverReports += 1;
                sum.reportedLost += report.packetsLost || 0;
                break;
            case 'remote-outbound-rtp': // what the bridge's sender reports say
                sum.senderReports += report.reportsSent || 0;
                break;
            case 'candidate-pair': // grows by transport-wide feedback
                sum.availableBitrate = Math.max(sum.availableBitrate, report.availableOutgoingBitrate || 0);
                break;
            case 'transport':
                sum.srtpCipher = report.srtpCipher || '';
                sum.dtlsRole = report.dtlsRole || '';
                break;
            default:
        }
    });
    return sum;
}

// What came of the audio so far, in packets, and how many pictures were decoded.
async function received() {
    const sum = {audioPackets: 0, audioLost: 0, framesDecoded: 0, videoBytes: 0};
    (await pc.getStats()).forEach((report) => {
        if (report.type === 'inbound-rtp' && report.kind === 'audio') {
            sum.audioPackets += report.packetsReceived || 0;
            sum.audioLost += report.packetsLost || 0;
        } else if (report.type === 'inbound-rtp') {
            sum.framesDecoded += report.framesDecoded || 0;
            sum.videoBytes += report.bytesReceived || 0;
        }
    });
    return sum;
}

// Resolves with the figures as soon as `frames` more frames are decoded and audio energy has grown, or after `limitMs`.
async function watch(frames, limitMs) {
    const before = await figures();
    const deadline = performance.now() + limitMs;
    let now = before;
    while (performance.now() < deadline
            && (now.framesDecoded < before.framesDecoded + frames || now.audioEnergy <= before.audioEnergy)) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        now = await figures();
    }
    return {before, now};
}

async function expire() {
    pc.close();
    await colibri('PATCH', conferenceUrl, {expire: true});
}

const CHANNEL_LIMIT_MS = 40000;
let channel;
let heard = [];
let onMessage = (text) => heard.push(text);

// Keeps what comes; resolves when the channel is open.
function useChannel(used) {
    heard = [];
    channel = used;
    channel.onmessage = (event) => onMessage(event.data);
    return new Promise((resolve, reject) => {
        channel.onopen = () => resolve();
        if (channel.readyState === 'open') {
            resolve();
        }
        setTimeout(() => reject(new Error(`data channel is ${channel.readyState}`)), CHANNEL_LIMIT_MS);
    });
}

function openChannel() {
    return useChannel(pc.createDataChannel('JVB data channel', {protocol: 'http://jitsi.org/protocols/colibri'}));
}

// Resolves when the other side has opened one.
function awaitChannel() {
    return new Promise((resolve, reject) => {
        pc.ondatachannel = (event) => resolve(useChannel(event.channel));
        setTimeout(() => reject(new Error('no data channel was opened')), CHANNEL_LIMIT_MS);
    });
}

// Joins with SCTP only, the bridge's UDP port being `port`; either side opens the channel. Resolves with what the bridge says
// of its side of SCTP.
async function talk(meetingId, id, port, isOpener) {
    endpointId = id;
    conferenceUrl = `/colibri/v2/conferences/${meetingId}`;
    const endpoint = {
        id, create: true, capabilities: ['source-names'], medias: medias(),
        transport: {'ice-controlling': true, sctp: {}}
    };
    const answer = await colibri(
        'POST', '/colibri/v2/conferences', {'meeting-id': meetingId, create: true, endpoints: [endpoint]});
    const transport = answer.endpoints[0].transport;
    pc = new RTCPeerConnection({bundlePolicy: 'max-bundle'});
    const reached = {...transport.transport, candidates: transport.transport.candidates.map((c) => ({...c, port}))};
    await pc.setRemoteDescription({type: 'offer', sdp: bundle([dataSection(reached)])});
    const opened = isOpener ? openChannel() : awaitChannel();
    await pc.setLocalDescription(await pc.createAnswer());
    await tell(answered(pc.localDescription.sdp), []);
    await opened;
    return transport.sctp;
}

async function describe() {
    return {label: channel.label, protocol: channel.protocol, ordered: channel.ordered};
}

async function nextHeard() {
    const deadline = performance.now() + CHANNEL_LIMIT_MS;
    while (heard.length === 0) {
        if (performance.now() > deadline) {
            throw new Error(`nothing came, the data channel is ${channel.readyState}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return heard.shift();
}

// Says texts of these lengths, all at once; resolves with how many came back as they were, in their order.
async function echo(lengths) {
    const said = lengths.map((length, i) => String.fromCharCode('a'.charCodeAt(0) + i).repeat(length));
    said.forEach((text) => channel.send(text));
    let same = 0;
    for (const text of said) {
        same += await nextHeard() === text ? 1 : 0;
    }
    return {same};
}

// Sends bytes, all at once; resolves with how often that was answered with this text.
async function echoBinary(lengths, expected) {
    lengths.forEach((length) => channel.send(new Uint8Array(length)));
    let answers = 0;
    for (let i = 0; i < lengths.length; i++) {
        answers += await nextHeard() === expected ? 1 : 0;
    }
    return {answers};
}

// Resolves with the first message of this class, which is taken; others before it are dropped.
async function hear(kind) {
    for (;;) {
        const message = JSON.parse(await nextHeard());
        if (message.colibriClass === kind) {
            return message;
        }
    }
}

// Sends greetings of these lengths one after another; resolves with how many were answered.
async function greet(lengths) {
    let answers = 0;
    for (const length of lengths) {
        const least = JSON.stringify({colibriClass: 'ClientHello', padding: ''}).length;
        channel.send(JSON.stringify({colibriClass: 'ClientHello', padding: 'x'.repeat(Math.max(0, length - least))}));
        await hear('ServerHello');
        answers += 1;
    }
    return {answers};
}

// Closes the channel and opens another one.
async function reopen() {
    const closed = new Promise((resolve, reject) => {
        channel.onclose = () => resolve();
        setTimeout(() => reject(new Error(`data channel is ${channel.readyState}`)), CHANNEL_LIMIT_MS);
    });
    channel.close();
    await closed;
    await openChannel();
}
